import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  addLine,
  type Basket,
  type BasketLine,
  type Discount,
  discountAll,
  discountLine,
  isBare,
  placeOf,
  removeLine,
  setQuantity,
} from '../../shared/basket/basket.ts';
import { billOf } from '../../shared/basket/bill.ts';
import { basketOf, billOfItems, lineItemsOf } from '../../shared/basket/line-items.ts';
import type { Snapshot } from '../../shared/bridge/contract.ts';
import type { Named, Product } from '../../shared/catalogue/catalogue.ts';
import { type MoneyInteger, money } from '../../shared/money/money.ts';
import { present } from '../../shared/objects/present.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { LineItem } from '../../shared/protocol/line-items.ts';
import type { SaleView } from '../../shared/terminal/sale/state.ts';
import { type GoodsState, NEXT_CUSTOMER, NO_GOODS, openLine, wholeBasket } from './goods-state.ts';
import { AMOUNT_MAX, amountAfter, type KeypadKey } from './keypad.ts';

const QUERY_MAX = 40;

/** The amount and the lines of a sale request. */
export type GoodsRequest = {
  readonly amount: MoneyInteger;
  readonly lines?: LineItem[];
  readonly label?: string;
};

/** The cashier's goods: the basket until the sale starts. */
export interface Goods {
  readonly store: StoreApi<GoodsState>;
  show(pane: GoodsState['pane']): void;
  pick(category: string | null): void;
  search(query: string): void;
  /** Adds a product, or asks for its price first. */
  add(product: Product): void;
  /** Adds a typed amount; returns false if it is zero or the basket is full. */
  addAmount(amount: MoneyInteger): boolean;
  select(place: number | null): void;
  /** Selects the previous or next line. */
  walk(by: -1 | 1): void;
  /** Sets the quantity of the next item. */
  setQuantity(quantity: number): void;
  more(): void;
  less(): void;
  remove(): void;
  /** Starts to type a discount on the selected line or on the whole basket. */
  askDiscount(of: 'line' | 'all'): void;
  /** Applies the typed discount. */
  discount(kind: Discount['kind']): void;
  noDiscount(): void;
  addAtPrice(): void;
  leaveStep(): void;
  /** Types a key of the keypad into the price or the discount. */
  press(key: KeypadKey): void;
  /** Appends a digit of the keyboard to the quantity of the next item. */
  typeQuantity(digit: number): void;
  /** The amount and lines for the request; null if there is nothing to pay. */
  requestFor(typed: MoneyInteger): GoodsRequest | null;
  clear(): void;
  /** Restores the lines of a sale that ended without a payment; returns false if it had none. */
  takeBack(sale: SaleView): boolean;
  load(basket: Basket, table: GoodsState['table']): void;
}

/** The state and the functions that all actions on goods share. */
type GoodsContext = {
  readonly store: StoreApi<GoodsState>;
  /** Replaces the basket; a null basket sets the hint that it is full. */
  become(basket: Basket | null, change?: Partial<GoodsState>): boolean;
  /** Adds a line with the quantity that was typed before. */
  put(line: BasketLine): boolean;
  lineOf(product: Product, price: MoneyInteger): BasketLine;
  language(): keyof Named;
};

const NO_STEP = { step: null, typed: 0 } as const;

/** The goods of a screen. `snapshot` returns the screen's newest snapshot. */
export function createGoods(snapshot: () => Snapshot | null): Goods {
  const hand = createHand(() => snapshot()?.settings.language ?? 'en');
  const { store } = hand;
  const looking = createLooking(hand);
  const goods: Goods = {
    store,
    ...looking,
    ...createLineActs(hand),
    ...createSteps(hand),
    requestFor: (typed) => {
      const state = store.getState();
      // Without a catalogue a sale is only an amount.
      if (state.catalogue === null && isBare(state.basket)) {
        return typed === 0 ? null : { amount: typed };
      }
      const whole = wholeBasket(state, typed, hand.language());
      if (whole === null) store.setState({ hint: 'full' });
      const bill = whole === null ? null : billOf(whole);
      if (bill === null || bill.total === 0) return null;
      const label = state.table?.name;
      return { amount: bill.total, lines: lineItemsOf(bill), ...present({ label }) };
    },
    clear: () => store.setState(NEXT_CUSTOMER),
    takeBack: (sale) => {
      if (sale.lines === undefined) return false;
      const tables = snapshot()?.goods?.tables ?? [];
      const table = tables.find(({ name }) => name === sale.label);
      const from = table === undefined ? null : { id: table.id, name: table.name };
      goods.load(basketOf(billOfItems(sale.lines)), from);
      return true;
    },
    load: (basket, table) =>
      store.setState({ ...NEXT_CUSTOMER, basket, table, selected: isBare(basket) ? null : 0 }),
  };
  return goods;
}

