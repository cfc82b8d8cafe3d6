import type { ReadReceipt } from './books-file.ts';
import { type Amount, inWords, type Rates, sum, together } from './exact.ts';
import type { ReadPayment } from './service-records.ts';

/* The books of all tills of a merchant against what the service has of each payment, and against its settlement. */

type Find = (finding: string) => void;

/** A payment with its movements by tax rate. */
export type PaymentRecords = ReadPayment & {
  readonly sold: Rates;
  readonly returned: Rates;
};

export type ServiceRecords = {
  readonly merchant: string;
  readonly payments: ReadonlyMap<string, PaymentRecords>;
  /** The gross of each payment in the log of settlements; refunds are negative. */
  readonly log: ReadonlyMap<string, Readonly<Record<'capture' | 'refund', Amount>>>;
  readonly report: Readonly<Record<'capture' | 'refund', Rates>>;
};

export type BooksOfTill = { readonly name: string; readonly receipts: readonly ReadReceipt[] };

export function compareService(
  { merchant, payments, log, report }: ServiceRecords,
  tills: readonly BooksOfTill[],
  find: Find,
): void {
  const say = (finding: string) => find(`${merchant}, reader: ${finding}`);
  const same = (what: string, one: Amount | string, other: Amount | string) => {
    if (one !== other) say(`${what} is ${one} and ${other}`);
  };
  const all = tills.flatMap(({ receipts }) => receipts);
  for (const [tid, payment] of payments) {
    const own = all.filter((one) => one.tid === tid);
    const of = (kind: ReadReceipt['kind']) => own.filter((one) => one.kind === kind);
    const moved = log.get(tid) ?? { capture: 0n, refund: 0n };
    const total = (kind: ReadReceipt['kind']) => sum(of(kind).map((one) => one.total));
    const tips = (kind: ReadReceipt['kind']) => sum(of(kind).map((one) => one.tip));
    const rates = (kind: ReadReceipt['kind']) =>
      inWords(together(...of(kind).map((one) => one.rates)));
    same(`${tid}: captured and in the log`, payment.captured + payment.tips, moved.capture);
    same(`${tid}: refunded and in the log`, payment.refunded + payment.refundedTips, -moved.refund);
    same(`${tid}: captured and booked`, payment.captured, total('receipt'));
    same(`${tid}: tips`, payment.tips, tips('receipt'));
    same(`${tid}: refunded and booked`, payment.refunded, total('refund'));
    same(`${tid}: refunded tips`, payment.refundedTips, tips('refund'));
    same(`${tid}: rates of the ledger and of the books`, inWords(payment.sold), rates('receipt'));
    same(`${tid}: refunded rates`, inWords(payment.returned), rates('refund'));
    const isWhole = payment.captured === sum([...payment.asked.values()].map((one) => one.total));
    if (isWhole && payment.captured > 0n) {
      same(`${tid}: what it asked for`, inWords(payment.asked), inWords(payment.sold));
    }
  }
  for (const { tid, kind, number } of all) {
    if (tid !== null && !payments.has(tid)) say(`${kind} ${number}: nobody made payment ${tid}`);
  }
  const [sold, returned] = [
    [...payments.values()].map((one) => one.sold),
    [...payments.values()].map((one) => one.returned),
  ];
  const tips = (name: 'tips' | 'refundedTips'): Rates => {
    const amount = sum([...payments.values()].map((one) => one[name]));
    return new Map(amount === 0n ? [] : [[0n, { total: amount, vat: 0n }]]);
  };
  same(
    'settlement: rates of captures',
    inWords(report.capture),
    inWords(together(...sold, tips('tips'))),
  );
  same(
    'settlement: rates of refunds',
    inWords(report.refund),
    inWords(together(...returned, tips('refundedTips'))),
  );
}
