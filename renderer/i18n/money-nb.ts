import type { MoneyWords } from './money-en.ts';

/** De samme ordene på bokmål. */
export const moneyNb: MoneyWords = {
  reservedLaterText:
    'Reservert som avtalt. Du har ikke fått betalt før du trekker beløpet; forny før det går ut.',
  reservedPartText:
    'En del av beløpet er trukket. Resten er fortsatt reservert; trekk det eller gi det tilbake.',
  renewReservation: 'Behold i tre dager til',
  stateVending: 'Automaten leverer',
  stateVendingText: 'Det som kommer ut, er det som trekkes. Du trenger ikke gjøre noe.',
  stateUndelivered: 'Betalt, ikke levert',
  stateUndeliveredBackText: 'Pengene er på vei tilbake. Du trenger ikke gjøre noe.',
  stateUndeliveredPersonText: 'Kunden har betalt og mangler noe. Du må ordne det selv.',
  settleSale: 'Det er ordnet',
  wordUndelivered: 'Ikke levert',
  logPartTaken: 'En del av beløpet er trukket',
  logRenewing: 'Fornyer reservasjonen',
  logRenewed: 'Reservert i tre dager til',
  logVending: 'Automaten fikk beskjed om å levere',
  logVended: 'Levert',
  logPartlyVended: 'Delvis levert',
  logNotVended: 'Ikke levert',
  logVendUnknown: 'Automaten sier ikke om den leverte',
  logVendedLate: 'Levert likevel, uten betaling',
  logRefunding: 'Gir pengene tilbake',
  logRefundRefused: 'Det kunne ikke gis tilbake',
  logSettled: 'Ordnet av en person',
  logReceiptSent: 'Kvitteringen er på telefonen',
};
