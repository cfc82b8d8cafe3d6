import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Discount } from '../../shared/bill/acts.ts';
import { discountable, isDiscountable } from '../../shared/bill/amounts.ts';
import type { Bill, BillLine } from '../../shared/bill/bill.ts';
import { pieces, type Quantity, quantity } from '../../shared/bill/quantity.ts';
import { roundingOf } from '../../shared/cash/setting.ts';
import type { Product } from '../../shared/catalogue/catalogue.ts';
import { linesOfOrder, type Order, plainOrder } from '../../shared/catalogue/order.ts';
import type { Snapshot } from '../../shared/device/bridge/contract.ts';
import { beginWeighing } from '../../shared/device/scale/reading.ts';
import type { ScaleSettings } from '../../shared/device/scale/settings.ts';
import type { LineId } from '../../shared/ids/host-ids.ts';
import { type MoneyInteger, money } from '../../shared/money/money.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { type BillDesk, dueOf, type ScreenDevice } from './bills/bills.ts';
import type { GoodsContext, Place } from './goods-context.ts';
import {
  CLEARED,
  discountAct,
  type GoodsState,
  NEXT_CUSTOMER,
  NO_GOODS,
  NO_SEARCH,
  openLine,
  optionsOf,
  typedOff,
} from './goods-state.ts';
import { createLineQuestions, type LineQuestions } from './line-questions.ts';
import type { DeckWindow, DiscountKind, DiscountReason } from './mode/mode.ts';
import type { Modes } from './mode/modes.ts';
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
  /** Adds a product, or asks for its options and its price first. */
  add(product: Product, found?: Found): void;
  /** Adds a typed amount; returns false if it is zero or the bill is full. */
  addAmount(amount: MoneyInteger): boolean;
  select(line: LineId | null): void;
  /** Selects the previous or next line. */
  walk(by: -1 | 1): void;
  /** Sets the quantity of the next item. */
  setQuantity(quantity: number): void;
  more(): void;
  less(): void;
  remove(): void;
  /** Starts to type a discount on the selected line or on the whole bill. */
  askDiscount(of: 'line' | 'all'): void;
  /** Types the discount in per cent or in money, from nothing. */
  discountBy(by: DiscountKind): void;
  /** What is typed, by one of the keys of the usual per cents. */
  discountOf(percent: number): void;
  /** Chooses why the discount is given. */
  discountFor(reason: DiscountReason): void;
  /** Gives the typed discount for its reason, in these words of the shop. */
  discount(words: string): void;
  noDiscount(): void;
  addAtPrice(): void;
  /** Starts to type a part of the bill that is paid now. */
  askPart(): void;
  takePart(): void;
  /** Pays the bill in equal shares; 1 pays it as a whole. */
  share(count: number): void;
  leaveStep(): void;
  /** Appends a digit of the keyboard to the quantity of the next item. */
  typeQuantity(digit: number): void;
  /** Clears the bill on the slip; returns false, with a notice, if it cannot be. */
  clear(): boolean;
  /** Clears this bill if it is on the slip and has nothing but typed amounts, of which nothing was paid. */
  leaveTyped(bill: string | null): void;
  /** Forgets what was typed for the last bill. */
  nextCustomer(): void;
}

const STEPS = ['price', 'weight', 'discount', 'part'] as const;

/** The goods of a screen. `snapshot` returns the screen's newest snapshot. */
export function createGoods(
  snapshot: () => Snapshot | null,
  modes: Modes,
  bills: BillDesk,
  ask: AskScale,
  keepDeck: ScreenDevice['keepDeck'],
): Goods {
  const store = createStore<GoodsState>(() => NO_GOODS);
  const context: GoodsContext = {
    store,
    modes,
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
    ...createLooking(context, place, keepDeck),
    ...createLineQuestions(context, place),
    ...createLineActs(context),
    ...createSteps(context, place),
    ...createParts(context),
    ...createWeighs({ store, modes, ask, scale, place }),
    clear: () => {
      const reason = CLEARED[context.language()];
      if (bills.current() !== null && !bills.act({ act: 'clear', reason })) return false;
      bills.show(null);
      store.setState({ ...NEXT_CUSTOMER, parts: null });
      return true;
    },
    leaveTyped: (id) => {
      const bill = bills.current();
      if (bill === null || bill.id !== id || !isTypedOnly(bill)) return;
      const isCleared = bills.act({ act: 'clear', reason: CLEARED[context.language()] });
      if (isCleared) bills.show(null);
    },
    nextCustomer: () => {
      store.setState(NEXT_CUSTOMER);
      modes.close();
    },
  };
}

const isTypedOnly = ({ lines, name, tenders }: Bill) =>
  name === null &&
  lines.every(({ product }) => product === null) &&
  tenders.every(({ state }) => state === 'failed');

type Looking = Pick<
  Goods,
  'show' | 'pick' | 'search' | 'openLetters' | 'add' | 'addAmount' | 'setQuantity' | 'typeQuantity'
>;

