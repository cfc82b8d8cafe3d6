import { apportion } from '../money/apportion.ts';
import { add, type MoneyInteger, money, share, subtract, ZERO } from '../money/money.ts';
import { rateOf, vatIn } from '../money/vat.ts';
import type { Basket, BasketLine, Discount } from './basket.ts';

/** One line of a bill, with everything that was taken off. Amounts with tax, in minor units. */
export type BillLine = {
  readonly product: string | null;
  readonly name: string;
  /** A decimal number as text: `2`. */
  readonly quantity: string;
  /** Of one. */
  readonly price: MoneyInteger;
  /** Before anything was taken off. */
  readonly gross: MoneyInteger;
  /** Discount on this line. */
  readonly discount: MoneyInteger;
  /** Its part of what was taken off everything. */
  readonly share: MoneyInteger;
  readonly total: MoneyInteger;
  readonly vatRate: string | null;
  /** The tax in `total`; null where no rate is known. */
  readonly vat: MoneyInteger | null;
};

/** The tax of all lines with the same rate. */
export type VatShare = {
  /** Hundredths of a per cent. */
  readonly rate: number;
  readonly total: MoneyInteger;
  readonly vat: MoneyInteger;
};

export type Bill = {
  readonly lines: readonly BillLine[];
  /** Taken off everything, over all lines. */
  readonly discount: MoneyInteger;
  readonly total: MoneyInteger;
  /** By rate, highest first; no row for what is not taxed. */
  readonly vat: readonly VatShare[];
};

type Priced = {
  readonly line: BasketLine;
  readonly gross: MoneyInteger;
  readonly discount: MoneyInteger;
  readonly net: MoneyInteger;
};

/**
 * Adds up a basket. A discount on the whole basket is spread over the lines by their prices, so that the
 * amount of each tax rate is reduced by its part. The tax of a rate is rounded once, and its lines share
 * that sum.
 */
export function billOf(basket: Basket): Bill {
  const priced = basket.lines.map(priceOf);
  const before = add(...priced.map(({ net }) => net));
  const discount = offOf(basket.discount, before);
  const shares = apportion(
    discount,
    priced.map(({ net }) => net),
  );
  const untaxed = priced.map(({ line, gross, discount: own, net }, place): BillLine => {
    const part = shares[place] ?? ZERO;
    return {
      product: line.product,
      name: line.name,
      quantity: String(line.quantity),
      price: line.price,
      gross,
      discount: own,
      share: part,
      total: subtract(net, part),
      vatRate: line.vatRate,
      vat: null,
    };
  });
  const lines = taxed(untaxed);
  return { lines, discount, total: add(...lines.map((line) => line.total)), vat: vatOf(lines) };
}

function priceOf(line: BasketLine): Priced {
  const gross = money(line.price * line.quantity);
  const discount = offOf(line.discount, gross);
  return { line, gross, discount, net: subtract(gross, discount) };
}

/** Never more than there is to take something off. */
function offOf(discount: Discount | null, from: MoneyInteger): MoneyInteger {
  if (discount === null) return ZERO;
  const wanted = discount.kind === 'amount' ? discount.amount : share(from, discount.basisPoints);
  return money(Math.min(wanted, from));
}

/** Each rate's tax, rounded once and shared by its lines. */
function taxed(lines: readonly BillLine[]): readonly BillLine[] {
  const rates = lines.map(({ vatRate }) => (vatRate === null ? null : rateOf(vatRate)));
  const done = [...lines];
  for (const rate of new Set(rates)) {
    if (rate === null) continue;
    const places = rates.flatMap((one, place) => (one === rate ? [place] : []));
    const totals = places.map((place) => lines[place]?.total ?? ZERO);
    const parts = apportion(vatIn(add(...totals), rate), totals);
    for (const [at, place] of places.entries()) {
      const line = lines[place];
      if (line !== undefined) done[place] = { ...line, vat: parts[at] ?? ZERO };
    }
  }
  return done;
}

/** The tax of a bill's lines by rate. */
export function vatOf(lines: readonly BillLine[]): readonly VatShare[] {
  const shares = new Map<number, VatShare>();
  for (const { vatRate, vat, total } of lines) {
    const rate = vatRate === null ? null : rateOf(vatRate);
    if (rate === null || rate === 0 || vat === null) continue;
    const before = shares.get(rate) ?? { rate, total: ZERO, vat: ZERO };
    shares.set(rate, { rate, total: add(before.total, total), vat: add(before.vat, vat) });
  }
  return [...shares.values()].sort((a, b) => b.rate - a.rate);
}
