import { directionOf, languageOfTag } from '../catalogue/language.ts';
import { exponentOf } from '../money/currency.ts';
import { type AmountPart, amountParts } from '../money/format.ts';
import { type MoneyInteger, toDecimalString } from '../money/money.ts';
import { madeOnce } from '../objects/made-once.ts';
import type { Instant } from '../time/clock.ts';

/** The reader of amounts and times. */
export type Reader = {
  /** The reader's language: `nb`, `en`, or any tag that `Intl` knows. */
  readonly language: string;
  /** BCP 47 locale of the shop. Its regional forms apply if it has the reader's language. */
  readonly shopLocale?: string | undefined;
  /** IANA time zone of the shop; the machine's own when left out. */
  readonly timeZone?: string | undefined;
};

/**
 * How one reader sees amounts, times and days. Every screen, receipt and printed page uses these, so
 * that one sale reads the same everywhere. Days are `YYYY-MM-DD` in the shop's time zone.
 */
export type Format = {
  readonly locale: string;
  /** The first day of a week: 1 is Monday, 7 is Sunday. */
  readonly firstWeekday: number;
  /** `kr 125,00`, in the parts that screens style. */
  amountParts(amount: MoneyInteger, currency: string): readonly AmountPart[];
  /** `kr 125,00`. */
  amount(amount: MoneyInteger, currency: string): string;
  /** `125,00`, for columns whose header or total has the currency. */
  figures(amount: MoneyInteger, currency: string): string;
  /** `1250,50`, as a person types it: Latin digits, no groups, the language's decimal sign. */
  typed(amount: MoneyInteger, currency: string): string;
  /** Whole units without decimals: `1 234` for 1 234,40. */
  wholeUnits(amount: number, currency: string): string;
  /** `1,335`: a decimal text of the protocol with all its decimals (D-31): Latin digits, the language's decimal sign. */
  decimal(text: string): string;
  /** Basis points as a percentage: 1500 is `15 %`. */
  percent(basisPoints: number): string;
  /** `08:42`. */
  time(at: Instant): string;
  /** `08:42:07`, for log lines. */
  timeWithSeconds(at: Instant): string;
  /** `20 Nov 2026, 08:42`: on receipts, slips and paper. */
  dateTime(at: Instant): string;
  /** `08:42` today, `19 Nov, 08:42` on another day, with the year in another year: in lists. */
  recent(at: Instant, now: Instant): string;
  /** `Monday 23 November at 08:42`, in sentences. */
  longDateTime(at: Instant): string;
  /** The shop's day of an instant. */
  day(at: Instant): string;
  /** The shop's hour of an instant, from 0 to 23. */
  hour(at: Instant): number;
  /** `Fri 20 Nov`, with the year if `today` is in another year or unknown. */
  dayName(day: string, today: string | null): string;
  /** `Friday 20 November`, for headings; the year as in `dayName`. */
  dayHeading(day: string, today: string | null): string;
  /** `November 2026` of a day. */
  month(day: string): string;
  /** One part of a day's name, for calendars and charts. The day is not moved by a time zone. */
  dayPart(day: string, options: Intl.DateTimeFormatOptions): string;
};

/** The locales of languages whose bare tag stands for another country than the product's shops. */
const LOCALES: Readonly<Record<string, string>> = { en: 'en-GB', nb: 'nb-NO', de: 'de-DE' };

/** The locale in which a reader of this language reads amounts and times. */
export function readerLocale(language: string, shopLocale?: string): string {
  if (shopLocale?.split('-')[0] === language) return shopLocale;
  return LOCALES[language] ?? language;
}

/** A language tag without its extensions, which can choose other digits than those of its language. */
export const withoutExtensions = (tag: string): string => new Intl.Locale(tag).baseName;

/** Readers and zones at a time; a till names the language of a receipt, and a screen those of its reader. */
const READERS_MOST = 200;
const formatOnce = madeOnce<Format>(READERS_MOST);

/** The formats for a reader. The same reader gets the same object, until many others have come. */
export function formatFor({ language, shopLocale, timeZone }: Reader): Format {
  const locale = readerLocale(language, shopLocale);
  return formatOnce(`${locale} ${timeZone ?? ''}`, () => createFormat(locale, timeZone));
}

type DateOptions = Intl.DateTimeFormatOptions;

const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const DATE = { day: 'numeric', month: 'short' } as const;
const YEAR = { year: 'numeric' } as const;

function createFormat(locale: string, timeZone: string | undefined): Format {
  const amounts = amountsOf(locale);
  const format = dateFormats(locale);
  const zoned = (at: Instant, options: DateOptions) =>
    format(timeZone === undefined ? options : { timeZone, ...options }).format(at);
  const day = (at: Instant) => isoDay(zonedParts(at, timeZone));
  const time = (at: Instant) => deviceTime(at, locale, timeZone) ?? zoned(at, TIME);
  const dateTime = (at: Instant) => zoned(at, { ...DATE, ...YEAR, ...TIME });
  const dayPart = (name: string, options: DateOptions) => {
    const noon = Date.parse(`${name}T12:00:00Z`);
    return Number.isNaN(noon) ? name : format({ timeZone: 'UTC', ...options }).format(noon);
  };
  const yearOf = (name: string, today: string | null) =>
    today?.slice(0, 4) === name.slice(0, 4) ? {} : YEAR;
  return {
    ...amounts,
    locale,
    get firstWeekday() {
      return firstWeekday(locale);
    },
    time,
    timeWithSeconds: (at) => zoned(at, { ...TIME, second: '2-digit' }),
    dateTime,
    recent(at, now) {
      const [own, today] = [day(at), day(now)];
      if (own === today) return time(at);
      return zoned(at, { ...DATE, ...yearOf(own, today), ...TIME });
    },
    longDateTime: (at) => zoned(at, { weekday: 'long', day: 'numeric', month: 'long', ...TIME }),
    day,
    hour: (at) => zonedHour(at, timeZone),
    dayName: (name, today) => dayPart(name, { weekday: 'short', ...DATE, ...yearOf(name, today) }),
    dayHeading: (name, today) =>
      capitalised(
        dayPart(name, { weekday: 'long', day: 'numeric', month: 'long', ...yearOf(name, today) }),
        locale,
      ),
    month: (name) => capitalised(dayPart(name, { month: 'long', ...YEAR }), locale),
    dayPart,
  };
}

