import type { CallbackWords, EmailSignInWords, PairingWords, SetupWords } from '../en/setup.ts';

/** Words of the till’s first-run screen. */
export const setupDe: SetupWords = {
  setupHead: 'Diese Kasse verbinden',
  setupText: 'Erstellen Sie im Händlerportal unter Kassen einen Code und geben Sie ihn hier ein.',
  setupHandHead: 'Manuell verbinden',
  setupHandText: 'Geben Sie die Angaben Ihres Administrators ein.',
  setupWhy: {
    refused: 'Der Dienst akzeptiert diese Kasse nicht mehr. Koppeln Sie sie neu.',
    unreadable: 'Der Schlüssel dieser Kasse ist nicht lesbar. Koppeln Sie sie neu.',
  },
  setupAddress: 'Adresse des Dienstes',
  setupCode: 'Kopplungscode',
  setupMerchant: 'Händler-ID',
  setupUser: 'Benutzer-ID',
  setupPos: 'Kassen-ID',
  setupSecret: 'Geheimnis',
  setupProof: 'Art der Anmeldung',
  setupProofSecret: 'Geheimnis',
  setupProofKey: 'Hier erzeugter Schlüssel',
  setupPair: 'Diese Kasse koppeln',
  setupConnect: 'Diese Kasse verbinden',
  setupGoOn: 'Weiter',
  setupMakeKey: 'Schlüssel erzeugen',
  setupByHand: 'Ich habe keinen Code',
  setupByCode: 'Ich habe einen Code',
  setupFile:
    'Kein Schlüsselspeicher. Schlüssel in einer Datei ablegen, die nur dieser Benutzer lesen kann.',
  setupKeyHead: 'Diesen Schlüssel registrieren',
  setupKeyText:
    'Fügen Sie ihn im Händlerportal unter Benutzer hinzu. Der private Schlüssel bleibt hier.',
  setupKeyLabel: 'Öffentlicher Schlüssel',
  setupKeyDone: 'Der Schlüssel ist registriert',
  setupCopy: 'Kopieren',
  setupCopied: 'Kopiert',
  setupWorking: {
    pairing: 'Die Kasse wird gekoppelt.',
    key: 'Ein Schlüsselpaar wird erzeugt.',
    checking: 'Die Verbindung wird geprüft.',
    starting: 'Die Kasse startet.',
  },
  setupReady: 'Bereit zum Verkaufen',
  setupReadyText: 'Die Kasse hat alles, was sie braucht.',
  setupNotReady: 'Noch nicht bereit',
  setupNotReadyText: 'Die Liste zeigt, was fehlt. Beheben Sie es und prüfen Sie erneut.',
  setupStart: 'Diese Kasse starten',
  setupCheck: 'Erneut prüfen',
  setupAgain: 'Von vorn beginnen',
  setupSlip: 'Neue Kasse',
  setupSlipLabel: 'Angaben zur Kasse',
  setupSlipEmpty: 'Noch keine Angaben. Sie erscheinen hier, sobald die Kasse verbunden ist.',
  setupFacts: {
    address: 'Dienst',
    shop: 'Geschäft',
    merchantId: 'Händler-ID',
    posId: 'Kassen-ID',
    userId: 'Benutzer-ID',
  },
  setupKeys: 'Buchstaben und Zahlen',
  setupShift: 'Großbuchstaben',
  setupDelete: 'Letztes Zeichen löschen',
  setupClear: 'Leeren',
  setupChecks: {
    address: 'Adresse',
    time: 'Uhr',
    credentials: 'Anmeldung',
    merchant: 'Geschäft',
    pos: 'Kasse',
    push: 'Live-Updates',
  },
  setupStates: {
    passed: 'Bestanden',
    warning: 'Warnung',
    failed: 'Fehler',
    skipped: 'Nicht geprüft',
  },
  setupReasons: {
    no_answer: (fact) => `Keine Antwort von ${fact}. Prüfen Sie Adresse und Netzwerk.`,
    not_this_service: (fact) => `${fact} antwortet, ist aber nicht der Zahlungsdienst.`,
    not_encrypted: (fact) =>
      `Die Verbindung zu ${fact} ist nicht verschlüsselt. Nehmen Sie eine https-Adresse.`,
    untrusted: (fact) =>
      `Dem Zertifikat von ${fact} wird hier nicht vertraut. Starten Sie die Kasse mit --ca-file.`,
    clock_unknown: () => 'Der Dienst meldet keine Uhrzeit.',
    clock_off: (fact) =>
      `Die Uhr dieses Geräts geht ${fact} s falsch. Zahlungen gehen; Belege haben die falsche Zeit. Stellen Sie sie.`,
    refused: (fact) =>
      `Der Dienst weist ${fact} zurück: Der Zugang ist widerrufen oder die Anmeldung falsch.`,
    too_many_tries: () => 'Zu viele Fehlversuche. Warten Sie einige Minuten.',
    not_approved: (fact) => `${fact} ist noch nicht für Zahlungen freigeschaltet.`,
    other_currency: (fact) =>
      `Der Laden kann keine Zahlungen in ${fact} annehmen. Ändern Sie die Währung in der Einstellungsdatei der Kasse.`,
    not_registered: (fact) => `Nicht registriert. Kunden sehen ${fact}.`,
    no_push: () => 'Nicht verfügbar; die Kasse fragt stattdessen jede Sekunde.',
    earlier_failed: () => 'Beheben Sie zuerst den Fehler darüber.',
  },
  setupProblems: {
    bad_address: 'Das ist keine Adresse eines Dienstes. Beispiel: https://pay.example.com.',
    bad_code: 'Ein Code hat acht Buchstaben und Ziffern.',
    unknown_code:
      'Der Code ist unbekannt oder seine zehn Minuten sind vorbei. Erstellen Sie einen neuen.',
    used_code:
      'Eine andere Kasse hat diesen Code benutzt. Waren Sie das nicht, widerrufen Sie ihn im Portal.',
    pos_taken: 'Eine andere Kasse nutzt diese Kassen-ID. Widerrufen Sie sie zuerst im Portal.',
    other_shop:
      'Dieser Ordner enthält Verkäufe eines anderen Geschäfts. Nehmen Sie einen leeren Ordner.',
    too_many_tries: 'Zu viele Codes wurden versucht. Warten Sie und erstellen Sie einen neuen.',
    no_answer: 'Keine Antwort. Prüfen Sie Adresse und Netzwerk.',
    not_this_service: 'Diese Adresse antwortet, kann aber keine Kassen koppeln.',
    no_secret_store:
      'Der Schlüssel kann hier nicht sicher liegen. Erlauben Sie die Datei oder das Desktop-Programm.',
    bad_pos_id: 'Eine Kassen-ID kann Buchstaben, Ziffern und die Zeichen _ . und - enthalten.',
    other: 'Etwas ist schiefgegangen. Versuchen Sie es erneut.',
  },
  otherCurrency: 'Falsche Währung',
  otherCurrencyText: (own, accepted) =>
    `Diese Kasse ist auf ${own} eingestellt, der Laden nimmt aber ${accepted}. Keine Zahlung mit dem Handy wird gelingen. Wer für die Kasse verantwortlich ist, muss die Währung ändern.`,
  setupWait: (seconds) => `Warten Sie ${seconds} s.`,
};

