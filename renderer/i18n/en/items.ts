/** Words of the cashier's screen for the window of an item, which a supervisor opens. */
export const itemsEn = {
  menuText: 'It counts for all sales from now on.',
  markSoldOut: 'Mark as sold out',
  sellAgain: 'Sell it again',
  price: (currency: string) => `Price, ${currency}`,
  savePrice: 'Save price',
  newItem: 'New item',
  name: 'Name',
  next: 'Continue',
  create: 'Create item',
  close: 'Not now',
  saving: 'Saving. Nothing can be changed until the answer is here.',
  back: 'Back',
  empty: 'none',
  theirs: (field: string, value: string) => `${field} is now: ${value}`,
  newNote: (vat: string | null, category: string) =>
    `${vat === null ? 'Without VAT' : `VAT ${vat} %`}. Category: ${category}.`,
  gone: 'Someone else has removed this item.',
  rest: 'Change everything else in the merchant portal',
  inFile:
    'This till keeps its items in its file catalogue.json. Change everything else there, or import the file in the merchant portal under Items.',
  wrong: {
    name: 'Enter a name.',
    price: 'Enter a price, such as 45 or 45.00.',
  },
};

/** The contract for every other language. */
export type ItemWords = typeof itemsEn;
