import { formatFor, withoutExtensions } from '../format/format.ts';
import { type MoneyInteger, subtract, ZERO } from '../money/money.ts';
import type { ReceiptDocument } from '../protocol/receipt.ts';
import { parseDateTime } from '../time/date-time.ts';
import { type DocumentContent, type Row, type WrittenContent, written } from './content.ts';
import type { Letters } from './letters.ts';
import { rateLabel } from './rates.ts';
import { DOCUMENT_WORDS, type DocumentWords } from './words.ts';

/** How a receipt is written where it is shown: paper has fewer letters than a page. */
export type ReceiptLetters = Letters & {
  readonly shop: Pick<DocumentContent['shop'], 'name' | 'address'>;
  readonly name: (line: Pick<ReceiptDocument['lines'][number], 'name' | 'product_id'>) => string;
};

/** The letters of a page or an e-mail: all of them, in the receipt's own language. */
export function everyLetter(document: ReceiptDocument): ReceiptLetters {
  const { language, locale, time_zone: timeZone, shop } = document;
  const shopLocale = locale === null ? undefined : withoutExtensions(locale);
  const format = formatFor({ language, shopLocale, timeZone });
  return { language, format, shop, text: (text) => text, name: ({ name }) => name };
}

/**
 * The content of a receipt, with every amount and time in the reader's language. Paper, the page behind the link and an
 * e-mail are made from it, so they have the same figures and the same words (D-361). Pure.
 */
export function receiptContent(
  document: ReceiptDocument,
  letters: ReceiptLetters = everyLetter(document),
  kind: 'original' | 'copy' = 'original',
): WrittenContent {
  const { currency, additional, rounding, discount, total, lines } = document;
  const { format, text } = letters;
  const words = DOCUMENT_WORDS[letters.language];
  const isRefund = document.kind === 'refund';
  const title = document.kind === 'sale' ? null : words[document.kind];
  const money = (amount: MoneyInteger) => {
    return { amount: isRefund ? subtract(ZERO, amount) : amount, currency };
  };
  const row = (label: string, amount: MoneyInteger) =>
    amount === 0 ? [] : [{ label, value: money(amount) }];
  const off = (label: string, amount: MoneyInteger) => row(label, subtract(ZERO, amount));
  const priced = subtract(subtract(total, additional.amount), rounding);
  const { organisation_number: organisation } = document.shop;
  const head = textsOf(document.head, text);
  const foot = textsOf(document.foot, text);
  const content: DocumentContent = {
    ...(kind === 'copy' ? { mark: words.copy } : title === null ? {} : { mark: title }),
    shop: {
      ...letters.shop,
      organisation: organisation === null ? null : `${words.organisation} ${organisation}`,
    },
    ...(head.length === 0 ? {} : { head }),
    items: [
      ...lines.flatMap((line) => {
        const name = letters.name(line);
        const shownName =
          line.quantity === '1' ? name : `${format.decimal(line.quantity)} x ${name}`;
        return [
          { label: shownName, value: money(line.gross) },
          ...off(`  ${words.discount}`, line.discount),
        ];
      }),
      ...(lines.length === 0 ? [{ label: words.openPrice, value: money(priced) }] : []),
      ...off(words.discountAll, discount),
      ...row(additional.kind === 'tip' ? words.tip : words.additional, additional.amount),
      ...row(words.rounding, rounding),
    ],
    total: { label: words.total, value: money(total) },
    taxes: document.taxes.map(({ rate, amount }) => ({
      label: rateLabel(words.vat, rate, format),
      value: money(amount),
    })),
    facts: [...factsOf(document, letters, words), ...fiscalFacts(document, words)],
    foot: [
      ...(document.fiscal?.state === 'failed' ? [words.unsigned] : []),
      `${title ?? words.receipt} ${document.number}`,
      ...(isRefund ? [] : foot.length === 0 ? [words.thanks] : foot),
    ],
  };
  return written(content, format);
}

const textsOf = (texts: readonly string[], text: ReceiptLetters['text']) =>
  texts.flatMap((one) => text(one) ?? []);

/** The members of a receipt that are a text or null. */
type TextOrNull = {
  [Name in keyof ReceiptDocument]: null extends ReceiptDocument[Name]
    ? ReceiptDocument[Name] extends string | null
      ? Name
      : never
    : never;
}[keyof ReceiptDocument];

/** The rows of each text that a person gave, in their order. Every one is shown; `locale` says how to write. */
type GivenTexts = Readonly<Record<Exclude<TextOrNull, 'locale' | 'refund_of'>, readonly Row[]>>;

function factsOf(
  document: ReceiptDocument,
  { format, text }: ReceiptLetters,
  words: DocumentWords,
): readonly Row[] {
  const { method, total, currency, date, refund_of: of } = document;
  const received = method.kind === 'cash' ? method.received : ZERO;
  const how = method.kind === 'other' ? (text(method.name) ?? 'other') : words[method.kind];
  const reference = method.kind === 'phone' ? method.tid : null;
  const fact = (label: string, value: string | null) => {
    const shown = value === null ? null : text(value);
    return shown === null ? [] : [{ label, value: shown }];
  };
  const given: GivenTexts = {
    served_by: fact(words.served, document.served_by),
    member: fact(words.member, document.member),
  };
  const at = parseDateTime(date);
  return [
    { label: words.method, value: how },
    ...(received === 0
      ? []
      : [
          { label: words.received, value: { amount: received, currency } },
          { label: words.change, value: { amount: subtract(received, total), currency } },
        ]),
    ...(at === null ? [] : [{ label: words.time, value: format.dateTime(at) }]),
    ...(of === null ? [] : [{ label: words.refundOf, value: of }]),
    ...(reference === null ? [] : [{ label: words.reference, value: reference }]),
    ...Object.values(given).flat(),
  ];
}

function fiscalFacts({ fiscal }: ReceiptDocument, words: DocumentWords): readonly Row[] {
  if (fiscal?.state !== 'signed') return [];
  return [
    { label: words.device, value: fiscal.device },
    { label: words.transaction, value: String(fiscal.transaction) },
    { label: words.signed, value: fiscal.time },
    { label: words.signature, value: fiscal.signature },
  ];
}
