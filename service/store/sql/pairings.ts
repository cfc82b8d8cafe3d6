export const SELECT = `SELECT p.*, u.id IS NOT NULL AS user_there FROM pairing p
  LEFT JOIN api_user u ON u.merchant_id = p.merchant_id AND u.id = p.user_id`;

export const PAIRING_SQL = {
  insert: `INSERT INTO pairing
      (merchant_id, id, code_hash, pos_id, name, rights, created_by, created, expires)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (code_hash) DO NOTHING`,
  // A code that ran out is shown for a day, and then nobody asks for it any more.
  forget: `DELETE FROM pairing WHERE merchant_id = ? AND redeemed IS NULL AND created < ?`,
  waiting: `SELECT count(*) AS number FROM pairing
    WHERE merchant_id = ? AND redeemed IS NULL AND revoked IS NULL AND expires > ?`,
  posTaken: `SELECT 1 FROM pairing p
    JOIN api_user u ON u.merchant_id = p.merchant_id AND u.id = p.user_id
    WHERE p.merchant_id = ? AND p.pos_id = ? AND p.revoked IS NULL LIMIT 1`,
  byCode: `${SELECT} WHERE p.code_hash = ?`,
  read: `${SELECT} WHERE p.merchant_id = ? AND p.id = ?`,
  list: `${SELECT} WHERE p.merchant_id = ? ORDER BY p.created DESC, p.id LIMIT ?`,
  // The one statement that decides who has the code.
  claim: `UPDATE pairing SET redeemed = ?, user_id = ?, shortlink_id = ?, key_hash = ?, device = ?,
      address = ?
    WHERE merchant_id = ? AND id = ? AND redeemed IS NULL AND revoked IS NULL AND expires > ?`,
  addUser: `INSERT INTO api_user
      (merchant_id, id, label, netmask, secret_hash, public_key, version, till)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  addPos: `INSERT INTO pos (merchant_id, id, body) VALUES (?, ?, ?)
    ON CONFLICT (merchant_id, id) DO NOTHING`,
  addShortlink: `INSERT INTO shortlink
      (id, merchant_id, serial_number, callback_uri, label, is_active, created, seqno)
    VALUES (?, ?, NULL, ?, ?, 1, ?, 0)`,
  linkTaken: 'SELECT 1 FROM shortlink WHERE id = ?',
  userTaken: 'SELECT 1 FROM api_user WHERE merchant_id = ? AND id = ?',
  revoke: `UPDATE pairing SET revoked = ?, code_hash = NULL
    WHERE merchant_id = ? AND id = ? AND revoked IS NULL`,
  removeUser: 'DELETE FROM api_user WHERE merchant_id = ? AND id = ? AND till IS NOT NULL',
  closeShortlink: 'UPDATE shortlink SET is_active = 0 WHERE merchant_id = ? AND id = ?',
};
