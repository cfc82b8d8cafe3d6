import { type Amount, nearest, type Rates, rateOf, ratesOf, sum, taxIn } from './exact.ts';

/* A bill from its lines, as its guest would add it up: each line rounded once, in the order of the discounts. */

type Discount =
  | { readonly kind: 'percent'; readonly basisPoints: number }
  | { readonly kind: 'amount'; readonly amount: number; readonly over: number };

export type RawLine = {
  readonly id: string;
  readonly kind: string;
  readonly from: number;
  readonly quantity: number;
  readonly price: number;
  readonly vatRate: string | null;
  readonly options: readonly { readonly surcharge: number }[];
  readonly discounts: readonly Discount[];
};

export type RawBill = {
  readonly id: string;
  readonly lines: readonly RawLine[];
  readonly discounts: readonly { readonly amount: number }[];
  readonly tenders: readonly {
    readonly id: string;
    readonly state: string;
    readonly amount: number;
    readonly tip: number;
    readonly rounding: number;
  }[];
};

const least = (...all: readonly Amount[]) =>
  all.reduce((one, other) => (other < one ? other : one));

/** Price and tax of the first thousandths of an order. */
function first(line: RawLine, units: number): { readonly total: Amount; readonly vat: Amount } {
  const unit = BigInt(line.price) + sum(line.options.map(({ surcharge }) => BigInt(surcharge)));
  let total = nearest(unit * BigInt(units), 1_000n);
  for (const one of line.discounts) {
    if (one.kind === 'percent') total -= nearest(total * BigInt(one.basisPoints), 10_000n);
    else {
      const [amount, over] = [BigInt(one.amount), BigInt(one.over)];
      const part = over === 0n ? 0n : nearest(amount * least(total, over), over);
      total -= least(amount, part, total);
    }
  }
  return { total, vat: line.vatRate === null ? 0n : taxIn(total, rateOf(line.vatRate)) };
}

/** The total of a bill, and of each rate. Money off all of it is shared among its goods, line by line. */
export function readBill({ lines, discounts }: RawBill): {
  readonly total: Amount;
  readonly rates: Rates;
} {
  const amounts = lines.map((line) => {
    const [before, after] = [first(line, line.from), first(line, line.from + line.quantity)];
    const sign = line.kind === 'deposit_return' ? -1n : 1n;
    const [total, vat] = [after.total - before.total, after.vat - before.vat];
    return { total: sign * total, vat: sign * vat };
  });
  const weights = lines.map(({ kind }, place) =>
    kind === 'goods' ? (amounts[place]?.total ?? 0n) : 0n,
  );
  let goods = sum(weights);
  let off = least(sum(discounts.map(({ amount }) => BigInt(amount))), goods);
  const parts = lines.map(({ vatRate }, place) => {
    const { total = 0n, vat = 0n } = amounts[place] ?? {};
    const weight = weights[place] ?? 0n;
    const share = goods === 0n ? 0n : nearest(off * weight, goods);
    off -= share;
    goods -= weight;
    const left = total - share;
    const tax = share === 0n ? vat : nearest(vat * left, total);
    return [rateOf(vatRate), { total: left, vat: tax }] as const;
  });
  return { total: sum(parts.map(([, { total }]) => total)), rates: ratesOf(parts) };
}

/** The price of a line after its own discounts, without those of the bill. Of a returned deposit it is negative. */
export function priceOf(line: RawLine): Amount {
  const price = first(line, line.from + line.quantity).total - first(line, line.from).total;
  return line.kind === 'deposit_return' ? -price : price;
}
