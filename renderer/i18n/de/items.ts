import type { ItemWords } from '../en/items.ts';

export const itemsDe: ItemWords = {
  menuText: 'Es gilt für alle Verkäufe ab jetzt.',
  markSoldOut: 'Als ausverkauft markieren',
  sellAgain: 'Wieder verkaufen',
  price: (currency) => `Preis, ${currency}`,
  savePrice: 'Preis speichern',
  newItem: 'Neuer Artikel',
  name: 'Name',
  next: 'Weiter',
  create: 'Artikel anlegen',
  close: 'Nicht jetzt',
  saving: 'Wird gespeichert. Bis zur Antwort lässt sich nichts ändern.',
  back: 'Zurück',
  empty: 'keine Angabe',
  theirs: (field, value) => `${field} ist jetzt: ${value}`,
  newNote: (vat, category) =>
    `${vat === null ? 'Ohne MwSt.' : `MwSt. ${vat} %.`} Kategorie: ${category}.`,
  gone: 'Jemand anders hat diesen Artikel entfernt.',
  rest: 'Alles andere im Händlerportal ändern',
  inFile:
    'Diese Kasse hat ihre Artikel in ihrer Datei catalogue.json. Ändern Sie alles andere dort, oder importieren Sie die Datei im Händlerportal unter Artikel.',
  wrong: {
    name: 'Geben Sie einen Namen ein.',
    price: 'Geben Sie einen Preis ein, zum Beispiel 45 oder 45,00.',
  },
};
