export const POS_SQL = {
  insert: `INSERT INTO pos (merchant_id, id, body) VALUES (?, ?, ?)
    ON CONFLICT (merchant_id, id) DO NOTHING`,
  read: 'SELECT body FROM pos WHERE merchant_id = ? AND id = ?',
  list: 'SELECT id FROM pos WHERE merchant_id = ? AND id > ? ORDER BY id LIMIT ?',
  listBack: `SELECT id FROM pos WHERE merchant_id = ? AND id < ?
    ORDER BY id DESC LIMIT ?`,
  listLast: 'SELECT id FROM pos WHERE merchant_id = ? ORDER BY id DESC LIMIT ?',
  update: 'UPDATE pos SET body = ? WHERE merchant_id = ? AND id = ?',
  remove: 'DELETE FROM pos WHERE merchant_id = ? AND id = ?',
};
