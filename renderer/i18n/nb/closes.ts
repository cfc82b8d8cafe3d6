import type { ClosesWords } from '../en/closes.ts';
import { plural } from '../language.ts';

const many = (count: number, one: string, other: string) =>
  plural('nb', count, { one: `# ${one}`, other: `# ${other}` });

/** Words of the portal's page of closed days, in Norwegian. */
export const closesNb: ClosesWords = {
  head: (net) => `${net} i oppgjorte dager`,
  text: (closes, tills) =>
    `${many(closes, 'Z-rapport', 'Z-rapporter')} fra ${many(tills, 'kasse', 'kasser')}`,
  none: 'Ingen kasse er gjort opp på disse dagene. En kasse leverer Z-rapporten når den gjøres opp.',
  choose: 'Velg en Z-rapport for å se tallene.',
  firstDay: 'Første dag',
  lastDay: 'Siste dag',
  files: 'Filer',
  closesFile: 'Z-rapporter (CSV)',
  differencesFile: 'Avvik (CSV)',
  jsonFile: 'Alt som JSON',
  report: (number) => `Z-rapport ${number}`,
  day: 'Dag',
  till: 'Kasse',
  receipts: 'Kvitteringer',
  receiptRange: (first, last) => `${first} til ${last}`,
  gross: 'Brutto',
  discounts: 'Rabatter',
  net: 'Netto',
  vat: (rate) => (rate === '' ? 'MVA uten sats' : `MVA ${rate} %`),
  vatAll: 'MVA',
  refunds: 'Refusjoner',
  tips: 'Tips',
  rounding: 'Øreavrunding',
  tenders: { phone: 'Telefon', cash: 'Kontant', other: 'Annet' },
  drawer: 'I kassen',
  counted: 'Avvik ved opptelling',
  noSale: 'Åpnet uten salg',
  fiscal: 'Fiskalenhet',
  fiscalCounts: (signed, unsigned, failed) =>
    `${signed} signert, ${unsigned} ikke signert ennå, ${failed} sviktet`,
  rows: 'Rader',
  folded: 'Forkortet. Rapporten på kassen har alle rader.',
  corrections: 'Slettede linjer',
  total: 'Solgt siden starten',
  closedBy: 'Gjort opp av',
  approvedBy: 'Godkjent av',
  closedAt: 'Gjort opp',
  people: 'Solgt av',
  state: 'Protokoll',
  signed: 'Signert',
  unsigned: 'Ikke signert',
  problems: 'Regnskapet til en kasse passer ikke med det den leverte før',
  problem: {
    other_report: 'det kom en annen rapport for et nummer som var her allerede',
    gap: 'en rapport før den mangler',
    not_continued: 'den fortsetter ikke rapporten før',
    altered: 'tallene ble endret etter at den ble laget',
    other_key:
      'den er signert med en annen nøkkel; det er riktig hvis kassen er koblet til på nytt',
  },
  problemsText:
    'Noen har endret kassens regnskap eller hentet tilbake et gammelt. Den første versjonen blir stående her.',
  differences: (count) => many(count, 'betaling avviker', 'betalinger avviker'),
  agree: 'Kassenes regnskap, hovedboken og oppgjørene stemmer overens.',
  otherDays: (tills) =>
    `Forretningsdagen slutter på et annet tidspunkt på kassen enn i oppgjøret (${tills}), og betalinger mellom de to tidspunktene står derfor på ulike dager.`,
  notCompared:
    'Disse dagene har for mange betalinger til å sammenligne på en gang. Velg færre dager.',
  payment: 'Betaling',
  difference: 'Avvik',
  inLedger: 'Hovedbok',
  inOther: 'Kasse eller oppgjør',
  capture: 'Salg',
  refund: 'Refusjon',
  what: {
    missing: 'mangler',
    doubled: 'ført to ganger',
    other_amount: 'annet beløp',
    other_day: 'annen dag',
  },
  place: {
    till: 'I kassens regnskap',
    service: 'I hovedboken',
    settlement: 'I oppgjøret',
  },
  differs: (place, what) => `${place}: ${what}`,
};
