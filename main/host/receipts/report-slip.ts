import type { Sum } from '../../../shared/books/entry.ts';
import { type PaperLanguage, paperLanguage } from '../../../shared/catalogue/language.ts';
import type { ReportPage } from '../../../shared/device/bridge/books.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import { type MoneyInteger, subtract, ZERO } from '../../../shared/money/money.ts';
import type { ReceiptContent, ReceiptSection } from '../../../shared/terminal/receipts/layout.ts';
import { paperFormat, paperShop, paperText } from './paper-text.ts';

/** The texts of a report on paper, for a roll of 32 characters. */
export type ReportWords = {
  readonly x: string;
  readonly z: (number: number) => string;
  readonly organisation: string;
  readonly till: string;
  readonly from: string;
  readonly to: string;
  readonly receipts: string;
  readonly closedBy: string;
  readonly gross: string;
  readonly discounts: string;
  readonly net: string;
  readonly vat: string;
  readonly noVat: string;
  readonly refundedVat: string;
  readonly tips: string;
  readonly rounding: string;
  readonly sales: string;
  readonly refunds: string;
  readonly otherTills: string;
  readonly tenders: string;
  readonly phone: string;
  readonly cash: string;
  readonly refundsBy: (means: string) => string;
  readonly corrections: string;
  readonly acts: Readonly<Record<'removed' | 'reduced' | 'cleared', string>>;
  readonly people: string;
  readonly nobody: string;
  readonly approvedBy: (person: string) => string;
  readonly drawer: string;
  readonly opening: string;
  readonly payIn: string;
  readonly payOut: string;
  readonly noSale: string;
  readonly expected: string;
  readonly difference: string;
  readonly fiscal: {
    readonly head: string;
    readonly signed: string;
    readonly unsigned: string;
    readonly failed: string;
  };
  readonly grand: string;
};

