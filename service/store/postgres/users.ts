import { SERVICE } from '../owners.ts';
import { USER_SQL, userOf } from '../sql/users.ts';
import type { User, UserStore } from '../store.ts';
import type { PostgresDatabase } from './database.ts';
import { lookup } from './lookups.ts';
import { lockMerchant } from './merchant-lock.ts';
import { statements } from './statements.ts';
import type { Transaction } from './transaction.ts';

const SQL = statements(USER_SQL);
const READ = lookup(USER_SQL.read);

/**
 * Users are read at every request and kept by no process: one that is removed by another process is
 * refused from then on.
 */
export function createUserStore(database: PostgresDatabase): UserStore {
  async function read(merchantId: string, userId: string): Promise<User | null> {
    const row = await database.find(READ, merchantId, userId);
    return row === undefined ? null : userOf(row);
  }

  /** The merchant's users take turns, so that two key holders cannot leave at the same time. */
  async function othersHaveKey(transaction: Transaction, merchantId: string, userId: string) {
    lockMerchant(transaction, merchantId);
    return (await transaction.get(SQL.otherWithKey, merchantId, userId)) !== undefined;
  }

  return {
    read,
    async put(merchantId, { id, label, netmask, secretHash, publicKey, version }) {
      const row = [merchantId, id, label, netmask, secretHash, publicKey, version];
      await database.writesOf(merchantId).run(SQL.put, ...row);
    },
    async create(merchantId, user) {
      const { id, label, netmask, secretHash, publicKey, version } = user;
      const row = [merchantId, id, label, netmask, secretHash, publicKey, version];
      if ((await database.writesOf(merchantId).run(SQL.create, ...row)) === 1)
        return { created: true, user };
      return { created: false, user: (await read(merchantId, id)) ?? user };
    },
    change(merchantId, next, keepKeyHolder) {
      const { id, label, netmask, secretHash, publicKey, version } = next;
      return database.writesOf(merchantId).transaction(async (transaction) => {
        const last = keepKeyHolder && publicKey === null;
        if (last && !(await othersHaveKey(transaction, merchantId, id))) return false;
        const values = [label, netmask, secretHash, publicKey, version];
        return (await transaction.run(SQL.change, ...values, merchantId, id, version - 1)) === 1;
      });
    },
    remove: (merchantId, userId, keepKeyHolder) =>
      database.writesOf(merchantId).transaction(async (transaction) => {
        if (keepKeyHolder && !(await othersHaveKey(transaction, merchantId, userId))) return false;
        return (await transaction.run(SQL.remove, merchantId, userId)) === 1;
      }),
    async list(merchantId, after, limit) {
      return (await database.all(SQL.list, merchantId, after ?? '', limit)).map(userOf);
    },
    async useSignature(merchantId, userId, hash, now, expires) {
      return (
        (await database
          .writesOf(merchantId)
          .run(SQL.use, merchantId, userId, hash, expires, now)) === 1
      );
    },
    async sweep(now) {
      await database.writesOf(SERVICE).run(SQL.sweep, now);
    },
  };
}
