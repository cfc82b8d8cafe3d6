import { present } from '../objects/present.ts';
import type {
  CatalogueDocument,
  ProductEntry,
  WrittenName,
} from '../protocol/catalogue-document.ts';
import type { Catalogue, Product } from './catalogue.ts';
import { alike, type EveryLanguage, inEveryLanguage } from './language.ts';

/** A name as a document writes it, in every language. */
export function nameIn(name: WrittenName): EveryLanguage {
  if (typeof name === 'string') return alike(name);
  return inEveryLanguage({ en: name.en, ...present({ nb: name.nb, de: name.de, ar: name.ar }) });
}

/** The catalogue of a checked document. */
export function catalogueOf(document: CatalogueDocument): Catalogue {
  const { categories, products, option_groups, in_store_codes, open_price_vat_rate } = document;
  return {
    categories: categories.map(({ id, name }) => ({ id, name: nameIn(name) })),
    optionGroups: (option_groups ?? []).map((group) => ({
      ...group,
      name: nameIn(group.name),
      options: group.options.map((option) => ({ ...option, name: nameIn(option.name) })),
    })),
    inStoreCodes: in_store_codes ?? [],
    products: products.map(productOf),
    openPriceVatRate: open_price_vat_rate ?? null,
  };
}

function productOf(one: ProductEntry): Product {
  return {
    id: one.id,
    category: one.category ?? null,
    name: nameIn(one.name),
    price: one.price === 'open' ? null : one.price,
    vatRate: one.vat_rate ?? null,
    picture: one.picture ?? null,
    barcodes: one.barcodes ?? [],
    kind: one.kind ?? 'goods',
    unit: one.unit ?? 'pcs',
    options: one.options ?? [],
    note: one.note ?? null,
    deposit:
      one.deposit === undefined
        ? null
        : { amount: one.deposit.amount, vatRate: one.deposit.vat_rate ?? null },
    inStoreItem: one.in_store_item ?? null,
    tare: one.tare ?? null,
    soldOut: one.sold_out ?? false,
    letters: one.letters ?? null,
    forSaleAt: one.for_sale_at ?? null,
  };
}