export const REPORT_WORDS: Readonly<Record<PaperLanguage, ReportWords>> = {
  en: {
    x: 'X report',
    z: (number) => `Z report ${number}`,
    organisation: 'Org. no.',
    till: 'Till',
    from: 'From',
    to: 'To',
    receipts: 'Receipts',
    closedBy: 'Closed by',
    gross: 'Gross',
    discounts: 'Discounts',
    net: 'Net',
    vat: 'VAT',
    noVat: 'No VAT rate',
    refundedVat: 'VAT of refunds',
    tips: 'Tips',
    rounding: 'Cash rounding',
    sales: 'Sales',
    refunds: 'Refunds',
    otherTills: '  of other tills',
    tenders: 'Payment methods',
    phone: 'Phone',
    cash: 'Cash',
    refundsBy: (means) => `${means} refunded`,
    corrections: 'Corrections before payment',
    acts: { removed: 'Lines removed', reduced: 'Quantity reduced', cleared: 'Bills cleared' },
    people: 'Sales by person',
    nobody: 'No name',
    approvedBy: (person) => `approved by ${person}`,
    drawer: 'Cash drawer',
    opening: 'Opening float',
    payIn: 'Paid in',
    payOut: 'Paid out',
    noSale: 'Opened without sale',
    expected: 'Cash at the end',
    difference: 'Counting difference',
    fiscal: {
      head: 'Fiscal device',
      signed: 'Signed',
      unsigned: 'Not signed yet',
      failed: 'Failed, not signed',
    },
    grand: 'Since the beginning',
  },
  nb: {
    x: 'X-rapport',
    z: (number) => `Z-rapport ${number}`,
    organisation: 'Org.nr.',
    till: 'Kasse',
    from: 'Fra',
    to: 'Til',
    receipts: 'Kvitteringer',
    closedBy: 'Avsluttet av',
    gross: 'Brutto',
    discounts: 'Rabatter',
    net: 'Netto',
    vat: 'Mva.',
    noVat: 'Uten mva.-sats',
    refundedVat: 'Mva. av refusjoner',
    tips: 'Tips',
    rounding: 'Øreavrunding',
    sales: 'Salg',
    refunds: 'Refusjoner',
    otherTills: '  fra andre kasser',
    tenders: 'Betalingsmåter',
    phone: 'Telefon',
    cash: 'Kontant',
    refundsBy: (means) => `${means} refundert`,
    corrections: 'Rettelser før betaling',
    acts: { removed: 'Fjernede linjer', reduced: 'Redusert antall', cleared: 'Slettede regninger' },
    people: 'Salg per person',
    nobody: 'Uten navn',
    approvedBy: (person) => `godkjent av ${person}`,
    drawer: 'Kassaskuff',
    opening: 'Veksel ved start',
    payIn: 'Innskudd',
    payOut: 'Uttak',
    noSale: 'Åpnet uten salg',
    expected: 'Kontantbeholdning ved slutt',
    difference: 'Differanse ved opptelling',
    fiscal: {
      head: 'Fiskalenhet',
      signed: 'Signert',
      unsigned: 'Ikke signert ennå',
      failed: 'Sviktet, ikke signert',
    },
    grand: 'Siden starten',
  },
  de: {
    x: 'X-Bericht',
    z: (number) => `Z-Bericht ${number}`,
    organisation: 'Handelsreg.-Nr.',
    till: 'Kasse',
    from: 'Von',
    to: 'Bis',
    receipts: 'Belege',
    closedBy: 'Abgeschlossen von',
    gross: 'Brutto',
    discounts: 'Rabatte',
    net: 'Netto',
    vat: 'MwSt.',
    noVat: 'Ohne Steuersatz',
    refundedVat: 'MwSt. der Erstattungen',
    tips: 'Trinkgeld',
    rounding: 'Rundung bar',
    sales: 'Verkäufe',
    refunds: 'Erstattungen',
    otherTills: '  anderer Kassen',
    tenders: 'Zahlungsarten',
    phone: 'Telefon',
    cash: 'Bar',
    refundsBy: (means) => `${means} erstattet`,
    corrections: 'Korrekturen vor Zahlung',
    acts: {
      removed: 'Entfernte Zeilen',
      reduced: 'Verringerte Menge',
      cleared: 'Gelöschte Rechnungen',
    },
    people: 'Verkäufe nach Person',
    nobody: 'Ohne Namen',
    approvedBy: (person) => `genehmigt von ${person}`,
    drawer: 'Kassenlade',
    opening: 'Wechselgeld am Anfang',
    payIn: 'Einlagen',
    payOut: 'Entnahmen',
    noSale: 'Ohne Verkauf geöffnet',
    expected: 'Bargeld am Ende',
    difference: 'Zähldifferenz',
    fiscal: {
      head: 'Fiskaleinrichtung',
      signed: 'Signiert',
      unsigned: 'Noch nicht signiert',
      failed: 'Ausgefallen, nicht signiert',
    },
    grand: 'Seit Beginn',
  },
};

type Row = ReceiptContent['items'][number];

