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
  day: 'Dag',
  till: 'Kasse',
  receipts: 'Kvitteringer',
  net: 'Netto',
  refunds: 'Refusjoner',
  counted: 'Avvik ved opptelling',
  rows: 'Rader',
  folded: 'Forkortet. Rapporten på kassen har alle rader.',
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
    left_out: 'kontant\u00adkvitteringer som kassen leverte før, mangler i den',
  },
  problemsText:
    'Noen har endret kassens regnskap eller hentet tilbake et gammelt. Den første versjonen blir stående her.',
  aside: {
    act: 'Legg denne rapporten til side',
    reason: 'Hvorfor?',
    reasonHint: 'For eksempel: rapporten er ikke fra kassen vår',
    head: 'Legge rapporten til side?',
    text: 'Denne og alle senere rapporter fra kassen blir lagret, men teller ikke lenger. Kassen leverer sine egne rapporter ved neste oppgjør.',
    keep: 'Behold den',
  },
  leftOut: 'Det mangler kvitteringer i regnskapet til en kasse',
  leftOutText:
    'Kassen leverte disse kontant\u00adkvitteringene før den ble gjort opp. Etterpå har noen fjernet dem fra regnskapet.',
  leftOutNumbers: (numbers) => `kvitteringer ${numbers}`,
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
