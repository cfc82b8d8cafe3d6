import { customerOwner, SERVICE } from '../owners.ts';
import { CUSTOMER_SQL, customerOf } from '../sql/permission-tables.ts';
import type { CustomerStore } from '../store.ts';
import type { PostgresDatabase } from './database.ts';
import { lookup } from './lookups.ts';
import { statements } from './statements.ts';

const SQL = statements({
  ...CUSTOMER_SQL,
  // Tries of one customer run one after the other, so that parallel tries cannot exceed the limit.
  lockCode: 'SELECT 1 FROM customer_code WHERE customer_id = ? FOR UPDATE',
});

const BY_MSISDN = lookup(CUSTOMER_SQL.byMsisdn);
const BY_ID = lookup(CUSTOMER_SQL.byId);

export function createCustomerStore(database: PostgresDatabase): CustomerStore {
  return {
    async byMsisdn(msisdn) {
      return customerOf(await database.find(BY_MSISDN, msisdn));
    },
    async byId(id) {
      return customerOf(await database.find(BY_ID, id));
    },
    async put({ id, msisdn, name }) {
      await database.writesOf(SERVICE).run(SQL.put, id, msisdn, name);
    },
    async list(limit) {
      return (await database.all(SQL.list, limit)).flatMap((row) => customerOf(row) ?? []);
    },
    async putCode(customerId, codeHash, expires) {
      await database
        .writesOf(customerOwner(customerId))
        .run(SQL.putCode, customerId, codeHash, expires);
    },
    takeCode: (customerId, codeHash, now, triesMax) =>
      database.writesOf(customerOwner(customerId)).transaction(async (transaction) => {
        transaction.send(SQL.lockCode, customerId);
        const taken = await transaction.run(SQL.takeCode, customerId, codeHash, now, triesMax);
        if (taken === 1) return true;
        transaction.send(SQL.wrongCode, customerId);
        return false;
      }),
    async putSession(tokenHash, customerId, expires) {
      await database
        .writesOf(customerOwner(customerId))
        .run(SQL.putSession, tokenHash, customerId, expires);
    },
    async bySession(tokenHash, now) {
      return customerOf(await database.get(SQL.bySession, tokenHash, now));
    },
    async removeSession(tokenHash) {
      await database.writesOf(`session ${tokenHash}`).run(SQL.removeSession, tokenHash);
    },
    async sweep(now) {
      const service = database.writesOf(SERVICE);
      await Promise.all([service.run(SQL.sweepCodes, now), service.run(SQL.sweepSessions, now)]);
    },
  };
}
