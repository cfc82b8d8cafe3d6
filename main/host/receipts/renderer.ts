import type { Bill } from '../../../shared/basket/bill.ts';
import { billOfItems } from '../../../shared/basket/line-items.ts';
import { paperLanguage } from '../../../shared/catalogue/language.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import { type HistorySale, historyStatement } from '../../../shared/device/history/history.ts';
import { bookedNumber } from '../../../shared/device/receipts/receipt-label.ts';
import type { Format } from '../../../shared/format/format.ts';
import {
  add,
  type MoneyInteger,
  money as moneyOf,
  subtract,
  ZERO,
} from '../../../shared/money/money.ts';
import { present } from '../../../shared/objects/present.ts';
import { statedVat } from '../../../shared/payment/vat.ts';
import { RECEIPT_WORDS, type ReceiptWords } from '../../../shared/receipts/words.ts';
import { receiptNumber } from '../../../shared/terminal/engine/sale-ids.ts';
import { type ReceiptContent, receiptLines } from '../../../shared/terminal/receipts/layout.ts';
import type { ReceiptRenderer } from '../../../shared/terminal/receipts/queue.ts';
import type {
  RefundedLineView,
  RefundView,
  SaleStateKind,
  SaleView,
} from '../../../shared/terminal/sale/state.ts';
import type { Instant } from '../../../shared/time/clock.ts';
import type { FiscalMark } from '../fiscal/fiscal.ts';
import { drawReceipt } from './draw.ts';
import { fiscalFacts } from './fiscal-facts.ts';
import type { Issued } from './issued.ts';
import {
  type NamedProducts,
  paperFormat,
  paperName,
  paperShop,
  paperText,
  paperTexts,
  shownFact,
} from './paper-text.ts';

export type RendererMore = {
  readonly named?: NamedProducts;
  /** Number and signature of the receipt in the books; without it the receipt has the number of its sale. */
  readonly issued?: (sale: SaleView) => Promise<Issued | null>;
};

/** Draws the receipts of a till without a screen; null for a sale that is not paid. */
export function createReceiptRenderer(
  settings: () => TillSettings,
  { named = NO_NAMES, issued }: RendererMore = {},
): ReceiptRenderer {
  return {
    render: async (sale) => {
      if (sale.state.kind !== 'paid') return null;
      const more = { named, ...ofIssued((await issued?.(sale)) ?? null) };
      const content = contentOf(sale, settings(), more);
      return content === null ? null : drawReceipt(receiptLines(content));
    },
  };
}

/** What a receipt of a sale has of its entry in the books. */
export const ofIssued = (issued: Issued | null) =>
  present({
    booked: issued?.entry.receipt,
    mark: issued?.mark,
    served: issued?.served,
    member: issued?.member,
  });

/** Additional content of a printed receipt. */
export type ReceiptMore = {
  /** Refunds of this till; those of other payments are ignored. */
  readonly refunds?: readonly RefundView[];
  readonly kind?: 'original' | 'copy';
  /** Its number in the till's books; the sale's own number where the books have none. */
  readonly booked?: number;
  /** What the fiscal device says of it; nothing when left out. */
  readonly mark?: FiscalMark;
  /** The person who served; nobody when left out. */
  readonly served?: string;
  /** The customer's membership number; none when left out. */
  readonly member?: string;
  /** Names of the products, for an item whose name paper cannot show. */
  readonly named?: NamedProducts;
};

const NO_NAMES: NamedProducts = () => null;

/** What a receipt needs of its sale. */
export type ReceiptSale = Pick<
  SaleView,
  | 'number'
  | 'tid'
  | 'currency'
  | 'amount'
  | 'additionalAmount'
  | 'text'
  | 'lines'
  | 'money'
  | 'started'
> & {
  readonly state: { readonly kind: SaleStateKind; readonly at?: Instant };
  readonly log: readonly Pick<SaleView['log'][number], 'key' | 'at'>[];
};

/** A sale of the till's history for its receipt. The history does not keep the lines of a bill. */
export function endedReceiptSale(sale: HistorySale): ReceiptSale {
  const { number, tid, currency, amount, additional, text, started } = sale;
  const ended = sale.ended ?? started;
  return {
    number,
    tid,
    currency,
    amount,
    text,
    started,
    additionalAmount: additional,
    money: historyStatement(sale),
    state: { kind: sale.state, at: ended },
    log: sale.state === 'refunded' ? [{ key: 'refunded', at: ended }] : [],
  };
}

