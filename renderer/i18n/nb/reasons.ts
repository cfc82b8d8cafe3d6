import type { ReasonWords } from '../en/reasons.ts';

/** The reasons that a person chooses, in Norwegian. */
export const reasonsNb: ReasonWords = {
  discountReasons: {
    regular: 'Fast kunde',
    offer: 'Tilbud',
    quality: 'Reklamasjon',
    staff: 'Ansatt',
    other: 'Annet',
  },
  refundReasons: {
    returned: 'Returnert',
    sold_out: 'Utsolgt',
    wrong_amount: 'Feil beløp',
    other: 'Etter avtale',
  },
  reasonsPayIn: { change: 'Veksel fra banken', float: 'Mer veksel', found: 'Funnet penger' },
  reasonsPayOut: { bank: 'Til banken', goods: 'Innkjøp til butikken', courier: 'Betalt levering' },
  reasonsNoSale: {
    change: 'Veksling for en kunde',
    check: 'Kontroll av skuffen',
    mistake: 'Ved en feil',
  },
  reasonsDifference: {
    unknown: 'Ukjent årsak',
    change: 'Feil vekslepenger',
    missed: 'Salg eller betaling ikke registrert',
  },
};
