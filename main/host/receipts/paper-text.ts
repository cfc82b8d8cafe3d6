import {
  type EveryLanguage,
  type PaperLanguage,
  paperLanguage,
} from '../../../shared/catalogue/language.ts';
import { ownWords } from '../../../shared/catalogue/own-words.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import { CODE_PAGE } from '../../../shared/device/printing/code-pages.ts';
import { printable } from '../../../shared/device/printing/printable.ts';
import type { ReceiptLetters } from '../../../shared/documents/receipt.ts';
import { DOCUMENT_WORDS } from '../../../shared/documents/words.ts';
import {
  type Format,
  formatFor,
  shiftDay,
  withoutExtensions,
} from '../../../shared/format/format.ts';
import { type OpeningHours, WEEKDAYS } from '../../../shared/protocol/opening-hours.ts';

/*
 * Paper has Latin letters only: a receipt printer's code page and the font of the receipt's picture have no
 * others. Everything that the product writes on paper is in the paper's language, and what it takes from the
 * catalogue is the name that paper can show.
 */

/** The name of a product in every language by its id; null if the till does not have it. */
export type NamedProducts = (product: string) => EveryLanguage | null;
export const NO_NAMES: NamedProducts = () => null;

/**
 * The formats of printed pages: the language of paper, in the shop's time zone. A
 * currency whose sign paper does not have is written as its code.
 */
export function paperFormat({
  language,
  locale,
  timeZone,
}: Pick<TillSettings, 'language' | 'locale' | 'timeZone'>): Format {
  // An extension can choose digits that paper does not have.
  const shopLocale = withoutExtensions(locale);
  const format = formatFor({ language: paperLanguage(language), shopLocale, timeZone });
  return {
    ...format,
    amount(amount, currency) {
      const text = format.amount(amount, currency);
      return isOnPaper(text) ? text : `${currency} ${format.figures(amount, currency)}`;
    },
  };
}

/** The name of a line on paper: as it was sold, or in another language, or its id if paper has none of them. */
export function paperName(
  line: { readonly name: string; readonly product: string | null },
  language: PaperLanguage,
  openPrice: string,
  named: NamedProducts,
): string {
  const { name, product } = line;
  if (isOnPaper(name)) return name;
  const names = product === null ? null : named(product);
  const id = product === null ? null : paperText(product);
  const others = names === null ? [] : [names[language], names.en, names.nb, names.de];
  // The product's own words, such as a weight that was entered by hand, are on every paper.
  const own = ownWords(name);
  const shown = others.find(isOnPaper) ?? paperText(own.name) ?? id ?? openPrice;
  return own.around(shown, language);
}

/** How a receipt is written on paper. */
export function paperLetters(settings: TillSettings, named: NamedProducts): ReceiptLetters {
  const language = paperLanguage(settings.language);
  const { openPrice } = DOCUMENT_WORDS[language];
  return {
    language,
    format: paperFormat(settings),
    shop: paperShop(settings),
    text: paperText,
    name: ({ name, product_id: product }) =>
      paperName({ name, product }, language, openPrice, named),
  };
}

/**
 * The shop's name and address on paper. A name without a letter that paper has is replaced by the till's id: the
 * organisation number beside it names the shop.
 */
export function paperShop({ shop, posId }: Pick<TillSettings, 'shop' | 'posId'>) {
  const { name, address } = shop;
  return {
    name: paperText(name) ?? posId,
    address: address === null ? null : paperText(address),
  };
}

/** The shop's hours of the week, if it wants them on its receipts. */
export function hoursOnReceipt(
  settings: Pick<TillSettings, 'openingHours' | 'language' | 'locale' | 'timeZone'>,
): readonly string[] {
  const { openingHours } = settings;
  return openingHours?.on_receipts === true ? weekOnPaper(openingHours, settings) : [];
}

/** A Monday, for the names of the days. */
const MONDAY = '2026-01-05';

/** The hours of the week, `Mon-Fri 08:00-17:00`; days that follow each other and have the same are one line. */
function weekOnPaper(
  { week }: OpeningHours,
  settings: Pick<TillSettings, 'language' | 'locale' | 'timeZone'>,
): readonly string[] {
  const { dayPart } = paperFormat(settings);
  const runs: { first: number; last: number; readonly times: string }[] = [];
  for (const [place, day] of WEEKDAYS.entries()) {
    const times = (week[day] ?? []).join(' ');
    const run = runs.at(-1);
    if (run?.times === times) run.last = place;
    else runs.push({ first: place, last: place, times });
  }
  const name = (place: number) =>
    dayPart(shiftDay(MONDAY, place), { weekday: 'short' }).replace('.', '');
  return runs.flatMap(({ first, last, times }) => {
    if (times === '') return [];
    const days = first === last ? name(first) : `${name(first)}-${name(last)}`;
    return [paperText(`${days} ${times}`) ?? times];
  });
}

/** What paper can show of a text that a person wrote; null if no letter of it. */
export function paperText(text: string): string | null {
  if (isOnPaper(text)) return text;
  // A mark alone prints nothing, and after a letter it makes another one, which paper may not have.
  const shown = [...text.normalize('NFC')]
    .filter((character) => !/\p{M}/u.test(character) && isOnPaper(character))
    .join('')
    .trim();
  return /\p{L}/u.test(shown) ? shown : null;
}

/** True if every receipt printer can print the text without a replacement character. */
export function isOnPaper(text: string): boolean {
  return !printable(text.replaceAll('?', ''), CODE_PAGE.ascii).includes('?');
}
