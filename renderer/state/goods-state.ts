import { addLine, type Basket, type BasketLine, EMPTY_BASKET } from '../../shared/basket/basket.ts';
import { totalOf } from '../../shared/basket/bill.ts';
import {
  type Catalogue,
  findProducts,
  type Named,
  type Product,
  productsIn,
} from '../../shared/catalogue/catalogue.ts';
import type { MoneyInteger } from '../../shared/money/money.ts';

/** What the keypad types for while goods are sold. */
export type GoodsStep =
  /** The price of a product without a fixed price. */
  | { readonly kind: 'price'; readonly product: Product }
  /** A discount on one line or on the whole basket. */
  | { readonly kind: 'discount'; readonly of: 'line' | 'all' };

/** The basket and the cashier's view of the catalogue. */
export type GoodsState = {
  /** Null before the first load, or if the shop has no catalogue. */
  readonly catalogue: Catalogue | null;
  /** The version that is loaded. */
  readonly version: string | null;
  /** What the deck shows. */
  readonly pane: 'keypad' | 'items';
  /** The selected category; null for all products. */
  readonly category: string | null;
  /** The search text. */
  readonly query: string;
  readonly basket: Basket;
  /** The index of the selected line. */
  readonly selected: number | null;
  /** Quantity of the next item; null for one. */
  readonly quantity: number | null;
  readonly step: GoodsStep | null;
  /** The value that is typed for `step`, in minor units or whole per cent. */
  readonly typed: number;
  /** Why the last action failed. */
  readonly hint: 'full' | null;
  /** The open table that the basket was taken from. */
  readonly table: { readonly id: string; readonly name: string } | null;
};

export const NO_GOODS: GoodsState = {
  catalogue: null,
  version: null,
  pane: 'keypad',
  category: null,
  query: '',
  basket: EMPTY_BASKET,
  selected: null,
  quantity: null,
  step: null,
  typed: 0,
  hint: null,
  table: null,
};

/** The part of the state that is reset after a sale has started or was cleared. */
export const NEXT_CUSTOMER = {
  basket: EMPTY_BASKET,
  selected: null,
  quantity: null,
  step: null,
  typed: 0,
  query: '',
  hint: null,
  table: null,
} as const satisfies Partial<GoodsState>;

/** The products on the keys: the search results, else the selected category. */
export function shownProducts(state: GoodsState): readonly Product[] {
  const { catalogue, query, category } = state;
  if (catalogue === null) return [];
  return query === '' ? productsIn(catalogue, category) : findProducts(catalogue, query);
}

/** The name of a typed amount on a slip, in the shop's language. */
export const OPEN_PRICE: Named = {
  en: 'Custom amount',
  nb: 'Beløp uten vare',
  de: 'Freier Betrag',
  ar: 'مبلغ بلا صنف',
};

/** A line for a typed amount, with the quantity that was typed before. */
export function openLine(
  price: MoneyInteger,
  language: keyof Named,
  { catalogue, quantity }: Pick<GoodsState, 'catalogue' | 'quantity'>,
): BasketLine {
  return {
    product: null,
    name: OPEN_PRICE[language],
    quantity: quantity ?? 1,
    price,
    vatRate: catalogue?.openPriceVatRate ?? null,
    discount: null,
  };
}

/** The basket with the typed amount as its last line; null if the basket is full. */
export function wholeBasket(
  state: GoodsState,
  typed: MoneyInteger,
  language: keyof Named,
): Basket | null {
  return typed === 0 ? state.basket : addLine(state.basket, openLine(typed, language, state));
}

/** The amount to pay for the basket and the typed amount, after all discounts. */
export function goodsTotal(state: GoodsState, typed: MoneyInteger): MoneyInteger {
  return totalOf(wholeBasket(state, typed, 'en') ?? state.basket);
}
