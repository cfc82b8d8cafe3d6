import type { Language } from '../catalogue/language.ts';

/** The words of a receipt, however it was paid, on paper, on its page and in an e-mail. */
export type ReceiptWords = {
  readonly openPrice: string;
  /** What the customer pays beside the price. */
  readonly additional: string;
  /** The same in a shop that asks for tips. */
  readonly tip: string;
  readonly rounding: string;
  readonly discount: string;
  readonly discountAll: string;
  readonly released: string;
  readonly total: string;
  readonly vat: string;
  readonly paidWith: string;
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
};

export const RECEIPT_WORDS: Readonly<Record<Language, ReceiptWords>> = {
  en: {
    openPrice: 'Custom amount',
    additional: 'Extra amount',
    tip: 'Tip',
    rounding: 'Cash rounding',
    discount: 'Discount',
    discountAll: 'Discount on total',
    released: 'Released',
    total: 'Total',
    vat: 'incl. VAT',
    paidWith: 'Paid with',
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
    refundOf: 'Refund of',
    device: 'Fiscal device',
    transaction: 'Transaction',
    signed: 'Signed',
    signature: 'Signature',
    unsigned: 'Fiscal device failed: not signed',
    organisation: 'Org. no.',
    copy: 'COPY',
    thanks: 'Thank you',
  },
  nb: {
    openPrice: 'Beløp uten vare',
    additional: 'Tilleggsbeløp',
    tip: 'Tips',
    rounding: 'Øreavrunding',
    discount: 'Rabatt',
    discountAll: 'Rabatt på summen',
    released: 'Frigitt',
    total: 'Sum',
    vat: 'herav mva.',
    paidWith: 'Betalt med',
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
    refundOf: 'Refusjon av',
    device: 'Fiskalenhet',
    transaction: 'Transaksjon',
    signed: 'Signert',
    signature: 'Signatur',
    unsigned: 'Fiskalenheten sviktet: ikke signert',
    organisation: 'Org.nr.',
    copy: 'KOPI',
    thanks: 'Takk for handelen',
  },
  de: {
    openPrice: 'Freier Betrag',
    additional: 'Zusatzbetrag',
    tip: 'Trinkgeld',
    rounding: 'Rundung bar',
    discount: 'Rabatt',
    discountAll: 'Rabatt auf die Summe',
    released: 'Freigegeben',
    total: 'Summe',
    vat: 'inkl. MwSt.',
    paidWith: 'Bezahlt mit',
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
    refundOf: 'Erstattung zu',
    device: 'Fiskaleinrichtung',
    transaction: 'Transaktion',
    signed: 'Signiert',
    signature: 'Signatur',
    unsigned: 'Fiskaleinrichtung ausgefallen: nicht signiert',
    organisation: 'Handelsreg.-Nr.',
    copy: 'KOPIE',
    thanks: 'Vielen Dank',
  },
  ar: {
    openPrice: 'مبلغ بلا صنف',
    additional: 'مبلغ إضافي',
    tip: 'إكرامية',
    rounding: 'تقريب النقد',
    discount: 'خصم',
    discountAll: 'خصم على المجموع',
    released: 'مُلغى حجزه',
    total: 'المجموع',
    vat: 'منها ضريبة القيمة المضافة',
    paidWith: 'طريقة الدفع',
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
    refundOf: 'استرداد للإيصال',
    device: 'الجهاز المالي',
    transaction: 'المعاملة',
    signed: 'وقت التوقيع',
    signature: 'التوقيع',
    unsigned: 'تعطّل الجهاز المالي: غير موقَّع',
    organisation: 'رقم المنشأة',
    copy: 'نسخة',
    thanks: 'شكرًا لكم',
  },
};
