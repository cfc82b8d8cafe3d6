import type { PaperLanguage } from '../../../shared/catalogue/language.ts';

/** The words of a receipt, however it was paid and whoever draws it. */
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
  readonly organisation: string;
  readonly copy: string;
  readonly thanks: string;
};

export const RECEIPT_WORDS: Readonly<Record<PaperLanguage, ReceiptWords>> = {
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
    organisation: 'Handelsreg.-Nr.',
    copy: 'KOPIE',
    thanks: 'Vielen Dank',
  },
};
