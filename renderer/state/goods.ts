import { createStore, type StoreApi } from 'zustand/vanilla';
import { amountsOf, discountable } from '../../shared/bill/amounts.ts';
import type { Bill, BillLine } from '../../shared/bill/bill.ts';
import type { Discount } from '../../shared/bill/commands.ts';
import { lineItemsOf } from '../../shared/bill/line-items.ts';
import { pieces, QUANTITY_MAX, type Quantity, quantity } from '../../shared/bill/quantity.ts';
import { roundingOf } from '../../shared/cash/setting.ts';
import type { Product } from '../../shared/catalogue/catalogue.ts';
import { linesOfOrder, plainOrder } from '../../shared/catalogue/order.ts';
import type { Snapshot } from '../../shared/device/bridge/contract.ts';
import { beginWeighing } from '../../shared/device/scale/reading.ts';
import type { ScaleSettings } from '../../shared/device/scale/settings.ts';
import { type MoneyInteger, money } from '../../shared/money/money.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { LineItem } from '../../shared/protocol/line-items.ts';
import { type BillDesk, dueOf } from './bills/bills.ts';
import type { GoodsContext, Place } from './goods-context.ts';
import {
  CLEARED,
  type DiscountKind,
  type GoodsState,
  NEXT_CUSTOMER,
  NO_GOODS,
  NO_SEARCH,
  openLine,
  optionsOf,
  wholeBill,
} from './goods-state.ts';
import { AMOUNT_MAX, amountAfter, type KeypadKey } from './keypad.ts';
import { createLineQuestions, type LineQuestions } from './line-questions.ts';
import { partsOf } from './parts.ts';
import {
  type AskScale,
  createWeighs,
  needsWeight,
  scaleOf,
  type Weighs,
  weighedName,
} from './weigh.ts';

const QUERY_MAX = 40;

/** A product with the quantity and the price that a barcode has; null: what the cashier has typed. */
export type Found = {
  readonly quantity: Quantity | null;
  readonly price: MoneyInteger | null;
};

/** The cashier's goods: the catalogue, and what is done on the bill on the slip. */
export interface Goods extends LineQuestions, Weighs {
  readonly store: StoreApi<GoodsState>;
  show(pane: GoodsState['pane']): void;
  pick(category: string | null): void;
  search(query: string): void;
  /** Opens or closes the letters of the search. */
  openLetters(open: boolean): void;
  /** Takes the moves of the keys that are not saved yet; null ends moving them. */
  moveKeys(moves: GoodsState['moves']): void;
  /** Adds a product, or asks for its options and its price first. */
  add(product: Product, found?: Found): void;
  /** Adds a typed amount; returns false if it is zero or the bill is full. */
  addAmount(amount: MoneyInteger): boolean;
  select(line: string | null): void;
  /** Selects the previous or next line. */
  walk(by: -1 | 1): void;
  /** Sets the quantity of the next item. */
  setQuantity(quantity: number): void;
  more(): void;
  less(): void;
  remove(): void;
  /** Starts to type a discount on the selected line or on the whole bill. */
  askDiscount(of: 'line' | 'all'): void;
  /** The discount is typed; its reason is asked for. Null goes back to the digits. */
  askReason(kind: DiscountKind | null): void;
  /** Applies the typed discount for this reason. */
  discount(reason: string): void;
  noDiscount(): void;
  addAtPrice(): void;
  /** Starts to type a part of the bill that is paid now. */
  askPart(): void;
  takePart(): void;
  /** Pays the bill in equal shares; 1 pays it as a whole. */
  share(count: number): void;
  leaveStep(): void;
  /** Types a key of the keypad into the price, the discount or the part. */
  press(key: KeypadKey): void;
  /** Appends a digit of the keyboard to the quantity of the next item. */
  typeQuantity(digit: number): void;
  /** Clears the bill on the slip; returns false, with a notice, if it cannot be. */
  clear(): boolean;
  /** The line of a typed amount that is sold without a bill; undefined without a catalogue. */
  itemsOf(typed: MoneyInteger): LineItem[] | undefined;
  /** Forgets what was typed for the last bill. */
  nextCustomer(): void;
}

const NO_STEP = { step: null, typed: 0 } as const;

