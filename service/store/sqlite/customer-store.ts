import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { customerCalls } from '../sql/customer-calls.ts';
import {
  ERASE_BY_ID,
  ERASE_SQL,
  type ErasedCustomer,
  type ErasedRequest,
  type ErasureWrite,
  eraseCodes,
  erasedCustomer,
  eraseMessages,
  erasePayments,
  erasePermissions,
} from '../sql/customer-erasure.ts';
import {
  addParameters,
  CUSTOMER_SQL,
  changeParameters,
  customerOf,
  HOLDINGS_SQL,
} from '../sql/customer-tables.ts';
import { type Customer, type CustomerStore, customerOwner, SERVICE } from '../store.ts';
import { prepareAll } from './database.ts';
import type { GroupCommit } from './group-commit.ts';
import { namedReads, namedStatements } from './named-statements.ts';
import type { RecentPayments } from './payment-store.ts';
import type { RowCache } from './row-cache.ts';

type CustomerStoreDeps = {
  readonly database: DatabaseSync;
  readonly commits: GroupCommit;
  readonly atHand: RowCache<Customer>;
  readonly recent: RecentPayments;
};

/**
 * The row cache has customers by phone number, for every store that writes a customer. An erasure
 * rewrites payments, so it also forgets those that were written last.
 */
export function createCustomerStore({
  database,
  commits,
  atHand,
  recent,
}: CustomerStoreDeps): CustomerStore {
  const sql = prepareAll(database, CUSTOMER_SQL);
  const eraser = createEraser(database);
  return {
    ...customerCalls(namedStatements(sql, commits), namedReads(prepareAll(database, HOLDINGS_SQL))),
    ...createRecords(commits, sql, atHand),
    ...createSignIns(sql, commits),
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
    async erase(id) {
      const payments = await commits.write(customerOwner(id), () => eraser(id));
      atHand.forgetAll();
      for (const tid of payments ?? []) recent.forget(tid);
      return payments !== null;
    },
  };
}

type Statements = Readonly<Record<keyof typeof CUSTOMER_SQL, StatementSync>>;

type Records = 'addAll' | 'change';

/** A number or an id of an import is in use; the whole import is rolled back. */
class Taken extends Error {}

function createRecords(
  commits: GroupCommit,
  sql: Statements,
  atHand: RowCache<Customer>,
): Pick<CustomerStore, Records> {
  return {
    async addAll(records) {
      const run = () => {
        for (const record of records) {
          if (sql.add.run(...addParameters(record)).changes !== 1) throw new Taken();
        }
      };
      try {
        await commits.write(SERVICE, run);
        return 'added';
      } catch (error) {
        if (error instanceof Taken) return 'taken';
        throw error;
      }
    },
    async change(next, was) {
      const changed = await commits.write(customerOwner(next.id), () => {
        if (sql.change.run(...changeParameters(next, was)).changes !== 1) return false;
        if (next.status !== 'active') sql.removeSessions.run(next.id);
        return true;
      });
      atHand.forgetAll();
      return changed;
    },
  };
}

type SignIns = 'takeCode' | 'sweep';

function createSignIns(sql: Statements, commits: GroupCommit): Pick<CustomerStore, SignIns> {
  return {
    async takeCode(owner, codeHash, now, triesMax) {
      return commits.write(customerOwner(owner), () => {
        if (sql.takeCode.run(owner, codeHash, now, triesMax).changes === 1) return true;
        sql.wrongCode.run(owner);
        return false;
      });
    },
    async sweep(now) {
      await commits.write(SERVICE, () => {
        sql.sweepCodes.run(now);
        sql.sweepSessions.run(now);
      });
    },
  };
}

const ERASURE = {
  ...ERASE_SQL,
  // The log has no index by payment: a payment has the numbers of its lines.
  logLines: `UPDATE transaction_log SET customer = ? WHERE merchant_id = ? AND seq IN (SELECT own.value
    FROM payment CROSS JOIN json_each('[' || substr(payment.log_seqs, 2) || ']') AS own
    WHERE payment.tid = ?)`,
};

/**
 * Erases a customer inside a transaction (`CustomerStore.erase`). Returns the rewritten payments, or
 * null if there is no such customer any more.
 */
function createEraser(database: DatabaseSync): (id: string) => readonly string[] | null {
  const sql = prepareAll(database, ERASURE);
  const run = (writes: readonly ErasureWrite[]) => {
    for (const [name, ...parameters] of writes) sql[name].run(...parameters);
  };
  function rewrite(request: ErasedRequest, erased: ErasedCustomer): void {
    run(request.writes);
    const deliveries = sql.deliveries.all(request.merchantId, request.resource);
    run(eraseMessages(deliveries, request, erased));
  }
  return (id) => {
    const erased = erasedCustomer(sql.record.get(id));
    if (erased === null) return null;
    const { pattern } = erased;
    const unknown = sql.unknownPayments.all(pattern);
    const payments = erasePayments(sql.payments.all(id), unknown, erased);
    for (const payment of payments) rewrite(payment, erased);
    const others = sql.unknownPermissions.all(pattern);
    for (const permission of erasePermissions(sql.permissions.all(id), others, erased)) {
      rewrite(permission, erased);
    }
    run(eraseCodes(id, erased));
    run([...ERASE_BY_ID, 'anonymise' as const].map((name) => [name, id]));
    return payments.map(({ tid }) => tid);
  };
}
