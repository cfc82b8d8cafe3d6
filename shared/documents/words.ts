import { isolated, type Language } from '../catalogue/language.ts';

/** The words of receipts and reports, wherever they are shown. Paper has none in Arabic and uses the English ones. */
export type DocumentWords = {
  readonly openPrice: string;
  /** What the customer pays beside the price. */
  readonly additional: string;
  /** The same in a shop that asks for tips. */
  readonly tip: string;
  readonly rounding: string;
  readonly discount: string;
  readonly discountAll: string;
  readonly total: string;
  readonly vat: string;
  readonly method: string;
  readonly phone: string;
  readonly cash: string;
  readonly received: string;
  readonly change: string;
  readonly time: string;
  readonly reference: string;
  readonly served: string;
  readonly member: string;
  readonly receipt: string;
  readonly refund: string;
  readonly refunded: string;
  /** The title of a receipt over cash that was paid out for returned deposits. */
  readonly payout: string;
  /** Before the number of the receipt that was refunded. */
  readonly refundOf: string;
  readonly device: string;
  readonly transaction: string;
  readonly signed: string;
  readonly signature: string;
  readonly unsigned: string;
  readonly organisation: string;
  readonly copy: string;
  readonly thanks: string;

  readonly x: string;
  readonly z: (number: number) => string;
  readonly till: string;
  /** The business days of a report. */
  readonly days: string;
  readonly from: string;
  readonly to: string;
  /** Before the time of the sums of a period or a day that is not over. */
  readonly asOf: string;
  readonly receipts: string;
  readonly closedBy: string;
  readonly approvedBy: string;
  /** In a row of something that a supervisor approved. */
  readonly approved: (person: string) => string;
  readonly nothingBooked: string;
  readonly gross: string;
  readonly discounts: string;
  readonly net: string;
  readonly tax: string;
  readonly noRate: string;
  readonly refundedTax: string;
  readonly tips: string;
  readonly sales: string;
  readonly refunds: string;
  readonly otherTills: string;
  readonly tenders: string;
  readonly other: string;
  readonly refundsBy: (method: string) => string;
  /** Deposits that were taken back, and cash that was paid out for them. */
  readonly returned: string;
  readonly payouts: string;
  readonly corrections: string;
  readonly acts: Readonly<Record<'removed' | 'reduced' | 'cleared', string>>;
  readonly people: string;
  readonly nobody: string;
  readonly drawer: string;
  readonly opening: string;
  readonly payIn: string;
  readonly payOut: string;
  readonly noSale: string;
  readonly counts: string;
  readonly expected: string;
  readonly difference: string;
  readonly signatures: Readonly<Record<'signed' | 'unsigned' | 'failed', string>>;
  readonly grand: string;

  readonly endOfDay: string;
  readonly day: string;
  readonly noPayments: string;
  readonly methods: Readonly<Record<'screen_code' | 'phone' | 'customer_code' | 'sticker', string>>;
  readonly paid: string;
  readonly ofWhich: Readonly<Record<'extra' | 'tip', string>>;
  readonly netPaid: string;
  readonly otherTenders: string;
  readonly byState: string;
  readonly states: Readonly<Record<'open' | 'paid' | 'refunded' | 'not_paid', string>>;
  /** Of the sums of a day: what they are not. */
  readonly knownHere: string;
};

