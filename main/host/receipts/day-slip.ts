import { type PaperLanguage, paperLanguage } from '../../../shared/catalogue/language.ts';
import type { DayPage } from '../../../shared/device/bridge/back-office.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import type { CurrencySums } from '../../../shared/device/history/day.ts';
import type { Method, StateGroup } from '../../../shared/device/history/search.ts';
import type { Format } from '../../../shared/format/format.ts';
import { subtract, ZERO } from '../../../shared/money/money.ts';
import type { ReceiptContent, ReceiptSection } from '../../../shared/terminal/receipts/layout.ts';
import type { Instant } from '../../../shared/time/clock.ts';
import { paperFormat, paperShop } from './paper-text.ts';

/** The texts of a day's slip; the same as on the screen, for a roll of 32 characters. */
export type DayWords = {
  readonly day: string;
  readonly organisation: string;
  readonly of: string;
  readonly till: string;
  readonly asOf: string;
  readonly methods: Readonly<Record<Method, string>>;
  readonly captured: string;
  readonly additional: string;
  /** The same in a shop that asks for tips. */
  readonly tips: string;
  readonly refunded: string;
  readonly net: string;
  readonly nothing: string;
  readonly tenders: string;
  readonly tenderOther: string;
  readonly tenderUnknown: (count: number) => string;
  readonly sales: string;
  readonly states: Readonly<Record<StateGroup, string>>;
  readonly known: string;
};

export const DAY_WORDS: Readonly<Record<PaperLanguage, DayWords>> = {
  en: {
    day: 'End of day',
    organisation: 'Org. no.',
    of: 'Day',
    till: 'Till',
    asOf: 'As of',
    methods: {
      screen_code: 'Code on screen',
      phone: 'Phone number',
      customer_code: 'Customer’s code',
      sticker: 'Sticker',
    },
    captured: 'Paid',
    additional: 'Of which extra amounts',
    tips: 'Of which tips',
    refunded: 'Refunded',
    net: 'Net paid',
    nothing: 'No payments on this day.',
    tenders: 'Other payment methods, not in the settlement',
    tenderOther: 'Other',
    tenderUnknown: (count) => `${count} of them without an amount`,
    sales: 'Sales by status',
    states: { open: 'Open', paid: 'Paid', refunded: 'Refunded', not_paid: 'Not paid' },
    known: 'According to this till. The settlement shows what is paid out.',
  },
  nb: {
    day: 'Dagsoppgjør',
    organisation: 'Org.nr.',
    of: 'Dag',
    till: 'Kasse',
    asOf: 'Per',
    methods: {
      screen_code: 'Kode på skjermen',
      phone: 'Telefonnummer',
      customer_code: 'Kundens kode',
      sticker: 'Klistremerke',
    },
    captured: 'Betalt',
    additional: 'Herav tilleggsbeløp',
    tips: 'Herav tips',
    refunded: 'Refundert',
    net: 'Netto betalt',
    nothing: 'Ingen betalinger denne dagen.',
    tenders: 'Andre betalingsmåter, ikke i oppgjøret',
    tenderOther: 'Annet',
    tenderUnknown: (count) => `${count} av dem uten beløp`,
    sales: 'Salg etter status',
    states: { open: 'Åpne', paid: 'Betalt', refunded: 'Refundert', not_paid: 'Ikke betalt' },
    known: 'Ifølge denne kassen. Oppgjøret viser hva som utbetales.',
  },
  de: {
    day: 'Tagesabschluss',
    organisation: 'Handelsreg.-Nr.',
    of: 'Tag',
    till: 'Kasse',
    asOf: 'Stand',
    methods: {
      screen_code: 'Code am Bildschirm',
      phone: 'Telefonnummer',
      customer_code: 'Kundencode',
      sticker: 'Aufkleber',
    },
    captured: 'Bezahlt',
    additional: 'Davon Zusatzbeträge',
    tips: 'Davon Trinkgeld',
    refunded: 'Erstattet',
    net: 'Netto bezahlt',
    nothing: 'Keine Zahlungen an diesem Tag.',
    tenders: 'Andere Zahlungsarten, nicht in der Abrechnung',
    tenderOther: 'Andere',
    tenderUnknown: (count) => `${count} davon ohne Betrag`,
    sales: 'Verkäufe nach Status',
    states: { open: 'Offen', paid: 'Bezahlt', refunded: 'Erstattet', not_paid: 'Nicht bezahlt' },
    known: 'Laut dieser Kasse. Die Abrechnung zeigt, was ausgezahlt wird.',
  },
};

