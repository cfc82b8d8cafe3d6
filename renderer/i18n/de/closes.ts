import type { ClosesWords } from '../en/closes.ts';
import { plural } from '../language.ts';

const many = (count: number, one: string, other: string) =>
  plural('de', count, { one: `# ${one}`, other: `# ${other}` });

/** Words of the portal's page of closed days, in German. */
export const closesDe: ClosesWords = {
  head: (net) => `${net} in abgeschlossenen Tagen`,
  text: (closes, tills) =>
    `${many(closes, 'Z-Bericht', 'Z-Berichte')} von ${many(tills, 'Kasse', 'Kassen')}`,
  none: 'An diesen Tagen wurde keine Kasse abgeschlossen. Eine Kasse übergibt ihren Z-Bericht beim Abschluss.',
  choose: 'Wählen Sie einen Z-Bericht, um seine Zahlen zu sehen.',
  firstDay: 'Erster Tag',
  lastDay: 'Letzter Tag',
  files: 'Dateien',
  closesFile: 'Z-Berichte (CSV)',
  differencesFile: 'Abweichungen (CSV)',
  jsonFile: 'Alles als JSON',
  day: 'Tag',
  till: 'Kasse',
  receipts: 'Belege',
  net: 'Netto',
  refunds: 'Erstattungen',
  counted: 'Zähldifferenz',
  rows: 'Zeilen',
  folded: 'Gekürzt. Der Bericht an der Kasse hat alle Zeilen.',
  state: 'Aufzeichnung',
  signed: 'Signiert',
  unsigned: 'Nicht signiert',
  problems: 'Die Bücher einer Kasse passen nicht zu dem, was sie zuvor übergeben hat',
  problem: {
    other_report: 'zu einer vorhandenen Nummer kam ein anderer Bericht',
    gap: 'ein Bericht davor fehlt',
    not_continued: 'er schließt nicht an den Bericht davor an',
    altered: 'seine Zahlen wurden nachträglich geändert',
    other_key:
      'er ist mit einem anderen Schlüssel signiert; das ist richtig, wenn die Kasse neu gekoppelt wurde',
    left_out: 'Barbelege, die die Kasse vorher übergab, fehlen darin',
  },
  problemsText:
    'Jemand hat die Bücher der Kasse geändert oder alte zurückgespielt. Hier bleibt die erste Fassung.',
  aside: {
    act: 'Diesen Bericht beiseitelegen',
    reason: 'Warum?',
    reasonHint: 'Zum Beispiel: Der Bericht ist nicht von unserer Kasse',
    head: 'Den Bericht beiseitelegen?',
    text: 'Dieser und alle späteren Berichte der Kasse bleiben gespeichert, zählen aber nicht mehr. Die Kasse übergibt ihre eigenen Berichte beim nächsten Abschluss.',
    keep: 'Behalten',
  },
  leftOut: 'In den Büchern einer Kasse fehlen Belege',
  leftOutText:
    'Die Kasse hat diese Barbelege vor ihrem Abschluss übergeben. Danach hat jemand sie aus den Büchern entfernt.',
  leftOutNumbers: (numbers) => `Belege ${numbers}`,
  differences: (count) => many(count, 'Zahlung weicht ab', 'Zahlungen weichen ab'),
  agree: 'Die Bücher der Kassen, das Hauptbuch und die Abrechnungen stimmen überein.',
  otherDays: (tills) =>
    `Der Geschäftstag endet an der Kasse zu einer anderen Zeit als in der Abrechnung (${tills}); Zahlungen zwischen den beiden Zeiten stehen daher an verschiedenen Tagen.`,
  notCompared:
    'Diese Tage haben zu viele Zahlungen, um sie auf einmal zu vergleichen. Wählen Sie weniger Tage.',
  payment: 'Zahlung',
  difference: 'Abweichung',
  inLedger: 'Hauptbuch',
  inOther: 'Kasse oder Abrechnung',
  capture: 'Verkauf',
  refund: 'Erstattung',
  what: {
    missing: 'fehlt',
    doubled: 'doppelt gebucht',
    other_amount: 'anderer Betrag',
    other_day: 'anderer Tag',
  },
  place: {
    till: 'In den Büchern der Kasse',
    service: 'Im Hauptbuch',
    settlement: 'In der Abrechnung',
  },
  differs: (place, what) => `${place}: ${what}`,
};