/** Words of the merchant portal for pairing tills. */
export const pairingDe: PairingWords = {
  pairTill: 'Kasse koppeln',
  pairedTills: 'Gekoppelte Kassen',
  noPaired: 'Noch keine Kasse gekoppelt. Mit einem Code dauert es eine Minute.',
  registeredTills: 'Verkaufsstellen',
  pairState: 'Status',
  pairName: 'Name der Kasse',
  pairNameHint: 'Kunden sehen ihn, zum Beispiel „Theke vorn“.',
  pairId: 'Kassen-ID',
  pairIdHint: 'Buchstaben, Ziffern und _ . - Sie ist später nicht änderbar.',
  pairRights: 'Zugriff',
  pairSales: 'Verkäufe',
  pairRefunds: 'Verkäufe, Erstattungen und Artikel',
  makePairingCode: 'Code erstellen',
  pairType: 'An der Kasse eingeben:',
  pairAddress: 'Dienst',
  pairLeft: 'Gültig für',
  pairTime: (minutes, seconds) => `${minutes} Min. ${String(seconds).padStart(2, '0')} Sek.`,
  pairOnce: 'Er gilt einmal und wird nicht wieder angezeigt.',
  pairDone: (device) => `Gekoppelt: ${device}.`,
  pairEnded: 'Der Code gilt nicht mehr. Erstellen Sie einen neuen.',
  pairClose: 'Code schließen',
  pairMadeBy: 'Code erstellt',
  pairPairedAt: 'Gekoppelt',
  pairUser: 'API-Benutzer',
  pairProof: 'Meldet sich an mit',
  pairSigns: 'Eigenem Schlüssel',
  pairSecret: 'Geheimnis',
  pairDevice: 'Gerät',
  pairFrom: 'Gekoppelt von',
  pairRevokedAt: 'Widerrufen',
  pairStates: {
    waiting: 'Wartet auf Code',
    expired: 'Code nicht benutzt',
    paired: 'Gekoppelt',
    revoked: 'Widerrufen',
  },
  pairRevoke: 'Zugriff widerrufen',
  pairTakeBack: 'Code zurückziehen',
  pairRevokeHead: (name) => `Zugriff für ${name} widerrufen?`,
  pairRevokeText:
    'Sie kann nicht mehr kassieren. Ihre offenen Verkäufe können Sie hier abschließen.',
};

