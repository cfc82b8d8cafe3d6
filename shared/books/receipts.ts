import { billLine } from '../basket/line-items.ts';
import { linesOf } from '../bill/amounts.ts';
import type { Bill, Person, Tender } from '../bill/bill.ts';
import { isWhole, partOf } from '../bill/parts.ts';
import { quantityText } from '../bill/quantity.ts';
import type { EntryId } from '../ids/host-ids.ts';
import { byRate, isSomething, type RatedAmount, sumOf, taken, unrated } from '../lines/divide.ts';
import { ratedItem } from '../lines/line-item.ts';
import type { SoldLine } from '../lines/steps.ts';
import { apportion } from '../money/apportion.ts';
import { add, type MoneyInteger, money, subtract, ZERO } from '../money/money.ts';
import { present } from '../objects/present.ts';
import type { LineItem } from '../protocol/line-items.ts';
import type { BookedMethod, BookFact, BookLine } from './entry.ts';

/* The content of a receipt: the part of a bill that one tender paid, or a sale without a bill. */

/** A receipt as a fact, before it has an id and a person. */
export type ReceiptParts = Pick<
  Extract<BookFact, { kind: 'receipt' }>,
  'lines' | 'discounts' | 'returned' | 'gross' | 'total' | 'vat' | 'asked'
>;

/**
 * What a tender of `amount` paid of a bill, as it was when the tender was paid. Lines and VAT are those of the payment's
 * line items (D-240), so that paper, phone and books have the same figures. Discounts of a part have the same rule as its
 * rates (D-418). A payment by phone can have captured less than it `asked` for.
 */
export function partsOfTender(
  bill: Bill,
  amount: MoneyInteger,
  partName: string,
  asked = amount,
): ReceiptParts {
  const { rates, discounts, returned: back } = partOf(bill, amount, asked);
  const returned = back.length === 0 ? undefined : back;
  const off = add(ZERO, ...discounts.map((one) => one.amount));
  const isAll = amount === asked;
  const lines = isAll && isWhole(bill, amount) ? wholeLines(bill) : partLines(rates, partName, off);
  const sums = { lines, discounts, gross: add(amount, off), total: amount, vat: byRate(lines) };
  const parts = { ...sums, ...present({ returned }) };
  return isAll ? parts : { ...parts, asked: partOf(bill, asked).rates };
}

/** The lines of a bill with what was taken off each of them; those of returned deposits are negative. */
export function wholeLines(bill: Bill): readonly BookLine[] {
  const amounts = linesOf(bill);
  return bill.lines.flatMap((line, place): readonly BookLine[] => {
    const own = amounts[place];
    if (own === undefined) return [];
    const { gross, total, vat } = own;
    const name = [line.name, ...line.options.map((option) => option.name)].join(', ');
    const { product, vatRate } = line;
    const discount = add(own.discount, own.share);
    return [
      {
        product,
        name,
        quantity: quantityText(line.quantity),
        vatRate,
        gross,
        discount,
        total,
        vat,
      },
    ];
  });
}

/**
 * One line for each rate, with what was taken off in the proportion of the lines that cost something. Where they cost
 * nothing together, the first one has it.
 */
function partLines(
  rates: readonly RatedAmount[],
  partName: string,
  off: MoneyInteger,
): readonly BookLine[] {
  // A payment of nothing can state a discount alone.
  const parts = rates.length === 0 ? [unrated(ZERO)] : rates;
  const costs = parts.map(({ total }) => money(Math.max(0, total)));
  const shares = apportion(off, sumOf(parts).total > 0 ? costs : [money(1)]);
  return parts.map((rate, place) => {
    const discount = shares[place] ?? ZERO;
    return { ...amountLine(partName, rate), gross: add(rate.total, discount), discount };
  });
}

function bookLine(item: LineItem): BookLine {
  const { product, name, quantity, gross, total } = billLine(item);
  return { product, name, quantity, ...ratedItem(item), gross, discount: subtract(gross, total) };
}

/** What a refund by phone refunds: a receipt of the books, or a payment whose receipt is not in them yet. */
export type RefundedSale = { readonly id: EntryId; readonly sold: readonly SoldLine[] };

/** What the books say of a sale without a bill beside its lines. */
export type OfSale = {
  /** The line of an amount without line items. */
  readonly name: string;
  /** Whoever sold it, and so gave what its line items have off. */
  readonly by: Person;
  /** The reason of a discount: a register states none. */
  readonly discount: string;
};

/** A sale without a bill of which `captured` was taken, without a tip. Its lines say what was taken off their price. */
export function partsOfSale(
  items: readonly LineItem[],
  captured: MoneyInteger,
  { name, by, discount: reason }: OfSale,
): ReceiptParts {
  const lines = items.length === 0 ? [amountLine(name, unrated(captured))] : items.map(bookLine);
  if (sumOf(lines).total !== captured) return capturedParts(items, captured, name);
  const off = add(ZERO, ...lines.map((line) => line.discount));
  const discounts = off === 0 ? [] : [{ reason, by, approvedBy: null, amount: off }];
  return { lines, discounts, gross: add(captured, off), total: captured, vat: byRate(lines) };
}

/** A part of the items that was captured: one line for each rate. */
function capturedParts(
  items: readonly LineItem[],
  captured: MoneyInteger,
  name: string,
): ReceiptParts {
  const asked = byRate(items.map(ratedItem));
  const rates = taken(asked, captured);
  const more = subtract(captured, sumOf(rates).total);
  const lines = [...rates, unrated(more)].filter(isSomething).map((rate) => amountLine(name, rate));
  return { lines, discounts: [], gross: captured, total: captured, vat: byRate(lines), asked };
}

function amountLine(name: string, { vatRate, total, vat }: RatedAmount): BookLine {
  const none = { product: null, quantity: '1', discount: ZERO };
  return { ...none, name, vatRate, gross: total, total, vat };
}

/** How the money of a paid tender came; `tid` is the payment of one by phone. */
export function bookedMethodOf(tender: Tender, tid: string): BookedMethod {
  const { method, rounding, received } = tender;
  if (method.kind === 'phone') return { kind: 'phone', tid };
  return method.kind === 'cash' ? { kind: 'cash', rounding, received } : method;
}

/** What moved by these means: with the tip and the rounding of cash. */
export function movedBy(one: {
  readonly total: MoneyInteger;
  readonly tip: MoneyInteger;
  readonly method: BookedMethod;
}): MoneyInteger {
  const rounding = one.method.kind === 'cash' ? one.method.rounding : 0;
  return money(one.total + one.tip + rounding);
}
