import type { Payment } from '../../../shared/payment/payment.ts';
import { parsePerson } from '../../../shared/protocol/customer.ts';
import type { Grant } from '../../../shared/protocol/permission.ts';
import type { Permission } from '../../permissions/rules/permission.ts';
import { numberOwner, ticketOwner } from '../customer-store.ts';
import { CUSTOMER_SQL, holdingParameter, recordOf } from './customer-tables.ts';
import { paymentOf, requestOf, stateOf } from './payment-tables.ts';
import { permissionOf, stateOf as permissionStateOf } from './permission-tables.ts';
import { type Row, readText } from './rows.ts';

/*
 * The erasure of a customer (`CustomerStore.erase`, D-207). The functions compute the statements;
 * each store runs them in one transaction.
 */

/** Statements of an erasure. A parameter of `LIKE` is a `namingPattern`. */
export const ERASE_SQL = {
  record: CUSTOMER_SQL.record,
  sessions: CUSTOMER_SQL.removeSessions,
  anonymise: `UPDATE customer SET msisdn = NULL, name = '', status = 'erased', allow_credit = 0
    WHERE id = ? AND status <> 'erased'`,
  profile: 'DELETE FROM customer_profile WHERE customer_id = ?',
  code: 'DELETE FROM customer_code WHERE owner = ?',
  consents: 'DELETE FROM oauth_request WHERE customer_id = ?',
  oauthCodes: 'DELETE FROM oauth_code WHERE body LIKE ?',
  // Their content is free text and pictures, and only the customer's wallet shows it.
  attachments: `DELETE FROM attachment
    WHERE (merchant_id, tid) IN (SELECT merchant_id, tid FROM payment WHERE customer_id = ?)`,
  tickets: `DELETE FROM ticket
    WHERE (merchant_id, tid) IN (SELECT merchant_id, tid FROM payment WHERE customer_id = ?)`,
  scans: 'DELETE FROM scan WHERE customer_id = ? AND consumed_by IS NULL',
  tokens: 'UPDATE oauth_token SET revoked = 1 WHERE customer_id = ?',
  payments: 'SELECT tid, merchant_id, request, state FROM payment WHERE customer_id = ?',
  unknownPayments: `SELECT tid, merchant_id, request, state FROM payment
    WHERE customer_id IS NULL AND code = 4004 AND request LIKE ?`,
  savePayment: 'UPDATE payment SET version = ?, request = ?, state = ? WHERE tid = ?',
  logLines: 'UPDATE transaction_log SET customer = ? WHERE merchant_id = ? AND tid = ?',
  permissions: `SELECT rid, merchant_id, request, state FROM permission_request
    WHERE customer_id = ?`,
  unknownPermissions: `SELECT rid, merchant_id, request, state FROM permission_request
    WHERE customer_id IS NULL AND code = 4004 AND request LIKE ?`,
  savePermission: 'UPDATE permission_request SET version = ?, request = ?, state = ? WHERE rid = ?',
  scopeLine: 'UPDATE scope_log SET customer = ? WHERE merchant_id = ? AND rid = ?',
  deliveries: 'SELECT id, body FROM delivery WHERE merchant_id = ? AND resource = ?',
  saveDelivery: 'UPDATE delivery SET body = ? WHERE merchant_id = ? AND id = ?',
  // A device that misses the event reads the outcome, which is the truth.
  events: 'DELETE FROM channel_event WHERE merchant_id = ? AND message LIKE ?',
};

/** Statements with the customer's id as their only parameter, for the end of an erasure. */
export const ERASE_BY_ID = [
  'profile',
  'code',
  'scans',
  'tokens',
  'sessions',
  'consents',
  'attachments',
  'tickets',
] as const;

/** Erases the codes that are stored under the number, and those of applications. */
export function eraseCodes(id: string, { msisdn }: ErasedCustomer): readonly ErasureWrite[] {
  return [
    ['code', numberOwner(msisdn)],
    ['code', ticketOwner(msisdn)],
    ['oauthCodes', holdingParameter('oauthCodes', id)],
  ];
}

/** The customer who is erased, in the stored texts. */
export type ErasedCustomer = {
  readonly msisdn: string;
  /** Replaces the number in requests, messages and log lines. */
  readonly pseudonym: string;
  /** Finds texts that contain the number; it also finds some in which another field has it. */
  readonly pattern: string;
};

/** The erased customer of a row of `ERASE_SQL.record`; null if there is none or none any more. */
export function erasedCustomer(row: Row | undefined): ErasedCustomer | null {
  const record = recordOf(row);
  if (record === null || record.msisdn === null) return null;
  const { id, msisdn } = record;
  return { msisdn, pseudonym: pseudonymOf(id), pattern: namingPattern(msisdn) };
}

