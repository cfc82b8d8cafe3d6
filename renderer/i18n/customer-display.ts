import type { Language } from './language.ts';

/** Words of the customer’s display. */
export const displayEn = {
  morning: 'Good morning.',
  day: 'Welcome.',
  evening: 'Good evening.',
  how: 'Pay with your phone here.',
  down: 'Paying by phone is down. Ask at the till.',

  slipLabel: 'Your sale',
  toPay: 'To pay',
  sum: 'Sum',
  additional: 'Added amount',

  slipDiscount: 'Discount',
  slipDiscountAll: 'Discount on all',
  slipVat: (rate: string) => `of which VAT ${rate}`,
  soFar: 'Sum so far',
  basketHead: 'Is everything on it?',

  oneMoment: 'One moment.',
  scanHead: 'Scan to pay',
  codeLabel: (amount: string) => `QR code to pay ${amount}`,
  codeOfTill: 'QR code of this till',
  codeToType: (address: string) => `No camera? Open ${address} and type:`,
  codeScannedHead: 'Scanned. One moment.',
  codeTotalLater: 'The total comes when all is rung up.',
  stickerHead: 'Scan the sticker here',
  approveHead: 'Approve on your phone',
  takingHead: 'Approved. One moment.',
  railLabel: 'The way to paid',
  railScan: 'Point the camera at the code',
  railSticker: 'Point the camera at the sticker',
  railApprove: 'Approve on the phone',
  railPaid: 'Paid',
  railDone: 'done',
  railNow: 'now',
  railTodo: 'to come',

  reservedHead: 'Reserved',
  reservedText: 'Nothing is taken yet. The shop takes it later, as agreed.',
  paidHead: 'Paid',
  paidText: 'Thank you. The receipt is on your phone.',
  declinedHead: 'Declined',
  expiredHead: 'Time ran out',
  nothingTaken: 'Nothing was taken. Try again at the till.',
  cancelledHead: 'Cancelled',
  cancelledText: 'Do not approve it on your phone any more.',
  askHead: 'Ask at the till',
  askText: 'The cashier sees where your payment stands.',
};

export type DisplayWords = typeof displayEn;

/** The same words in Norwegian (bokmål). */
export const displayNb: DisplayWords = {
  morning: 'God morgen.',
  day: 'Velkommen.',
  evening: 'God kveld.',
  how: 'Her betaler du med telefonen.',
  down: 'Betaling med telefon er nede. Spør i kassen.',

  slipLabel: 'Salget ditt',
  toPay: 'Å betale',
  sum: 'Til sammen',
  additional: 'Tillegg',

  slipDiscount: 'Rabatt',
  slipDiscountAll: 'Rabatt på alt',
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
  railLabel: 'Veien til betalt',
  railScan: 'Pek kameraet på koden',
  railSticker: 'Pek kameraet på klistremerket',
  railApprove: 'Godkjenn på telefonen',
  railPaid: 'Betalt',
  railDone: 'ferdig',
  railNow: 'nå',
  railTodo: 'kommer',

  reservedHead: 'Reservert',
  reservedText: 'Ingenting er trukket ennå. Butikken trekker det senere, som avtalt.',
  paidHead: 'Betalt',
  paidText: 'Takk. Kvitteringen ligger på telefonen din.',
  declinedHead: 'Avvist',
  expiredHead: 'Tiden gikk ut',
  nothingTaken: 'Ingenting er trukket. Prøv igjen i kassen.',
  cancelledHead: 'Avbrutt',
  cancelledText: 'Ikke godkjenn den på telefonen nå.',
  askHead: 'Spør i kassen',
  askText: 'Kassen ser hvor betalingen din står.',
};

/** Words of the customer’s display by language; a key missing in one does not compile. */
export const DISPLAY_WORDS: Readonly<Record<Language, DisplayWords>> = {
  en: displayEn,
  nb: displayNb,
};
