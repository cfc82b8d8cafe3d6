import { madeOnce } from '../objects/made-once.ts';
import { WRITINGS, type Writing } from './amount-text.ts';
import { exponentOf } from './currency.ts';
import { type MoneyInteger, toDecimalString } from './money.ts';

/** One styled piece of a formatted amount; screens draw the currency smaller than the figures. */
export type AmountPart = { readonly kind: 'currency' | 'figures' | 'space'; readonly text: string };

/** Each costs too much to be made for every amount. The locale can be a caller's. */
const formatterOnce = madeOnce<Intl.NumberFormat>(200);

function formatter(locale: string, currency: string): Intl.NumberFormat {
  return formatterOnce(`${locale}|${currency}`, () => {
    const digits = exponentOf(currency);
    return new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  });
}

/**
 * The amount as the locale writes it, in parts, from integer minor units. The formatter gets the decimal
 * string as text, so that no binary fraction is involved.
 */
export function amountParts(amount: MoneyInteger, currency: string, locale: string): AmountPart[] {
  const writing = WRITINGS.get(`${locale} ${currency}`);
  if (writing !== undefined && amount >= 0)
    return written(toDecimalString(amount, currency), writing);
  return platformParts(amount, currency, locale);
}

/** The parts as the platform has them: for every locale, and slow at first. */
function platformParts(amount: MoneyInteger, currency: string, locale: string): AmountPart[] {
  const decimal = toDecimalString(amount, currency) as Intl.StringNumericLiteral;
  const parts: AmountPart[] = [];
  for (const part of formatter(locale, currency).formatToParts(decimal)) {
    const kind = part.type === 'currency' ? 'currency' : isSpace(part) ? 'space' : 'figures';
    const last = parts.at(-1);
    if (last?.kind === kind) parts[parts.length - 1] = { kind, text: last.text + part.value };
    else parts.push({ kind, text: part.value });
  }
  return parts;
}

/** The amount as one string, for labels that screen readers and receipts use. */
export function formatAmount(amount: MoneyInteger, currency: string, locale: string): string {
  return amountParts(amount, currency, locale)
    .map((part) => part.text)
    .join('');
}

function written(decimal: string, { symbol, place, gap, group, point }: Writing): AmountPart[] {
  const [whole = '', fraction] = decimal.split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, group);
  const text = fraction === undefined ? grouped : grouped + point + fraction;
  const figures: AmountPart = { kind: 'figures', text };
  const space: AmountPart[] = gap === '' ? [] : [{ kind: 'space', text: gap }];
  const sign: AmountPart = { kind: 'currency', text: symbol };
  return place === 'before' ? [sign, ...space, figures] : [figures, ...space, sign];
}

function isSpace(part: Intl.NumberFormatPart): boolean {
  return part.type === 'literal' && part.value.trim() === '';
}