/** The content of an X or a Z report on paper. */
export function reportSlip(
  { report, number, closed }: ReportPage,
  settings: TillSettings,
): ReceiptContent {
  const words = REPORT_WORDS[paperLanguage(settings.language)];
  const format = paperFormat(settings);
  const money = (amount: MoneyInteger) => format.amount(amount, report.currency);
  const row = (text: string, amount: MoneyInteger): Row => ({ text, amount: money(amount) });
  const sumRow = (text: string, { count, amount }: Sum) => row(`${text} x ${count}`, amount);
  const some = (text: string, sum: Sum) => (sum.count === 0 ? [] : [sumRow(text, sum)]);
  const name = (person: string) => paperText(person) ?? words.nobody;
  const meansOf = (means: (typeof report.tenders)[number]) =>
    means.kind === 'other' ? (paperText(means.name ?? '') ?? means.kind) : words[means.kind];
  const { drawer, grand, fiscal } = report;
  const discounted = subtract(report.gross, report.net);
  const minus = (amount: MoneyInteger) => subtract(ZERO, amount);
  const rates = (of: typeof report.vat) =>
    of.flatMap(({ vatRate, total, vat }): Row[] =>
      vatRate === null
        ? [row(words.noVat, total)]
        : [
            row(format.percent(Math.round(Number(vatRate) * 10_000)), total),
            row(`  ${words.vat}`, vat),
          ],
    );
  const section = (head: string, rows: readonly Row[]): readonly ReceiptSection[] =>
    rows.length === 0 ? [] : [{ head, rows, total: null }];
  const { shop } = settings;
  const organisation =
    shop.organisationNumber === null ? null : `${words.organisation} ${shop.organisationNumber}`;
  return {
    mark: number === null ? words.x : words.z(number),
    shop: { ...paperShop(settings), organisation },
    items: [
      row(words.gross, report.gross),
      ...(discounted === 0 ? [] : [row(words.discounts, minus(discounted))]),
      ...report.discounts.flatMap(({ reason, by, approvedBy, count, amount }): Row[] => [
        { text: `  ${paperText(reason) ?? ''} x ${count}`, amount: money(minus(amount)) },
        {
          text: `    ${name(by)}${approvedBy === null ? '' : `, ${words.approvedBy(name(approvedBy))}`}`,
          amount: '',
        },
      ]),
    ],
    total: { label: words.net, amount: money(report.net) },
    sections: [
      ...section(words.vat, rates(report.vat)),
      ...section(words.refundedVat, rates(report.refundedVat)),
      ...section(words.tenders, [
        ...report.tenders.flatMap((one): Row[] => [
          ...some(meansOf(one), one.sales),
          ...some(words.refundsBy(meansOf(one)), {
            ...one.refunds,
            amount: minus(one.refunds.amount),
          }),
        ]),
        ...(report.tips === 0 ? [] : [row(words.tips, report.tips)]),
        ...(report.rounding === 0 ? [] : [row(words.rounding, report.rounding)]),
      ]),
      ...section(words.sales, [
        sumRow(words.sales, report.sales),
        ...some(words.refunds, { ...report.refunds, amount: minus(report.refunds.amount) }),
        ...(report.otherTills === undefined
          ? []
          : some(words.otherTills, {
              ...report.otherTills,
              amount: minus(report.otherTills.amount),
            })),
      ]),
      ...section(
        words.corrections,
        report.corrections.flatMap((one) => [
          sumRow(words.acts[one.act], one),
          { text: `  ${name(one.by)}`, amount: '' },
        ]),
      ),
      ...section(
        words.people,
        report.people.map((one) => sumRow(name(one.by), one)),
      ),
      ...section(words.drawer, [
        row(words.opening, drawer.opening),
        ...some(words.payIn, drawer.payIn),
        ...some(words.payOut, { ...drawer.payOut, amount: minus(drawer.payOut.amount) }),
        ...(drawer.noSale === 0 ? [] : [{ text: words.noSale, amount: String(drawer.noSale) }]),
        ...(drawer.counts === 0 ? [] : [row(words.difference, drawer.difference)]),
        row(words.expected, drawer.expected),
      ]),
      ...(fiscal === undefined
        ? []
        : section(words.fiscal.head, [
            { text: words.fiscal.signed, amount: String(fiscal.signed) },
            { text: words.fiscal.unsigned, amount: String(fiscal.unsigned.length) },
            { text: words.fiscal.failed, amount: String(fiscal.failed) },
          ])),
      ...section(words.grand, [
        row(words.sales, grand.sales),
        row(words.refunds, minus(grand.refunds)),
        row(words.net, grand.net),
      ]),
    ],
    facts: [
      { label: words.till, value: report.till },
      { label: words.from, value: format.dateTime(report.from) },
      { label: words.to, value: format.dateTime(report.to) },
      ...(report.receipts === null
        ? []
        : [{ label: words.receipts, value: `${report.receipts.first}-${report.receipts.last}` }]),
      ...(closed === null
        ? []
        : [{ label: words.closedBy, value: `${name(closed.by)} ${format.dateTime(closed.at)}` }]),
    ],
    foot: [],
  };
}