export const DOCUMENT_WORDS: Readonly<Record<Language, DocumentWords>> = {
  en: {
    openPrice: 'Custom amount',
    additional: 'Extra amount',
    tip: 'Tip',
    rounding: 'Cash rounding',
    discount: 'Discount',
    discountAll: 'Discount on total',
    total: 'Total',
    vat: 'incl. VAT',
    method: 'Paid with',
    phone: 'Phone',
    cash: 'Cash',
    received: 'Cash received',
    change: 'Change',
    time: 'Time',
    reference: 'Reference',
    served: 'Served by',
    member: 'Member',
    receipt: 'Receipt',
    refund: 'Refund',
    refunded: 'Refunded',
    payout: 'Deposit payout',
    refundOf: 'Refund of',
    device: 'Fiscal device',
    transaction: 'Transaction',
    signed: 'Signed',
    signature: 'Signature',
    unsigned: 'Fiscal device failed: not signed',
    organisation: 'Org. no.',
    copy: 'COPY',
    thanks: 'Thank you',

    x: 'X report',
    z: (number) => `Z report ${number}`,
    till: 'Till',
    days: 'Days',
    from: 'From',
    to: 'To',
    asOf: 'As of',
    receipts: 'Receipts',
    closedBy: 'Closed by',
    approvedBy: 'Approved by',
    approved: (person) => `approved by ${person}`,
    nothingBooked: 'Nothing has been booked in this period.',
    gross: 'Gross',
    discounts: 'Discounts',
    net: 'Net',
    tax: 'VAT',
    noRate: 'No VAT rate',
    refundedTax: 'VAT of refunds',
    tips: 'Tips',
    sales: 'Sales',
    refunds: 'Refunds',
    otherTills: '  of other tills',
    tenders: 'Payment methods',
    other: 'Other',
    refundsBy: (method) => `${method} refunded`,
    returned: 'Returned deposits',
    payouts: 'Paid out in cash',
    corrections: 'Corrections before payment',
    acts: { removed: 'Lines removed', reduced: 'Quantity reduced', cleared: 'Bills cleared' },
    people: 'Sales by person',
    nobody: 'No name',
    drawer: 'Cash drawer',
    opening: 'Opening float',
    payIn: 'Paid in',
    payOut: 'Paid out',
    noSale: 'Opened without sale',
    counts: 'Counts',
    expected: 'Cash at the end',
    difference: 'Counting difference',
    signatures: { signed: 'Signed', unsigned: 'Not signed yet', failed: 'Failed, not signed' },
    grand: 'Since the beginning',

    endOfDay: 'End of day',
    day: 'Day',
    noPayments: 'No payments on this day.',
    methods: {
      screen_code: 'Code on screen',
      phone: 'Phone number',
      customer_code: 'Customer’s code',
      sticker: 'Sticker',
    },
    paid: 'Paid',
    ofWhich: { extra: 'Of which extra amounts', tip: 'Of which tips' },
    netPaid: 'Net paid',
    otherTenders: 'Other payment methods, not in the settlement',
    byState: 'Sales by status',
    states: {
      open: 'Open',
      paid: 'Paid',
      refunded: 'Refunded, in full or in part',
      not_paid: 'Not paid',
    },
    knownHere: 'According to this till. The settlement shows what is paid out.',
  },
  nb: {
    openPrice: 'Beløp uten vare',
    additional: 'Tilleggsbeløp',
    tip: 'Tips',
    rounding: 'Øreavrunding',
    discount: 'Rabatt',
    discountAll: 'Rabatt på summen',
    total: 'Sum',
    vat: 'herav mva.',
    method: 'Betalt med',
    phone: 'Telefon',
    cash: 'Kontant',
    received: 'Mottatt kontant',
    change: 'Vekslepenger',
    time: 'Tid',
    reference: 'Referanse',
    served: 'Betjent av',
    member: 'Medlem',
    receipt: 'Kvittering',
    refund: 'Refusjon',
    refunded: 'Refundert',
    payout: 'Utbetaling av pant',
    refundOf: 'Refusjon av',
    device: 'Fiskalenhet',
    transaction: 'Transaksjon',
    signed: 'Signert',
    signature: 'Signatur',
    unsigned: 'Fiskalenheten sviktet: ikke signert',
    organisation: 'Org.nr.',
    copy: 'KOPI',
    thanks: 'Takk for handelen',

    x: 'X-rapport',
    z: (number) => `Z-rapport ${number}`,
    till: 'Kasse',
    days: 'Dager',
    from: 'Fra',
    to: 'Til',
    asOf: 'Per',
    receipts: 'Kvitteringer',
    closedBy: 'Avsluttet av',
    approvedBy: 'Godkjent av',
    approved: (person) => `godkjent av ${person}`,
    nothingBooked: 'Ingenting er bokført i denne perioden.',
    gross: 'Brutto',
    discounts: 'Rabatter',
    net: 'Netto',
    tax: 'Mva.',
    noRate: 'Uten mva.-sats',
    refundedTax: 'Mva. av refusjoner',
    tips: 'Tips',
    sales: 'Salg',
    refunds: 'Refusjoner',
    otherTills: '  fra andre kasser',
    tenders: 'Betalingsmåter',
    other: 'Annet',
    refundsBy: (method) => `${method} refundert`,
    returned: 'Pant tatt imot',
    payouts: 'Utbetalt kontant',
    corrections: 'Rettelser før betaling',
    acts: { removed: 'Fjernede linjer', reduced: 'Redusert antall', cleared: 'Slettede regninger' },
    people: 'Salg per person',
    nobody: 'Uten navn',
    drawer: 'Kassaskuff',
    opening: 'Veksel ved start',
    payIn: 'Innskudd',
    payOut: 'Uttak',
    noSale: 'Åpnet uten salg',
    counts: 'Opptellinger',
    expected: 'Kontantbeholdning ved slutt',
    difference: 'Differanse ved opptelling',
    signatures: {
      signed: 'Signert',
      unsigned: 'Ikke signert ennå',
      failed: 'Sviktet, ikke signert',
    },
    grand: 'Siden starten',

    endOfDay: 'Dagsoppgjør',
    day: 'Dag',
    noPayments: 'Ingen betalinger denne dagen.',
    methods: {
      screen_code: 'Kode på skjermen',
      phone: 'Telefonnummer',
      customer_code: 'Kundens kode',
      sticker: 'Klistremerke',
    },
    paid: 'Betalt',
    ofWhich: { extra: 'Herav tilleggsbeløp', tip: 'Herav tips' },
    netPaid: 'Netto betalt',
    otherTenders: 'Andre betalingsmåter, ikke i oppgjøret',
    byState: 'Salg etter status',
    states: {
      open: 'Åpne',
      paid: 'Betalt',
      refunded: 'Refundert, helt eller delvis',
      not_paid: 'Ikke betalt',
    },
    knownHere: 'Ifølge denne kassen. Oppgjøret viser hva som utbetales.',
  },
  de: {
    openPrice: 'Freier Betrag',
    additional: 'Zusatzbetrag',
    tip: 'Trinkgeld',
    rounding: 'Rundung bar',
    discount: 'Rabatt',
    discountAll: 'Rabatt auf die Summe',
    total: 'Summe',
    vat: 'inkl. MwSt.',
    method: 'Bezahlt mit',
    phone: 'Telefon',
    cash: 'Bar',
    received: 'Bar erhalten',
    change: 'Rückgeld',
    time: 'Zeit',
    reference: 'Referenz',
    served: 'Bedient von',
    member: 'Mitglied',
    receipt: 'Beleg',
    refund: 'Erstattung',
    refunded: 'Erstattet',
    payout: 'Pfandauszahlung',
    refundOf: 'Erstattung zu',
    device: 'Fiskaleinrichtung',
    transaction: 'Transaktion',
    signed: 'Signiert',
    signature: 'Signatur',
    unsigned: 'Fiskaleinrichtung ausgefallen: nicht signiert',
    organisation: 'Handelsreg.-Nr.',
    copy: 'KOPIE',
    thanks: 'Vielen Dank',

    x: 'X-Bericht',
    z: (number) => `Z-Bericht ${number}`,
    till: 'Kasse',
    days: 'Tage',
    from: 'Von',
    to: 'Bis',
    asOf: 'Stand',
    receipts: 'Belege',
    closedBy: 'Abgeschlossen von',
    approvedBy: 'Genehmigt von',
    approved: (person) => `genehmigt von ${person}`,
    nothingBooked: 'In diesem Zeitraum wurde nichts gebucht.',
    gross: 'Brutto',
    discounts: 'Rabatte',
    net: 'Netto',
    tax: 'MwSt.',
    noRate: 'Ohne Steuersatz',
    refundedTax: 'MwSt. der Erstattungen',
    tips: 'Trinkgeld',
    sales: 'Verkäufe',
    refunds: 'Erstattungen',
    otherTills: '  anderer Kassen',
    tenders: 'Zahlungsarten',
    other: 'Andere',
    refundsBy: (method) => `${method} erstattet`,
    returned: 'Zurückgenommenes Pfand',
    payouts: 'Bar ausgezahlt',
    corrections: 'Korrekturen vor Zahlung',
    acts: {
      removed: 'Entfernte Zeilen',
      reduced: 'Verringerte Menge',
      cleared: 'Gelöschte Rechnungen',
    },
    people: 'Verkäufe nach Person',
    nobody: 'Ohne Namen',
    drawer: 'Kassenlade',
    opening: 'Wechselgeld am Anfang',
    payIn: 'Einlagen',
    payOut: 'Entnahmen',
    noSale: 'Ohne Verkauf geöffnet',
    counts: 'Zählungen',
    expected: 'Bargeld am Ende',
    difference: 'Zähldifferenz',
    signatures: {
      signed: 'Signiert',
      unsigned: 'Noch nicht signiert',
      failed: 'Ausgefallen, nicht signiert',
    },
    grand: 'Seit Beginn',

    endOfDay: 'Tagesabschluss',
    day: 'Tag',
    noPayments: 'Keine Zahlungen an diesem Tag.',
    methods: {
      screen_code: 'Code am Bildschirm',
      phone: 'Telefonnummer',
      customer_code: 'Kundencode',
      sticker: 'Aufkleber',
    },
    paid: 'Bezahlt',
    ofWhich: { extra: 'Davon Zusatzbeträge', tip: 'Davon Trinkgeld' },
    netPaid: 'Netto bezahlt',
    otherTenders: 'Andere Zahlungsarten, nicht in der Abrechnung',
    byState: 'Verkäufe nach Status',
    states: {
      open: 'Offen',
      paid: 'Bezahlt',
      refunded: 'Ganz oder teilweise erstattet',
      not_paid: 'Nicht bezahlt',
    },
    knownHere: 'Laut dieser Kasse. Die Abrechnung zeigt, was ausgezahlt wird.',
  },
  ar: {
    openPrice: 'مبلغ بلا صنف',
    additional: 'مبلغ إضافي',
    tip: 'إكرامية',
    rounding: 'تقريب النقد',
    discount: 'خصم',
    discountAll: 'خصم على المجموع',
    total: 'المجموع',
    vat: 'منها ضريبة القيمة المضافة',
    method: 'طريقة الدفع',
    phone: 'الهاتف',
    cash: 'نقدًا',
    received: 'النقد المستلم',
    change: 'الباقي',
    time: 'الوقت',
    reference: 'المرجع',
    served: 'قدّم الخدمة',
    member: 'العضو',
    receipt: 'إيصال',
    refund: 'استرداد',
    refunded: 'تم استرداده',
    payout: 'صرف التأمين المُعاد',
    refundOf: 'استرداد للإيصال',
    device: 'الجهاز المالي',
    transaction: 'المعاملة',
    signed: 'وقت التوقيع',
    signature: 'التوقيع',
    unsigned: 'تعطّل الجهاز المالي: غير موقَّع',
    organisation: 'رقم المنشأة',
    copy: 'نسخة',
    thanks: 'شكرًا لكم',

    x: 'تقرير X',
    z: (number) => `تقرير Z رقم ${number}`,
    till: 'الصندوق',
    days: 'الأيام',
    from: 'من',
    to: 'إلى',
    asOf: 'حتى',
    receipts: 'الإيصالات',
    closedBy: 'أغلقه',
    approvedBy: 'وافق عليه',
    approved: (person) => `وافق عليه ${isolated(person)}`,
    nothingBooked: 'لم يُسجَّل شيء في هذه الفترة.',
    gross: 'الإجمالي',
    discounts: 'الخصومات',
    net: 'الصافي',
    tax: 'الضريبة',
    noRate: 'بلا نسبة ضريبة',
    refundedTax: 'ضريبة المبالغ المردودة',
    tips: 'الإكراميات',
    sales: 'المبيعات',
    refunds: 'المبالغ المردودة',
    otherTills: '  بيع في صناديق أخرى',
    tenders: 'طرق الدفع',
    other: 'أخرى',
    refundsBy: (method) => `${isolated(method)}، مردود`,
    returned: 'التأمين المُعاد',
    payouts: 'صُرف نقدًا',
    corrections: 'التصحيحات قبل الدفع',
    acts: { removed: 'أسطر محذوفة', reduced: 'أسطر مخفّضة', cleared: 'فواتير ملغاة' },
    people: 'المبيعات حسب الشخص',
    nobody: 'بلا اسم',
    drawer: 'درج النقد',
    opening: 'النقد عند البداية',
    payIn: 'الإيداعات',
    payOut: 'السحوبات',
    noSale: 'فُتح بلا بيع',
    counts: 'مرات الجرد',
    expected: 'النقد عند النهاية',
    difference: 'فرق العدّ',
    signatures: {
      signed: 'موقَّع',
      unsigned: 'لم يُوقَّع بعد',
      failed: 'تعطّل الجهاز، غير موقَّع',
    },
    grand: 'منذ البداية',

    endOfDay: 'نهاية اليوم',
    day: 'اليوم',
    noPayments: 'لا مدفوعات في هذا اليوم.',
    methods: {
      screen_code: 'رمز على الشاشة',
      phone: 'رقم الهاتف',
      customer_code: 'رمز العميل',
      sticker: 'الملصق',
    },
    paid: 'مدفوع',
    ofWhich: { extra: 'منها مبالغ إضافية', tip: 'منها إكراميات' },
    netPaid: 'صافي المدفوع',
    otherTenders: 'طرق دفع أخرى، ليست في التسوية',
    byState: 'المبيعات حسب الحالة',
    states: {
      open: 'مفتوح',
      paid: 'مدفوع',
      refunded: 'مُسترد كليًا أو جزئيًا',
      not_paid: 'غير مدفوع',
    },
    knownHere: 'حسب هذا الصندوق. تُظهر التسوية ما يُدفع لك.',
  },
};
