import type { RefusalWords } from '../en/refusals.ts';

/** A sentence for everything that a till or its service can refuse. */
export const refusalsDe: RefusalWords = {
  problems: {
    another_sale:
      'Ein Verkauf läuft. Schließen Sie ihn ab, brechen Sie ihn ab oder stellen Sie ihn zurück.',
    too_many_sales: 'Zu viele Verkäufe sind offen. Schließen Sie zuerst einige ab.',
    code_being_started: 'Ein Verkauf mit diesem Code wird gerade gestartet. Warten Sie kurz.',
    reference_taken: 'Das Kassensystem hat diese Nummer schon für einen anderen Verkauf verwendet.',
    sticker_in_use:
      'Ein anderer Verkauf wartet auf diesen Aufkleber. Schließen Sie ihn zuerst ab oder brechen Sie ihn ab.',
    wrong_lines:
      'Die Zeilen ergeben nicht die Summe. Es wurde keine Anfrage gesendet; erfassen Sie den Verkauf neu.',
    label_too_long: 'Der Tisch oder Name ist zu lang. Geben Sie einen kürzeren ein.',
    not_whole: 'Der Betrag ist ungültig. Geben Sie ihn erneut ein.',
    sale_gone: 'Dieser Verkauf ist nicht mehr auf dieser Kasse.',
    not_possible_now:
      'Das ist nicht mehr möglich. Der Bildschirm zeigt den jetzigen Stand des Verkaufs.',
    part_changed: 'Dieser Teil wurde schon mit einem anderen Betrag eingezogen. Beginnen Sie neu.',
    part_pending:
      'Ein früherer Teil wurde vielleicht eingezogen. Ziehen Sie zuerst diesen Teil noch einmal ein.',
    part_nothing: 'Geben Sie zuerst einen Betrag ein.',
    part_too_much: 'Der Betrag ist höher als der reservierte.',
    code_gone: 'Dieser Code wird nicht mehr angezeigt. Zeigen Sie einen neuen.',
    too_many_codes: 'Zu viele Codes warten auf eine Summe. Entfernen Sie zuerst einige.',
    no_code: 'Diese Kasse hat keinen eigenen Code.',
    no_machine: 'An dieser Kasse ist kein Automat angeschlossen.',
    machine_silent: 'Der Automat antwortet nicht. Es wurde kein Verkauf gestartet.',
    not_saved:
      'Die Kasse kann das nicht speichern, daher wurde es nicht ausgeführt. Schaffen Sie Platz auf dem Datenträger.',
    stopping: 'Die Kasse wird beendet. Starten Sie sie zuerst neu.',
    shop_other_currency:
      'Das Geschäft nimmt in der Währung dieser Kasse keine Handyzahlungen an. Nehmen Sie bar oder ein anderes Zahlungsmittel.',

    no_items: 'Diese Kasse hat keine Artikelliste.',
    items_changed: 'Jemand hat die Artikel geändert. Sehen Sie nach und wiederholen Sie es.',
    items_offline:
      'Keine Verbindung zum Dienst. Artikel lassen sich jetzt nicht ändern, der Verkauf geht weiter.',
    items_need_key:
      'Diese Kasse darf die Artikel des Geschäfts nicht ändern. Ändern Sie sie im Händlerportal, oder koppeln Sie die Kasse neu mit dem Zugriff „Verkäufe, Erstattungen und Artikel“.',
    items_wrong:
      'Nichts wurde geändert: Etwas, das die Änderung nennt, fehlt oder ist doppelt da, oder es sind zu viele Artikel. Sehen Sie die Artikel an und machen Sie es noch einmal.',

    bill_gone: 'Diese Rechnung gibt es auf dieser Kasse nicht mehr.',
    bill_changed:
      'Diese Rechnung wurde an einem anderen Bildschirm geändert. Das ist die neue Rechnung.',
    bill_closed: 'Diese Rechnung ist geschlossen. Beginnen Sie eine neue.',
    bill_being_paid:
      'Diese Rechnung wird gerade bezahlt. Schließen Sie den Verkauf ab oder brechen Sie ihn zuerst ab.',
    bill_paid: 'Diese Rechnung ist schon bezahlt. Beginnen Sie eine neue.',
    bill_no_line: 'Diese Zeile steht nicht mehr auf der Rechnung, oder es gibt weniger davon.',
    bill_no_lines: 'Auf der Rechnung ist nichts dafür. Fügen Sie zuerst einen Artikel hinzu.',
    bill_full: 'Die Rechnung ist voll. Beginnen Sie eine weitere.',
    bill_too_much: 'Das ist mehr, als auf eine Rechnung passt. Geben Sie weniger ein.',
    bill_deposit_too_large:
      'Das ist mehr, als der Laden für ein Pfandstück gibt. Geben Sie weniger ein.',
    bill_deposits_too_many:
      'Das sind mehr Pfandstücke, als der Laden auf einmal nimmt. Beginnen Sie eine weitere Rechnung.',
    bill_deposits_too_much:
      'Das Pfand ist mehr wert, als der Laden auf einmal nimmt. Beginnen Sie eine weitere Rechnung.',
    bill_payout_in_cash: 'Der Kunde bekommt Geld für Pfand. Zahlen Sie alles bar aus.',
    bill_payout_no_cash:
      'Nach den Büchern ist dafür zu wenig Bargeld in der Lade. Zählen Sie die Lade, oder legen Sie Bargeld ein.',
    bill_paid_more: 'Ein Teil dieser Rechnung ist schon bezahlt, deshalb kann das nicht weg.',
    bill_choose_discount: 'Wählen Sie, wie viel vom Rabatt mitgeht.',
    bill_discount_too_large: 'Der Rabatt ist größer als der Preis. Geben Sie einen kleineren ein.',
    bill_money_off:
      'Nehmen Sie zuerst den Betragsrabatt von dieser Zeile. Ändern Sie dann die Auswahl und geben Sie ihn neu.',
    bill_needs_approval: 'Die Leitung muss das genehmigen. Es wurde nichts geändert.',
    bill_same_bill: 'Die Zeilen stehen schon auf dieser Rechnung.',
    bill_name_in_use:
      'Dieser Tisch ist schon offen. Wählen Sie einen anderen Namen oder öffnen Sie seine Rechnung.',
    bill_more_than_due: 'Der Betrag ist mehr, als auf dieser Rechnung noch offen ist.',
    bill_received_less: 'Das erhaltene Bargeld ist weniger als der zu zahlende Betrag.',
    bill_unclear:
      'Eine Zahlung dieser Rechnung ist noch nicht entschieden. Schließen Sie sie ab oder brechen Sie sie zuerst ab.',
    bill_no_tender:
      'Diese Zahlung ist bei dieser Rechnung nicht möglich. Geben Sie den Betrag noch einmal ein.',
    bill_not_saved:
      'Die Kasse kann die Rechnung nicht speichern, es wurde nichts geändert. Schaffen Sie Platz auf dem Datenträger.',
    bill_too_many: 'Zu viele Rechnungen sind offen. Leeren Sie zuerst einige.',
    bill_command_used: 'Die Kasse hat diesen Schritt schon. Machen Sie ihn noch einmal.',
    bill_not_started: 'Die Zahlung wurde nicht gestartet. Versuchen Sie es noch einmal.',

    books_not_saved:
      'Die Kasse kann ihre Bücher nicht schreiben, daher wurde nichts gebucht. Prüfen Sie den freien Speicherplatz.',
    close_open_bills:
      'Es sind andere Rechnungen offen, als dieser Bildschirm zeigt. Prüfen Sie sie und schließen Sie dann erneut ab.',
    close_done:
      'Der Tag wurde inzwischen an einem anderen Bildschirm abgeschlossen. Prüfen Sie den Z-Bericht.',
    close_needs_count: 'In der Kassenlade ist Bargeld. Zählen Sie es vor dem Abschluss.',
    keep_too_much: 'In der Lade bliebe mehr, als gezählt wurde.',
    period_gone: 'Es gibt keinen Bericht mit dieser Nummer.',
    fiscal_no_answer:
      'Die Fiskaleinrichtung antwortet nicht. Ohne sie verkauft dieses Geschäft nicht. Prüfen Sie Strom und Kabel und versuchen Sie es erneut.',
    fiscal_full:
      'Die Fiskaleinrichtung ist voll. Ohne sie verkauft dieses Geschäft nicht. Rufen Sie den Lieferanten des Geräts an.',
    fiscal_refused:
      'Die Fiskaleinrichtung nimmt diesen Verkauf nicht an. Rufen Sie den Lieferanten des Geräts an.',
    receipt_foreign:
      'Dieser Beleg wurde an einer anderen Kasse verkauft und nicht per Telefon bezahlt. Erstatten Sie ihn dort.',
    receipt_not_found:
      'Online ist kein solcher Beleg dieses Geschäfts bekannt. Erstatten Sie ihn an der Kasse, die er nennt.',
    receipt_unknown:
      'Diese Kasse hat keinen Beleg mit diesem Code. Suchen Sie ihn mit der Nummer und vergleichen Sie Betrag und Zeit.',
    receipt_no_sale:
      'Dieser Code gehört zu keinem Verkauf. Ein Erstattungsbeleg kann nicht erstattet werden.',
    bill_not_shared: 'Diese Rechnung wurde nicht in Teilen bezahlt. Erstatten Sie ihren Beleg.',
    receipt_gone: 'Es gibt keinen Beleg mit dieser Nummer.',
    receipt_by_phone:
      'Dieser Beleg wurde mit dem Telefon bezahlt. Erstatten Sie die Zahlung auf das Telefon.',
    email_no_answer:
      'Die E-Mail ist nicht bestätigt: Der Dienst antwortet nicht. Senden Sie noch einmal.',
    email_not_yet:
      'Nicht gesendet: Der Beleg ist noch nicht beim Dienst. Warten Sie kurz und senden Sie noch einmal.',
    email_too_often: 'Nicht gesendet: zu viele E-Mails dieses Belegs oder dieses Geschäfts.',
    email_wrong_address: 'Nicht gesendet: Der Dienst nimmt diese Adresse nicht an. Prüfen Sie sie.',
    email_not_offered:
      'Nicht gesendet: Der Dienst verschickt für diese Kasse zurzeit keine E-Mails.',
    email_no_receipt: 'Nicht gesendet: Der Dienst hat diesen Beleg nicht und bekommt ihn nie.',
    question_open: 'Der Kunde wird gerade etwas anderes gefragt. Warten Sie auf die Antwort.',
    question_over: 'Die Frage ist bereits geschlossen.',
    wrong_answer: 'Die Frage lässt diese Antwort nicht zu.',
    wrong_question:
      'Diese Frage kann nicht angezeigt werden. Sie hat zu viele Möglichkeiten oder Wörter.',
    no_customer_screen: 'An diese Kasse ist kein Bildschirm für den Kunden angeschlossen.',

    wrong_pin: 'Falsche PIN. Versuchen Sie es erneut.',
    locked_out: 'Zu viele falsche PINs. Warten Sie und versuchen Sie es erneut.',
    wrong_code:
      'Falscher Code. Nehmen Sie den letzten Code, der beim Start des Kassenprogramms angezeigt wurde.',
    code_locked_out: 'Zu viele falsche Codes. Warten Sie und versuchen Sie es erneut.',
    locked: 'Die Kasse ist gesperrt. Entsperren Sie sie zuerst.',
    role: 'Das kann nur die Leitung.',
    person_gone: 'Diese Person steht nicht mehr auf der Personalliste.',
    name_taken: 'Dieser Name wird schon verwendet. Wählen Sie einen anderen.',
    last_supervisor: 'Es muss mindestens eine Leitung geben. Fügen Sie zuerst eine andere hinzu.',
    too_many: 'Auf dieser Kasse ist die höchste Zahl an Personen erreicht.',
    screens_not_saved:
      'Die Kasse kann das nicht speichern; nichts wurde geändert. Schaffen Sie Platz auf dem Datenträger.',
    staff_not_saved:
      'Die Kasse kann das nicht speichern; nichts wurde geändert. Schaffen Sie Platz auf dem Datenträger.',
    no_supervisor:
      'Noch niemand kann Erstattungen genehmigen. Fügen Sie in den Einstellungen eine Leitung hinzu.',

    approval_expired: 'Die Genehmigung ist abgelaufen. Geben Sie die PIN erneut ein.',
    approval_used: 'Die Genehmigung wurde schon verwendet. Geben Sie die PIN erneut ein.',
    approval_for_another_payment:
      'Die Genehmigung gilt für eine andere Zahlung. Geben Sie die PIN erneut ein.',
    above_ceiling: 'Die Genehmigung gilt für einen kleineren Betrag. Geben Sie die PIN erneut ein.',
    other_currency:
      'Diese Zahlung ist in einer anderen Währung. Erstatten Sie sie an der Kasse des Verkaufs oder im Händlerportal.',
    no_key: 'Dieser Kasse fehlt der Schlüssel für Erstattungen. Erstatten Sie im Händlerportal.',
    bad_request: 'Die Erstattung ist ungültig. Geben Sie den Betrag erneut ein.',
    id_used: 'Diese Erstattung wurde schon mit anderen Angaben gesendet. Beginnen Sie neu.',
    lines_gone: 'Einige dieser Artikel wurden inzwischen erstattet. Bitte neu auswählen.',
    nothing_left: 'Bei diesem Verkauf ist nichts mehr zu erstatten.',
    too_much: 'Der Betrag ist höher als das, was bei diesem Verkauf erstattet werden kann.',
    unknown_payment: 'Der Dienst findet diese Zahlung nicht.',
    service_away: 'Keine Antwort vom Dienst. Noch wurde nichts erstattet; versuchen Sie es erneut.',
    not_written: 'Die Erstattung konnte nicht gespeichert werden. Es wurde nichts erstattet.',

    no_printer: 'An dieser Kasse ist kein Belegdrucker eingerichtet.',
    no_receipt: 'Zu diesem Verkauf gibt es keinen Beleg.',
    print_queue_full: 'Zu viele Druckaufträge warten. Prüfen Sie zuerst den Drucker.',
    print_job_gone: 'Das ist schon gedruckt oder wird gerade gedruckt.',
    checks_running: 'Die Prüfung läuft schon. Warten Sie, bis sie fertig ist.',
    checks_wait_for_sale: 'Ein Verkauf läuft. Schließen Sie ihn ab oder stellen Sie ihn zurück.',
    file_not_written:
      'Die Datei konnte nicht gespeichert werden. Schaffen Sie Platz auf dem Datenträger.',

    not_here: 'Diese Kasse hat diese Funktion nicht.',
    not_set_up: 'Diese Kasse ist noch nicht eingerichtet.',
    busy: 'Die Kasse ist noch beschäftigt. Warten Sie kurz und versuchen Sie es erneut.',
    failed:
      'In der Kasse ist etwas schiefgegangen. Versuchen Sie es erneut; geschieht es wieder, starten Sie die Kasse neu.',
    no_host: 'Die Kasse antwortet nicht. Versuchen Sie es erneut.',
  },
  serviceRefusals: {
    signed_out:
      'Der Dienst nimmt die Anmeldung dieser Kasse nicht an. Wer für die Kasse zuständig ist, muss sie neu koppeln.',
    currency:
      'Der Laden kann in dieser Währung keine Zahlungen annehmen. Wer für die Kasse zuständig ist, muss die Währung berichtigen.',
    amount:
      'Der Betrag ist höher, als der Laden in einer Zahlung annehmen darf. Geben Sie einen kleineren Betrag ein.',
    customer:
      'Die Nummer oder der Code des Kunden ist ungültig. Prüfen Sie die Eingabe und versuchen Sie es erneut.',
    used_before:
      'Eine andere Zahlung hat schon die Nummer dieses Verkaufs. Starten Sie den Verkauf neu.',
    lines_gone: 'Einige dieser Artikel sind bereits erstattet. Bitte die Erstattung neu beginnen.',
    too_large:
      'Der Verkauf hat zu viele Zeilen oder zu viel Text. Teilen Sie ihn in zwei Verkäufe.',
    settings:
      'Die Kasse ist für diesen Dienst nicht richtig eingerichtet. Wer für die Kasse zuständig ist, muss die Einstellungen prüfen.',
    unavailable: 'Der Dienst kann das gerade nicht ausführen. Versuchen Sie es gleich erneut.',
    not_accepted:
      'Der Dienst hat es nicht angenommen. Wählen Sie einen anderen Weg und sagen Sie der zuständigen Person Bescheid.',
  },
  paymentFailures: {
    bank: 'Die Bank des Kunden hat die Zahlung abgelehnt. Nutzen Sie eine andere Zahlungsart.',
    limit: 'Der Betrag liegt über dem Limit des Kunden. Nutzen Sie eine andere Zahlungsart.',
    duplicate:
      'Dieselbe Zahlung wurde gerade eben ausgeführt. Prüfen Sie die Verkaufsliste, bevor Sie erneut kassieren.',
    credit:
      'Das Kreditkonto des Kunden kann hier nicht verwendet werden. Nutzen Sie eine andere Zahlungsart.',
    account_closed: 'Das Konto des Kunden ist geschlossen. Nutzen Sie eine andere Zahlungsart.',
    other: 'Versuchen Sie es erneut oder nutzen Sie eine andere Zahlungsart.',
  },
};
