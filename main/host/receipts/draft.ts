import type { BillTexts } from '../../../shared/bill/bill.ts';
import type { BookEntry, BookFact, BookLine } from '../../../shared/books/entry.ts';
import { movedBy } from '../../../shared/books/receipts.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import { shopTextIn } from '../../../shared/documents/shop-text.ts';
import { DOCUMENT_WORDS } from '../../../shared/documents/words.ts';
import { formatFor, withoutExtensions } from '../../../shared/format/format.ts';
import { type MoneyInteger, ZERO } from '../../../shared/money/money.ts';
import { isSameRate, statedRate } from '../../../shared/money/vat.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { ReceiptDocument } from '../../../shared/protocol/receipt.ts';
import { bookedNumber } from '../../../shared/protocol/receipt-number.ts';
import { formatDateTime } from '../../../shared/time/date-time.ts';
import type { FiscalMark } from '../fiscal/fiscal.ts';
import { hoursOnReceipt } from './paper-text.ts';

/** What a receipt has beside its entry in the books. */
export type DraftMore = {
  /** What the fiscal device says of it; null for a till without one. */
  readonly mark: FiscalMark | null;
  /** Of a refund: the number of the receipt that it refunds, if the books have it. */
  readonly refunds: number | null;
};

/**
 * A receipt or a refund of the books as data, without the bounds of the service, which paper does not have; null for
 * another entry.
 */
export function draftOf(
  { fact, receipt }: BookEntry,
  settings: TillSettings,
  more: DraftMore,
): ReceiptDocument | null {
  if ((fact.kind !== 'receipt' && fact.kind !== 'refund') || receipt === null) return null;
  return documentOf(fact, bookedNumber(settings.posId, receipt), settings, more);
}

/** The texts of the bill; a refund has none. A text that the document lacks does not compile. */
const textsOf = ({
  member = null,
}: Partial<BillTexts>): Pick<ReceiptDocument, keyof BillTexts> => ({
  member,
});

/** A receipt or a refund with its number as data. */
export function documentOf(
  fact: Extract<BookFact, { kind: 'receipt' | 'refund' }>,
  number: string,
  settings: TillSettings,
  { mark, refunds }: DraftMore,
): ReceiptDocument {
  const { posId, currency } = settings;
  return {
    ...shopOf(settings),
    kind: fact.kind === 'refund' ? 'refund' : fact.total < 0 ? 'payout' : 'sale',
    number,
    refund_of: refunds === null ? otherReceiptOf(fact) : bookedNumber(posId, refunds),
    date: formatDateTime(fact.at),
    currency,
    lines: fact.lines.map((line) => lineOf(line, fact.lines, settings)),
    discount: ZERO,
    additional: additionalOf(fact.tip, settings),
    rounding: fact.method.kind === 'cash' ? fact.method.rounding : ZERO,
    total: movedBy(fact),
    taxes: fact.vat.flatMap(({ vatRate, vat }) =>
      vatRate === null ? [] : [{ rate: vatRate, amount: vat }],
    ),
    method: methodOf(fact.method),
    served_by: oneLine(fact.by),
    ...textsOf(fact.kind === 'receipt' ? fact : {}),
    fiscal: fiscalOf(mark),
  };
}

const otherReceiptOf = (fact: BookFact) =>
  fact.kind === 'refund' ? (fact.otherReceipt ?? null) : null;

/** What every receipt of a shop has. */
function shopOf(
  settings: TillSettings,
): Pick<ReceiptDocument, 'language' | 'locale' | 'time_zone' | 'shop' | 'head' | 'foot'> {
  const { shop, language, locale, receiptTexts = {} } = settings;
  return {
    language,
    locale,
    time_zone: settings.timeZone,
    shop: {
      name: shop.name,
      address: shop.address,
      organisation_number: shop.organisationNumber,
    },
    head: [...shopTextIn(receiptTexts.head, language), ...hoursOnReceipt(settings)],
    foot: [...shopTextIn(receiptTexts.foot, language)],
  };
}

/**
 * A sold or refunded line. One without a name is a typed amount. A part of a bill has one line for each rate, all of one
 * name, so each of them states its rate.
 */
function lineOf(
  line: BookLine,
  lines: readonly BookLine[],
  { language, locale }: Pick<TillSettings, 'language' | 'locale'>,
): ReceiptDocument['lines'][number] {
  const { product, quantity, gross, discount, vatRate } = line;
  const name = oneLine(line.name) ?? DOCUMENT_WORDS[language].openPrice;
  const isOneOfSeveral =
    product === null &&
    lines.some((other) => other.name === line.name && !isSameRate(other.vatRate, vatRate));
  const stated = isOneOfSeveral ? statedRate(vatRate) : null;
  const rated = stated === null ? name : oneLine(`${name}, ${percentIn(language, locale)(stated)}`);
  return { product_id: product, name: rated ?? name, quantity, gross, discount };
}

const percentIn = (language: TillSettings['language'], locale: string) =>
  formatFor({ language, shopLocale: withoutExtensions(locale) }).percent;

/** Where the shop asks for tips, the additional amount is one (D-256). */
const additionalOf = (
  amount: MoneyInteger,
  { tips }: Pick<TillSettings, 'tips'>,
): ReceiptDocument['additional'] => ({ kind: tips === undefined ? 'extra' : 'tip', amount });

type BookedMethod = Extract<BookFact, { kind: 'receipt' }>['method'];

function methodOf(method: BookedMethod): ReceiptDocument['method'] {
  switch (method.kind) {
    case 'phone':
      return { kind: 'phone', tid: method.tid === '' ? null : method.tid };
    case 'cash':
      return { kind: 'cash', received: method.received };
    case 'other':
      return { kind: 'other', name: oneLine(method.name) ?? 'other' };
  }
}

/**
 * A text of the books in one line, as long as a receipt can have it; null if nothing of it can be read. A register may
 * record a payment without a text, and names with line breaks.
 */
export function oneLine(text: string): string | null {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line === '' ? null : line.slice(0, LIMITS.receiptLineMax).toWellFormed();
}

/** What the fiscal device says of a receipt. */
export function fiscalOf(mark: DraftMore['mark']): ReceiptDocument['fiscal'] {
  if (mark === null) return null;
  // A receipt that is written now cannot wait for the device: without its signature it says so.
  if (mark.kind !== 'signed') return { state: 'failed' };
  const { device, number, time, signature } = mark;
  return { state: 'signed', device, transaction: number, time, signature };
}