/** A statement of `ERASE_SQL` with its parameters. */
export type ErasureWrite = readonly [
  statement: keyof typeof ERASE_SQL,
  ...parameters: (string | number)[],
];

/** The statements for one payment or permission request, and the resource of its messages. */
export type ErasedRequest = {
  readonly merchantId: string;
  readonly resource: string;
  readonly writes: readonly ErasureWrite[];
};

/**
 * Erases the customer from payments: the customer's own rows, and those of the rows without a
 * customer whose request is for the number.
 */
export function erasePayments(
  own: readonly Row[],
  unknown: readonly Row[],
  erased: ErasedCustomer,
): readonly (ErasedRequest & { readonly tid: string })[] {
  const named = unknown.map(paymentOf).filter(({ request }) => isFor(request.customer, erased));
  return [...own.map(paymentOf), ...named].map((payment) => erasePayment(payment, erased));
}

/** The same for permission requests. */
export function erasePermissions(
  own: readonly Row[],
  unknown: readonly Row[],
  erased: ErasedCustomer,
): readonly ErasedRequest[] {
  const named = unknown.map(permissionOf).filter(({ request }) => isFor(request.customer, erased));
  return [...own.map(permissionOf), ...named].map((one) => erasePermission(one, erased));
}

function isFor(customer: string | null, { msisdn }: ErasedCustomer): boolean {
  const person = customer === null ? null : parsePerson(customer);
  return person?.kind === 'msisdn' && person.msisdn === msisdn;
}

function erasePayment(payment: Payment, { pseudonym }: ErasedCustomer) {
  const next = erasedPayment(payment, pseudonym);
  const { tid, merchantId, version, permission } = next;
  const writes: ErasureWrite[] = [
    ['savePayment', version, requestOf(next), stateOf(next), tid],
    ['logLines', pseudonym, merchantId, tid],
  ];
  if (permission !== null) writes.push(['scopeLine', pseudonym, merchantId, permission.rid]);
  return { tid, merchantId, resource: `payment_request/${tid}`, writes };
}

function erasePermission(permission: Permission, { pseudonym }: ErasedCustomer): ErasedRequest {
  const next = erasedPermission(permission, pseudonym);
  const { rid, merchantId, version } = next;
  const request = JSON.stringify(next.request);
  const writes: ErasureWrite[] = [
    ['savePermission', version, request, permissionStateOf(next), rid],
    ['scopeLine', pseudonym, merchantId, rid],
  ];
  return { merchantId, resource: `permission_request/${rid}`, writes };
}

/** Erases the customer from the callbacks (rows of `deliveries`) and events of a request. */
export function eraseMessages(
  deliveries: readonly Row[],
  { merchantId }: ErasedRequest,
  { pseudonym, pattern }: ErasedCustomer,
): readonly ErasureWrite[] {
  const bodies = deliveries.map((row): ErasureWrite => {
    const body = erasedBody(readText(row, 'body'), pseudonym);
    return ['saveDelivery', body, merchantId, readText(row, 'id')];
  });
  return [...bodies, ['events', merchantId, pattern]];
}

/** The name of an erased customer in requests, messages and log lines. */
const pseudonymOf = (customerId: string): string => `erased:${customerId}`;

/** The number as a request for it contains it, for a search in stored requests. */
const namingPattern = (msisdn: string): string => `%"customer":"%${msisdn}"%`;

function namesNumber(customer: string | null): boolean {
  return customer !== null && parsePerson(customer).kind === 'msisdn';
}

/** A grant without the data that the customer had shared. */
function withoutData(grant: Grant | null): Grant | null {
  return grant === null ? null : { ...grant, userInfo: {}, idToken: null };
}

/** The payment without the customer's personal data, as its next version. */
function erasedPayment(payment: Payment, pseudonym: string): Payment {
  const { request, permission, version } = payment;
  const customer = namesNumber(request.customer) ? pseudonym : request.customer;
  const joined = permission && { ...permission, grant: withoutData(permission.grant) };
  return {
    ...payment,
    request: { ...request, customer },
    permission: joined,
    version: version + 1,
  };
}

/** The same for a permission request. */
function erasedPermission(permission: Permission, pseudonym: string): Permission {
  const { request, version } = permission;
  const customer = namesNumber(request.customer) ? pseudonym : request.customer;
  const grant = withoutData(permission.grant);
  return { ...permission, request: { ...request, customer }, grant, version: version + 1 };
}

/** A message's body without the customer's personal data. */
function erasedBody(body: string, pseudonym: string): string {
  return JSON.stringify(
    JSON.parse(body, (key, value: unknown) => {
      if (key === 'user_info' || key === 'id_token') return null;
      return key === 'customer' && typeof value === 'string' && namesNumber(value)
        ? pseudonym
        : value;
    }),
  );
}
