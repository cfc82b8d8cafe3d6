export const ATTACHMENT_SQL = {
  use: 'INSERT INTO attachment_use (hash, expires) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING',
  count: 'SELECT count(*) AS n FROM attachment WHERE merchant_id = ? AND tid = ?',
  insert: `INSERT INTO attachment (id, merchant_id, tid, position, content_type, size, at, body)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  ofPayment: `SELECT id, merchant_id, tid, content_type, size, at FROM attachment
    WHERE merchant_id = ? AND tid = ? ORDER BY position`,
  body: 'SELECT body FROM attachment WHERE id = ? AND merchant_id = ? AND tid = ?',
  sweep: 'DELETE FROM attachment_use WHERE expires <= ?',
};
