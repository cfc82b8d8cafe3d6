import type { DatabaseSync } from 'node:sqlite';
import type { Merchant, MerchantStore } from '../store.ts';
import type { GroupCommit } from './group-commit.ts';
import { readIntegerOrNull, readText } from './rows.ts';
import { prepareAll } from './statements.ts';

const SQL = {
  read: 'SELECT id, name, terms, payment_limit FROM merchant WHERE id = ?',
  put: `INSERT INTO merchant (id, name, terms, payment_limit) VALUES (?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, terms = excluded.terms,
      payment_limit = excluded.payment_limit`,
  withUser: 'SELECT merchant_id FROM api_user WHERE id = ? ORDER BY merchant_id LIMIT ?',
};

export function createMerchantStore(database: DatabaseSync, commits: GroupCommit): MerchantStore {
  const sql = prepareAll(database, SQL);
  return {
    async read(merchantId) {
      const row = sql.read.get(merchantId);
      if (row === undefined) return null;
      const terms: Merchant['terms'] = JSON.parse(readText(row, 'terms'));
      const paymentLimit = readIntegerOrNull(row, 'payment_limit');
      return { id: readText(row, 'id'), name: readText(row, 'name'), terms, paymentLimit };
    },
    async put(merchant) {
      const terms = JSON.stringify(merchant.terms);
      await commits.write(() =>
        sql.put.run(merchant.id, merchant.name, terms, merchant.paymentLimit),
      );
    },
    async withUser(userId, limit) {
      return sql.withUser.all(userId, limit).map((row) => readText(row, 'merchant_id'));
    },
  };
}
