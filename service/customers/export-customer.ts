import { ownTurn } from '../../shared/node/own-turn.ts';
import { answer } from '../../shared/protocol/errors.ts';
import { formatDateTime } from '../../shared/time/date-time.ts';
import type { Store } from '../store/store.ts';
import { customerView, readCustomer } from './administration.ts';

/**
 * Everything that the service stores of a customer, as JSON. Times are UTC, amounts minor units.
 * Secrets are not part of it: tokens and codes are stored as hashes only. The content of attachments is
 * base64.
 */
export async function exportCustomer(store: Store, idOrNumber: string) {
  const read = await readCustomer({ store }, idOrNumber);
  if (!read.ok) return read;
  const { id } = read.value;
  const room: Room = { bytes: CONTENT_BYTES_MAX };
  const [profile, held] = await Promise.all([
    store.profiles.read(id),
    store.customers.holdings(id),
  ]);
  return answer({
    customer: customerView(read.value),
    profile,
    payments: await allOf(held.payments, (ref) => paymentOf(store, ref, room)),
    permissions: await allOf(held.permissions, (ref) => permissionOf(store, ref)),
    scans: held.scans.map(({ merchantId, shortlinkId, at, expires }) => ({
      merchant: merchantId,
      shortlink: shortlinkId,
      at: formatDateTime(at),
      expires: formatDateTime(expires),
    })),
    tokens: held.tokens.map(({ merchantId, clientId, scope, issued, expires, revoked }) => ({
      merchant: merchantId,
      client: clientId,
      scope,
      issued: formatDateTime(issued),
      expires: formatDateTime(expires),
      revoked,
    })),
    sessions: held.sessions.map((expires) => ({ expires: formatDateTime(expires) })),
    codes: held.codes.map((expires) => ({ expires: formatDateTime(expires) })),
    consents: held.consents.map(({ merchantId, clientId, scope, expires }) => ({
      merchant: merchantId,
      client: clientId,
      scope,
      expires: formatDateTime(expires),
    })),
    permission_log: held.scopeLog.map(({ merchantId, rid, at, status }) => ({
      merchant: merchantId,
      rid,
      at: formatDateTime(at),
      status,
    })),
    callbacks: held.callbacks.map(({ merchantId, created, ...rest }) => ({
      merchant: merchantId,
      ...rest,
      created: formatDateTime(created),
    })),
    events: held.events.map(({ merchantId, at, ...rest }) => ({
      merchant: merchantId,
      ...rest,
      at: formatDateTime(at),
    })),
  });
}

/** One after the other, with turns for other work, so that a long history does not hold the service up. */
async function allOf<R, T>(refs: readonly R[], read: (ref: R) => Promise<T | null>): Promise<T[]> {
  const found: T[] = [];
  for (const ref of refs) {
    const one = await read(ref);
    if (one !== null) found.push(one);
    await ownTurn();
  }
  return found;
}

/** Bytes of attachments that an export contains; the later ones are listed without their content. */
const CONTENT_BYTES_MAX = 64 * 1024 * 1024;

/** What is left of them. */
type Room = { bytes: number };

async function attachmentsOf(store: Store, payment: PaymentRef, room: Room) {
  const { merchantId, tid } = payment;
  const found = await store.attachments.ofPayment(merchantId, tid);
  return allOf(found, async ({ id, contentType, size, at }) => {
    const fits = size <= room.bytes;
    if (fits) room.bytes -= size;
    const body = fits ? await store.attachments.body(merchantId, tid, id) : null;
    const content = body === null ? null : Buffer.from(body).toString('base64');
    return { id, content_type: contentType, size, at: formatDateTime(at), content };
  });
}

async function ticketsOf(store: Store, { merchantId, tid }: PaymentRef) {
  const stored = await store.tickets.ofPayment(merchantId, tid);
  return stored && { at: formatDateTime(stored.at), tickets: stored.tickets };
}

type PaymentRef = { readonly merchantId: string; readonly tid: string };

async function paymentOf(store: Store, ref: PaymentRef, room: Room) {
  const payment = await store.payments.byTid(ref.merchantId, ref.tid);
  if (payment === null) return null;
  const { request, code, created, modified, captures, refunds, credit } = payment;
  const lines = await store.ledger.linesOf(ref.merchantId, ref.tid);
  return {
    merchant: ref.merchantId,
    tid: ref.tid,
    created: formatDateTime(created),
    modified: formatDateTime(modified),
    status_code: code,
    credit,
    request,
    additional_amount: payment.additionalAmount,
    captures,
    refunds,
    permission: payment.permission,
    log: lines.map((one) => ({ ...one, at: formatDateTime(one.at) })),
    attachments: await attachmentsOf(store, ref, room),
    tickets: await ticketsOf(store, ref),
  };
}

async function permissionOf(
  store: Store,
  ref: { readonly merchantId: string; readonly rid: string },
) {
  const permission = await store.permissions.byRid(ref.merchantId, ref.rid);
  if (permission === null) return null;
  const { request, code, created, modified, grant } = permission;
  return {
    merchant: ref.merchantId,
    rid: ref.rid,
    created: formatDateTime(created),
    modified: formatDateTime(modified),
    status_code: code,
    request,
    granted: grant && { at: formatDateTime(grant.at), scope: grant.scope, data: grant.userInfo },
  };
}
