import type { Customer } from '../store.ts';
import { type Row, readText } from './rows.ts';

export const CUSTOMER_SQL = {
  byMsisdn: 'SELECT id, msisdn, name FROM customer WHERE msisdn = ?',
  byId: 'SELECT id, msisdn, name FROM customer WHERE id = ?',
  put: `INSERT INTO customer (id, msisdn, name) VALUES (?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET msisdn = excluded.msisdn, name = excluded.name`,
  list: 'SELECT id, msisdn, name FROM customer ORDER BY id LIMIT ?',
  putCode: `INSERT INTO customer_code (customer_id, code_hash, expires, tries) VALUES (?, ?, ?, 0)
    ON CONFLICT (customer_id) DO UPDATE SET code_hash = excluded.code_hash,
      expires = excluded.expires, tries = 0`,
  takeCode: `DELETE FROM customer_code
    WHERE customer_id = ? AND code_hash = ? AND expires > ? AND tries < ?`,
  wrongCode: 'UPDATE customer_code SET tries = tries + 1 WHERE customer_id = ?',
  putSession: 'INSERT INTO customer_session (token_hash, customer_id, expires) VALUES (?, ?, ?)',
  bySession: `SELECT customer.id, customer.msisdn, customer.name FROM customer_session
    JOIN customer ON customer.id = customer_session.customer_id
    WHERE token_hash = ? AND expires > ?`,
  removeSession: 'DELETE FROM customer_session WHERE token_hash = ?',
  sweepCodes: 'DELETE FROM customer_code WHERE expires <= ?',
  sweepSessions: 'DELETE FROM customer_session WHERE expires <= ?',
};

export function customerOf(row: Row | undefined): Customer | null {
  if (row === undefined) return null;
  return { id: readText(row, 'id'), msisdn: readText(row, 'msisdn'), name: readText(row, 'name') };
}
