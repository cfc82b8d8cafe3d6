import fc from 'fast-check';
import { createIds } from '../../shared/ids/ids.ts';
import type { LedgerRecord } from '../../shared/ledger/lines.ts';
import { recordsOfMove, recordsOfRequest } from '../../shared/ledger/records.ts';
import { TAX_CODE_DEFAULT } from '../../shared/ledger/sales.ts';
import { money } from '../../shared/money/money.ts';
import { authorised, refundable, type Sums } from '../../shared/payment/amounts.ts';
import type { Command, Part } from '../../shared/payment/commands.ts';
import { createPayment } from '../../shared/payment/create.ts';
import { decide } from '../../shared/payment/decide.ts';
import type { Payment } from '../../shared/payment/payment.ts';
import type { LineItem } from '../../shared/protocol/line-items.ts';
import { MINUTE } from '../../shared/time/clock.ts';
import { draft, TERMS } from './drafts.ts';

/* Random lives of payments with the ledger records of every step. */

/** How many lives a test runs; `PAYMENT_LIVES` sets another number. */
export const LIVES = Number(process.env.PAYMENT_LIVES ?? 400);

/** A payment after each step, with all its ledger records until then. */
export type LifeStep = {
  readonly payment: Payment;
  readonly records: readonly TransactionRecord[];
  readonly at: number;
};
export type TransactionRecord = Extract<LedgerRecord, { readonly kind: 'transaction' }>;

type Wish = { readonly kind: Command['kind']; readonly share: number; readonly tip: number };

const START = Date.UTC(2026, 0, 5, 12, 0, 0);

const rate = fc.constantFrom(null, '0', '0.25', '0.15', '0.12', '0.1111', '0.250', '0.060');
const line: fc.Arbitrary<LineItem> = fc
  .record({
    product_id: fc.constantFrom('coffee', 'bun', 'tea', 'open-price'),
    vat_rate: rate,
    quantity: fc.integer({ min: 1, max: 5 }),
    item_cost: fc.integer({ min: 0, max: 20_000 }),
    off: fc.double({ min: 0, max: 1, noNaN: true }),
    own: fc.boolean(),
    stated: fc.boolean(),
  })
  .map(({ product_id, vat_rate, quantity, item_cost, off, own, stated }) => {
    const gross = quantity * item_cost;
    const total = gross - Math.floor(gross * off);
    const fraction = Number(vat_rate ?? 0);
    return {
      product_id,
      description: product_id,
      metadata: own && total < gross ? [{ key: 'discount', value: String(gross - total) }] : null,
      tags: null,
      vat_rate,
      quantity: String(quantity),
      vat: stated ? money(Math.round((total * fraction) / (1 + fraction))) : null,
      item_cost: money(item_cost),
      total: money(total),
    };
  });

const wish: fc.Arbitrary<Wish> = fc.record({
  kind: fc.constantFrom<Command['kind'][]>(
    'confirm',
    'confirm',
    'capture',
    'capture',
    'capture',
    'refund',
    'refund',
    'release',
    'reauth',
    'expire',
    'abort',
    'reject',
  ),
  // 1 takes all that is left as a part; above 1 it is taken without numbers.
  share: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(1, 2)),
  tip: fc.nat(3_000),
});

const life = fc.record({
  lines: fc.option(fc.array(line, { minLength: 1, maxLength: 5 }), { nil: null }),
  amount: fc.integer({ min: 1, max: 100_000 }),
  additional: fc.oneof(fc.constant(0), fc.nat(2_000)),
  edit: fc.boolean(),
  autoRelease: fc.boolean(),
  wishes: fc.array(wish, { minLength: 1, maxLength: 10 }),
});

let made = 0;
const ids = createIds((length) => {
  made += 1;
  return Uint8Array.from({ length }, (_, place) => (made * 31 + place * 7) & 0xff);
});

/** The steps of a random payment, the request first. */
export const anyLife: fc.Arbitrary<readonly LifeStep[]> = life.map((given) => {
  const { lines, additional, edit, autoRelease, wishes } = given;
  const whole = lines?.reduce((sum, { total }) => sum + total, 0) ?? 0;
  const request = draft({
    amount: whole > 0 ? whole : given.amount,
    ...(whole > 0 ? { line_items: lines ?? [] } : {}),
    additional_amount: additional,
    additional_edit: edit,
    customer: '4798765432',
    allow_credit: true,
  });
  const first = createPayment({
    tid: ids.tid(),
    rid: ids.rid(),
    merchantId: 'm1',
    request,
    customer: { kind: 'known', customerId: 'c1' },
    now: START,
  });
  const steps: LifeStep[] = [{ payment: first, records: own(recordsOfRequest(first)), at: START }];
  for (const [place, one] of wishes.entries()) {
    const { payment, records } = steps.at(-1) ?? { payment: first, records: [] };
    const at = START + (place + 1) * MINUTE;
    const command = commandOf(payment, one, place);
    const decided = decide(payment, command, at, { ...TERMS, autoRelease });
    if (!decided.ok || !decided.value.changed) continue;
    const { next, move } = decided.value;
    const more = own(recordsOfMove(payment, next, move.log, at, TAX_CODE_DEFAULT));
    steps.push({ payment: next, records: [...records, ...more], at });
  }
  return steps;
});

function own(records: readonly LedgerRecord[]): TransactionRecord[] {
  return records.filter((record) => record.kind === 'transaction');
}

function commandOf(payment: Payment, { kind, share, tip }: Wish, place: number): Command {
  switch (kind) {
    case 'confirm': {
      const additionalAmount = payment.request.additional_edit ? money(tip) : null;
      return { kind, additionalAmount, credit: tip % 2 === 0 };
    }
    case 'capture':
      return { kind, part: partOf(authorised(payment), share, `c${place}`) };
    case 'refund':
      return { kind, part: partOf(refundable(payment), share, `r${place}`), text: `why ${place}` };
    default:
      return { kind };
  }
}

function partOf(rest: Sums, share: number, id: string): Part | null {
  if (share > 1) return null;
  const amount = money(Math.ceil(rest.amount * share));
  const additionalAmount = money(Math.floor(rest.additionalAmount * share));
  return { id, amount, additionalAmount, currency: 'NOK' };
}
