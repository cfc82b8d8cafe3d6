import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createPayments } from '../../../service/payments/create-payments.ts';
import { createSettlements } from '../../../service/settlements/create-settlements.ts';
import { openSqliteStore } from '../../../service/store/sqlite/open.ts';
import type { Store } from '../../../service/store/store.ts';
import { createIds } from '../../../shared/ids/ids.ts';
import {
  paymentRequestInput,
  paymentUpdateInput,
} from '../../../shared/protocol/payment-request.ts';
import { DAY, HOUR, MINUTE } from '../../../shared/time/clock.ts';
import { testIssuers, testKeys } from '../../support/issuers.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { CUSTOMER, requestBody } from '../loads.ts';
import { copiedTid, type Day } from './multiply.ts';

const CAPTURE = paymentUpdateInput.parse({ action: 'capture' });
const ABORT = paymentUpdateInput.parse({ action: 'abort' });

/** Payments of one day: from 03:00 to 19:40 UTC, one a minute. */
export const PAYMENTS_OF_DAY = 1_000;
const OPENING = 3 * HOUR;
/** Payments of the day that the merchant aborts; copies of the day do not have them. */
const ABORTED = 3;

/**
 * Fills the database of a new demo in `directory` with one day, `days` days before today: paid payments,
 * a few aborted ones, and a settlement at the end. The service's rules write all of it on a manual clock.
 */
export async function sellForDay(
  directory: string,
  merchantId: string,
  run: string,
  days: number,
): Promise<Day> {
  const path = join(directory, 'tillkit.db');
  const store = openSqliteStore(path);
  const from = Math.floor(Date.now() / DAY) * DAY - days * DAY + OPENING;
  const clock = createManualClock(from);
  const parts = { store, clock, wall: clock, basePath: () => '/merchant/v1' };
  const tids = await sell(parts, merchantId, run);
  const until = clock.now() + MINUTE;
  clock.advance(HOUR);
  const settlements = createSettlements({
    ...parts,
    mac: testKeys.mac,
    onError(error) {
      throw error;
    },
  });
  await settlements.settleAll();
  await store.close();
  return { merchantId, run, tids, from, until, ...lastNumbers(path, merchantId) };
}

type Parts = {
  readonly store: Store;
  readonly clock: ReturnType<typeof createManualClock>;
  readonly wall: ReturnType<typeof createManualClock>;
  readonly basePath: () => string;
};

/** Returns the tids of the paid payments. */
async function sell(parts: Parts, merchantId: string, run: string): Promise<readonly string[]> {
  const { store, clock } = parts;
  const withIds = {
    ...parts,
    ids: createIds((length) => randomBytes(length)),
    base: () => 'http://bench.test/merchant/v1',
  };
  const { payments } = createPayments({ ...withIds, ...testIssuers(withIds) });
  const customer = await store.customers.byMsisdn(CUSTOMER);
  if (customer === null) throw new Error('the demo has no customer');

  async function create(posTid: string): Promise<string> {
    clock.advance(MINUTE);
    // The same body as the load sends, so that the load's creations are idempotent replays.
    const input = paymentRequestInput.parse(JSON.parse(requestBody(posTid)));
    const made = await payments.create(merchantId, input);
    if (!made.ok) throw new Error(made.refusal.description);
    return made.value.payment.tid;
  }

  for (let number = 1; number <= ABORTED; number += 1) {
    const tid = await create(`${run}-aborted-${number}`);
    const aborted = await payments.update(merchantId, tid, ABORT);
    if (!aborted.ok) throw new Error(aborted.refusal.description);
  }
  const tids: string[] = [];
  for (let number = 1; number <= PAYMENTS_OF_DAY; number += 1) {
    const tid = await create(`${run}-${number}`);
    const choice = { additionalAmount: null, credit: false };
    await payments.customerSide.confirm(customer.id, tid, choice);
    const captured = await payments.update(merchantId, tid, CAPTURE);
    if (!captured.ok) throw new Error(captured.refusal.description);
    tids.push(tid);
  }
  return tids;
}

function lastNumbers(path: string, merchantId: string): Pick<Day, 'seqs' | 'settlements'> {
  const database = new DatabaseSync(path);
  const one = (sql: string) => Number(database.prepare(sql).get(merchantId)?.last ?? 0);
  const seqs = one('SELECT last_seq AS last FROM ledger_book WHERE merchant_id = ?');
  const settlements = one('SELECT MAX(number) AS last FROM settlement WHERE merchant_id = ?');
  database.close();
  return { seqs, settlements };
}

/** A thousand payments of a day and its copies, evenly spread over the days. */
export function spreadPayments({ run, tids }: Day, copies: number) {
  const spread = tids.map((tid, at) => {
    const copy = Math.floor((at * (copies + 1)) / tids.length);
    return { tid: copiedTid(tid, copy), posTid: `${run}-${at + 1 + copy * tids.length}` };
  });
  return { tids: spread.map(({ tid }) => tid), posTids: spread.map(({ posTid }) => posTid) };
}
