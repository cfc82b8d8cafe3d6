import type { DatabaseSync } from 'node:sqlite';
import { customerOwner, SERVICE } from '../owners.ts';
import { CUSTOMER_SQL, customerOf } from '../sql/permission-tables.ts';
import type { Customer, CustomerStore } from '../store.ts';
import type { GroupCommit } from './group-commit.ts';
import type { RowCache } from './row-cache.ts';
import { prepareAll } from './statements.ts';

/** The row cache has customers by phone number, for every store that writes a customer. */
export function createCustomerStore(
  database: DatabaseSync,
  commits: GroupCommit,
  atHand: RowCache<Customer>,
): CustomerStore {
  const sql = prepareAll(database, CUSTOMER_SQL);
  return {
    async byMsisdn(msisdn) {
      return atHand.get(msisdn, () => customerOf(sql.byMsisdn.get(msisdn)));
    },
    async byId(id) {
      return customerOf(sql.byId.get(id));
    },
    async put(customer) {
      await commits.write(SERVICE, () => sql.put.run(customer.id, customer.msisdn, customer.name));
      // The customer may have had another number before.
      atHand.forgetAll();
    },
    async list(limit) {
      return sql.list.all(limit).flatMap((row) => customerOf(row) ?? []);
    },
    async putCode(customerId, codeHash, expires) {
      await commits.write(customerOwner(customerId), () =>
        sql.putCode.run(customerId, codeHash, expires),
      );
    },
    async takeCode(customerId, codeHash, now, triesMax) {
      return commits.write(customerOwner(customerId), () => {
        if (sql.takeCode.run(customerId, codeHash, now, triesMax).changes === 1) return true;
        sql.wrongCode.run(customerId);
        return false;
      });
    },
    async putSession(tokenHash, customerId, expires) {
      await commits.write(customerOwner(customerId), () =>
        sql.putSession.run(tokenHash, customerId, expires),
      );
    },
    async bySession(tokenHash, now) {
      return customerOf(sql.bySession.get(tokenHash, now));
    },
    async removeSession(tokenHash) {
      await commits.write(`session ${tokenHash}`, () => sql.removeSession.run(tokenHash));
    },
    async sweep(now) {
      await commits.write(SERVICE, () => {
        sql.sweepCodes.run(now);
        sql.sweepSessions.run(now);
      });
    },
  };
}
