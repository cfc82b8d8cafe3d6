import type { PeriodReport, ShownReport, Sum } from '../books/entry.ts';
import { type MoneyInteger, subtract, ZERO } from '../money/money.ts';
import type { Instant } from '../time/clock.ts';
import type { DocumentContent, Row, Section } from './content.ts';
import type { Letters } from './letters.ts';
import { rateLabel } from './rates.ts';
import { counted, type DocumentShop, organisationOf } from './shop.ts';
import { DOCUMENT_WORDS, type DocumentWords } from './words.ts';

/** A report of the books: of the open period (X), or of a closed one (Z). */
export type ReportPage = OpenReport | ClosedReport;

/** The sums of the open period at a time. */
type OpenReport = {
  readonly report: ShownReport;
  readonly number: null;
  readonly at: Instant;
  readonly closed: null;
};

type ClosedReport = {
  readonly report: PeriodReport;
  /** Number of the Z report. */
  readonly number: number;
  readonly closed: {
    readonly at: Instant;
    readonly by: string;
    readonly approvedBy: string | null;
  };
  /** Receipts and refunds that wait for the fiscal device, where the report names only some of them (D-402). */
  readonly unsigned?: number;
};

/**
 * The content of an X or a Z report, for every reader. Every figure of the books is a row; a row of nothing is left out.
 * What the drawer should hold is missing in a report that is read before a count (D-521). Pure.
 */
export function reportContent(
  page: ReportPage,
  shop: DocumentShop,
  { language, format, text }: Letters,
): DocumentContent {
  const words = DOCUMENT_WORDS[language];
  const { report } = page;
  const { currency, drawer, grand, fiscal } = report;
  const row = (label: string, amount: MoneyInteger): Row => {
    return { label, value: { amount, currency } };
  };
  const sumRow = (label: string, { count, amount }: Sum) => row(counted(label, count), amount);
  const some = (label: string, sum: Sum) => (sum.count === 0 ? [] : [sumRow(label, sum)]);
  const unlessZero = (label: string, amount: MoneyInteger) =>
    amount === 0 ? [] : [row(label, amount)];
  const countRow = (label: string, count: number): Row => ({ label, value: String(count) });
  const unlessNone = (label: string, count: number) =>
    count === 0 ? [] : [countRow(label, count)];
  const name = (person: string) => text(person) || words.nobody;
  const methodOf = ({ kind, name: own }: (typeof report.tenders)[number]) =>
    kind === 'other' ? text(own ?? '') || words.other : words[kind];
  const rates = (of: ShownReport['vat']) =>
    of.flatMap(({ vatRate, total, vat }): readonly Row[] => {
      const rate = rateLabel('', vatRate, format);
      return rate === ''
        ? [row(words.noRate, total), ...unlessZero(`  ${words.tax}`, vat)]
        : [row(rate, total), row(`  ${words.tax}`, vat)];
    });
  const discounted = minus(subtract(report.gross, report.net));
  const waiting = page.closed === null ? undefined : page.unsigned;
  const closedFacts = ({ at, by, approvedBy }: ClosedReport['closed']): readonly Row[] => [
    { label: words.closedBy, value: `${name(by)} ${format.dateTime(at)}` },
    ...(approvedBy === null ? [] : [{ label: words.approvedBy, value: name(approvedBy) }]),
  ];
  const isNothing = report.receipts === null && report.sales.count === 0;
  return {
    mark: page.closed === null ? words.x : words.z(page.number),
    shop: organisationOf(shop, words),
    ...(isNothing ? { head: [words.nothingBooked] } : {}),
    items: [
      row(words.gross, report.gross),
      ...unlessZero(words.discounts, discounted),
      ...report.discounts.flatMap(({ reason, by, approvedBy, count, amount }): readonly Row[] => {
        const approved = approvedBy === null ? [] : [words.approved(name(approvedBy))];
        return [
          row(`  ${counted(text(reason) ?? '', count)}`, minus(amount)),
          { label: `    ${[name(by), ...approved].join(', ')}`, value: '' },
        ];
      }),
    ],
    total: row(words.net, report.net),
    sections: [
      ...section(words.tax, rates(report.vat)),
      ...section(words.refundedTax, rates(report.refundedVat)),
      ...section(words.tenders, [
        ...report.tenders.flatMap((one) => [
          ...some(methodOf(one), one.sales),
          ...some(words.refundsBy(methodOf(one)), negative(one.refunds)),
        ]),
        ...unlessZero(words.tips, report.tips),
        ...unlessZero(words.rounding, report.rounding),
      ]),
      ...section(words.sales, [
        sumRow(words.sales, report.sales),
        ...some(words.refunds, negative(report.refunds)),
        ...(report.otherTills === undefined
          ? []
          : some(words.otherTills, negative(report.otherTills))),
      ]),
      ...section(words.returned, [
        ...report.returned.flatMap((one) => [
          sumRow(name(one.by), one),
          ...(one.approvedBy === null
            ? []
            : [{ label: `  ${words.approved(name(one.approvedBy))}`, value: '' }]),
        ]),
        ...some(words.payouts, report.payouts),
      ]),
      ...section(
        words.corrections,
        report.corrections.flatMap((one) => [
          sumRow(words.acts[one.act], one),
          { label: `  ${name(one.by)}`, value: '' },
        ]),
      ),
      ...section(
        words.people,
        report.people.map((one) => sumRow(name(one.by), one)),
      ),
      ...section(words.drawer, [
        row(words.opening, drawer.opening),
        ...some(words.payIn, drawer.payIn),
        ...some(words.payOut, negative(drawer.payOut)),
        ...unlessNone(words.noSale, drawer.noSale),
        ...unlessNone(words.counts, drawer.counts),
        ...(drawer.counts === 0 ? [] : [row(words.difference, drawer.difference)]),
        ...(drawer.expected === null ? [] : [row(words.expected, drawer.expected)]),
      ]),
      ...(fiscal === undefined
        ? []
        : section(words.device, [
            countRow(words.signatures.signed, fiscal.signed),
            countRow(words.signatures.unsigned, waiting ?? fiscal.unsigned.length),
            countRow(words.signatures.failed, fiscal.failed),
          ])),
      ...section(words.grand, [
        row(words.sales, grand.sales),
        row(words.refunds, minus(grand.refunds)),
        row(words.net, grand.net),
      ]),
    ],
    facts: [
      { label: words.till, value: report.till },
      ...daysOf(report.days, words, format),
      { label: words.from, value: format.dateTime(report.from) },
      { label: words.to, value: format.dateTime(report.to) },
      ...(report.receipts === null
        ? []
        : [{ label: words.receipts, value: `${report.receipts.first}-${report.receipts.last}` }]),
      ...(page.closed === null
        ? [{ label: words.asOf, value: format.dateTime(page.at) }]
        : closedFacts(page.closed)),
    ],
    foot: [],
  };
}

function daysOf(
  days: readonly string[],
  words: DocumentWords,
  { dayName }: Letters['format'],
): readonly Row[] {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const name = (day: string) => dayName(day, null);
  return first === last
    ? [{ label: words.day, value: name(first) }]
    : [{ label: words.days, value: `${name(first)} - ${name(last)}` }];
}

const minus = (amount: MoneyInteger) => subtract(ZERO, amount);
const negative = ({ count, amount }: Sum): Sum => ({ count, amount: minus(amount) });

const section = (head: string, rows: readonly Row[]): readonly Section[] =>
  rows.length === 0 ? [] : [{ head, rows, total: null }];
