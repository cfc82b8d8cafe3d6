import { type Bill, type BillLine, vatOf } from '../../shared/basket/bill.ts';
import { DISCOUNT, OPEN_PRICE } from '../../shared/bill/line-items.ts';
import { apportion } from '../../shared/money/apportion.ts';
import { add, type MoneyInteger, money, share, subtract, ZERO } from '../../shared/money/money.ts';
import { rateOf, vatIn } from '../../shared/money/vat.ts';
import type { LineItem } from '../../shared/protocol/line-items.ts';

/** What is taken off a line, or off the whole basket. */
export type Discount =
  | { readonly kind: 'amount'; readonly amount: MoneyInteger }
  | { readonly kind: 'percent'; readonly basisPoints: number };

/** One kind of thing that is bought: price of one in minor units, rate as a fraction. */
export type BasketLine = {
  readonly product: string | null;
  readonly name: string;
  readonly quantity: number;
  readonly price: MoneyInteger;
  readonly vatRate: string | null;
  readonly discount: Discount | null;
};

/** Goods of one sale, with a discount off everything. */
export type Basket = {
  readonly lines: readonly BasketLine[];
  readonly discount: Discount | null;
};

type Priced = {
  readonly line: BasketLine;
  readonly gross: MoneyInteger;
  readonly discount: MoneyInteger;
  readonly net: MoneyInteger;
};

/**
 * Adds up a basket; tests make bills with it. A discount on the whole basket is spread
 * over the lines by their prices. The tax of a rate is rounded once, and its lines share that sum.
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

/** A bill's lines as the specification wants them; their totals add up to the bill's (D-31). */
export function lineItemsOf({ lines }: Bill): LineItem[] {
  return lines.map(({ product, name, quantity, price, discount, total, vatRate, vat }) => ({
    product_id: product ?? OPEN_PRICE,
    description: name,
    metadata: discount === 0 ? null : [{ key: DISCOUNT, value: String(discount) }],
    tags: null,
    vat_rate: vatRate,
    quantity,
    vat,
    item_cost: price,
    total,
  }));
}
