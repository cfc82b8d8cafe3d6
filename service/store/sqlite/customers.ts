import type { DatabaseSync } from 'node:sqlite';
import type { Customer, CustomerStore } from '../store.ts';
import type { GroupCommit } from './group-commit.ts';
import { type Row, readText } from './rows.ts';
import { prepareAll } from './statements.ts';

const SQL = {
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

export function createCustomerStore(database: DatabaseSync, commits: GroupCommit): CustomerStore {
  const sql = prepareAll(database, SQL);
  return {
    async byMsisdn(msisdn) {
      return customerOf(sql.byMsisdn.get(msisdn));
    },
    async byId(id) {
      return customerOf(sql.byId.get(id));
    },
    async put(customer) {
      await commits.write(() => sql.put.run(customer.id, customer.msisdn, customer.name));
    },
    async list(limit) {
      return sql.list.all(limit).flatMap((row) => customerOf(row) ?? []);
    },
    async putCode(customerId, codeHash, expires) {
      await commits.write(() => sql.putCode.run(customerId, codeHash, expires));
    },
    async takeCode(customerId, codeHash, now, triesMax) {
      return commits.write(() => {
        if (sql.takeCode.run(customerId, codeHash, now, triesMax).changes === 1) return true;
        sql.wrongCode.run(customerId);
        return false;
      });
    },
    async putSession(tokenHash, customerId, expires) {
      await commits.write(() => sql.putSession.run(tokenHash, customerId, expires));
    },
    async bySession(tokenHash, now) {
      return customerOf(sql.bySession.get(tokenHash, now));
    },
    async removeSession(tokenHash) {
      await commits.write(() => sql.removeSession.run(tokenHash));
    },
    async sweep(now) {
      await commits.write(() => {
        sql.sweepCodes.run(now);
        sql.sweepSessions.run(now);
      });
    },
  };
}

function customerOf(row: Row | undefined): Customer | null {
  if (row === undefined) return null;
  return { id: readText(row, 'id'), msisdn: readText(row, 'msisdn'), name: readText(row, 'name') };
}
