import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createPayments } from '../../service/payments/create-payments.ts';
import { openSqliteStore } from '../../service/store/sqlite/open.ts';
import { createIds } from '../../shared/ids/ids.ts';
import { paymentRequestInput, paymentUpdateInput } from '../../shared/protocol/payment-request.ts';
import { testConsent } from '../support/consent.ts';
import { createManualClock } from '../support/manual-clock.ts';

const CAPTURE = paymentUpdateInput.parse({ action: 'capture' });
/** Milliseconds between two payments: a million of them are about eleven days of a busy merchant. */
const APART = 1_000;

/**
 * Fills the database in `directory` with `count` paid payments, through the product's own rules and
 * with a clock of its own, so that they lie behind each other in time. Answers some of their tids,
 * evenly spread; the pos_tid of the n-th, from 1, is `<run>-n`.
 */
export async function seed(
  directory: string,
  merchantId: string,
  run: string,
  count: number,
): Promise<readonly string[]> {
  const store = openSqliteStore(join(directory, 'service.db'));
  const clock = createManualClock(Date.now() - (count + 10) * APART);
  const ids = createIds((length) => randomBytes(length));
  const parts = { store, clock, wall: clock, ids, base: () => 'http://bench.test/merchant/v1' };
  const { grants, moreOf } = testConsent(parts);
  const { payments } = createPayments({ ...parts, basePath: '/merchant/v1', grants, moreOf });
  const [customer] = await store.customers.list(1);
  if (customer === undefined) throw new Error('the demo has no customer');
  const tids: string[] = [];
  let next = 1;

  async function one(number: number): Promise<void> {
    const made = await payments.create(merchantId, input(run, number, customer?.msisdn ?? ''));
    if (!made.ok) throw new Error(made.refusal.description);
    const { tid } = made.value.payment;
    await payments.customerSide.confirm(customer?.id ?? '', tid, {
      additionalAmount: null,
      credit: false,
    });
    const captured = await payments.update(merchantId, tid, CAPTURE);
    if (!captured.ok) throw new Error(captured.refusal.description);
    if (number % Math.ceil(count / 1_000) === 0) tids.push(tid);
  }

  async function worker(): Promise<void> {
    for (let number = next++; number <= count; number = next++) {
      clock.advance(APART);
      await one(number);
    }
  }

  await Promise.all(Array.from({ length: 64 }, worker));
  await store.close();
  return tids;
}

function input(run: string, number: number, msisdn: string) {
  return paymentRequestInput.parse({
    action: 'sale',
    currency: 'NOK',
    amount: 12_500,
    allow_credit: false,
    pos_id: 'till1',
    pos_tid: `${run}-${number}`,
    customer: `msisdn:${msisdn}`,
    text: 'Flat white and a cinnamon bun',
  });
}
