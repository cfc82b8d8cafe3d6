import type { MoneyInteger } from '../money/money.ts';
import type { EveryLanguage } from './language.ts';

/** A word in each language of the product. */
export type Named = EveryLanguage;

export type Category = { readonly id: string; readonly name: Named };

export type Product = {
  readonly id: string;
  /** Id of its category; null: it is only among all of them. */
  readonly category: string | null;
  readonly name: Named;
  /** Of one, with tax, in minor units of the shop's currency; null: it is typed at the till. */
  readonly price: MoneyInteger | null;
  /** Fraction as text, `0.25`; null where none is known. */
  readonly vatRate: string | null;
  /** Name of a file in the folder of pictures. */
  readonly picture: string | null;
  readonly barcodes: readonly string[];
};

/** What a shop sells. */
export type Catalogue = {
  readonly categories: readonly Category[];
  readonly products: readonly Product[];
  /** Of amounts that are typed without a product. */
  readonly openPriceVatRate: string | null;
};

/** Products of a category, all of them for null, in the order of the file. */
export function productsIn(catalogue: Catalogue, category: string | null): readonly Product[] {
  if (category === null) return catalogue.products;
  return catalogue.products.filter((product) => product.category === category);
}

/** Products whose name or id has every word that was typed, in any language. */
export function findProducts(catalogue: Catalogue, query: string): readonly Product[] {
  const words = fold(query).split(' ').filter(Boolean);
  if (words.length === 0) return catalogue.products;
  const found = catalogue.products.filter(({ id, name }) => {
    const text = fold(`${Object.values(name).join(' ')} ${id}`);
    return words.every((word) => text.includes(word));
  });
  // What begins with what was typed comes first; otherwise the order of the file stays.
  const first = fold(query);
  const begins = ({ name }: Product) =>
    Object.values(name).some((one) => fold(one).startsWith(first)) ? 0 : 1;
  return found.toSorted((a, b) => begins(a) - begins(b));
}

/** The product that carries this barcode. */
export function productOfCode(catalogue: Catalogue, code: string): Product | null {
  return catalogue.products.find(({ barcodes }) => barcodes.includes(code)) ?? null;
}

/** Accents and case do not keep a hurried hand from finding anything. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replace(/\s+/g, ' ')
    .trim();
}