/** The goods of a screen. `snapshot` returns the screen's newest snapshot. */
export function createGoods(
  snapshot: () => Snapshot | null,
  bills: BillDesk,
  ask: AskScale,
): Goods {
  const store = createStore<GoodsState>(() => NO_GOODS);
  const context: GoodsContext = {
    store,
    bills,
    language: () => snapshot()?.settings.language ?? 'en',
    cashStep: () => {
      const now = snapshot();
      return now === null ? 1 : (roundingOf(now.settings)?.step ?? 1);
    },
    line: () => {
      const { selected } = store.getState();
      return bills.current()?.lines.find(({ id }) => id === selected) ?? null;
    },
  };
  const scale = () => scaleOf(snapshot());
  const place = createPlace(context, scale);
  return {
    store,
    ...createLooking(context, place),
    ...createLineQuestions(context, place),
    ...createLineActs(context),
    ...createSteps(context, place, scale),
    ...createParts(context),
    ...createWeighs({ store, ask, scale, place }),
    clear: () => {
      const reason = CLEARED[context.language()];
      if (bills.current() !== null && !bills.act({ act: 'clear', reason })) return false;
      bills.show(null);
      store.setState({ ...NEXT_CUSTOMER, parts: null });
      return true;
    },
    itemsOf: (typed) => {
      const state = store.getState();
      const bill = wholeBill(null, typed, context.language(), state);
      if (state.catalogue === null || bill === null) return undefined;
      const { total: amount } = amountsOf(bill);
      return [...lineItemsOf(bill, amount, '')];
    },
    nextCustomer: () => store.setState(NEXT_CUSTOMER),
  };
}

type Looking = Pick<
  Goods,
  | 'show'
  | 'pick'
  | 'search'
  | 'openLetters'
  | 'moveKeys'
  | 'add'
  | 'addAmount'
  | 'setQuantity'
  | 'typeQuantity'
>;

function createPlace({ store, bills, language }: GoodsContext, scale: () => ScaleSettings): Place {
  let weighings = 0;
  return (order, weighedBy) => {
    const { catalogue, lastWeight } = store.getState();
    if (catalogue === null) return;
    const ordered = linesOfOrder(catalogue, order, language());
    if (ordered.kind === 'sold_out') bills.say({ kind: 'sold_out', product: order.product.name });
    if (ordered.kind === 'ask_options') {
      store.setState({ question: { kind: 'options', order, line: null }, ...NO_SEARCH });
    }
    if (ordered.kind === 'ask_price') {
      store.setState({ step: { kind: 'price', order }, typed: 0, ...NO_SEARCH, question: null });
    }
    if (ordered.kind !== 'lines') return;
    if (needsWeight(order)) {
      weighings += 1;
      const step = { kind: 'weight', order, weighing: weighings } as const;
      const shown = beginWeighing(lastWeight);
      store.setState({ step: { ...step, shown }, typed: 0, query: '', question: null });
      return;
    }
    const lines = ordered.lines.map((one) =>
      weighedBy !== undefined && one.kind === 'goods'
        ? { ...one, name: weighedName(one.name, weighedBy, scale(), language()) }
        : one,
    );
    const selected = bills.order(lines);
    if (selected === null) return;
    store.setState({ selected, quantity: null, ...NO_SEARCH, question: null, ...NO_STEP });
  };
}

/** The actions that find products and add them. */
function createLooking({ store, bills, language }: GoodsContext, place: Place): Looking {
  const { getState: get, setState: set } = store;
  const goods: Looking = {
    show: (pane) => set({ pane, ...NO_SEARCH, ...NO_STEP }),
    pick: (category) => set({ category, ...NO_SEARCH }),
    search: (query) => set({ pane: 'items', query: query.slice(0, QUERY_MAX) }),
    openLetters: (open) => set({ ...NO_SEARCH, letters: open }),
    moveKeys: (moves) => set({ moves, ...NO_SEARCH }),
    add: (product, found = { quantity: null, price: null }) => {
      const { catalogue, quantity: many } = get();
      const units = found.quantity ?? pieces(many ?? 1);
      const labelled = found.quantity === null ? {} : ({ weighed: true } as const);
      const order = { ...plainOrder(product, units), ...labelled, price: found.price };
      const asks = optionsOf(catalogue, product).length > 0 && !product.soldOut;
      if (asks) set({ question: { kind: 'options', order, line: null }, ...NO_SEARCH });
      else place(order);
    },
    addAmount: (amount) => {
      if (amount === 0) return false;
      const selected = bills.order([openLine(amount, language(), get())]);
      if (selected !== null) set({ selected, quantity: null, ...NO_SEARCH });
      return selected !== null;
    },
    setQuantity: (wanted) => {
      const fits = Math.min(Math.max(wanted, 0), LIMITS.basketQuantityMax);
      set({ quantity: fits === 0 ? null : fits });
    },
    typeQuantity: (digit) => {
      const next = (get().quantity ?? 0) * 10 + digit;
      if (next > LIMITS.basketQuantityMax) return;
      set({ quantity: next === 0 ? null : next });
    },
  };
  return goods;
}

type LineActs = Pick<Goods, 'select' | 'walk' | 'more' | 'less' | 'remove'>;

