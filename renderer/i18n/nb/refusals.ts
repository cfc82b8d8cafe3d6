import type { RefusalWords } from '../en/refusals.ts';

/** A sentence for everything that a till or its service can refuse. */
export const refusalsNb: RefusalWords = {
  problems: {
    another_sale: 'Et salg pågår. Fullfør det, avbryt det eller sett det på vent først.',
    too_many_sales: 'For mange salg er åpne. Fullfør noen av dem først.',
    code_being_started: 'Et salg med denne koden startes nå. Vent litt.',
    reference_taken: 'Kassesystemet har brukt dette nummeret på et annet salg.',
    sticker_in_use: 'Et annet salg venter på dette klistremerket. Fullfør eller avbryt det først.',
    wrong_lines:
      'Linjene stemmer ikke med summen. Ingen forespørsel ble sendt; registrer salget på nytt.',
    label_too_long: 'Bordet eller navnet er for langt. Skriv et kortere.',
    not_whole: 'Beløpet er ikke gyldig. Tast det på nytt.',
    sale_gone: 'Dette salget finnes ikke lenger på kassen.',
    not_possible_now: 'Dette er ikke lenger mulig. Skjermen viser hvordan salget står nå.',
    part_changed: 'Denne delen er trukket før med et annet beløp. Begynn på nytt.',
    part_pending: 'En tidligere del kan være trukket. Trekk den delen på nytt først.',
    part_nothing: 'Tast et beløp først.',
    part_too_much: 'Beløpet er høyere enn det som er reservert.',
    code_gone: 'Denne koden vises ikke lenger. Vis en ny.',
    too_many_codes: 'For mange koder venter på en sum. Fjern noen av dem først.',
    no_code: 'Kassen har ingen egen kode.',
    no_machine: 'Ingen salgsautomat er koblet til kassen.',
    machine_silent: 'Automaten svarer ikke. Ikke noe salg ble startet.',
    not_saved: 'Kassen kan ikke lagre dette, så det ble ikke gjort. Frigjør plass på disken.',
    stopping: 'Kassen slås av. Start den på nytt først.',
    shop_other_currency:
      'Butikken tar ikke imot mobilbetaling i kassens valuta. Ta kontant eller et annet betalingsmiddel.',

    no_items: 'Kassen har ingen vareliste.',
    items_changed: 'Noen andre har endret varene. Se på dem og gjør det igjen.',
    items_offline:
      'Det er ingen forbindelse med tjenesten. Varene kan ikke endres nå, men salget går videre.',
    items_need_key:
      'Denne kassen kan ikke endre varene til butikken. Endre dem i butikkportalen, eller par kassen på nytt med tilgangen «Salg, refusjoner og varer».',
    items_wrong:
      'Ingenting ble endret: Noe som endringen nevner, mangler eller finnes to ganger, eller det er for mange varer. Se på varene, og gjør det på nytt.',

    bill_gone: 'Denne regningen finnes ikke lenger på kassen.',
    bill_changed: 'Regningen ble endret på en annen skjerm. Dette er den nye regningen.',
    bill_closed: 'Denne regningen er lukket. Begynn på en ny.',
    bill_being_paid: 'Denne regningen betales nå. Fullfør eller avbryt salget først.',
    bill_paid: 'Denne regningen er allerede betalt. Begynn på en ny.',
    bill_no_line: 'Denne linjen står ikke lenger på regningen, eller det er færre av den.',
    bill_no_lines: 'Det er ingenting på regningen til dette. Legg til en vare først.',
    bill_full: 'Regningen er full. Begynn på en ny.',
    bill_too_much: 'Det er mer enn én regning kan ha. Tast mindre.',
    bill_deposit_too_large: 'Det er mer enn butikken gir for én pant. Tast mindre.',
    bill_deposits_too_many: 'Det er mer pant enn butikken tar imot på én gang. Bruk en ny regning.',
    bill_deposits_too_much:
      'Panten er verdt mer enn butikken tar imot på én gang. Bruk en ny regning.',
    bill_payout_in_cash: 'Kunden får penger tilbake for pant. Utbetal alt kontant.',
    bill_payout_no_cash:
      'Etter bøkene er det for lite kontanter i skuffen til dette. Tell skuffen, eller legg inn kontanter.',
    bill_paid_more: 'En del av regningen er allerede betalt, så dette kan ikke tas av.',
    bill_choose_discount: 'Velg hvor mye av rabatten som skal følge med.',
    bill_discount_too_large: 'Rabatten er større enn prisen. Tast en mindre.',
    bill_money_off:
      'Fjern først beløpet som er trukket fra på denne linjen. Endre så valgene, og gi rabatten på nytt.',
    bill_needs_approval: 'En ansvarlig må godkjenne dette. Ingenting er endret.',
    bill_same_bill: 'Linjene står allerede på den regningen.',
    bill_name_in_use: 'Dette bordet er allerede åpent. Velg et annet navn, eller åpne regningen.',
    bill_more_than_due: 'Beløpet er mer enn det som gjenstår å betale på regningen.',
    bill_received_less: 'Det mottatte beløpet er mindre enn beløpet som skal betales.',
    bill_unclear:
      'En betaling av denne regningen er ikke avgjort ennå. Fullfør eller avbryt den først.',
    bill_no_tender: 'Denne betalingen er ikke mulig på regningen. Tast beløpet på nytt.',
    bill_not_saved:
      'Kassen kan ikke lagre regningen, så ingenting er endret. Frigjør plass på disken.',
    bill_too_many: 'For mange regninger er åpne. Tøm noen av dem først.',
    bill_command_used: 'Kassen har allerede dette steget. Gjør det en gang til.',
    bill_not_started: 'Betalingen ble ikke startet. Prøv igjen.',

    books_not_saved:
      'Kassen kan ikke skrive i bøkene, så ingenting ble bokført. Kontroller ledig diskplass.',
    close_open_bills:
      'Det er andre åpne regninger enn skjermen viser. Se på dem, og avslutt så på nytt.',
    close_done: 'Dagen ble avsluttet på en annen skjerm i mellomtiden. Se på Z-rapporten.',
    close_needs_count: 'Det er kontanter i kassaskuffen. Tell dem før avslutningen.',
    keep_too_much: 'Det ville bli igjen mer i skuffen enn det som er talt.',
    period_gone: 'Det finnes ingen rapport med dette nummeret.',
    fiscal_no_answer:
      'Fiskalenheten svarer ikke, og butikken selger ikke uten den. Sjekk strøm og kabel, og prøv igjen.',
    fiscal_full:
      'Fiskalenheten er full, og butikken selger ikke uten den. Ring leverandøren av enheten.',
    fiscal_refused: 'Fiskalenheten godtar ikke dette salget. Ring leverandøren av enheten.',
    receipt_foreign:
      'Denne kvitteringen er solgt på en annen kasse og ikke betalt med telefon. Refunder den der.',
    receipt_not_found:
      'Ingen slik kvittering fra denne butikken er kjent på nett. Refunder den på kassen som står på den.',
    receipt_unknown:
      'Kassen har ingen kvittering med denne koden. Finn den med nummeret, og sammenlign beløp og tid.',
    receipt_no_sale:
      'Denne koden er ikke for et salg. En kvittering for refusjon kan ikke refunderes.',
    bill_not_shared: 'Denne regningen ble ikke betalt i deler. Refunder kvitteringen.',
    receipt_gone: 'Det finnes ingen kvittering med dette nummeret.',
    receipt_by_phone:
      'Denne kvitteringen ble betalt med telefon. Refunder betalingen til telefonen.',
    email_no_answer: 'E-posten er ikke bekreftet: tjenesten svarer ikke. Send på nytt.',
    email_not_yet:
      'Ikke sendt: kvitteringen har ikke nådd tjenesten ennå. Vent litt og send på nytt.',
    email_too_often:
      'Ikke sendt: for mange e-poster med denne kvitteringen eller fra denne butikken.',
    email_wrong_address: 'Ikke sendt: tjenesten godtar ikke denne adressen. Sjekk den.',
    email_not_offered: 'Ikke sendt: tjenesten sender ikke e-post for denne kassen nå.',
    email_no_receipt: 'Ikke sendt: tjenesten har ikke denne kvitteringen og får den aldri.',
    question_open: 'Kunden blir spurt om noe annet. Vent på svaret.',
    question_over: 'Spørsmålet er allerede lukket.',
    wrong_answer: 'Spørsmålet tillater ikke dette svaret.',
    wrong_question: 'Dette spørsmålet kan ikke vises. Det har for mange valg eller ord.',
    no_customer_screen: 'Ingen skjerm for kunden er koblet til denne kassen.',

    wrong_pin: 'Feil PIN-kode. Prøv igjen.',
    locked_out: 'For mange feil PIN-koder. Vent litt, og prøv igjen.',
    wrong_code: 'Feil kode. Bruk den siste koden som ble vist da kasseprogrammet startet.',
    code_locked_out: 'For mange feil koder. Vent litt, og prøv igjen.',
    locked: 'Kassen er låst. Lås den opp først.',
    role: 'Bare en ansvarlig kan gjøre dette.',
    person_gone: 'Denne personen er ikke lenger blant de ansatte.',
    name_taken: 'Navnet er allerede i bruk. Velg et annet.',
    last_supervisor: 'Det må finnes minst én ansvarlig. Legg til en annen først.',
    too_many: 'Kassen har nådd maks antall ansatte.',
    screens_not_saved:
      'Kassen kan ikke lagre dette, så ingenting er endret. Frigjør plass på disken.',
    staff_not_saved:
      'Kassen kan ikke lagre dette, så ingenting er endret. Frigjør plass på disken.',
    no_supervisor:
      'Ingen kan godkjenne refusjoner ennå. Legg til en ansvarlig under Innstillinger.',

    approval_expired: 'Godkjenningen er utløpt. Tast PIN-koden på nytt.',
    approval_used: 'Godkjenningen er allerede brukt. Tast PIN-koden på nytt.',
    approval_for_another_payment:
      'Godkjenningen gjelder en annen betaling. Tast PIN-koden på nytt.',
    above_ceiling: 'Godkjenningen gjelder et lavere beløp. Tast PIN-koden på nytt.',
    other_currency:
      'Denne betalingen er i en annen valuta. Refunder den på kassen som solgte den, eller i butikkportalen.',
    no_key: 'Kassen mangler nøkkel for refusjoner. Refunder i butikkportalen.',
    bad_request: 'Refusjonen er ikke gyldig. Tast beløpet på nytt.',
    id_used: 'Denne refusjonen er allerede sendt med andre opplysninger. Begynn på nytt.',
    lines_gone: 'Noen av disse varene er refundert i mellomtiden. Velg på nytt.',
    nothing_left: 'Det er ikke mer å refundere på dette salget.',
    too_much: 'Beløpet er høyere enn det som kan refunderes på dette salget.',
    unknown_payment: 'Tjenesten finner ikke denne betalingen.',
    service_away: 'Ikke svar fra tjenesten. Ingenting er refundert ennå; prøv igjen.',
    not_written: 'Refusjonen kunne ikke lagres på kassen. Ingenting er refundert.',

    no_printer: 'Ingen kvitteringsskriver er satt opp på kassen.',
    no_receipt: 'Dette salget har ingen kvittering.',
    print_queue_full: 'For mange utskrifter venter. Sjekk skriveren først.',
    print_job_gone: 'Dette er allerede skrevet ut, eller skrives ut nå.',
    checks_running: 'Sjekken kjører allerede. Vent til den er ferdig.',
    checks_wait_for_sale: 'Et salg pågår. Fullfør det eller sett det på vent først.',
    file_not_written: 'Filen kunne ikke lagres. Frigjør plass på disken.',

    not_here: 'Kassen har ikke denne funksjonen.',
    not_set_up: 'Kassen er ikke satt opp ennå.',
    busy: 'Kassen er fortsatt opptatt. Vent litt, og prøv igjen.',
    failed: 'Noe gikk galt i kassen. Prøv igjen; skjer det igjen, start kassen på nytt.',
    no_host: 'Kassen svarte ikke. Prøv igjen.',
  },
  serviceRefusals: {
    signed_out:
      'Tjenesten godtar ikke kassens innlogging. Den som har ansvar for kassen, må koble den til på nytt.',
    currency:
      'Butikken kan ikke ta betalt i denne valutaen. Den som har ansvar for kassen, må rette valutaen.',
    amount: 'Beløpet er høyere enn butikken kan ta i én betaling. Tast et lavere beløp.',
    customer: 'Kundens nummer eller kode er ikke gyldig. Sjekk det og prøv igjen.',
    used_before: 'En annen betaling har allerede nummeret til dette salget. Start salget på nytt.',
    lines_gone: 'Noen av disse varene er allerede refundert. Start refusjonen på nytt.',
    too_large: 'Salget har for mange linjer eller for mye tekst. Del det i to salg.',
    settings:
      'Kassen er ikke riktig satt opp for denne tjenesten. Den som har ansvar for kassen, må sjekke innstillingene.',
    unavailable: 'Tjenesten kan ikke gjøre dette nå. Prøv igjen om litt.',
    not_accepted:
      'Tjenesten godtok det ikke. Bruk en annen måte, og si fra til den som har ansvar for kassen.',
  },
  paymentFailures: {
    bank: 'Kundens bank avviste betalingen. Bruk en annen betalingsmåte.',
    limit: 'Beløpet er over kundens grense. Bruk en annen betalingsmåte.',
    duplicate:
      'Den samme betalingen ble gjort nettopp. Sjekk listen over salg før du tar betalt på nytt.',
    credit: 'Kundens kredittkonto kan ikke brukes her. Bruk en annen betalingsmåte.',
    account_closed: 'Kundens konto er avsluttet. Bruk en annen betalingsmåte.',
    other: 'Prøv igjen, eller bruk en annen betalingsmåte.',
  },
};
