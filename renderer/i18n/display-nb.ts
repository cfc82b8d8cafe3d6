import type { DisplayWords } from './display-en.ts';

/** Words of the customer's display in Norwegian (bokmål). */
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
