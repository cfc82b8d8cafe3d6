import type { FleetWords } from '../en/fleet.ts';

/** Words of the merchant portal for what its tills say of themselves, in Norwegian. */
export const fleetNb: FleetWords = {
  head: 'Status',
  search: 'Navn eller ID',
  needy: 'Trenger tilsyn',
  empty: 'Ingen kasse har meldt seg ennå. En kasse melder seg så snart den kjører.',
  none: 'Ingen kasse passer.',
  seen: 'Sist sett',
  program: 'Program',
  catalogue: 'Varer',
  ownItems: 'Egen fil',
  itemsOf: (version) => `Versjon ${version}`,
  itemsBehind: (version, newest) => `Versjon ${version}, nyeste ${newest}`,
  screen: 'Skjerm',
  screens: {
    idle: 'Klar',
    in_sale: 'I et salg',
    locked: 'Låst',
    error: 'Kan ikke selge',
    off: 'Slått av',
  },
  printer: 'Skriver',
  printers: {
    none: 'Ingen',
    ready: 'Klar',
    waiting: 'Sider venter',
    failed: 'Skriver ikke ut',
  },
  fiscal: 'Fiskalenhet',
  fiscals: { ready: 'Virker', failed: 'Virker ikke' },
  disk: 'Ledig diskplass',
  unknown: 'Ukjent',
  journal: 'Lagrede salg',
  unsent: 'Ikke avsluttet hos tjenesten',
  bills: 'Åpne regninger',
  clock: 'Klokke',
  clockRight: 'Riktig',
  ahead: (time) => `${time} foran`,
  behind: (time) => `${time} etter`,
  attentions: {
    silent: 'Taus',
    error: 'Kan ikke selge',
    fiscal: 'Fiskalenheten',
    books: 'Kvitteringer mangler',
    closes: 'Z-rapport venter',
    receipts: 'Kvitteringer avvist',
    printer: 'Skriver ikke ut',
    disk: 'Disken er nesten full',
    clock: 'Feil klokke',
    catalogue: 'Varer avvist',
  },
  advice: {
    silent: 'Tjenesten hører ikke fra denne kassen. Kontroller strømmen og nettverket.',
    error: 'Disken er full, så kassen starter ingen nye salg. Rydd plass på disken.',
    fiscal:
      'Fiskalenheten svarer ikke eller er full. Kontroller enheten. Kassen sier om den fortsatt selger.',
    books:
      'Kvitteringer som kassen har levert, mangler i Z-rapporten: Noen har fjernet dem fra regnskapet. Siden Dagsoppgjør nevner dem.',
    closes:
      'Tjenesten tar ikke imot denne Z-rapporten, og senere rapporter venter. Oppdater tjenesten hvis den er eldre enn kassen, eller kontakt kundestøtte.',
    receipts:
      'Tjenesten avviste kvitteringer, så de har ingen lenke. Skriv ut en kvittering hvis kunden ber om den. Feilsøkingen på kassen navngir dem, og en ansvarlig merker dem som sett der.',
    printer: 'En side ble ikke skrevet ut. Kontroller skriveren, og skriv ut på nytt fra kassen.',
    disk: 'Mindre enn 500 MB er ledig. Fjern det kassen ikke trenger.',
    clock: 'Klokken er feil med ett minutt eller mer. Still den.',
    catalogue:
      'Kassen avviste de nyeste varene og selger til gamle priser. Installer det nyeste programmet på den. Siden Varer sier siden når, og hvorfor.',
  },
  forget: 'Fjern fra listen',
  forgetHead: (name) => `Fjerne ${name} fra listen?`,
  forgetText: 'For en kasse som ikke er i bruk lenger. En som melder seg, kommer i listen igjen.',
  alerts: 'Alarmer',
  alertText: 'En kasse som ingen hører fra, er en alarm. En som ble slått av riktig, er det ikke.',
  alertMinutes: 'Minutter uten melding',
  alertMinutesHint: (from, to) => `Fra ${from} til ${to}.`,
  alertToHint:
    'Får en signert melding når en kasse blir taus, og når den er tilbake. Kan være tom.',
  alertWrong: 'Skriv hele minutter og en adresse som begynner med https://, eller ingen.',
  alertSaved: 'Lagret.',
  room: 'Plass',
  roomText:
    'Hvor mye butikken har brukt av det den kan bruke. Bilder telles til sammen, alt annet innenfor ett døgn.',
  rooms: {
    payments: 'Betalinger på ett døgn',
    receipts: 'Kvitteringer på ett døgn',
    attachments: 'Vedlegg på ett døgn',
    periods: 'Z-rapporter på ett døgn',
    pictures: 'Bilder av varer',
  },
  roomUsed: (pieces, bytes) => `${pieces.used} av ${pieces.most}; ${bytes.used} av ${bytes.most}`,
  roomFull: (kind) => `${kind}: fullt.`,
  roomAdvice: {
    payments:
      'Nye betalinger avvises til det blir plass, litt for hvert minutt. Noen lager langt flere betalinger enn en butikk gjør: Se på programmene og brukerne dine.',
    receipts:
      'Kassene beholder kvitteringene og leverer dem senere; til da har kvitteringene ingen lenke. Se etter en kasse eller et program som gjentar seg.',
    attachments:
      'Nye vedlegg avvises til det blir plass, litt for hvert minutt. Se etter et program som gjentar seg.',
    periods:
      'Kassene beholder Z-rapportene og leverer dem senere. Se etter en kasse eller et program som gjentar seg.',
    pictures:
      'Ta bilder bort fra varer. Et bilde fjernes et døgn etter den siste lagrede versjonen som brukte det.',
  },
  save: 'Lagre',
};
