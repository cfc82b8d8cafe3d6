import type { BookEntry } from '../../../shared/books/entry.ts';
import { movedBy } from '../../../shared/books/receipts.ts';
import { paperLanguage } from '../../../shared/catalogue/language.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import { bookedNumber } from '../../../shared/device/receipts/receipt-label.ts';
import { type MoneyInteger, subtract, ZERO } from '../../../shared/money/money.ts';
import { rateOf } from '../../../shared/money/vat.ts';
import type { ReceiptContent } from '../../../shared/terminal/receipts/layout.ts';
import type { FiscalMark } from '../fiscal/fiscal.ts';
import { fiscalFacts } from './fiscal-facts.ts';
import {
  memberFact,
  type NamedProducts,
  paperFormat,
  paperName,
  paperShop,
  paperText,
  paperTexts,
} from './paper-text.ts';
import { RECEIPT_WORDS, type ReceiptWords } from './receipt-words.ts';

/** A receipt or a refund of the books on paper, with its number; null for another entry. */
export function bookedSlip(
  { fact, receipt }: BookEntry,
  settings: TillSettings,
  {
    kind,
    named = () => null,
    mark = null,
  }: {
    readonly kind: 'original' | 'copy';
    readonly named?: NamedProducts;
    readonly mark?: FiscalMark | null;
  },
): ReceiptContent | null {
  if ((fact.kind !== 'receipt' && fact.kind !== 'refund') || receipt === null) return null;
  const language = paperLanguage(settings.language);
  const words = RECEIPT_WORDS[language];
  const format = paperFormat(settings);
  const sign = (amount: MoneyInteger) => (fact.kind === 'refund' ? subtract(ZERO, amount) : amount);
  const money = (amount: MoneyInteger) => format.amount(sign(amount), settings.currency);
  const { means, tip } = fact;
  const rounding = means.kind === 'cash' ? means.rounding : ZERO;
  const moved = movedBy(fact);
  const received = means.kind === 'cash' ? means.received : ZERO;
  const how = means.kind === 'other' ? (paperText(means.name) ?? means.kind) : words[means.kind];
  // Where the shop asks for tips, the additional amount is one (D-256).
  const tipWord = settings.tips === undefined ? words.additional : words.tip;
  const { shop, posId } = settings;
  const fiscal = fiscalFacts(mark, settings);
  const texts = paperTexts(settings);
  const organisation =
    shop.organisationNumber === null ? null : `${words.organisation} ${shop.organisationNumber}`;
  return {
    ...(kind === 'copy'
      ? { mark: words.copy }
      : fact.kind === 'refund'
        ? { mark: words.refund }
        : {}),
    shop: { ...paperShop(settings), organisation },
    ...(texts.head.length === 0 ? {} : { head: texts.head }),
    items: [
      ...fact.lines.flatMap(({ quantity, name, product, gross, discount }) => {
        const shown = paperName({ name, product }, language, words.openPrice, named);
        const text = quantity === '1' ? shown : `${quantity} x ${shown}`;
        const off = subtract(ZERO, discount);
        return [
          { text, amount: money(gross) },
          ...(discount === 0 ? [] : [{ text: `  ${words.discount}`, amount: money(off) }]),
        ];
      }),
      ...(fact.lines.length === 0 ? [{ text: words.openPrice, amount: money(fact.total) }] : []),
      ...(tip === 0 ? [] : [{ text: tipWord, amount: money(tip) }]),
      ...(rounding === 0 ? [] : [{ text: words.rounding, amount: money(rounding) }]),
    ],
    total: { label: words.total, amount: money(moved) },
    taxes: fact.vat.flatMap(({ vatRate, vat }) => {
      const rate = vatRate === null ? null : rateOf(vatRate);
      if (rate === null) return [];
      return [{ label: `${words.vat} ${format.percent(rate)}`, value: money(vat) }];
    }),
    facts: [
      { label: words.paidWith, value: how },
      ...(received === 0
        ? []
        : [
            { label: words.received, value: format.amount(received, settings.currency) },
            {
              label: words.change,
              value: format.amount(subtract(received, moved), settings.currency),
            },
          ]),
      { label: words.time, value: format.dateTime(fact.at) },
      ...servedBy(fact.by, words),
      ...memberFact(fact.kind === 'receipt' ? fact.member : undefined, words),
      ...fiscal.facts,
    ],
    foot: [
      ...fiscal.foot,
      `${fact.kind === 'refund' ? words.refund : words.receipt} ${bookedNumber(posId, receipt)}`,
      ...(fact.kind === 'refund' ? [] : texts.foot.length === 0 ? [words.thanks] : texts.foot),
    ],
  };
}

function servedBy(person: string, words: ReceiptWords) {
  const name = paperText(person);
  return name === null || person === '' ? [] : [{ label: words.served, value: name }];
}
