import type { FleetWords } from '../en/fleet.ts';

/** Words of the merchant portal for what its tills say of themselves, in German. */
export const fleetDe: FleetWords = {
  head: 'Status',
  search: 'Name oder ID',
  needy: 'Braucht Hilfe',
  empty: 'Noch keine Kasse hat sich gemeldet. Eine Kasse meldet sich, sobald sie läuft.',
  none: 'Keine Kasse passt.',
  seen: 'Zuletzt gesehen',
  program: 'Programm',
  catalogue: 'Artikel',
  ownItems: 'Eigene Datei',
  itemsOf: (version) => `Version ${version}`,
  itemsBehind: (version, newest) => `Version ${version}, neueste ${newest}`,
  screen: 'Bildschirm',
  screens: {
    idle: 'Bereit',
    in_sale: 'Im Verkauf',
    locked: 'Gesperrt',
    error: 'Kann nicht verkaufen',
    off: 'Ausgeschaltet',
  },
  printer: 'Drucker',
  printers: {
    none: 'Keiner',
    ready: 'Bereit',
    waiting: 'Seiten warten',
    failed: 'Druckt nicht',
  },
  fiscal: 'Fiskaleinrichtung',
  fiscals: { ready: 'Funktioniert', failed: 'Funktioniert nicht' },
  disk: 'Freier Platz auf dem Datenträger',
  unknown: 'Unbekannt',
  journal: 'Gespeicherte Verkäufe',
  unsent: 'Beim Dienst nicht abgeschlossen',
  bills: 'Offene Rechnungen',
  clock: 'Uhr',
  clockRight: 'Richtig',
  ahead: (time) => `${time} vor`,
  behind: (time) => `${time} nach`,
  attentions: {
    silent: 'Stumm',
    error: 'Kann nicht verkaufen',
    fiscal: 'Fiskaleinrichtung',
    books: 'Belege fehlen',
    closes: 'Z-Bericht wartet',
    receipts: 'Belege abgelehnt',
    printer: 'Druckt nicht',
    disk: 'Datenträger fast voll',
    clock: 'Uhr falsch',
    catalogue: 'Artikel abgelehnt',
  },
  advice: {
    silent: 'Der Dienst hört nichts von dieser Kasse. Prüfen Sie Strom und Netzwerk.',
    error:
      'Der Datenträger ist voll, deshalb beginnt die Kasse keinen Verkauf. Schaffen Sie Platz.',
    fiscal:
      'Die Fiskaleinrichtung antwortet nicht oder ist voll. Prüfen Sie das Gerät. Die Kasse sagt, ob sie noch verkauft.',
    books:
      'Belege, die diese Kasse übergeben hat, fehlen in ihrem Z-Bericht: Jemand hat sie aus ihren Büchern entfernt. Die Seite Abschlüsse nennt sie.',
    closes:
      'Der Dienst nimmt diesen Z-Bericht nicht an, und spätere warten. Aktualisieren Sie den Dienst, wenn er älter als die Kasse ist, oder rufen Sie den Support.',
    receipts:
      'Der Dienst hat Belege abgelehnt, deshalb haben sie keinen Link. Drucken Sie einen Beleg, wenn der Kunde ihn möchte. Die Fehlersuche an der Kasse nennt sie, und die Leitung kennzeichnet sie dort als gesehen.',
    printer:
      'Eine Seite wurde nicht gedruckt. Prüfen Sie den Drucker und drucken Sie an der Kasse erneut.',
    disk: 'Weniger als 500 MB sind frei. Entfernen Sie, was die Kasse nicht braucht.',
    clock: 'Die Uhr geht um eine Minute oder mehr falsch. Stellen Sie sie.',
    catalogue:
      'Die Kasse hat die neuesten Artikel abgelehnt und verkauft zu alten Preisen. Installieren Sie auf ihr das neueste Programm. Die Seite Artikel sagt, seit wann und warum.',
  },
  forget: 'Aus der Liste entfernen',
  forgetHead: (name) => `${name} aus der Liste entfernen?`,
  forgetText:
    'Für eine Kasse, die nicht mehr benutzt wird. Eine, die sich meldet, steht wieder in der Liste.',
  alerts: 'Alarme',
  alertText:
    'Eine Kasse, von der niemand hört, ist ein Alarm. Eine, die ordentlich ausgeschaltet wurde, nicht.',
  alertMinutes: 'Minuten ohne Meldung',
  alertMinutesHint: (from, to) => `Von ${from} bis ${to}.`,
  alertToHint:
    'Bekommt eine signierte Nachricht, wenn eine Kasse verstummt und wenn sie zurück ist. Darf leer sein.',
  alertWrong: 'Geben Sie ganze Minuten und eine Adresse ein, die mit https:// beginnt, oder keine.',
  alertSaved: 'Gespeichert.',
  room: 'Platz',
  roomText:
    'Wie viel dieser Laden von dem benutzt hat, was er benutzen darf. Bilder zählen insgesamt, alles andere innerhalb eines Tages.',
  rooms: {
    payments: 'Zahlungen an einem Tag',
    receipts: 'Belege an einem Tag',
    attachments: 'Anhänge an einem Tag',
    periods: 'Z-Berichte an einem Tag',
    pictures: 'Bilder von Artikeln',
  },
  roomUsed: (pieces, bytes) => `${pieces.used} von ${pieces.most}; ${bytes.used} von ${bytes.most}`,
  roomFull: (kind) => `${kind}: voll.`,
  roomAdvice: {
    payments:
      'Neue Zahlungen werden abgelehnt, bis Platz frei wird, jede Minute etwas. Jemand macht weit mehr Zahlungen als ein Laden: Sehen Sie Ihre Programme und Benutzer an.',
    receipts:
      'Die Kassen behalten ihre Belege und übergeben sie später; bis dahin hat ein Beleg keinen Link. Suchen Sie eine Kasse oder ein Programm, das sich wiederholt.',
    attachments:
      'Neue Anhänge werden abgelehnt, bis Platz frei wird, jede Minute etwas. Suchen Sie ein Programm, das sich wiederholt.',
    periods:
      'Die Kassen behalten ihre Z-Berichte und übergeben sie später. Suchen Sie eine Kasse oder ein Programm, das sich wiederholt.',
    pictures:
      'Nehmen Sie Bilder von Artikeln weg. Ein Bild wird einen Tag nach der letzten aufbewahrten Version entfernt, die es benutzt hat.',
  },
  save: 'Speichern',
};
