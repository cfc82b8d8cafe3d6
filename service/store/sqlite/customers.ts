import type { DatabaseSync } from 'node:sqlite';
import type { Customer, CustomerStore } from '../store.ts';
import type { GroupCommit } from './group-commit.ts';
import { type Row, readText } from './rows.ts';

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
  const byMsisdn = database.prepare(SQL.byMsisdn);
  const byId = database.prepare(SQL.byId);
  const put = database.prepare(SQL.put);
  const list = database.prepare(SQL.list);
  const putCode = database.prepare(SQL.putCode);
  const takeCode = database.prepare(SQL.takeCode);
  const wrongCode = database.prepare(SQL.wrongCode);
  const putSession = database.prepare(SQL.putSession);
  const bySession = database.prepare(SQL.bySession);
  const removeSession = database.prepare(SQL.removeSession);
  const sweepCodes = database.prepare(SQL.sweepCodes);
  const sweepSessions = database.prepare(SQL.sweepSessions);
  return {
    async byMsisdn(msisdn) {
      return customerOf(byMsisdn.get(msisdn));
    },
    async byId(id) {
      return customerOf(byId.get(id));
    },
    async put(customer) {
      await commits.write(() => put.run(customer.id, customer.msisdn, customer.name));
    },
    async list(limit) {
      return list.all(limit).flatMap((row) => customerOf(row) ?? []);
    },
    async putCode(customerId, codeHash, expires) {
      await commits.write(() => putCode.run(customerId, codeHash, expires));
    },
    async takeCode(customerId, codeHash, now, triesMax) {
      return commits.write(() => {
        if (takeCode.run(customerId, codeHash, now, triesMax).changes === 1) return true;
        wrongCode.run(customerId);
        return false;
      });
    },
    async putSession(tokenHash, customerId, expires) {
      await commits.write(() => putSession.run(tokenHash, customerId, expires));
    },
    async bySession(tokenHash, now) {
      return customerOf(bySession.get(tokenHash, now));
    },
    async removeSession(tokenHash) {
      await commits.write(() => removeSession.run(tokenHash));
    },
    async sweep(now) {
      await commits.write(() => {
        sweepCodes.run(now);
        sweepSessions.run(now);
      });
    },
  };
}

function customerOf(row: Row | undefined): Customer | null {
  if (row === undefined) return null;
  return { id: readText(row, 'id'), msisdn: readText(row, 'msisdn'), name: readText(row, 'name') };
}
