import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Answer, answer } from '../../shared/protocol/errors.ts';
import { formatDateTime } from '../../shared/time/date-time.ts';
import type { Store } from '../store/store.ts';
import { customerView, readCustomer } from './administration.ts';

/**
 * Everything that the service stores of a customer, as JSON. Times are UTC, amounts minor units.
 * Secrets are not part of it: tokens and codes are stored as hashes only.
 */
export async function exportCustomer(store: Store, idOrNumber: string): Promise<Answer<unknown>> {
  const read = await readCustomer({ store }, idOrNumber);
  if (!read.ok) return read;
  const { id } = read.value;
  const [profile, held] = await Promise.all([
    store.profiles.read(id),
    store.customers.holdings(id),
  ]);
  return answer({
    customer: customerView(read.value),
    profile,
    payments: await allOf(held.payments, (ref) => paymentOf(store, ref)),
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
  });
}

/** One after the other, with turns for other work, so that a long history does not hold the service up. */
async function allOf<R, T>(refs: readonly R[], read: (ref: R) => Promise<T | null>): Promise<T[]> {
  const found: T[] = [];
  for (const ref of refs) {
    const one = await read(ref);
    if (one !== null) found.push(one);
    await nextTurn();
  }
  return found;
}

async function paymentOf(store: Store, ref: { readonly merchantId: string; readonly tid: string }) {
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
