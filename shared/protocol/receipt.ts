import { z } from 'zod';
import { timeZone } from './agreement.ts';
import {
  currency,
  dateTime,
  line,
  moneyNonNegative,
  moneySigned,
  optional,
  reference,
} from './basic.ts';
import { LIMITS } from './limits.ts';
import { decimal, VAT_RATE, vatAtMost } from './line-items.ts';
import { isMailbox } from './mailbox.ts';
import { receiptKind } from './receipt-page.ts';

/*
 * The content of a receipt as data (D-360). Paper, the page behind the link, the wallet and an e-mail show it by the
 * same function (`shared/documents/receipt.ts`). Nothing in it names the customer, except the membership number that a
 * customer gave.
 */

/** The languages that a receipt can be written in. */
export const RECEIPT_LANGUAGES = ['en', 'nb', 'de', 'ar'] as const;

const shopText = line(LIMITS.receiptTextMax);
/** A name with its options. */
const name = line(LIMITS.receiptLineMax);
const number = line(LIMITS.receiptNumberMax);

const locale = line(35).refine(isLocale, 'must be a language tag such as nb-NO');

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** A sold or refunded line. Amounts include VAT. */
const receiptLine = z.object({
  /** The item's number; null for a typed amount. Paper without the letters of the name finds another name by it. */
  product_id: optional(line(LIMITS.lineTextMax)),
  name,
  quantity: decimal,
  /** Before the discount; negative for returned deposits. */
  gross: moneySigned,
  discount: moneySigned,
});

/** How the money moved. */
const receiptMethod = z.discriminatedUnion('kind', [
  /** `tid` is the payment; the receipt does not show one that is null. */
  z.object({ kind: z.literal('phone'), tid: optional(reference) }),
  /** `received` is what the customer handed over; zero if nobody typed it. */
  z.object({ kind: z.literal('cash'), received: moneyNonNegative }),
  /** The name that the shop gave it. */
  z.object({ kind: z.literal('other'), name }),
]);

/** What a fiscal device said. */
const receiptFiscal = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('signed'),
    device: line(LIMITS.textMax),
    transaction: z.int().nonnegative(),
    time: line(100),
    signature: line(LIMITS.uriMax),
  }),
  z.object({ state: z.literal('failed') }),
]);

/** A receipt of a sale, of a refund, or of a payout. Amounts in minor units; those of a refund are what went back, not negative. */
export const receiptDocument = z.object({
  kind: receiptKind,
  /** As people read it, `till1-R12`. */
  number,
  /** Of a refund: the number of the receipt that it refunds; null where the till does not know it. */
  refund_of: optional(number),
  date: dateTime,
  currency,
  language: z.enum(RECEIPT_LANGUAGES),
  /** Regional forms of amounts and times; those of the language when null. */
  locale: optional(locale),
  time_zone: timeZone,
  shop: z.object({
    name: shopText,
    address: optional(line(LIMITS.receiptLineMax)),
    organisation_number: optional(line(LIMITS.lookupIdMax)),
  }),
  /** Texts of the shop below its address and at the end. */
  head: z.array(shopText).max(LIMITS.receiptTextsMax),
  foot: z.array(shopText).max(LIMITS.receiptTextsMax),
  /** None: one line with the total as a typed amount. */
  lines: z.array(receiptLine).max(LIMITS.lineItemsMax),
  /** Taken off everything, beside the discounts of lines. */
  discount: moneyNonNegative,
  /** What the customer paid beside the price: a tip in a shop that asks for tips, else an extra amount. */
  additional: z.object({ kind: z.enum(['tip', 'extra']), amount: moneyNonNegative }),
  /** What the rounding of cash added; negative where it made the amount smaller. */
  rounding: moneySigned,
  /** What moved: with tip and rounding. */
  total: moneySigned,
  /** The VAT in it, one entry for each rate. */
  taxes: z.array(z.object({ rate: decimal, amount: moneySigned })).max(LIMITS.lineItemsMax),
  method: receiptMethod,
  served_by: optional(line(LIMITS.receiptLineMax)),
  /** The membership number that the customer gave; null if none was given. */
  member: optional(line(LIMITS.lookupIdMax)),
  fiscal: optional(receiptFiscal),
});
export type ReceiptDocument = z.output<typeof receiptDocument>;

/** What is wrong with the VAT of a receipt, by the index of the rate (D-542). */
export function wrongTaxes(
  receipt: Pick<ReceiptDocument, 'taxes' | 'lines' | 'total'>,
): readonly { readonly at: number; readonly sentence: string }[] {
  const { taxes, lines, total } = receipt;
  const found: { at: number; sentence: string }[] = [];
  const add = (at: number, sentence: string) => void found.push({ at, sentence });
  // Lines with a deposit that was given back have more VAT than what is left of them, so signs do not count.
  const ofLines = lines.reduce((sum, { gross }) => sum + Math.abs(gross), 0);
  const most = Math.max(Math.abs(total), ofLines);
  const rates = new Set<number>();
  for (const [at, { rate, amount }] of taxes.entries()) {
    const fraction = Number(rate);
    if (!VAT_RATE.test(rate)) add(at, 'must be a fraction below 1, such as "0.25" for 25 %');
    else if (rates.has(fraction)) add(at, 'is there twice; state each rate once');
    else if (Math.abs(amount) > vatAtMost(most, fraction, lines.length)) {
      add(at, 'has more VAT than the lines and the total can have at this rate');
    }
    rates.add(fraction);
  }
  return found;
}

/** A receipt that a till hands over: its VAT is possible for its lines and its total. */
export const receiptInput = receiptDocument.superRefine((receipt, context) => {
  for (const { at, sentence } of wrongTaxes(receipt)) {
    const path = ['taxes', at, 'rate'];
    context.issues.push({
      code: 'custom',
      path,
      message: sentence,
      input: receipt.taxes[at]?.rate,
    });
  }
});

/** What the service offers for receipts, which a till reads before it prints a link. */
export const receiptService = z.object({
  /** The address of a receipt is this one and the percent-encoded code behind it. */
  link_uri: z.string(),
  /** Whether the service can send receipts by e-mail. */
  email: z.boolean(),
  /** Days for which the service keeps a receipt. */
  kept_days: z.int(),
});
export type ReceiptService = z.output<typeof receiptService>;

/** An e-mail address that a receipt can be sent to. */
const receiptRecipient = z
  .string()
  .max(LIMITS.sspEmailMax, `must be at most ${LIMITS.sspEmailMax} characters`)
  .refine(isMailbox, 'must be an e-mail address such as name@example.org');

export const receiptEmailInput = z.object({
  /** The till's own id of this order: the same again sends nothing twice. */
  id: reference,
  email: receiptRecipient,
});
export type ReceiptEmailInput = z.output<typeof receiptEmailInput>;