type Row = ReceiptContent['items'][number];

/**
 * The content of a day's slip, as on the screen: taken and refunded amounts by method and currency,
 * other tenders, and the states of the sales. `now` is the time of its sums.
 */
export function daySlip(page: DayPage, settings: TillSettings, now: Instant): ReceiptContent {
  const { shop, currency, language, posId } = settings;
  const format = paperFormat(settings);
  const all = DAY_WORDS[paperLanguage(language)];
  // Where the shop asks for tips, additional amounts are tips (D-256).
  const words = settings.tips === undefined ? all : { ...all, additional: all.tips };
  const { currencies, sales } = page.sums;
  const [own, ...others] = [
    ...currencies.filter((one) => one.currency === currency),
    ...currencies.filter((one) => one.currency !== currency),
  ];
  const organisation =
    shop.organisationNumber === null ? null : `${words.organisation} ${shop.organisationNumber}`;
  const net = (sums: CurrencySums) => format.amount(sums.net, sums.currency);
  return {
    mark: words.day,
    shop: { ...paperShop(settings), organisation },
    items: own === undefined ? [{ text: words.nothing, amount: '' }] : sumRows(own, words, format),
    total: {
      label: words.net,
      amount: own === undefined ? format.amount(ZERO, currency) : net(own),
    },
    sections: [
      ...(own === undefined ? [] : tenderSection(own, words, format)),
      ...others.flatMap((sums) => [
        {
          head: sums.currency,
          rows: sumRows(sums, words, format),
          total: { label: words.net, amount: net(sums) },
        },
        ...tenderSection(sums, words, format),
      ]),
      ...(sales.length === 0
        ? []
        : [{ head: words.sales, rows: sales.map(countRow(words)), total: null }]),
    ],
    facts: [
      { label: words.of, value: format.dayName(page.day, null) },
      { label: words.till, value: posId },
      { label: words.asOf, value: format.dateTime(now) },
    ],
    foot: [words.known],
  };
}

function sumRows(sums: CurrencySums, words: DayWords, format: Format): readonly Row[] {
  const { currency, captured, additional, refunded, byMethod } = sums;
  const money = (amount: typeof sums.net) => format.amount(amount, currency);
  return [
    ...byMethod.map(({ method, count, amount }) => ({
      text: `${words.methods[method]} x ${count}`,
      amount: money(amount),
    })),
    { text: `${words.captured} x ${captured.count}`, amount: money(captured.amount) },
    ...(additional > 0 ? [{ text: `  ${words.additional}`, amount: money(additional) }] : []),
    ...(refunded.count > 0
      ? [
          {
            text: `${words.refunded} x ${refunded.count}`,
            amount: money(subtract(ZERO, refunded.amount)),
          },
        ]
      : []),
  ];
}

/** Amounts that are neither on the settlement nor in the sum. */
function tenderSection(
  { currency, tenders }: CurrencySums,
  words: DayWords,
  format: Format,
): readonly ReceiptSection[] {
  if (tenders.length === 0) return [];
  const rows = tenders.flatMap(({ method, count, amount, unknown }) => [
    {
      text: `${method ?? words.tenderOther} x ${count}`,
      amount: format.amount(amount, currency),
    },
    ...(unknown > 0 ? [{ text: `  ${words.tenderUnknown(unknown)}`, amount: '' }] : []),
  ]);
  return [{ head: words.tenders, rows, total: null }];
}

function countRow(words: DayWords) {
  return ({ state, count }: DayPage['sums']['sales'][number]): Row => ({
    text: words.states[state],
    amount: String(count),
  });
}
