import {
  CUSTOMER_SQL,
  ERASE_SQL,
  erasedBody,
  erasedPayment,
  erasedPermission,
  namingPattern,
  pseudonymOf,
  recordOf,
} from '../sql/customer-tables.ts';
import { paymentOf, requestOf, stateOf } from '../sql/payment-tables.ts';
import { permissionOf, stateOf as permissionStateOf } from '../sql/permission-tables.ts';
import { type Row, readText } from '../sql/rows.ts';
import { statements } from './statements.ts';
import type { Transaction } from './transaction.ts';

/** Rewritten rows are locked, so that another process writes its change before or after. */
const locked = (text: string): string => `${text} FOR UPDATE`;

const SQL = statements({
  ...ERASE_SQL,
  payments: locked(ERASE_SQL.payments),
  unknownPayments: locked(ERASE_SQL.unknownPayments),
  permissions: locked(ERASE_SQL.permissions),
  unknownPermissions: locked(ERASE_SQL.unknownPermissions),
  deliveries: locked(ERASE_SQL.deliveries),
  record: locked(CUSTOMER_SQL.record),
  sessions: CUSTOMER_SQL.removeSessions,
});

/** The customer who is erased, in the stored texts. */
type Erased = { readonly pseudonym: string; readonly pattern: string };

/** Erases a customer inside a transaction (`CustomerStore.erase`). */
export async function eraseCustomer(transaction: Transaction, id: string): Promise<boolean> {
  const record = recordOf(await transaction.get(SQL.record, id));
  if (record === null || record.msisdn === null) return false;
  // From here on no request finds the customer.
  transaction.send(SQL.anonymise, id);
  const pattern = namingPattern(record.msisdn);
  const erased = { pseudonym: pseudonymOf(id), pattern };
  const [own, unknown] = await Promise.all([
    transaction.all(SQL.payments, id),
    transaction.all(SQL.unknownPayments, pattern),
  ]);
  for (const row of [...own, ...unknown]) await payment(transaction, row, erased);
  const [granted, refused] = await Promise.all([
    transaction.all(SQL.permissions, id),
    transaction.all(SQL.unknownPermissions, pattern),
  ]);
  for (const row of [...granted, ...refused]) await permission(transaction, row, erased);
  for (const statement of [SQL.profile, SQL.code, SQL.scans, SQL.tokens, SQL.sessions]) {
    transaction.send(statement, id);
  }
  return true;
}

async function payment(transaction: Transaction, row: Row, erased: Erased): Promise<void> {
  const { pseudonym } = erased;
  const next = erasedPayment(paymentOf(row), pseudonym);
  const { tid, merchantId, version } = next;
  transaction.send(SQL.savePayment, version, requestOf(next), stateOf(next), tid);
  transaction.send(SQL.logLines, pseudonym, merchantId, tid);
  if (next.permission !== null) {
    transaction.send(SQL.scopeLine, pseudonym, merchantId, next.permission.rid);
  }
  await messages(transaction, merchantId, `payment_request/${tid}`, erased);
}

async function permission(transaction: Transaction, row: Row, erased: Erased): Promise<void> {
  const { pseudonym } = erased;
  const next = erasedPermission(permissionOf(row), pseudonym);
  const { rid, merchantId, version } = next;
  const request = JSON.stringify(next.request);
  transaction.send(SQL.savePermission, version, request, permissionStateOf(next), rid);
  transaction.send(SQL.scopeLine, pseudonym, merchantId, rid);
  await messages(transaction, merchantId, `permission_request/${rid}`, erased);
}

async function messages(
  transaction: Transaction,
  merchantId: string,
  resource: string,
  { pseudonym, pattern }: Erased,
): Promise<void> {
  for (const row of await transaction.all(SQL.deliveries, merchantId, resource)) {
    const body = erasedBody(readText(row, 'body'), pseudonym);
    transaction.send(SQL.saveDelivery, body, merchantId, readText(row, 'id'));
  }
  transaction.send(SQL.events, merchantId, pattern);
}
