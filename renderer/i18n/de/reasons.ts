import type { ReasonWords } from '../en/reasons.ts';

/** The reasons that a person chooses, in German. */
export const reasonsDe: ReasonWords = {
  discountReasons: {
    regular: 'Stammkunde',
    offer: 'Angebot',
    quality: 'Reklamation',
    staff: 'Personal',
    other: 'Anderer',
  },
  refundReasons: {
    returned: 'Retoure',
    sold_out: 'Ausverkauft',
    wrong_amount: 'Falscher Betrag',
    other: 'Nach Absprache',
  },
  reasonsPayIn: {
    change: 'Wechselgeld von der Bank',
    float: 'Mehr Wechselgeld',
    found: 'Gefundenes Geld',
  },
  reasonsPayOut: { bank: 'Zur Bank', goods: 'Einkauf für den Laden', courier: 'Lieferung bezahlt' },
  reasonsNoSale: { change: 'Geld gewechselt', check: 'Lade geprüft', mistake: 'Aus Versehen' },
  reasonsDifference: {
    unknown: 'Ursache unbekannt',
    change: 'Falsches Rückgeld',
    missed: 'Verkauf oder Zahlung nicht erfasst',
  },
};
