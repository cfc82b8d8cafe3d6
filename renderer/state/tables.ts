import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Basket, isBare } from '../../shared/basket/basket.ts';
import type { Bridge, BridgeAnswer, Snapshot } from '../../shared/bridge/contract.ts';
import type { GoodsAct, TableView } from '../../shared/bridge/goods.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { Goods } from './goods.ts';
import type { KeypadKey } from './keypad.ts';
import type { Problem } from './till-state.ts';

/** The target of moved lines: an open table or a new one. */
export type TableTarget = Extract<GoodsAct, { kind: 'move' }>['to'];

/** The open tables and what the cashier does with them. */
export type TablesState = {
  readonly picked: TableView | null;
  /** The basket of the selected table; null until the host has sent it. */
  readonly basket: Basket | null;
  /** Quantity to move, by line index. */
  readonly chosen: ReadonlyMap<number, number>;
  /** Set while the cashier types a table's name; says what for. */
  readonly naming: 'park' | 'move' | null;
  readonly name: string;
  readonly busy: boolean;
  readonly problem: Problem | null;
  /** True while the cashier is asked whether to clear the selected table. */
  readonly asking: boolean;
};

const NOTHING: TablesState = {
  picked: null,
  basket: null,
  chosen: new Map(),
  naming: null,
  name: '',
  busy: false,
  problem: null,
  asking: false,
};

/** Parks baskets at tables, takes them up again, and splits them. */
export interface Tables {
  readonly store: StoreApi<TablesState>;
  pick(table: TableView): Promise<void>;
  /** Moves one more of a line; after the last one none. */
  choose(place: number): void;
  /** Starts or stops typing a name. Other typed values stay. */
  startNaming(what: TablesState['naming']): void;
  /** Types a key of the keypad into the table's name. */
  press(key: KeypadKey): void;
  /** Handles a key of the keyboard; returns true while a name is being typed. */
  type(key: string): boolean;
  /** Stores the basket at its own table, or at a new table with this name. */
  park(name: string | null): Promise<boolean>;
  /** Moves the basket of the selected table to the till; returns false if the host refused. */
  takeUp(): Promise<boolean>;
  moveTo(to: TableTarget): Promise<void>;
  askToClear(asking: boolean): void;
  clear(): Promise<void>;
  /** Resets selection, name and problem. */
  leave(): void;
}

/** The newest snapshot of the host. */
type Seen = StoreApi<{ readonly snapshot: Snapshot | null }>;

type Place = Extract<GoodsAct, { kind: 'park' }>['at'];

/** A basket that the host has perhaps parked: its answer was lost. */
type Unanswered = { readonly at: Place; readonly before: readonly TableView[] };

/** True if the basket of `Unanswered` is at one of these tables. */
function isParked(now: readonly TableView[], { at, before }: Unanswered): boolean {
  return now.some(({ id, name, at: parked }) => {
    const isIt =
      at.kind === 'open' ? id === at.table : name.toLowerCase() === at.name.toLowerCase();
    return isIt && !before.some((old) => old.id === id && old.at === parked);
  });
}

/** The tables of a screen. `seen` has the screen's newest snapshot. */
export function createTables(bridge: Bridge, goods: Goods, seen: Seen): Tables {
  const store = createStore<TablesState>(() => NOTHING);
  const get = store.getState;
  const set = store.setState;

  async function ask(act: GoodsAct): Promise<BridgeAnswer | null> {
    if (get().busy) return null;
    set({ busy: true, problem: null });
    let answer: BridgeAnswer | null = null;
    try {
      answer = await bridge.call({ type: 'goods', act });
    } catch {
      // The connection broke during the call. Typed values stay.
    }
    const refusal = answer?.ok === false ? answer.refusal : null;
    set({ busy: false, problem: answer?.ok === true ? null : { refusal } });
    return answer;
  }

  const tables: Tables = {
    store,
    pick: async (table) => {
      set({ ...NOTHING, picked: table });
      if (table.sale !== null) return;
      const answer = await ask({ kind: 'take', table: table.id });
      // The cashier may have selected another table in the meantime.
      if (answer?.ok !== true || get().picked?.id !== table.id) return;
      if (answer.goods?.kind === 'basket') set({ basket: answer.goods.basket });
    },
    choose: (place) => set((state) => chosen(state, place)),
    startNaming: (naming) => set({ naming, name: '', problem: null }),
    ...createNaming(store),
    park: createPark(store, goods, seen, ask),
    takeUp: async () => {
      const { picked } = get();
      if (picked === null) return false;
      const { id, name } = picked;
      const answer = await ask({ kind: 'take', table: id });
      if (answer?.ok !== true || answer.goods?.kind !== 'basket') return false;
      goods.load(answer.goods.basket, { id, name });
      set(NOTHING);
      return true;
    },
    moveTo: (to) => moveTo(store, ask, to),
    askToClear: (asking) => set({ asking, problem: null }),
    clear: async () => {
      const { picked } = get();
      if (picked === null) return;
      const answer = await ask({ kind: 'clear', table: picked.id });
      set(answer?.ok === true ? NOTHING : { asking: false });
    },
    leave: () => set(NOTHING),
  };
  return tables;
}

