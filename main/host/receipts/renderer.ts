import type { TillSettings } from '../../../shared/bridge/contract.ts';
import { amountParts } from '../../../shared/money/format.ts';
import { add, type MoneyInteger, subtract } from '../../../shared/money/money.ts';
import type { ReceiptRenderer } from '../../../shared/terminal/receipts/desk.ts';
import { type ReceiptContent, receiptLines } from '../../../shared/terminal/receipts/layout.ts';
import type { SaleView } from '../../../shared/terminal/state.ts';
import { drawReceipt } from './draw.ts';

type Words = {
  readonly openPrice: string;
  readonly additional: string;
  readonly notTaken: string;
  readonly total: string;
  readonly paidWith: string;
  readonly phone: string;
  readonly time: string;
  readonly reference: string;
  readonly receipt: string;
  readonly organisation: string;
  readonly thanks: string;
};

const WORDS: Readonly<Record<TillSettings['language'], Words>> = {
  en: {
    openPrice: 'Open price',
    additional: 'Additional amount',
    notTaken: 'Not taken',
    total: 'Total',
    paidWith: 'Paid with',
    phone: 'Phone',
    time: 'Time',
    reference: 'Reference',
    receipt: 'Receipt',
    organisation: 'Org. no.',
    thanks: 'Thank you',
  },
  nb: {
    openPrice: 'Åpen pris',
    additional: 'Tilleggsbeløp',
    notTaken: 'Ikke trukket',
    total: 'Totalt',
    paidWith: 'Betalt med',
    phone: 'Telefon',
    time: 'Tid',
    reference: 'Referanse',
    receipt: 'Kvittering',
    organisation: 'Org.nr.',
    thanks: 'Takk for handelen',
  },
};

/** Draws the receipts of a till without a screen; null for a sale that is not paid. */
export function createReceiptRenderer(settings: TillSettings): ReceiptRenderer {
  return {
    render: async (sale) => {
      const content = contentOf(sale, settings);
      return content === null ? null : drawReceipt(receiptLines(content));
    },
  };
}

/** What the receipt of a paid sale says. */
export function contentOf(sale: SaleView, settings: TillSettings): ReceiptContent | null {
  if (sale.state.kind !== 'paid') return null;
  const { shop, locale, posId } = settings;
  const words = WORDS[settings.language];
  const money = (amount: MoneyInteger) =>
    amountParts(amount, sale.currency, locale)
      .map(({ text }) => text)
      .join('');
  const asked = add(sale.amount, sale.additionalAmount);
  const taken = sale.money.taken > 0 ? sale.money.taken : asked;
  const rest = subtract(asked, taken);
  const tip = sale.additionalAmount;
  const items = [{ text: sale.text ?? words.openPrice, amount: money(sale.amount) }];
  if (tip > 0) items.push({ text: words.additional, amount: money(tip) });
  if (rest > 0) items.push({ text: words.notTaken, amount: `-${money(rest)}` });
  const facts = [
    { label: words.paidWith, value: words.phone },
    { label: words.time, value: timeOf(sale.state.at, locale) },
    ...(sale.tid === null ? [] : [{ label: words.reference, value: sale.tid }]),
  ];
  const organisation =
    shop.organisationNumber === null ? null : `${words.organisation} ${shop.organisationNumber}`;
  return {
    shop: { name: shop.name, address: shop.address, organisation },
    items,
    total: { label: words.total, amount: money(taken) },
    facts,
    foot: [`${words.receipt} ${posId}-${String(sale.number).padStart(4, '0')}`, words.thanks],
  };
}

function timeOf(at: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short' }).format(at);
}
