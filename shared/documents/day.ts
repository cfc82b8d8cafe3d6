import { type MoneyInteger, subtract, ZERO } from '../money/money.ts';
import type { Instant } from '../time/clock.ts';
import type { DocumentContent, Row, Section } from './content.ts';
import type { Letters } from './letters.ts';
import { counted, type DocumentShop, organisationOf } from './shop.ts';
import { DOCUMENT_WORDS, type DocumentWords } from './words.ts';

type Counted = { readonly count: number; readonly amount: MoneyInteger };

/** One currency's sums of a day. */
export type CurrencySums = {
  readonly currency: string;
  /** All that was captured, additional amounts included. */
  readonly captured: Counted;
  /** What of it was additional. */
  readonly additional: MoneyInteger;
  readonly refunded: Counted;
  /** Captured less refunded; below zero on a day with more refunds. */
  readonly net: MoneyInteger;
  readonly byMethod: readonly (Counted & { readonly method: keyof DocumentWords['methods'] })[];
  /** What other tenders took and gave back: not on the settlement, and not in the sums above. */
  readonly tenders: readonly (Counted & {
    readonly kind: 'cash' | 'other';
    /** The name that the shop gave it; null for cash, and for one without a name. */
    readonly name: string | null;
    readonly refunded: Counted;
  })[];
};

export type DaySums = {
  readonly currencies: readonly CurrencySums[];
  /** Sales started on this day, by how they stand. */
  readonly sales: readonly {
    readonly state: keyof DocumentWords['states'];
    readonly count: number;
  }[];
};

/** The sums of a business day, `YYYY-MM-DD`, as they were at a time. */
type SummedDay = { readonly day: string; readonly at: Instant; readonly sums: DaySums };

/** The sums of a day with what its till is. */
export type DayReport = SummedDay & {
  readonly till: string;
  /** The currency of the shop, whose sums come first. */
  readonly currency: string;
  /** Whether additional amounts are tips (D-256). */
  readonly additional: keyof DocumentWords['ofWhich'];
};

/** The day of a till with these settings. */
export const dayReport = (
  { day, at, sums }: SummedDay,
  {
    posId,
    currency,
    tips,
  }: { readonly posId: string; readonly currency: string; readonly tips?: unknown },
): DayReport => ({
  day,
  at,
  sums,
  till: posId,
  currency,
  additional: tips === undefined ? 'extra' : 'tip',
});

/**
 * The content of a day's report, for every reader: taken and refunded amounts by method and currency, other tenders, and
 * the states of the sales. Pure.
 */
export function dayContent(
  { day, sums, till, currency, additional, at }: DayReport,
  shop: DocumentShop,
  { language, format, text }: Letters,
): DocumentContent {
  const words = DOCUMENT_WORDS[language];
  const own = sums.currencies.find((one) => one.currency === currency);
  const others = sums.currencies.filter((one) => one.currency !== currency);
  const total = (net: MoneyInteger, of: string): Row => {
    return { label: words.netPaid, value: { amount: net, currency: of } };
  };
  const rows = (of: CurrencySums) => sumRows(of, words, additional);
  const tenders = (of: CurrencySums) => tenderSection(of, words, text);
  return {
    mark: words.endOfDay,
    shop: organisationOf(shop, words),
    items: own === undefined ? [{ label: words.noPayments, value: '' }] : rows(own),
    total: total(own?.net ?? ZERO, currency),
    sections: [
      ...(own === undefined ? [] : tenders(own)),
      ...others.flatMap((one): readonly Section[] => [
        { head: one.currency, rows: rows(one), total: total(one.net, one.currency) },
        ...tenders(one),
      ]),
      ...(sums.sales.length === 0
        ? []
        : [
            {
              head: words.byState,
              rows: sums.sales.map(({ state, count }) => {
                return { label: words.states[state], value: String(count) };
              }),
              total: null,
            },
          ]),
    ],
    facts: [
      { label: words.day, value: format.dayName(day, null) },
      { label: words.till, value: till },
      { label: words.asOf, value: format.dateTime(at) },
    ],
    foot: [words.knownHere],
  };
}

const minus = (amount: MoneyInteger) => subtract(ZERO, amount);

function sumRows(
  { currency, captured, additional, refunded, byMethod }: CurrencySums,
  words: DocumentWords,
  ofWhich: DayReport['additional'],
): readonly Row[] {
  const row = (label: string, amount: MoneyInteger): Row => {
    return { label, value: { amount, currency } };
  };
  return [
    ...byMethod.map(({ method, count, amount }) =>
      row(counted(words.methods[method], count), amount),
    ),
    row(counted(words.paid, captured.count), captured.amount),
    ...(additional > 0 ? [row(`  ${words.ofWhich[ofWhich]}`, additional)] : []),
    ...(refunded.count > 0
      ? [row(counted(words.refunded, refunded.count), minus(refunded.amount))]
      : []),
  ];
}

/** Amounts that are neither on the settlement nor in the sum. */
function tenderSection(
  { currency, tenders }: CurrencySums,
  words: DocumentWords,
  text: Letters['text'],
): readonly Section[] {
  if (tenders.length === 0) return [];
  const rows = tenders.flatMap(({ kind, name: own, count, amount, refunded }) => {
    const name = kind === 'cash' ? words.cash : text(own ?? '') || words.other;
    const row = (label: string, value: MoneyInteger): Row => {
      return { label, value: { amount: value, currency } };
    };
    return [
      ...(count === 0 ? [] : [row(counted(name, count), amount)]),
      ...(refunded.count === 0
        ? []
        : [row(counted(words.refundsBy(name), refunded.count), minus(refunded.amount))]),
    ];
  });
  return [{ head: words.otherTenders, rows, total: null }];
}
