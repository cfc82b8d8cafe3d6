export const LOOKUP_SQL = {
  of: 'SELECT lookup_id FROM merchant_lookup WHERE merchant_id = ? ORDER BY lookup_id',
  find: 'SELECT merchant_id FROM merchant_lookup WHERE lookup_id = ?',
  forget: 'DELETE FROM merchant_lookup WHERE merchant_id = ?',
  put: 'INSERT INTO merchant_lookup (lookup_id, merchant_id) VALUES (?, ?)',
};
