import { apportion, proportionOf } from '../money/apportion.ts';
import { add, type MoneyInteger, money, subtract, ZERO } from '../money/money.ts';
import { LIMITS } from '../protocol/limits.ts';
import type { LineItem } from '../protocol/line-items.ts';
import { amountsOf, type LineAmounts, linesOf, unitPrice } from './amounts.ts';
import type { Bill, BillLine } from './bill.ts';
import { quantityText } from './quantity.ts';

/** `product_id` of an amount that was typed and belongs to no product. */
export const OPEN_PRICE = 'open-price';
/** Key for the discount on a line, in minor units. */
export const DISCOUNT = 'discount';
/** Key for the part of the returned deposits that reduces a line, in minor units. */
export const RETURNED = 'deposit_return';
/** Key for what the customer has returned, beside `RETURNED`. */
export const RETURNED_NAME = 'deposit_return_name';

/**
 * The line items of a payment of `amount` (D-240), of which `before` of the bill was paid earlier. Their totals add up
 * to `amount`. A payment of everything has the lines of the bill. A payment of a part has one line for each tax rate, and
 * the parts add up to the bill in every minor unit if the bill does not change between them.
 *
 * `partName` is the description of a part.
 */
export function lineItemsOf(
  bill: Bill,
  { before, amount }: { readonly before: MoneyInteger; readonly amount: MoneyInteger },
  partName: string,
): readonly LineItem[] {
  const { total } = amountsOf(bill);
  const rates = chargedRates(bill);
  if (before === 0 && amount === total) {
    return rates.flatMap((rate) => wholeLines(rate, returnedNames(bill)));
  }
  const totals = rates.map((rate) => rate.total);
  const [from, to] = [apportion(before, totals), apportion(add(before, amount), totals)];
  return rates.flatMap(({ vatRate, total: all, vat }, place): LineItem[] => {
    const [start, end] = [from[place] ?? ZERO, to[place] ?? ZERO];
    const part = subtract(end, start);
    if (part === 0) return [];
    const tax = subtract(proportionOf(vat, end, all), proportionOf(vat, start, all));
    return [
      {
        product_id: OPEN_PRICE,
        description: partName.slice(0, LIMITS.lineTextMax),
        metadata: null,
        tags: null,
        vat_rate: vatRate,
        quantity: '1',
        vat: vatRate === null ? null : tax,
        item_cost: part,
        total: part,
      },
    ];
  });
}

type Charged = { readonly line: BillLine; readonly amounts: LineAmounts };

/** What a bill charges at one tax rate, never negative. */
type ChargedRate = {
  readonly vatRate: string | null;
  readonly total: MoneyInteger;
  readonly vat: MoneyInteger;
  /** The lines without returned deposits. */
  readonly lines: readonly Charged[];
};

/**
 * The bill by its tax rates, in the order of the lines. A returned deposit reduces its own rate; what it returns beyond
 * that is taken off the other rates in their proportion, because no line item is negative.
 */
function chargedRates(bill: Bill): readonly ChargedRate[] {
  const amounts = linesOf(bill);
  const rates = new Map<string | null, { total: number; vat: number; lines: Charged[] }>();
  for (const [place, line] of bill.lines.entries()) {
    const own = amounts[place];
    if (own === undefined) continue;
    const rate = rates.get(line.vatRate) ?? { total: 0, vat: 0, lines: [] };
    rate.total += own.total;
    rate.vat += own.vat;
    if (line.kind !== 'deposit_return') rate.lines.push({ line, amounts: own });
    rates.set(line.vatRate, rate);
  }
  const all = [...rates.values()];
  const missing = all.reduce((sum, { total }) => sum + Math.max(0, -total), 0);
  const weights = all.map(({ total }) => money(Math.max(0, total)));
  const taken = apportion(money(missing), weights);
  return [...rates].map(([vatRate, { vat, lines }], place) => {
    const positive = weights[place] ?? ZERO;
    const total = subtract(positive, taken[place] ?? ZERO);
    return {
      vatRate,
      total,
      vat: proportionOf(Math.max(0, vat), total, positive),
      lines,
    };
  });
}

/** A line as it is charged: with its part of the returned deposits. */
export type ChargedLine = Charged & { readonly total: MoneyInteger; readonly vat: MoneyInteger };

/** The lines that a bill charges, without returned deposits, which are spread over the others of their rate. */
export function chargedLinesOf(bill: Bill): readonly ChargedLine[] {
  return chargedRates(bill).flatMap(linesOfRate);
}

function linesOfRate({ total, vat, lines }: ChargedRate): readonly ChargedLine[] {
  const own = lines.map(({ amounts }) => amounts.total);
  const isWhole = add(ZERO, ...own) === total;
  const totals = isWhole ? own : apportion(total, own);
  const taxes = isWhole ? lines.map(({ amounts }) => amounts.vat) : apportion(vat, totals);
  return lines.map((one, place) => ({
    ...one,
    total: totals[place] ?? ZERO,
    vat: taxes[place] ?? ZERO,
  }));
}

function wholeLines(rate: ChargedRate, returned: string): readonly LineItem[] {
  const { vatRate } = rate;
  return linesOfRate(rate).map(({ line, amounts, total, vat }) => ({
    product_id: line.product ?? OPEN_PRICE,
    description: nameOf(line),
    metadata: metadataOf(amounts.discount, subtract(amounts.total, total), returned),
    tags: null,
    vat_rate: vatRate,
    quantity: quantityText(line.quantity),
    vat: vatRate === null ? null : vat,
    item_cost: unitPrice(line),
    total,
  }));
}

/** What the customer has returned, as a receipt names it. */
function returnedNames({ lines }: Bill): string {
  const names = lines.flatMap(({ kind, name }) => (kind === 'deposit_return' ? [name] : []));
  return [...new Set(names)].join(', ').slice(0, LIMITS.lineTextMax);
}

function metadataOf(discount: number, less: number, returned: string): LineItem['metadata'] {
  const off = [{ key: DISCOUNT, value: String(discount) }];
  const back = [
    { key: RETURNED, value: String(less) },
    { key: RETURNED_NAME, value: returned },
  ];
  const all = [...(discount === 0 ? [] : off), ...(less === 0 ? [] : back)];
  return all.length === 0 ? null : all;
}

/** The name of a line with its options: `Latte, Oat milk`. */
function nameOf({ name, options }: BillLine): string {
  return [name, ...options.map((option) => option.name)].join(', ').slice(0, LIMITS.lineTextMax);
}