function createPlace(
  { store, modes, bills, language }: GoodsContext,
  scale: () => ScaleSettings,
): Place {
  return (order, weighedBy) => {
    const { catalogue, lastWeight } = store.getState();
    if (catalogue === null) return;
    const ordered = linesOfOrder(catalogue, order, language());
    if (ordered.kind === 'sold_out') bills.say({ kind: 'sold_out', product: order.product.name });
    const asks = askedOf(ordered.kind, order, lastWeight);
    if (asks !== null) {
      store.setState(asks.kind === 'weight' ? { query: '' } : NO_SEARCH);
      modes.open(asks);
    }
    if (ordered.kind !== 'lines' || asks !== null) return;
    const lines = ordered.lines.map((one) =>
      weighedBy !== undefined && one.kind === 'goods'
        ? { ...one, name: weighedName(one.name, weighedBy, scale(), language()) }
        : one,
    );
    const selected = bills.order(lines);
    if (selected === null) return;
    store.setState({ selected, quantity: null, ...NO_SEARCH });
    modes.close(...STEPS, 'options');
  };
}

/** What is asked before an order is a line; null if nothing is missing. */
function askedOf(
  missing: ReturnType<typeof linesOfOrder>['kind'],
  order: Order,
  lastWeight: number | null,
): DeckWindow | null {
  if (missing === 'ask_options') return { kind: 'options', order, line: null };
  if (missing === 'ask_price') return { kind: 'price', order, typed: 0 };
  if (missing !== 'lines' || !needsWeight(order)) return null;
  return { kind: 'weight', order, shown: beginWeighing(lastWeight), typed: 0 };
}

/** The actions that find products and add them. */
function createLooking(
  { store, modes, bills, language }: GoodsContext,
  place: Place,
  keepDeck: ScreenDevice['keepDeck'],
): Looking {
  const { getState: get, setState: set } = store;
  const keep = () => {
    const { pane, category } = get();
    keepDeck({ pane, category });
  };
  const goods: Looking = {
    show: (pane) => {
      set({ pane, ...NO_SEARCH });
      modes.close(...STEPS);
      keep();
    },
    pick: (category) => {
      set({ category, ...NO_SEARCH });
      keep();
    },
    search: (query) => set({ pane: 'items', query: query.slice(0, QUERY_MAX) }),
    openLetters: (open) => set({ ...NO_SEARCH, letters: open }),
    add: (product, found = { quantity: null, price: null }) => {
      const { catalogue, quantity: many } = get();
      const units = found.quantity ?? pieces(many ?? 1);
      const labelled = found.quantity === null ? {} : ({ weighed: true } as const);
      const order = { ...plainOrder(product, units), ...labelled, price: found.price };
      const asks = optionsOf(catalogue, product).length > 0 && !product.soldOut;
      if (!asks) return place(order);
      set(NO_SEARCH);
      modes.open({ kind: 'options', order, line: null });
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
  | 'askDiscount'
  | 'discountBy'
  | 'discountOf'
  | 'discountFor'
  | 'discount'
  | 'noDiscount'
  | 'addAtPrice'
  | 'leaveStep'
>;

/** The actions while the keypad types a price or a discount. */
function createSteps({ modes, bills, line }: GoodsContext, place: Place): Steps {
  const takeOff = (discount: Discount | null) => {
    const step = modes.window('discount');
    if (step === null) return;
    const act = discountAct(step, line()?.id ?? null, discount);
    if (act !== null && bills.act(act)) modes.close('discount');
  };
  return {
    askDiscount: (of) => {
      const bill = bills.current();
      const one = line();
      const there =
        of === 'all'
          ? bill !== null && discountable(bill) > 0
          : one !== null && isDiscountable(one);
      if (there) modes.open({ kind: 'discount', of, by: 'percent', reason: null, typed: 0 });
    },
    discountBy: (by) => {
      if (modes.window('discount')?.by !== by) modes.edit('discount', { by, typed: 0 });
    },
    discountOf: (percent) => modes.edit('discount', { by: 'percent', typed: percent }),
    discountFor: (reason) => modes.edit('discount', { reason }),
    discount: (words) => {
      const step = modes.window('discount');
      if (step !== null && step.typed > 0 && step.reason !== null) takeOff(typedOff(step, words));
    },
    noDiscount: () => takeOff(null),
    addAtPrice: () => {
      const step = modes.window('price');
      if (step !== null && step.typed > 0) place({ ...step.order, price: money(step.typed) });
    },
    leaveStep: () => modes.close(...STEPS),
  };
}

/** The actions with which the guests pay in parts. */
function createParts({
  cashStep,
  store,
  modes,
  bills,
}: GoodsContext): Pick<Goods, 'askPart' | 'takePart' | 'share'> {
  const { setState: set } = store;
  return {
    askPart: () => {
      if (bills.current() === null) return;
      set({ parts: null });
      modes.open({ kind: 'part', typed: 0 });
    },
    takePart: () => {
      const typed = modes.window('part')?.typed ?? 0;
      const bill = bills.current();
      if (bill === null || typed === 0) return;
      const part = partsOf(bill, { amount: money(typed) }, cashStep());
      set({ parts: typed < dueOf(bill) ? part : null });
      modes.close('part');
    },
    share: (count) => {
      const bill = bills.current();
      if (bill !== null) set({ parts: count > 1 ? partsOf(bill, { count }, cashStep()) : null });
    },
  };
}
