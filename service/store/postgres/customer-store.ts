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
import { type CustomerStore, customerOwner, SERVICE } from '../store.ts';
import type { PostgresDatabase } from './database.ts';
import { lookup } from './lookups.ts';
import { namedStatements } from './named-statements.ts';
import { type Statement, statements } from './statements.ts';
import type { Transaction } from './transaction.ts';

const SQL = statements({
  ...CUSTOMER_SQL,
  // Tries of one owner run one after the other, so that parallel tries cannot exceed the limit.
  lockCode: 'SELECT 1 FROM customer_code WHERE owner = ? FOR UPDATE',
});
const HELD = statements(HOLDINGS_SQL);

const BY_MSISDN = lookup(CUSTOMER_SQL.byMsisdn);
const BY_ID = lookup(CUSTOMER_SQL.byId);

export function createCustomerStore(database: PostgresDatabase): CustomerStore {
  return {
    ...customerCalls(namedStatements(database, SQL), namedStatements(database, HELD)),
    ...createRecords(database),
    ...createSignIns(database),
    async byMsisdn(msisdn) {
      return customerOf(await database.find(BY_MSISDN, msisdn));
    },
    async byId(id) {
      return customerOf(await database.find(BY_ID, id));
    },
    async put({ id, msisdn, name }) {
      await database.writesOf(SERVICE).run(SQL.put, id, msisdn, name);
    },
    erase: (id) =>
      database.writesOf(customerOwner(id)).transaction((transaction) => erase(transaction, id)),
  };
}

type Records = 'addAll' | 'change';

/** A number or an id of an import is in use; the whole import is rolled back. */
class Taken extends Error {}

function createRecords(database: PostgresDatabase): Pick<CustomerStore, Records> {
  return {
    async addAll(records) {
      try {
        await database.writesOf(SERVICE).transaction(async (transaction) => {
          const added = records.map((record) => transaction.run(SQL.add, ...addParameters(record)));
          if ((await Promise.all(added)).some((count) => count !== 1)) throw new Taken();
        });
        return 'added';
      } catch (error) {
        if (error instanceof Taken) return 'taken';
        throw error;
      }
    },
    change: (next, was) =>
      database.writesOf(customerOwner(next.id)).transaction(async (transaction) => {
        const changed = await transaction.run(SQL.change, ...changeParameters(next, was));
        if (changed === 1 && next.status !== 'active') {
          transaction.send(SQL.removeSessions, next.id);
        }
        return changed === 1;
      }),
  };
}

type SignIns = 'takeCode' | 'sweep';

function createSignIns(database: PostgresDatabase): Pick<CustomerStore, SignIns> {
  return {
    takeCode: (owner, codeHash, now, triesMax) =>
      database.writesOf(customerOwner(owner)).transaction(async (transaction) => {
        transaction.send(SQL.lockCode, owner);
        if ((await transaction.run(SQL.takeCode, owner, codeHash, now, triesMax)) === 1)
          return true;
        transaction.send(SQL.wrongCode, owner);
        return false;
      }),
    async sweep(now) {
      const service = database.writesOf(SERVICE);
      await Promise.all([service.run(SQL.sweepCodes, now), service.run(SQL.sweepSessions, now)]);
    },
  };
}

/** Rewritten rows are locked, so that another process writes its change before or after. */
const locked = (text: string): string => `${text} FOR UPDATE`;

const ERASURE = statements({
  ...ERASE_SQL,
  record: locked(ERASE_SQL.record),
  payments: locked(ERASE_SQL.payments),
  unknownPayments: locked(ERASE_SQL.unknownPayments),
  permissions: locked(ERASE_SQL.permissions),
  unknownPermissions: locked(ERASE_SQL.unknownPermissions),
  deliveries: locked(ERASE_SQL.deliveries),
});

/** Erases a customer inside a transaction (`CustomerStore.erase`). */
async function erase(transaction: Transaction, id: string): Promise<boolean> {
  const erased = erasedCustomer(await transaction.get(ERASURE.record, id));
  if (erased === null) return false;
  // After this statement no request finds the customer.
  transaction.send(ERASURE.anonymise, id);
  const rowsOf = (own: Statement, unknown: Statement) =>
    Promise.all([transaction.all(own, id), transaction.all(unknown, erased.pattern)]);
  const payments = await rowsOf(ERASURE.payments, ERASURE.unknownPayments);
  for (const payment of erasePayments(...payments, erased)) {
    await rewrite(transaction, payment, erased);
  }
  const permissions = await rowsOf(ERASURE.permissions, ERASURE.unknownPermissions);
  for (const permission of erasePermissions(...permissions, erased)) {
    await rewrite(transaction, permission, erased);
  }
  for (const [name, ...parameters] of eraseCodes(id, erased)) {
    transaction.send(ERASURE[name], ...parameters);
  }
  for (const name of ERASE_BY_ID) transaction.send(ERASURE[name], id);
  return true;
}

async function rewrite(
  transaction: Transaction,
  request: ErasedRequest,
  erased: ErasedCustomer,
): Promise<void> {
  const send = (writes: readonly ErasureWrite[]) => {
    for (const [name, ...parameters] of writes) transaction.send(ERASURE[name], ...parameters);
  };
  send(request.writes);
  const { merchantId, resource } = request;
  const deliveries = await transaction.all(ERASURE.deliveries, merchantId, resource);
  send(eraseMessages(deliveries, request, erased));
}
