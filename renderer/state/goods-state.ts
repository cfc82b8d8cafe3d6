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

/** What the keypad is typing into while goods are sold, besides the amount. */
export type GoodsStep =
  /** The price of a product that has none of its own. */
  | { readonly kind: 'price'; readonly product: Product }
  /** What comes off one line, or off everything. */
  | { readonly kind: 'discount'; readonly of: 'line' | 'all' };

/** The basket that is being filled, and how the cashier looks at the goods. */
export type GoodsState = {
  /** Null: none was read, or there is none. */
  readonly catalogue: Catalogue | null;
  /** Which one was read, or is being read. */
  readonly version: string | null;
  /** What the deck shows. */
  readonly pane: 'keypad' | 'items';
  /** Null: all goods. */
  readonly category: string | null;
  /** What was typed to find goods. */
  readonly query: string;
  readonly basket: Basket;
  /** The line that quantity, discount and removal are about. */
  readonly selected: number | null;
  /** How many of the next thing; null where nobody said. */
  readonly quantity: number | null;
  readonly step: GoodsStep | null;
  /** Digits of the step, in minor units or whole per cent. */
  readonly typed: number;
  /** Why the last thing that was tried did not happen. */
  readonly hint: 'full' | 'unknown_code' | 'not_found' | null;
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

/** What is left when a sale has begun, or was cleared. */
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

/** The goods on the keys now: what was searched for, else the chosen category. */
export function shownProducts(state: GoodsState): readonly Product[] {
  const { catalogue, query, category } = state;
  if (catalogue === null) return [];
  return query === '' ? productsIn(catalogue, category) : findProducts(catalogue, query);
}

/** What an open amount is called on a slip, by the shop's language. */
const OPEN_PRICE = { en: 'Open price', nb: 'Åpen pris' } as const;

/** A line of an amount that was typed; as many of it as was said before. */
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

/** The basket with what is being typed as its last line; null when there is no room for that. */
export function wholeBasket(
  state: GoodsState,
  typed: MoneyInteger,
  language: keyof Named,
): Basket | null {
  return typed === 0 ? state.basket : addLine(state.basket, openLine(typed, language, state));
}

/** What the customer is to pay for the basket and what is being typed, after all discounts. */
export function goodsTotal(state: GoodsState, typed: MoneyInteger): MoneyInteger {
  return totalOf(wholeBasket(state, typed, 'en') ?? state.basket);
}
