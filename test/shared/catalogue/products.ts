import type { Product } from '../../../shared/catalogue/catalogue.ts';
import { alike } from '../../../shared/catalogue/language.ts';
import { money } from '../../../shared/money/money.ts';

/** A product with a price of 52.00 and nothing else, changed by `over`. */
export function plainProduct(over: Partial<Product> = {}): Product {
  return {
    id: 'flat-white',
    category: null,
    name: alike('Flat white'),
    price: money(5_200),
    vatRate: '0.25',
    picture: null,
    barcodes: [],
    kind: 'goods',
    unit: 'pcs',
    options: [],
    note: null,
    deposit: null,
    inStoreItem: null,
    tare: null,
    letters: null,
    forSaleAt: null,
    soldOut: false,
    ...over,
  };
}
