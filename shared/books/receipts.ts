import { amountsOf, type LineAmounts, linesOf, type RateAmounts } from '../bill/amounts.ts';
import type { Bill, BillLine, Grant, Tender } from '../bill/bill.ts';
import { chargedLinesOf, lineItemsOf, OPEN_PRICE } from '../bill/line-items.ts';
import { quantityText } from '../bill/quantity.ts';
import { apportion, proportionOf } from '../money/apportion.ts';
import { add, type MoneyInteger, money, subtract, ZERO } from '../money/money.ts';
import type { LineItem } from '../protocol/line-items.ts';
import type { BookDiscount, BookFact, BookLine, Means } from './entry.ts';

/* The content of a receipt: the part of a bill that one tender paid, or a sale without a bill. */

/** A receipt as a fact, before it has an id and a person. */
export type ReceiptParts = Pick<
  Extract<BookFact, { kind: 'receipt' }>,
  'lines' | 'discounts' | 'gross' | 'total' | 'vat'
>;

/**
 * What a tender paid of a bill of which `before` was paid earlier. Lines and VAT are those of the payment's line items
 * (D-240), so that paper, phone and books have the same figures. Discounts of a part are differences, as its VAT is.
 */
export function partsOfTender(
  bill: Bill,
  before: MoneyInteger,
  amount: MoneyInteger,
  partName: string,
): ReceiptParts {
  const { total } = amountsOf(bill);
  const isWhole = before === 0 && amount === total;
  const [from, to] = [before, add(before, amount)];
  const given = discountsOf(bill).map((one) => ({
    ...one,
    amount: isWhole
      ? one.amount
      : subtract(proportionOf(one.amount, to, total), proportionOf(one.amount, from, total)),
  }));
  const discounts = given.filter((one) => one.amount !== 0);
  const off = add(ZERO, ...discounts.map((one) => one.amount));
  const lines = isWhole ? wholeLines(bill) : partLines(bill, { before, amount }, partName, off);
  return { lines, discounts, gross: add(amount, off), total: amount, vat: ratesOf(lines) };
}

/** The lines with what was taken off each of them, returned deposits spread over the others. */
function wholeLines(bill: Bill): readonly BookLine[] {
  return chargedLinesOf(bill).map(({ line, amounts, total, vat }) => {
    const discount = add(amounts.discount, amounts.share);
    return {
      product: line.product,
      name: [line.name, ...line.options.map(({ name }) => name)].join(', '),
      quantity: quantityText(line.quantity),
      vatRate: line.vatRate,
      gross: add(total, discount),
      discount,
      total,
      vat,
    };
  });
}

function partLines(
  bill: Bill,
  part: { readonly before: MoneyInteger; readonly amount: MoneyInteger },
  partName: string,
  off: MoneyInteger,
): readonly BookLine[] {
  const items = lineItemsOf(bill, part, partName);
  const shares = apportion(
    off,
    items.map(({ total }) => total),
  );
  return items.map((item, place) => bookLine(item, shares[place] ?? ZERO));
}

function bookLine(item: LineItem, discount: MoneyInteger = ZERO): BookLine {
  return {
    product: item.product_id === OPEN_PRICE ? null : item.product_id,
    name: item.description ?? item.product_id,
    quantity: item.quantity,
    vatRate: item.vat_rate ?? null,
    gross: add(item.total, discount),
    discount,
    total: item.total,
    vat: item.vat ?? ZERO,
  };
}

/** Total and VAT of each rate, the highest rate first. */
export function ratesOf(
  lines: readonly Pick<BookLine, 'vatRate' | 'total' | 'vat'>[],
): readonly RateAmounts[] {
  const rates = new Map<string | null, RateAmounts>();
  for (const { vatRate, total, vat } of lines) addRate(rates, { vatRate, total, vat });
  return sortedRates(rates);
}

/** Adds the amounts of a rate to those of others. */
export function addRate(rates: Map<string | null, RateAmounts>, one: RateAmounts): void {
  const before = rates.get(one.vatRate);
  rates.set(one.vatRate, {
    vatRate: one.vatRate,
    total: add(before?.total ?? ZERO, one.total),
    vat: add(before?.vat ?? ZERO, one.vat),
  });
}

