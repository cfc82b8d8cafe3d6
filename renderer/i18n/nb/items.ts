import type { ItemWords } from '../en/items.ts';

export const itemsNb: ItemWords = {
  menuText: 'Det gjelder alle salg fra nå av.',
  markSoldOut: 'Merk som utsolgt',
  sellAgain: 'Selg den igjen',
  price: (currency) => `Pris, ${currency}`,
  savePrice: 'Lagre prisen',
  newItem: 'Ny vare',
  name: 'Navn',
  next: 'Videre',
  create: 'Opprett vare',
  close: 'Ikke nå',
  saving: 'Lagrer. Ingenting kan endres før svaret er her.',
  back: 'Tilbake',
  empty: 'ingen',
  theirs: (field, value) => `${field} er nå: ${value}`,
  newNote: (vat, category) =>
    `${vat === null ? 'Uten mva.' : `Mva. ${vat} %.`} Kategori: ${category}.`,
  gone: 'Noen andre har fjernet denne varen.',
  rest: 'Endre alt annet i butikkportalen',
  inFile:
    'Kassen har varene i sin egen fil, catalogue.json. Endre alt annet der, eller importer filen i butikkportalen under Varer.',
  wrong: {
    name: 'Skriv et navn.',
    price: 'Skriv en pris, for eksempel 45 eller 45,00.',
  },
};