/** The content of a paid sale's receipt; null for an unpaid sale. */
export function contentOf(
  sale: ReceiptSale,
  settings: TillSettings,
  more: ReceiptMore = {},
): ReceiptContent | null {
  const { refunds = [], kind = 'original', named = NO_NAMES, booked, mark } = more;
  const paidAt = whenPaid(sale);
  if (paidAt === null) return null;
  const { shop, posId } = settings;
  const format = paperFormat(settings);
  const language = paperLanguage(settings.language);
  const words = RECEIPT_WORDS[language];
  const money = (amount: MoneyInteger) => format.amount(amount, sale.currency);
  const { captured, released } = sale.money;
  const tip = sale.additionalAmount;
  const bill = sale.lines === undefined ? null : billOfItems(sale.lines);
  const nameOf = (line: { readonly name: string; readonly product: string | null }) =>
    paperName(line, language, words.openPrice, named);
  const items =
    bill === null
      ? [{ text: saleText(sale, words), amount: money(sale.amount) }]
      : billItems(bill, words, money, nameOf);
  // Where the shop asks for tips, the additional amount is one (D-256).
  const tipWord = settings.tips === undefined ? words.additional : words.tip;
  if (tip > 0) items.push({ text: tipWord, amount: money(tip) });
  if (released > 0) items.push({ text: words.released, amount: money(subtract(ZERO, released)) });
  const taxes = statedVat(sale.lines ?? [], sale.money).map(({ rate, vat }) => ({
    label: `${words.vat} ${format.percent(rate)}`,
    value: money(vat),
  }));
  const fiscal = fiscalFacts(mark ?? null, settings);
  const facts = [
    { label: words.paidWith, value: words.phone },
    { label: words.time, value: format.dateTime(paidAt) },
    ...(sale.tid === null ? [] : [{ label: words.reference, value: sale.tid }]),
    ...shownFact(words.served, more.served),
    ...shownFact(words.member, more.member),
    ...fiscal.facts,
  ];
  const texts = paperTexts(settings);
  const organisation =
    shop.organisationNumber === null ? null : `${words.organisation} ${shop.organisationNumber}`;
  const number =
    booked === undefined ? receiptNumber(posId, sale.number) : bookedNumber(posId, booked);
  return {
    shop: { ...paperShop(settings), organisation },
    ...(texts.head.length === 0 ? {} : { head: texts.head }),
    items,
    total: { label: words.total, amount: money(captured) },
    ...(taxes.length === 0 ? {} : { taxes }),
    facts,
    changes: refundsOf(sale, refunds).flatMap(({ amount, at, lines = [] }) => [
      {
        text: at === null ? words.refunded : `${words.refunded} ${format.dateTime(at)}`,
        amount: money(subtract(ZERO, amount)),
      },
      ...refundedRows(lines, words, format, sale.currency, nameOf),
    ]),
    ...(kind === 'copy' ? { mark: words.copy } : {}),
    foot: [
      ...fiscal.foot,
      `${words.receipt} ${number}`,
      ...(texts.foot.length === 0 ? [words.thanks] : texts.foot),
    ],
  };
}

type Change = {
  readonly amount: MoneyInteger;
  /** Null if only the sum is known. */
  readonly at: Instant | null;
  readonly lines?: readonly RefundedLineView[] | undefined;
};

/** Below a refund: the lines that it returned, and the VAT in them for each rate. */
function refundedRows(
  lines: readonly RefundedLineView[],
  words: ReceiptWords,
  format: Format,
  currency: string,
  nameOf: (line: RefundedLineView) => string,
): ReceiptContent['items'][number][] {
  const row = (text: string, amount: MoneyInteger) => {
    return { text: `  ${text}`, amount: format.amount(subtract(ZERO, amount), currency) };
  };
  const rates = [...new Set(lines.map(({ rate }) => rate))].filter((rate) => rate > 0);
  return [
    ...lines.map((line) => {
      const { quantity, total } = line;
      const shown = nameOf(line);
      return row(quantity === '1' ? shown : `${quantity} x ${shown}`, total);
    }),
    ...rates
      .toSorted((a, b) => b - a)
      .map((rate) => {
        const vat = add(
          ZERO,
          ...lines.filter((line) => line.rate === rate).map((line) => line.vat),
        );
        return row(`${words.vat} ${format.percent(rate)}`, vat);
      }),
  ];
}

/** The refunds of a sale: those of this till, and the rest of what the service reports. */
function refundsOf(sale: ReceiptSale, refunds: readonly RefundView[]): readonly Change[] {
  const own = refunds.filter(({ tid, state }) => tid === sale.tid && state === 'done');
  const rest = sale.money.refunded - own.reduce((sum, { amount }) => sum + amount, 0);
  if (rest <= 0) return own;
  const at = sale.log.findLast(({ key }) => key === 'refunded')?.at ?? null;
  return [...own, { amount: moneyOf(rest), at }];
}

/** The time of payment; null for a sale that was never paid. */
function whenPaid({ state, log, started }: ReceiptSale): Instant | null {
  if (state.kind === 'paid') return state.at ?? started;
  if (state.kind !== 'refunded') return null;
  return log.find(({ key }) => key === 'paid')?.at ?? started;
}

/** The text of a sale without a bill, as far as paper can show it. */
function saleText({ text }: Pick<ReceiptSale, 'text'>, words: ReceiptWords): string {
  return (text === null ? null : paperText(text)) ?? words.openPrice;
}

/** The rows of a bill, each with its discount, and the discount on all. */
function billItems(
  bill: Bill,
  words: ReceiptWords,
  money: (amount: MoneyInteger) => string,
  nameOf: (line: Bill['lines'][number]) => string,
): ReceiptContent['items'][number][] {
  const off = (text: string, amount: MoneyInteger) =>
    amount === 0 ? [] : [{ text, amount: money(subtract(ZERO, amount)) }];
  return [
    ...bill.lines.flatMap((line) => {
      const { quantity, gross, discount } = line;
      const name = nameOf(line);
      return [
        { text: quantity === '1' ? name : `${quantity} x ${name}`, amount: money(gross) },
        ...off(`  ${words.discount}`, discount),
      ];
    }),
    ...off(words.discountAll, bill.discount),
  ];
}