export function sortedRates(
  rates: ReadonlyMap<string | null, RateAmounts>,
): readonly RateAmounts[] {
  return [...rates.values()].sort((a, b) => Number(b.vatRate ?? -1) - Number(a.vatRate ?? -1));
}

/** What each person took off a bill, by reason. */
function discountsOf(bill: Bill): readonly BookDiscount[] {
  const sums = new Map<string, BookDiscount>();
  const note = ({ reason, by, approvedBy }: Grant, amount: MoneyInteger) => {
    const key = JSON.stringify([reason, by, approvedBy]);
    const before = sums.get(key)?.amount ?? ZERO;
    sums.set(key, { reason, by, approvedBy, amount: add(before, amount) });
  };
  const amounts = linesOf(bill);
  for (const [place, line] of bill.lines.entries()) {
    const own = amounts[place];
    if (own !== undefined) noteLine(line, own, note);
  }
  const share = add(ZERO, ...amounts.map((one) => one.share));
  const parts = apportion(
    share,
    bill.discounts.map(({ amount }) => amount),
  );
  for (const [place, one] of bill.discounts.entries()) note(one, parts[place] ?? ZERO);
  return [...sums.values()];
}

/** Splits the discount of a line over its rules: each has what the line costs less with it than before. */
function noteLine(
  line: BillLine,
  own: LineAmounts,
  note: (grant: Grant, amount: MoneyInteger) => void,
): void {
  let left = own.discount;
  for (const [place, one] of line.discounts.entries()) {
    const isLast = place === line.discounts.length - 1;
    const alone = { ...line, discounts: line.discounts.slice(0, place + 1) };
    const before = { ...line, discounts: line.discounts.slice(0, place) };
    const amount = isLast ? left : subtract(totalOf(before), totalOf(alone));
    note(one, amount);
    left = subtract(left, amount);
  }
}

const totalOf = (line: BillLine) => linesOf({ lines: [line], discounts: [] })[0]?.total ?? ZERO;

/** A sale without a bill of which `captured` was taken, without a tip. */
export function partsOfSale(
  items: readonly LineItem[],
  captured: MoneyInteger,
  name: string,
): ReceiptParts {
  const asked = add(ZERO, ...items.map(({ total }) => total));
  const lines =
    items.length === 0
      ? [amountLine(name, null, captured, ZERO)]
      : asked === captured
        ? items.map((item) => bookLine(item))
        : capturedRates(items, asked, captured, name);
  return { lines, discounts: [], gross: captured, total: captured, vat: ratesOf(lines) };
}

/** A part of the lines that was captured: one line for each rate. */
function capturedRates(
  items: readonly LineItem[],
  asked: MoneyInteger,
  captured: MoneyInteger,
  name: string,
): readonly BookLine[] {
  const rates = ratesOf(items.map((item) => bookLine(item)));
  const totals = apportion(
    money(Math.min(captured, asked)),
    rates.map(({ total }) => total),
  );
  const lines = rates.map(({ vatRate, total, vat }, place) => {
    const part = totals[place] ?? ZERO;
    return amountLine(name, vatRate, part, proportionOf(vat, part, total));
  });
  const more = money(Math.max(0, captured - asked));
  return more === 0 ? lines : [...lines, amountLine(name, null, more, ZERO)];
}

function amountLine(
  name: string,
  vatRate: string | null,
  total: MoneyInteger,
  vat: MoneyInteger,
): BookLine {
  const none = { product: null, quantity: '1', discount: ZERO };
  return { ...none, name, vatRate, gross: total, total, vat };
}

/** How the money of a paid tender came; `tid` is the payment of one by phone. */
export function meansOf(tender: Tender, tid: string): Means {
  const { method, rounding, received } = tender;
  if (method.kind === 'phone') return { kind: 'phone', tid };
  return method.kind === 'cash' ? { kind: 'cash', rounding, received } : method;
}

/** What moved by these means: with the tip and the rounding of cash. */
export function movedBy(one: {
  readonly total: MoneyInteger;
  readonly tip: MoneyInteger;
  readonly means: Means;
}): MoneyInteger {
  const rounding = one.means.kind === 'cash' ? one.means.rounding : 0;
  return money(one.total + one.tip + rounding);
}