/**
 * Parks baskets. As soon as a basket is parked, the screen clears it: beside its table it could be charged
 * a second time. The parked basket of a lost answer is found in a snapshot.
 */
function createPark(
  store: StoreApi<TablesState>,
  goods: Goods,
  seen: Seen,
  ask: Ask,
): Tables['park'] {
  let unanswered: Unanswered | null = null;
  const tables = () => seen.getState().snapshot?.goods?.tables ?? [];
  const clear = () => {
    unanswered = null;
    goods.clear();
    store.setState(NOTHING);
  };
  const findTable = () => {
    if (unanswered !== null && isParked(tables(), unanswered)) clear();
  };
  seen.subscribe(findTable);
  return async (name) => {
    const { basket, table } = goods.store.getState();
    if (isBare(basket) || store.getState().busy) return false;
    const at =
      table !== null && name === null
        ? ({ kind: 'open', table: table.id } as const)
        : ({ kind: 'new', name: name ?? '' } as const);
    const before = tables();
    const answer = await ask({ kind: 'park', basket, at });
    if (answer?.ok === true) clear();
    if (answer !== null) return answer.ok;
    unanswered = { at, before };
    findTable();
    return false;
  };
}

/** Moves one more of this line; after the last one none. */
function chosen({ basket, chosen: before }: TablesState, place: number): Partial<TablesState> {
  const line = basket?.lines[place];
  if (line === undefined) return {};
  const next = new Map(before);
  const many = (before.get(place) ?? 0) + 1;
  if (many > line.quantity) next.delete(place);
  else next.set(place, many);
  return { chosen: next, problem: null };
}

/** Typing of a table's name on the keypad or the keyboard. */
function createNaming(store: StoreApi<TablesState>): Pick<Tables, 'press' | 'type'> {
  const become = (name: string) =>
    store.setState({ name: name.slice(0, LIMITS.tableNameMax), problem: null });
  return {
    press: (key) => become(named(store.getState().name, key)),
    type: (key) => {
      const { naming, name } = store.getState();
      if (naming === null || !/^[\p{L}\p{N} .'-]$/u.test(key)) return false;
      // A name does not start with a space.
      become((name + key).trimStart());
      return true;
    },
  };
}

type Ask = (act: GoodsAct) => Promise<BridgeAnswer | null>;

async function moveTo(store: StoreApi<TablesState>, ask: Ask, to: TableTarget): Promise<void> {
  const { picked, chosen, busy } = store.getState();
  if (picked === null || chosen.size === 0 || busy) return;
  // The cashier may select another table before the host answers.
  const isLeft = () => store.getState().picked?.id !== picked.id;
  const lines = [...chosen].map(([line, quantity]) => ({ line, quantity }));
  const answer = await ask({ kind: 'move', table: picked.id, lines, to });
  if (isLeft()) return;
  if (answer === null) {
    // The host may have moved the lines. The cashier selects the table again, which reads it.
    store.setState({ ...NOTHING, problem: store.getState().problem });
    return;
  }
  if (!answer.ok) return;
  store.setState({ chosen: new Map(), naming: null, name: '', basket: null });
  const again = await ask({ kind: 'take', table: picked.id });
  if (isLeft()) return;
  // If the last line was moved, the host has closed the table.
  if (again?.ok !== true || again.goods?.kind !== 'basket') store.setState(NOTHING);
  else store.setState({ basket: again.goods.basket });
}

function named(name: string, key: KeypadKey): string {
  switch (key.kind) {
    case 'digit':
      return name + String(key.digit);
    case 'double_zero':
      return name === '' ? name : `${name}00`;
    case 'backspace':
      return name.slice(0, -1);
    case 'clear':
      return '';
  }
}

/** A table's name; digits alone become a table number. */
export function tableName(typed: string, numbered: (number: string) => string): string {
  const name = typed.trim();
  return /^\d+$/.test(name) ? numbered(name) : name;
}
