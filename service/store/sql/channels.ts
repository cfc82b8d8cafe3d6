export const CHANNEL_SQL = {
  number: `INSERT INTO channel (merchant_id, name, last_seq) VALUES (?, ?, 1)
    ON CONFLICT (merchant_id, name) DO UPDATE SET last_seq = channel.last_seq + 1 RETURNING last_seq`,
  insert:
    'INSERT INTO channel_event (merchant_id, channel, seq, at, message) VALUES (?, ?, ?, ?, ?)',
  read: `SELECT seq, message FROM channel_event
    WHERE merchant_id = ? AND channel = ? AND seq > ? ORDER BY seq LIMIT ?`,
  acknowledge: 'DELETE FROM channel_event WHERE merchant_id = ? AND channel = ? AND seq <= ?',
  sweep: 'DELETE FROM channel_event WHERE at < ?',
};
