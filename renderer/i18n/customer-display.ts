import type { Language } from './language.ts';

/** Words of the customer’s display. */
export const displayEn = {
  morning: 'Good morning.',
  day: 'Welcome.',
  evening: 'Good evening.',
  how: 'Pay with your phone here.',
  down: 'Phone payment is not available. Ask at the till.',

  slipLabel: 'Your purchase',
  toPay: 'To pay',
  sum: 'Total',
  additional: 'Extra amount',

  slipDiscount: 'Discount',
  slipDiscountAll: 'Discount on total',
  slipVat: (rate: string) => `incl. VAT ${rate}`,
  soFar: 'Total so far',
  basketHead: 'Is everything here?',

  oneMoment: 'One moment.',
  scanHead: 'Scan to pay',
  codeLabel: (amount: string) => `QR code to pay ${amount}`,
  codeOfTill: 'QR code of this till',
  codeToType: (address: string) => `No camera? Open ${address} and type:`,
  codeScannedHead: 'Scanned. One moment.',
  codeTotalLater: 'The total appears when everything is rung up.',
  stickerHead: 'Scan the sticker here',
  approveHead: 'Approve on your phone',
  takingHead: 'Approved. One moment.',
  railLabel: 'Payment steps',
  railScan: 'Scan the code',
  railSticker: 'Scan the sticker',
  railApprove: 'Approve on the phone',
  railPaid: 'Paid',
  railDone: 'done',
  railNow: 'now',
  railTodo: 'to come',

  reservedHead: 'Reserved',
  reservedText: 'No money has been taken yet. The shop takes the payment later, as agreed.',
  paidHead: 'Paid',
  paidText: 'Thank you. The receipt is on your phone.',
  declinedHead: 'Declined',
  expiredHead: 'Time ran out',
  nothingTaken: 'No money was taken. Try again at the till.',
  cancelledHead: 'Cancelled',
  cancelledText: 'Do not approve the request on your phone.',
  askHead: 'Ask at the till',
  askText: 'The cashier can see the status of your payment.',
};

export type DisplayWords = typeof displayEn;

/** The same words in Norwegian (bokmål). */
export const displayNb: DisplayWords = {
  morning: 'God morgen.',
  day: 'Velkommen.',
  evening: 'God kveld.',
  how: 'Her betaler du med telefonen.',
  down: 'Betaling med telefon er ikke tilgjengelig. Spør i kassen.',

  slipLabel: 'Kjøpet ditt',
  toPay: 'Å betale',
  sum: 'Sum',
  additional: 'Tilleggsbeløp',

  slipDiscount: 'Rabatt',
  slipDiscountAll: 'Rabatt på summen',
  slipVat: (rate: string) => `herav mva. ${rate}`,
  soFar: 'Sum så langt',
  basketHead: 'Er alt med?',

  oneMoment: 'Et øyeblikk.',
  scanHead: 'Skann for å betale',
  codeLabel: (amount: string) => `QR-kode for å betale ${amount}`,
  codeOfTill: 'Kassens QR-kode',
  codeToType: (address: string) => `Uten kamera? Åpne ${address} og skriv:`,
  codeScannedHead: 'Skannet. Et øyeblikk.',
  codeTotalLater: 'Summen kommer når alt er slått inn.',
  stickerHead: 'Skann klistremerket her',
  approveHead: 'Godkjenn på telefonen',
  takingHead: 'Godkjent. Et øyeblikk.',
  railLabel: 'Trinn i betalingen',
  railScan: 'Skann koden',
  railSticker: 'Skann klistremerket',
  railApprove: 'Godkjenn på telefonen',
  railPaid: 'Betalt',
  railDone: 'ferdig',
  railNow: 'nå',
  railTodo: 'gjenstår',

  reservedHead: 'Reservert',
  reservedText: 'Ingenting er trukket ennå. Butikken trekker beløpet senere, som avtalt.',
  paidHead: 'Betalt',
  paidText: 'Takk. Kvitteringen er på telefonen din.',
  declinedHead: 'Avvist',
  expiredHead: 'Tiden gikk ut',
  nothingTaken: 'Ingenting er trukket. Prøv igjen i kassen.',
  cancelledHead: 'Avbrutt',
  cancelledText: 'Ikke godkjenn forespørselen på telefonen.',
  askHead: 'Spør i kassen',
  askText: 'Kassereren kan se status for betalingen din.',
};

/** Words of the customer’s display by language; a key missing in one does not compile. */
export const DISPLAY_WORDS: Readonly<Record<Language, DisplayWords>> = {
  en: displayEn,
  nb: displayNb,
};