/** Words of the merchant portal for signing in by e-mail, in German. */
export const emailSignInDe: EmailSignInWords = {
  byEmail: 'Mit E-Mail anmelden',
  bySecret: 'Mit Geheimnis anmelden',
  emailText:
    'Sie erhalten einen Einmalcode per E-Mail. Danach bestätigen Sie mit Ihrer Authentifizierungs-App.',
  emailNotSet:
    'Dieser Dienst kann noch keine Codes per E-Mail senden. Wenden Sie sich an den Betreiber.',
  emailAddress: 'E-Mail-Adresse',
  sendCode: 'Code senden',
  emailCodeHead: 'Sehen Sie in Ihr Postfach',
  emailCodeText: (address) =>
    `Wenn ${address} zu einem Benutzer gehört, ist ein Code mit 6 Ziffern unterwegs. Er gilt 5 Minuten.`,
  emailCode: 'Code aus der E-Mail',
  emailWrong: 'Der Code ist falsch oder abgelaufen. Fordern Sie einen neuen an.',
  emailAgain: 'Neuen Code senden',
  emailOther: 'Andere Adresse verwenden',
  goOn: 'Weiter',
  startAgain: 'Neu beginnen',
  enrolHead: 'Richten Sie Ihre App ein',
  enrolText:
    'Nur einmal nötig: Scannen Sie den Code mit einer App wie Aegis oder 2FAS, oder tippen Sie ihn ein.',
  enrolPicture: 'Der Code für die App',
  enrolLetters: 'Die Buchstaben',
  factorHead: 'Bestätigen Sie, dass Sie es sind',
  factorText: 'Geben Sie den Code ein, den Ihre App jetzt zeigt.',
  factorCode: 'Code aus der App',
  factorWrong:
    'Der Code ist falsch oder verbraucht. Warten Sie auf den nächsten Code, oder beginnen Sie neu.',
  signInOver:
    'Die Anmeldung dauerte zu lange, oder Ihre App wurde neu eingerichtet. Beginnen Sie neu.',
  factorHint: 'App verloren? Geben Sie einen Ihrer Wiederherstellungs\u00adcodes ein.',
  recoveryHead: 'Sichern Sie Ihre Codes',
  recoveryText:
    'Jeder gilt einmal, wenn Sie die App verlieren. Sichern Sie sie jetzt, getrennt vom Telefon.',
  recoverySave: 'Als Datei speichern',
  recoveryKept: 'Ich habe sie gesichert',
  recoveryFile: 'wiederherstellungscodes',
  chooseShop: 'Welches Geschäft?',
  chooseShopText: 'Sie können es oben auf jeder Seite wechseln.',
  shop: 'Geschäft',
};

/** Words of the merchant portal for its list of callbacks. */
export const callbacksDe: CallbackWords = {
  callbacksText: 'Nachrichten an Ihre Systeme, und ob sie angekommen sind.',
  chooseCallback: 'Wählen Sie einen Callback, um seine Versuche zu sehen.',
  noCallbacks: 'Noch nichts gesendet.',
  deliveries: {
    delivered: 'Zugestellt',
    open: 'Wird gesendet',
    given_up: 'Nicht zugestellt',
    gone: 'Vom Empfänger abgelehnt',
  },
  event: 'Ereignis',
  about: 'Betrifft',
  attempts: 'Versuche',
  noAttempts: 'Noch keine Versuche.',
  answered: (status) => `Antwort ${status}`,
  took: (milliseconds) => `${milliseconds} ms`,
  nextTry: (time) => `Nächster Versuch ${time}`,
  happened: 'Zeit',
  scanAnswer: 'Antwort',
  messageId: 'Nachrichten-ID',
  resend: 'Erneut senden',
};