function createHand(language: GoodsContext['language']): GoodsContext {
  const store = createStore<GoodsState>(() => NO_GOODS);
  const hand: GoodsContext = {
    store,
    language,
    become: (basket, change = {}) => {
      if (basket === null) {
        store.setState({ hint: 'full' });
        return false;
      }
      const { selected } = { ...store.getState(), ...change };
      const kept = selected !== null && selected < basket.lines.length ? selected : null;
      store.setState({ hint: null, ...change, basket, selected: kept });
      return true;
    },
    put: (line) => {
      const { basket, quantity } = store.getState();
      const wanted = { ...line, quantity: quantity ?? 1 };
      const selected = placeOf(basket, wanted);
      return hand.become(addLine(basket, wanted), { selected, quantity: null, query: '' });
    },
    lineOf: ({ id, name, vatRate }, price) => {
      const localName = name[language()];
      return { product: id, name: localName, quantity: 1, price, vatRate, discount: null };
    },
  };
  return hand;
}

type Looking = Pick<
  Goods,
  'show' | 'pick' | 'search' | 'add' | 'addAmount' | 'setQuantity' | 'typeQuantity'
>;

/** The actions that find products and add them. */
function createLooking({
  store,
  put,
  lineOf,
  language,
}: Pick<GoodsContext, 'store' | 'put' | 'lineOf' | 'language'>): Looking {
  const { getState: get, setState: set } = store;
  return {
    show: (pane) => set({ pane, query: '', hint: null, ...NO_STEP }),
    pick: (category) => set({ category, query: '', hint: null }),
    search: (query) => set({ pane: 'items', query: query.slice(0, QUERY_MAX), hint: null }),
    add: (product) => {
      if (product.price !== null) put(lineOf(product, product.price));
      else set({ step: { kind: 'price', product }, typed: 0, query: '', hint: null });
    },
    addAmount: (amount) => amount > 0 && put(openLine(amount, language(), get())),
    setQuantity: (quantity) => {
      const wanted = Math.min(Math.max(quantity, 0), LIMITS.basketQuantityMax);
      set({ quantity: wanted === 0 ? null : wanted, hint: null });
    },
    typeQuantity: (digit) => {
      const next = (get().quantity ?? 0) * 10 + digit;
      if (next > LIMITS.basketQuantityMax) return;
      set({ quantity: next === 0 ? null : next, hint: null });
    },
  };
}

/** The actions on the selected line. */
function createLineActs({
  store,
  become,
}: Pick<GoodsContext, 'store' | 'become'>): Pick<
  Goods,
  'select' | 'walk' | 'more' | 'less' | 'remove'
> {
  const { getState: get, setState: set } = store;
  const step = (by: number) => {
    const { basket, selected } = get();
    const line = selected === null ? undefined : basket.lines[selected];
    if (selected === null || line === undefined) return;
    become(setQuantity(basket, selected, line.quantity + by));
  };
  return {
    select: (selected) => set({ selected, hint: null }),
    walk: (by) => {
      const { basket, selected } = get();
      const last = basket.lines.length - 1;
      const next = selected === null ? (by === 1 ? 0 : last) : selected + by;
      if (last >= 0) set({ selected: Math.min(Math.max(next, 0), last), hint: null });
    },
    more: () => step(1),
    less: () => step(-1),
    remove: () => {
      const { basket, selected } = get();
      if (selected !== null) become(removeLine(basket, selected), { selected: null });
    },
  };
}

type Steps = Pick<
  Goods,
  'askDiscount' | 'discount' | 'noDiscount' | 'addAtPrice' | 'leaveStep' | 'press'
>;

/** The actions while the keypad types a price or a discount. */
function createSteps({
  store,
  become,
  put,
  lineOf,
}: Pick<GoodsContext, 'store' | 'become' | 'put' | 'lineOf'>): Steps {
  const { getState: get, setState: set } = store;
  const takeOff = (wanted: Discount | null) => {
    const { basket, selected, step } = get();
    if (step?.kind !== 'discount') return;
    const line = selected ?? -1;
    const all = step.of === 'all';
    become(all ? discountAll(basket, wanted) : discountLine(basket, line, wanted), NO_STEP);
  };
  return {
    askDiscount: (of) => {
      const { basket, selected } = get();
      const there = of === 'all' ? !isBare(basket) : selected !== null;
      if (there) set({ step: { kind: 'discount', of }, typed: 0, hint: null });
    },
    discount: (kind) => {
      const { typed } = get();
      takeOff(
        kind === 'amount'
          ? { kind, amount: money(typed) }
          : { kind, basisPoints: Math.min(typed, 100) * 100 },
      );
    },
    noDiscount: () => takeOff(null),
    addAtPrice: () => {
      const { step, typed } = get();
      if (step?.kind !== 'price' || typed === 0) return;
      if (put(lineOf(step.product, money(typed)))) set(NO_STEP);
    },
    leaveStep: () => set({ ...NO_STEP, hint: null }),
    press: (key) => {
      const next = amountAfter(get().typed, key);
      if (next <= AMOUNT_MAX) set({ typed: next, hint: null });
    },
  };
}