function amountsOf(
  locale: string,
): Pick<
  Format,
  'amountParts' | 'amount' | 'figures' | 'typed' | 'wholeUnits' | 'decimal' | 'percent'
> {
  const parts = (amount: MoneyInteger, currency: string) => houseParts(amount, currency, locale);
  const decimal = (text: string) => (text.includes('.') ? text.replace('.', signOf(locale)) : text);
  const inText =
    directionOf(languageOfTag(locale)) === 'rtl' ? leftToRight : (text: string) => text;
  return {
    amountParts: parts,
    amount: (amount, currency) => inText(joined(parts(amount, currency))),
    figures: (amount, currency) =>
      joined(parts(amount, currency).filter(({ kind }) => kind === 'figures')),
    typed: (amount, currency) => decimal(toDecimalString(amount, currency)),
    decimal,
    wholeUnits(amount, currency) {
      const units = Math.round(amount / 10 ** exponentOf(currency));
      return trueMinus(new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(units));
    },
    percent: (basisPoints) =>
      new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(
        basisPoints / 10_000,
      ),
  };
}

/** The decimal sign of a locale. */
const signOf = (locale: string) =>
  new Intl.NumberFormat(locale).format(0.5).includes(',') ? ',' : '.';

/**
 * An amount inside a sentence that runs from right to left. Its figures and its currency keep the order
 * that the screens show beside the sentence; the locale's own marks would turn them around.
 */
const leftToRight = (text: string) => `\u2066${text.replace(/[\u061c\u200e\u200f]/g, '')}\u2069`;

/**
 * The parts of an amount in the order in which the product shows them: the locale's order, except
 * that Norwegian amounts put the currency first (`kr 125,00`), as Norwegian tills do.
 */
function houseParts(amount: MoneyInteger, currency: string, locale: string): readonly AmountPart[] {
  const parts = amountParts(amount, currency, locale).map(({ kind, text }) => ({
    kind,
    text: trueMinus(text),
  }));
  const last = parts.at(-1);
  if (!/^(nb|nn|no)\b/.test(locale) || last?.kind !== 'currency') return parts;
  const figures = parts.filter((part) => part.kind === 'figures');
  return [last, { kind: 'space', text: NBSP }, ...figures];
}

/** An amount as one string, in the form of a locale. */
export function amountText(amount: MoneyInteger, currency: string, locale: string): string {
  return joined(houseParts(amount, currency, locale));
}

const NBSP = '\u00a0';
const trueMinus = (text: string) => text.replace('-', '\u2212');
const joined = (parts: readonly AmountPart[]) => parts.map(({ text }) => text).join('');

/** Date formatters of a locale; each costs too much to be made for every time on a screen. */
function dateFormats(locale: string): (options: DateOptions) => Intl.DateTimeFormat {
  const once = madeOnce<Intl.DateTimeFormat>(READERS_MOST);
  return (options) => once(JSON.stringify(options), () => new Intl.DateTimeFormat(locale, options));
}

/** Locales that write a time as two Latin digits, a colon, and two digits. */
const COLON: readonly string[] = ['en-GB', 'nb-NO'];

/**
 * The time of a page without a zone, such as the wallet; null if `Intl` must write it. The first formatter of a page costs
 * several milliseconds.
 */
function deviceTime(at: Instant, locale: string, timeZone: string | undefined): string | null {
  if (timeZone !== undefined || !COLON.includes(locale)) return null;
  const time = new Date(at);
  return [time.getHours(), time.getMinutes()].map(twoDigits).join(':');
}

type DayParts = { readonly year: string; readonly month: string; readonly day: string };

const dayParts = dateFormats('en-u-nu-latn-ca-gregory');

function zonedParts(at: Instant, timeZone: string | undefined): DayParts {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const parts = dayParts(timeZone === undefined ? options : { ...options, timeZone });
  const found = { year: '', month: '', day: '' };
  for (const { type, value } of parts.formatToParts(at)) {
    if (type === 'year' || type === 'month' || type === 'day') found[type] = value;
  }
  return found;
}

/** Without a zone it needs no formatter, as `deviceTime`: a greeting is in the first frame. */
function zonedHour(at: Instant, timeZone: string | undefined): number {
  if (timeZone === undefined) return new Date(at).getHours();
  return Number(dayParts({ hour: '2-digit', hourCycle: 'h23', timeZone }).format(at));
}

const isoDay = ({ year, month, day }: DayParts) => `${year}-${month}-${day}`;
const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Not every language capitalises its days and months; a heading does. */
function capitalised(text: string, locale: string): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}

type WeekInfo = { readonly firstDay: number };

/** `getWeekInfo` is a property of older platforms; Monday where neither exists. */
function firstWeekday(locale: string): number {
  const tag: Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo } = new Intl.Locale(
    locale,
  );
  return (tag.getWeekInfo?.() ?? tag.weekInfo)?.firstDay ?? 1;
}

/** The day `by` days later; `by` may be negative. */
export function shiftDay(day: string, by: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + by);
  return at.toISOString().slice(0, 10);
}