/** The actions on the selected line. */
function createLineActs({ store, bills, line, language }: GoodsContext): LineActs {
  const { getState: get, setState: set } = store;
  /** False if it was refused, with a notice. */
  const become = (one: BillLine, units: number): boolean => {
    if (units > 0) {
      return bills.act({ act: 'set_quantity', line: one.id, quantity: quantity(units) });
    }
    const bill = bills.current();
    if (bill === null || !isLast(bill)) return bills.act({ act: 'remove', line: one.id });
    // A bill that nobody has named and on which nothing is left would stay in the list of open bills.
    const isCleared = bills.act({ act: 'clear', reason: CLEARED[language()] });
    if (isCleared) bills.show(null);
    return isCleared;
  };
  const change = (one: BillLine, units: number) => {
    if (!become(one, units)) return;
    const deposit = bills.current()?.lines.find((other) => isDepositOf(other, one));
    const more = wholeUnits(units) - wholeUnits(one.quantity);
    if (deposit !== undefined && more !== 0) become(deposit, deposit.quantity + more * 1_000);
  };
  const remove = () => {
    const one = line();
    if (one === null) return;
    change(one, 0);
    set({ selected: bills.current()?.lines.at(-1)?.id ?? null });
  };
  const step = (by: 1_000 | -1_000) => {
    const one = line();
    if (one === null) return;
    // A weight is that of one weighing.
    if (one.unit === 'kg' && by > 0) return;
    if (one.unit === 'kg' || one.quantity + by <= 0) remove();
    else change(one, one.quantity + by);
  };
  return {
    select: (selected) => set({ selected }),
    walk: (by) => {
      const lines = bills.current()?.lines ?? [];
      const { selected } = get();
      const place = lines.findIndex(({ id }) => id === selected);
      const next = place === -1 ? (by === 1 ? 0 : lines.length - 1) : place + by;
      const found = lines[Math.min(Math.max(next, 0), lines.length - 1)];
      if (found !== undefined) set({ selected: found.id });
    },
    more: () => step(1_000),
    less: () => step(-1_000),
    remove,
  };
}

const wholeUnits = (units: number) => Math.floor(units / 1_000);

/** The deposit of a product follows its units. */
const isDepositOf = (deposit: BillLine, { kind, product }: BillLine) =>
  kind === 'goods' && product !== null && deposit.kind === 'deposit' && deposit.product === product;

/** True if the bill is nobody's when its last line goes. */
const isLast = ({ lines, name, tenders }: Bill) =>
  lines.length === 1 && name === null && tenders.every(({ state }) => state === 'failed');

type Steps = Pick<
  Goods,
  'askDiscount' | 'askReason' | 'discount' | 'noDiscount' | 'addAtPrice' | 'leaveStep' | 'press'
>;

/** The actions while the keypad types a price or a discount. */
function createSteps(
  { store, bills, line }: GoodsContext,
  place: Place,
  scale: () => ScaleSettings,
): Steps {
  const { getState: get, setState: set } = store;
  const takeOff = (discount: Discount | null) => {
    const { step } = get();
    if (step?.kind !== 'discount') return;
    const one = line();
    const done =
      step.of === 'all'
        ? bills.act({ act: 'discount_bill', discount })
        : one !== null && bills.act({ act: 'discount_line', line: one.id, discount });
    set(done ? NO_STEP : { step: { ...step, asked: null } });
  };
  return {
    askDiscount: (of) => {
      const bill = bills.current();
      const there = of === 'all' ? bill !== null && discountable(bill) > 0 : line() !== null;
      if (there) set({ step: { kind: 'discount', of, asked: null }, typed: 0 });
    },
    askReason: (asked) => {
      const { step, typed } = get();
      if (step?.kind === 'discount' && typed > 0) set({ step: { ...step, asked } });
    },
    discount: (reason) => {
      const { typed, step } = get();
      if (step?.kind !== 'discount' || step.asked === null) return;
      takeOff(
        step.asked === 'amount'
          ? { kind: 'amount', amount: money(typed), reason }
          : { kind: 'percent', basisPoints: Math.min(typed, 100) * 100, reason },
      );
    },
    noDiscount: () => takeOff(null),
    addAtPrice: () => {
      const { step, typed } = get();
      if (step?.kind === 'price' && typed > 0) place({ ...step.order, price: money(typed) });
    },
    leaveStep: () => set(NO_STEP),
    press: (key) => {
      const { typed, step } = get();
      const next = amountAfter(typed, key);
      const isWeight = step?.kind === 'weight';
      if (isWeight && scale().typed === 'never') return;
      if (next <= (isWeight ? QUANTITY_MAX : AMOUNT_MAX)) set({ typed: next });
    },
  };
}

/** The actions with which the guests pay in parts. */
function createParts({
  cashStep,
  store,
  bills,
}: GoodsContext): Pick<Goods, 'askPart' | 'takePart' | 'share'> {
  const { getState: get, setState: set } = store;
  return {
    askPart: () => {
      if (bills.current() !== null) set({ step: { kind: 'part' }, typed: 0, parts: null });
    },
    takePart: () => {
      const { step, typed } = get();
      const bill = bills.current();
      if (step?.kind !== 'part' || bill === null || typed === 0) return;
      const part = partsOf(bill, { amount: money(typed) }, cashStep());
      set({ ...NO_STEP, parts: typed < dueOf(bill) ? part : null });
    },
    share: (count) => {
      const bill = bills.current();
      if (bill !== null) set({ parts: count > 1 ? partsOf(bill, { count }, cashStep()) : null });
    },
  };
}
