import { type Amount, type Rate, type Rated, type Rates, rateOf, ratesOf } from './exact.ts';

/* The files of a till's books, as text. One JSON object a line; the reader takes from it what it compares. */

export type ReadLine = Rated & {
  readonly name: string;
  readonly rate: Rate;
  readonly quantity: string;
  readonly gross: Amount;
  readonly discount: Amount;
};

/** A receipt or a refund. Amounts of a refund are those that went back, not negative. */
export type ReadReceipt = {
  readonly id: string;
  readonly number: number;
  readonly kind: 'receipt' | 'refund';
  readonly day: string;
  readonly by: string;
  readonly total: Amount;
  readonly gross: Amount | null;
  readonly tip: Amount;
  readonly rounding: Amount;
  readonly received: Amount;
  /** `phone`, `cash` or the name of another tender. */
  readonly tender: string;
  readonly tid: string | null;
  readonly bill: string | null;
  /** Of a refund: the id of the receipt. */
  readonly of: string | null;
  readonly lines: readonly ReadLine[];
  readonly discounts: Amount;
  readonly rates: Rates;
  /** What the payment asked for, where less was captured. */
  readonly asked: Rates | null;
};

type Raw = Readonly<Record<string, unknown>>;
type RawRate = { readonly vatRate: string | null; readonly total: number; readonly vat: number };

const amount = (value: unknown): Amount => BigInt(Number(value ?? 0));

const rated = (rates: readonly RawRate[]): Rates =>
  ratesOf(
    rates.map(({ vatRate, total, vat }) => [
      rateOf(vatRate),
      { total: amount(total), vat: amount(vat) },
    ]),
  );

/** The receipts and refunds of these lines, the oldest first. */
export function readReceipts(lines: readonly string[]): readonly ReadReceipt[] {
  return lines.flatMap((line) => {
    const entry: { readonly receipt: number | null; readonly day: string; readonly fact: Raw } =
      JSON.parse(line);
    const { fact, receipt: number, day } = entry;
    if ((fact.kind !== 'receipt' && fact.kind !== 'refund') || number === null) return [];
    return [receiptOf(fact, fact.kind, number, day)];
  });
}

function receiptOf(fact: Raw, kind: ReadReceipt['kind'], number: number, day: string): ReadReceipt {
  const method = fact.method as Raw;
  const asked = fact.asked as readonly RawRate[] | undefined;
  const discounts = (fact.discounts ?? []) as readonly { readonly amount: number }[];
  const bill = fact.bill as { readonly id: string } | null | undefined;
  return {
    id: String(fact.id),
    number,
    kind,
    day,
    by: String(fact.by),
    total: amount(fact.total),
    gross: kind === 'receipt' ? amount(fact.gross) : null,
    tip: amount(fact.tip),
    rounding: amount(method.rounding),
    received: amount(method.received),
    tender: method.kind === 'other' ? String(method.name) : String(method.kind),
    tid: method.kind === 'phone' && method.tid !== '' ? String(method.tid) : null,
    bill: bill?.id ?? null,
    of: (fact.of ?? null) as string | null,
    lines: (fact.lines as readonly (RawRate & Raw)[]).map((line) => ({
      name: String(line.name),
      rate: rateOf(line.vatRate),
      quantity: String(line.quantity),
      gross: amount(line.gross),
      discount: amount(line.discount),
      total: amount(line.total),
      vat: amount(line.vat),
    })),
    discounts: discounts.reduce((all, one) => all + amount(one.amount), 0n),
    rates: rated(fact.vat as readonly RawRate[]),
    asked: asked === undefined ? null : rated(asked),
  };
}

/** What changed hands: with tip and rounding. */
export const movedBy = ({ total, tip, rounding }: ReadReceipt): Amount => total + tip + rounding;
