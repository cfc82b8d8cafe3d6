import type { Quantity } from '../bill/quantity.ts';
import { type MoneyInteger, subtract, ZERO } from '../money/money.ts';
import { codeKey } from '../protocol/gtin.ts';
import { amountOnLabel, type GoodsCode, goodsCodesOf } from './goods-code.ts';
import type { EveryLanguage } from './language.ts';
import type { OptionGroup } from './options.ts';

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
  /** `deposit_return`: a returned bottle, which the shop pays for. */
  readonly kind: 'goods' | 'deposit_return';
  /** What the price is for: `pcs`, `kg`. */
  readonly unit: string;
  /** Ids of the groups of options that are asked, in this order. */
  readonly options: readonly string[];
  /** Who reads the note of a line; null: its lines have none. */
  readonly note: 'kitchen' | 'customer' | null;
  /** Charged for each unit as a line of its own, in minor units; null if there is none. */
  readonly deposit: { readonly amount: MoneyInteger; readonly vatRate: string | null } | null;
  /** Its number in codes that the shop prints itself; null if it has none. */
  readonly inStoreItem: string | null;
  /** Grams of its box, which are taken off each weight; null if it has none. */
  readonly tare: number | null;
  readonly soldOut: boolean;
  /** What its key shows without a picture; null: the first letters of its name. */
  readonly letters: string | null;
  /** Ids of the points of sale that sell it; null: all of them. */
  readonly forSaleAt: readonly string[] | null;
};

/** The price as the customer sees it: negative for a returned deposit, which the shop pays. Null: it is typed at the till. */
export const signedPrice = ({
  kind,
  price,
}: Pick<Product, 'kind' | 'price'>): MoneyInteger | null =>
  price !== null && kind === 'deposit_return' ? subtract(ZERO, price) : price;

/** What a shop sells. */
export type Catalogue = {
  readonly categories: readonly Category[];
  readonly products: readonly Product[];
  readonly optionGroups: readonly OptionGroup[];
  /** Patterns of the codes that the shop prints itself. */
  readonly inStoreCodes: readonly string[];
  /** Of amounts that are typed without a product. */
  readonly openPriceVatRate: string | null;
};

/** The catalogue of one point of sale: without the products that only others sell. */
export function soldAt(catalogue: Catalogue, posId: string): Catalogue {
  const products = catalogue.products.filter(({ forSaleAt }) => forSaleAt?.includes(posId) ?? true);
  return products.length === catalogue.products.length ? catalogue : { ...catalogue, products };
}

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

/** What a code on goods stands for: a product, and what the code says beside its number. */
export type FoundProduct = {
  readonly product: Product;
  /** In thousandths; null if the code has none. */
  readonly quantity: Quantity | null;
  /** Of the packet, in minor units; null if the code has none. */
  readonly price: MoneyInteger | null;
  /** The last day on which it may be sold, `2026-11-29`; null if the code has none. */
  readonly until: string | null;
};

/**
 * The product that carries this barcode in any of its forms, or has its number in a code of the shop; null if there is none,
 * or if the price on the label is none in this currency. `gs1`: what a GS1 code says, if the text is one.
 */
export function productOfCode(
  { products, inStoreCodes }: Catalogue,
  text: string,
  currency: string,
  gs1?: GoodsCode | null,
): FoundProduct | null {
  const codes = [...goodsCodesOf(text, inStoreCodes), ...(gs1 ? [gs1] : [])];
  for (const { number, quantity, price: label, until } of codes) {
    const product = products.find(isOf(number));
    const price = label === null ? null : amountOnLabel(label, currency);
    if (product === undefined || (label !== null && price === null)) continue;
    return { product, quantity, price, until };
  }
  return null;
}

function isOf({ kind, text }: GoodsCode['number']): (product: Product) => boolean {
  if (kind === 'in_store') return ({ inStoreItem }) => inStoreItem === text;
  const key = codeKey(text);
  return ({ barcodes }) => barcodes.some((one) => codeKey(one) === key);
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
