import { afterEach, expect, it } from 'vitest';
import { money } from '../../shared/money/money.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { HOUR, SECOND } from '../../shared/time/clock.ts';
import { type Books, startBooks } from '../service/settlements/world.ts';
import { CUSTOMER, draft, MERCHANT } from '../support/payments.ts';

/*
 * A permission that is asked for together with a payment is a separate permission: it has an id,
 * an outcome, a price and its lines in the log of permissions (D-110, D-117, D-122).
 */

let books: Books;
afterEach(() => books.stop());

const open = async () => {
  books = await startBooks({ scopeFee: money(200) });
};

const asked = (change: Parameters<typeof draft>[0] = {}) =>
  draft({ customer: CUSTOMER.msisdn, required_scope: 'openid phone', ...change });

async function request(change: Parameters<typeof draft>[0] = {}) {
  const made = await books.payments.create(MERCHANT.id, asked(change));
  if (!made.ok) throw new Error(made.refusal.description);
  const { tid, permission } = made.value.payment;
  if (permission === null) throw new Error('nothing was asked for');
  return { tid, rid: permission.rid };
}

const APPROVED = { additionalAmount: null, credit: false };
const approve = (tid: string) => books.payments.customerSide.confirm(CUSTOMER.id, tid, APPROVED);

async function outcome(rid: string) {
  const found = await books.permissions.read(MERCHANT.id, rid);
  return found === null ? null : books.permissions.outcome(found);
}

/** Every line of the log of permissions, charged or not, as it stands in the database. */
async function log() {
  await books.store.close();
  const raw = await books.place.raw();
  const rows = await raw.rows('SELECT rid, status, fee, vat FROM scope_log ORDER BY seq');
  await raw.close();
  return rows.map((row) => Object.values(row));
}

it('a joined permission is found by its own id, with the state from the payment’s outcome', async () => {
  await open();
  const { tid, rid } = await request();
  expect(await outcome(rid)).toMatchObject({ rid, status: 'pending', transaction_fee: 0 });
  await approve(tid);
  const payment = await books.payments.read(MERCHANT.id, tid);
  const own = await outcome(rid);
  expect(own).toMatchObject({ status: 'ok', status_code: 2000, rid, scope: 'openid phone' });
  expect(own).toMatchObject({ transaction_fee: 200, currency: 'NOK' });
  expect(payment && books.payments.outcome(payment).permissions).toEqual(own);
  expect(await books.permissions.read('another1', rid)).toBeNull();
});

it('the next settlement charges the fee of a joined permission once', async () => {
  await open();
  const { tid, rid } = await request();
  await approve(tid);
  await approve(tid);
  await books.update(tid, { action: 'capture' });
  await books.settlements.settleAll();
  const settlement = await books.read('1');
  expect(settlement.settlement_summary.fees).toMatchObject({ scope_fee: 200, scope_fee_vat: 50 });
  const rows = await books.rows(settlement.scope_log_uris);
  expect(rows.map((row) => [row[0], row[2], row[3], row[5], row[6]])).toEqual([
    [rid, 'ok', CUSTOMER.msisdn, '2.00', '0.50'],
  ]);
});

it('a joined permission has one log line for the request and one for its answer or end', async () => {
  await open();
  const granted = await request();
  await approve(granted.tid);
  const declined = await request();
  await books.payments.customerSide.reject(CUSTOMER.id, declined.tid);
  const aborted = await request();
  await books.update(aborted.tid, { action: 'abort' });
  const expired = await request({ expires_in: 60 });
  books.clock.advance(60 * SECOND);
  expect(await outcome(expired.rid)).toMatchObject({ status: 'fail', status_code: 5011 });
  const nobody = await request({ customer: '4700000000' });
  // Later moves of the money change nothing about the permission.
  books.clock.advance(100 * HOUR);
  expect((await books.payments.read(MERCHANT.id, granted.tid))?.code).toBe(5012);
  expect(await outcome(granted.rid)).toMatchObject({ status: 'ok' });
  expect(await outcome(aborted.rid)).toMatchObject({ status: 'fail', status_code: 4019 });
  expect(await log()).toEqual([
    [granted.rid, 'pending', 0, 0],
    [granted.rid, 'ok', 200, 50],
    [declined.rid, 'pending', 0, 0],
    [declined.rid, 'ok', 0, 0],
    [aborted.rid, 'pending', 0, 0],
    [aborted.rid, 'fail', 0, 0],
    [expired.rid, 'pending', 0, 0],
    [expired.rid, 'fail', 0, 0],
    [nobody.rid, 'fail', 0, 0],
  ]);
});

it('a joined permission does not conflict with a separate request of the same pos_tid', async () => {
  await open();
  const input = asked();
  const made = await books.payments.create(MERCHANT.id, input);
  if (!made.ok) throw new Error(made.refusal.description);
  const { pos_id, pos_tid, expires_in } = input;
  const alone = await books.permissions.create(MERCHANT.id, {
    customer: CUSTOMER.msisdn,
    pos_id,
    pos_tid,
    text: null,
    callback_uri: null,
    scope: 'profile',
    expires_in,
  });
  expect(alone.ok && alone.value.created).toBe(true);
  const listed = await books.permissions.customerSide.list(CUSTOMER.id, LIMITS.walletListMax);
  expect(listed).toHaveLength(1);
});
