import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createPayments } from '../../service/payments/create-payments.ts';
import { openSqliteStore } from '../../service/store/sqlite/open.ts';
import { createIds } from '../../shared/ids/ids.ts';
import { paymentRequestInput, paymentUpdateInput } from '../../shared/protocol/payment-request.ts';
import { testIssuers } from '../support/issuers.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { CUSTOMER, requestBody } from './loads.ts';
import { copyPayments } from './multiply.ts';

const CAPTURE = paymentUpdateInput.parse({ action: 'capture' });
/** Milliseconds between two payments. A million payments are about eleven days of a busy merchant. */
const PAYMENT_INTERVAL = 1_000;

/** Number of payments that the service's rules create. All other payments are copies of these. */
const ORIGINAL_PAYMENTS = 1_000;

/**
 * Fills the database in `directory` with `count` paid payments at regular times. The service's rules
 * create the first ones on a manual clock; the others are copies of them. Returns some tids, evenly
 * spread. The pos_tid of payment n, counted from 1, is `<run>-n`.
 */
export async function seed(
  directory: string,
  merchantId: string,
  run: string,
  count: number,
): Promise<readonly string[]> {
  const path = join(directory, 'tillkit.db');
  const first = Math.min(count, ORIGINAL_PAYMENTS);
  const begin = Date.now() - (count + 10) * PAYMENT_INTERVAL;
  await createPaidPayments(path, { merchantId, run, count: first, begin });
  copyPayments(path, run, Math.ceil(count / first), {
    payments: first,
    later: first * PAYMENT_INTERVAL,
  });
  const database = new DatabaseSync(path);
  const step = Math.ceil(count / 1_000);
  const spread = `SELECT tid FROM (SELECT tid, row_number() OVER (ORDER BY created) AS place
    FROM payment) WHERE place % ? = 0`;
  const rows = database.prepare(spread).all(step);
  database.close();
  return rows.map(({ tid }) => String(tid));
}

type PaymentBatch = {
  readonly merchantId: string;
  readonly run: string;
  readonly count: number;
  readonly begin: number;
};

async function createPaidPayments(
  path: string,
  { merchantId, run, count, begin }: PaymentBatch,
): Promise<void> {
  const store = openSqliteStore(path);
  const clock = createManualClock(begin);
  const ids = createIds((length) => randomBytes(length));
  const parts = { store, clock, wall: clock, ids, base: () => 'http://bench.test/merchant/v1' };
  const { grants, moreOf } = testIssuers(parts);
  const { payments } = createPayments({ ...parts, basePath: () => '/merchant/v1', grants, moreOf });
  const customer = await store.customers.byMsisdn(CUSTOMER);
  if (customer === null) throw new Error('the demo has no customer');

  for (let number = 1; number <= count; number += 1) {
    clock.advance(PAYMENT_INTERVAL);
    const made = await payments.create(merchantId, input(run, number));
    if (!made.ok) throw new Error(made.refusal.description);
    const { tid } = made.value.payment;
    const choice = { additionalAmount: null, credit: false };
    await payments.customerSide.confirm(customer.id, tid, choice);
    const captured = await payments.update(merchantId, tid, CAPTURE);
    if (!captured.ok) throw new Error(captured.refusal.description);
  }
  await store.close();
}

/** The same body as the load sends, so that the load's creations are idempotent replays. */
function input(run: string, number: number) {
  return paymentRequestInput.parse(JSON.parse(requestBody(`${run}-${number}`)));
}
