import { z } from 'zod';
import { line, moneyNonNegative, moneyPositive } from './basic.ts';
import { LIMITS } from './limits.ts';
import { openingHours } from './opening-hours.ts';

/*
 * What a shop decides for all its tills besides its items. A catalogue has these members in `rules`; a till
 * without them in its catalogue has them in `settings.json`.
 */

const percent = z.number().min(0).max(100);
/** A part of the price in per cent, with at most two decimals. */
const tipPercent = z
  .number()
  .min(0.01)
  .max(100)
  .refine((value) => isBasisPoints(value), 'must have at most two decimals');

function isBasisPoints(percentage: number): boolean {
  return Math.abs(percentage * 100 - Math.round(percentage * 100)) < 1e-6;
}

const noneTwice = <T>(some: readonly T[]) => new Set(some).size === some.length;

/**
 * The largest discount in per cent that each role gives without an approval. `members` is that of every role on a bill
 * with a membership number, if it is more.
 */
export const discountLimits = z.strictObject({
  cashier: percent,
  supervisor: percent,
  members: percent.optional(),
});

/**
 * What a shop takes back of deposits on one bill: pieces, the value of one piece and of all, and the value from which on a
 * supervisor approves. Minor units.
 */
export const returnedDepositRule = z.strictObject({
  pieces: z.int().min(0).max(LIMITS.basketQuantityMax),
  piece: moneyNonNegative,
  bill: moneyNonNegative,
  approval_from: moneyNonNegative,
});

/** Whether the cashier can ask a customer for a membership number. */
export const membershipRule = z.enum(['asked', 'never']);

/** The tips that a shop offers, and the one place that asks for them; nobody is asked without one. */
export const tipRules = z
  .strictObject({
    ask: z.enum(['display', 'phone', 'nobody']),
    percents: z.array(tipPercent).max(LIMITS.tipsOfferedMax).refine(noneTwice, 'has one twice'),
    amounts: z.array(moneyPositive).max(LIMITS.tipsOfferedMax).refine(noneTwice, 'has one twice'),
    seconds: z.int().min(LIMITS.questionSecondsMin).max(LIMITS.questionSecondsMax),
  })
  .partial({ percents: true, amounts: true, seconds: true })
  .refine(
    ({ ask, percents = [], amounts = [] }) =>
      ask !== 'display' || percents.length + amounts.length > 0,
    'must offer percents or amounts',
  );

/** How cash is rounded, in minor units. */
export const cashRoundingRule = z.union([
  z.strictObject({ step: z.int().min(2).max(100_000), half: z.enum(['up', 'down']) }),
  z.literal('never'),
]);

/** Names of other tenders, such as a bank card terminal; an empty list: there are none. */
export const tenderNames = z
  .array(line(LIMITS.labelMax))
  .max(LIMITS.otherTendersMax)
  .refine(noneTwice, 'has one twice');

/** The end of the business day in the shop's time zone. */
export const dayEnd = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, 04:00');

const paperLine = line(LIMITS.receiptTextMax);
/** One text for all languages of paper, or one for each; English is used for a language that is left out. */
const receiptText = z.union([
  paperLine,
  z.strictObject({ en: paperLine, nb: paperLine.optional(), de: paperLine.optional() }),
]);
export type ReceiptText = z.output<typeof receiptText>;

/** Whether the tills hand their receipts to the service, so that customers can open them by a link. */
export const receiptLinkRule = z.enum(['offered', 'never']);

/** Texts of the shop on each receipt: below its address, and at the end. */
export const receiptTexts = z.strictObject({
  head: receiptText.optional(),
  foot: receiptText.optional(),
});

export type ReceiptTexts = z.output<typeof receiptTexts>;

/** A member that is left out is the till's own (D-345). */
export const shopRules = z.strictObject({
  discounts: discountLimits.optional(),
  returned_deposits: returnedDepositRule.optional(),
  tips: tipRules.optional(),
  cash_rounding: cashRoundingRule.optional(),
  other_tenders: tenderNames.optional(),
  day_ends_at: dayEnd.optional(),
  receipt_texts: receiptTexts.optional(),
  receipt_links: receiptLinkRule.optional(),
  membership: membershipRule.optional(),
  /** Always open when left out. */
  opening_hours: openingHours.optional(),
});
export type ShopRules = z.output<typeof shopRules>;
