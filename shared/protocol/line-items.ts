import { z } from 'zod';
import type { MoneyInteger } from '../money/money.ts';
import { millionths, UNIT } from '../money/units.ts';
import { line, moneySigned, optional, prose, returnUri } from './basic.ts';
import { LIMITS } from './limits.ts';

const DECIMAL = /^\d{1,12}(?:\.\d{1,6})?$/;

/** A decimal number as text, with at most six decimals (D-31). */
export const decimal = z
  .string()
  .max(20)
  .regex(DECIMAL, 'must be a decimal number as text, such as "2" or "0.25"');

/**
 * One line of the bill (D-31). `vat_rate` is a fraction: "0.25" is 25 %. Amounts are negative where the line
 * takes money off: a returned deposit, or a correction after a part payment (D-240).
 */
export const lineItem = z.object({
  product_id: line(LIMITS.lineTextMax),
  description: optional(prose(LIMITS.lineTextMax)),
  metadata: optional(
    z
      .array(z.object({ key: line(LIMITS.lineTextMax), value: prose(LIMITS.lineTextMax) }))
      .max(LIMITS.metadataMax),
  ),
  tags: optional(
    z
      .array(z.object({ tag_id: line(LIMITS.lineTextMax), label: line(LIMITS.lineTextMax) }))
      .max(LIMITS.metadataMax),
  ),
  vat_rate: optional(decimal),
  quantity: decimal,
  vat: optional(moneySigned),
  item_cost: moneySigned,
  total: moneySigned,
});
export type LineItem = z.output<typeof lineItem>;

/** A rate of VAT as line items have it: a fraction below 1, "0.25" for 25 % (D-466). */
export const VAT_RATE = /^0(?:\.\d{1,6})?$/;

/** Most minor units by which the VAT of a line may differ from that of its rate, besides `ROUNDINGS`. */
const VAT_OFF_MAX = 100;
/** Minor units that the roundings of lines add up to where their totals do not: goods exchanged for others of the same price. */
const ROUNDINGS = 10;

type LineMoney = Pick<LineItem, 'vat_rate' | 'quantity' | 'vat' | 'total'> & {
  readonly item_cost: MoneyInteger | null;
};
type Disagreement = { readonly member: keyof LineMoney; readonly sentence: string };

/**
 * What does not agree in a line that is sold (D-466). It is the one rule for all ways in: the merchant API, the till API
 * and the screens of a till. Price, total and VAT are all positive or all negative.
 */
export function disagreements(line: LineMoney): readonly Disagreement[] {
  const { vat_rate: rate, quantity, item_cost: price, total } = line;
  const amounts = [price ?? 0, total, line.vat ?? 0];
  // What is no quantity or no amount is named by the schema.
  if (!DECIMAL.test(quantity) || !amounts.every(Number.isSafeInteger)) return [];
  const found: Disagreement[] = [];
  const add = (member: keyof LineMoney, sentence: string) => void found.push({ member, sentence });
  const units = millionths(quantity);
  if (units === 0n) add('quantity', 'must be greater than zero');
  if (price !== null && units > 0n) {
    if (price * total < 0) add('total', 'must have the sign of item_cost');
    else if (Math.abs(total) > highestTotal(Math.abs(price), units)) {
      add('total', 'must not be more than quantity times item_cost');
    }
  }
  if (rate !== null && !VAT_RATE.test(rate)) {
    add('vat_rate', 'must be a fraction below 1, such as "0.25" for 25 %');
  } else if (line.vat !== null) {
    if (rate === null && line.vat !== 0) add('vat', 'needs the vat_rate of the line');
    if (rate !== null && !isVatOf(line.vat, total, rate)) {
      add('vat', `must be the VAT in total at the vat_rate ${rate}`);
    }
  }
  return found;
}

/** True if nothing disagrees in the line. */
export const agrees = (line: LineMoney) => disagreements(line).length === 0;

/**
 * Quantity times price. A price for one unit can be rounded, which adds half a minor unit for each unit; an amount for
 * a part of a unit, such as goods by weight, can be rounded once more. A discount makes a total smaller.
 */
function highestTotal(price: number, units: bigint): bigint {
  const whole = ((2n * BigInt(price) + 1n) * units) / (2n * UNIT);
  return units % UNIT === 0n ? whole : whole + 1n;
}

/**
 * The VAT of a line can be a sum of rounded parts. It differs by no more than its exact value and 100 minor units, and by
 * ten minor units, because the line of an exchange can have a total of zero and the roundings of twenty lines.
 */
function isVatOf(vat: number, total: number, rate: string): boolean {
  const fraction = Number(rate);
  const exact = (total * fraction) / (1 + fraction);
  return Math.abs(vat - exact) <= Math.min(Math.abs(exact), VAT_OFF_MAX) + ROUNDINGS;
}

/** The most VAT that so many lines of a receipt can have at a rate, in what was sold: none at a rate of zero (D-542). */
export function vatAtMost(sold: number, fraction: number, lines: number): number {
  const exact = (sold * fraction) / (1 + fraction);
  return (
    exact + Math.min(exact, VAT_OFF_MAX * lines) + (fraction === 0 ? 0 : ROUNDINGS * (lines + 1))
  );
}

/** Adds the disagreements of a line to those that its schema found. */
export function checkLine(line: LineMoney, context: z.core.$RefinementCtx<unknown>): void {
  for (const { member, sentence } of disagreements(line)) {
    context.issues.push({
      code: 'custom',
      path: [member],
      message: sentence,
      input: line[member],
    });
  }
}

/** A line that is sold: its members agree. What is stored is read as {@link lineItem}. */
export const soldLine = lineItem.superRefine(checkLine);

export const lineItems = z.array(soldLine).max(LIMITS.lineItemsMax);

/** Place of a sold line in the bill of its payment, from 0. */
export const lineIndex = z
  .int()
  .min(0)
  .max(LIMITS.lineItemsMax - 1);

/**
 * A line of an update: a line of the bill, or with the action `refund` the part of a sold line that is returned. That
 * one needs no price, and names the sold line by `product_id`, and by `index` if two lines have the same one (D-250).
 */
export const updateLine = lineItem.extend({
  index: optional(lineIndex),
  item_cost: optional(moneySigned),
});

const SHOWN = ['pending', 'ok', 'fail'] as const;
const shown = z
  .string()
  .transform((text) => text.toLowerCase())
  .pipe(z.enum(SHOWN, { error: `must be one of ${SHOWN.join(', ')}` }));

/** A link shown with the request; without `show_on` it is shown in every state (D-33). */
export const paymentLink = z.object({
  uri: returnUri,
  caption: optional(prose(LIMITS.lineTextMax)),
  show_on: z
    .union([shown.transform((one) => [one]), z.array(shown).max(SHOWN.length)])
    .nullish()
    .transform((given) => given ?? [...SHOWN]),
});

export function totalOf(items: readonly LineItem[]): MoneyInteger {
  return items.reduce((sum, item) => sum + item.total, 0) as MoneyInteger;
}
