import type { Bill, Tender } from '../bill/bill.ts';
import { chargedLinesOf, lineItemsOf, OPEN_PRICE } from '../bill/line-items.ts';
import { isWhole, partOf } from '../bill/parts.ts';
import { quantityText } from '../bill/quantity.ts';
import { type RateAmounts, sortRates, sumRates } from '../bill/rates.ts';
import { apportion, proportionOf } from '../money/apportion.ts';
import { add, type MoneyInteger, money, ZERO } from '../money/money.ts';
import type { LineItem } from '../protocol/line-items.ts';
import type { BookFact, BookLine, Means } from './entry.ts';

/* The content of a receipt: the part of a bill that one tender paid, or a sale without a bill. */

/** A receipt as a fact, before it has an id and a person. */
export type ReceiptParts = Pick<
  Extract<BookFact, { kind: 'receipt' }>,
  'lines' | 'discounts' | 'gross' | 'total' | 'vat'
>;

/**
 * What a tender of `amount` paid of a bill, as it was when the tender was paid. Lines and VAT are those of the payment's
 * line items (D-240), so that paper, phone and books have the same figures. Discounts of a part have the same rule as its
 * rates (D-418).
 */
export function partsOfTender(bill: Bill, amount: MoneyInteger, partName: string): ReceiptParts {
  const { discounts } = partOf(bill, amount);
  const off = add(ZERO, ...discounts.map((one) => one.amount));
  const lines = isWhole(bill, amount) ? wholeLines(bill) : partLines(bill, amount, partName, off);
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
  amount: MoneyInteger,
  partName: string,
  off: MoneyInteger,
): readonly BookLine[] {
  const items = lineItemsOf(bill, amount, partName);
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
  return sortRates(sumRates(lines));
}

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
