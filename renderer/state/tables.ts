import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LineUnits } from '../../shared/bill/acts.ts';
import { amountsOf, linesOf } from '../../shared/bill/amounts.ts';
import type { Bill } from '../../shared/bill/bill.ts';
import { type Quantity, quantity } from '../../shared/bill/quantity.ts';
import { reduceBill } from '../../shared/bill/reduce.ts';
import type { ScreenAct } from '../../shared/device/commands/bills.ts';
import type { LineId } from '../../shared/ids/host-ids.ts';
import { proportionOf } from '../../shared/money/apportion.ts';
import { type MoneyInteger, money, ZERO } from '../../shared/money/money.ts';
import { type BillDesk, openOn } from './bills/bills.ts';
import type { Goods } from './goods.ts';
import { CLEARED } from './goods-state.ts';
import { tableNameOf } from './mode/counter.ts';
import type { Modes } from './mode/modes.ts';
import type { TillState } from './till-state.ts';

/** Where chosen lines go: a bill that is open, or a new one, with a name or without. */
export type MoveTarget =
  | { readonly kind: 'open'; readonly bill: string }
  | { readonly kind: 'new'; readonly bill: string; readonly name: string | null };

/** The open bills and what the cashier does with them. */
export type TablesState = {
  readonly picked: string | null;
  /** Units to move, by line. */
  readonly chosen: ReadonlyMap<LineId, Quantity>;
  /** Where they go, before the cashier confirms it. */
  readonly target: MoveTarget | null;
  /** How much of the money off the bill goes along; null: the share by price. */
  readonly along: MoneyInteger | null;
};

const NOTHING: TablesState = {
  picked: null,
  chosen: new Map(),
  target: null,
  along: null,
};

/** Parks bills, takes them up again, and splits and joins them. */
export interface Tables {
  readonly store: StoreApi<TablesState>;
  pick(bill: string): void;
  /** Chooses one more unit of a line; after the last one none. */
  choose(line: LineId): void;
  /** Chooses all lines, to join this bill with another one. */
  chooseAll(): void;
  /** Starts or stops typing a name. The typed amount stays. */
  startNaming(what: 'park' | 'move' | null): void;
  /** Handles a key of the keyboard; returns true while a name is being typed. */
  type(key: string): boolean;
  /** Replaces the typed name, such as by one more letter of the screen. */
  write(name: string): void;
  /** Gives the bill on the slip a name, and takes it off the slip; without a name it keeps its own. */
  park(name: string | null): boolean;
  /** Puts the selected bill on the slip. */
  takeUp(): void;
  /** Says where the chosen lines go; null goes back to the choice of lines. */
  aim(target: { readonly bill: string } | { readonly name: string | null } | null): void;
  /** Chooses how much of the money off the bill goes along. */
  takeAlong(amount: MoneyInteger): void;
  /**
   * Moves the chosen lines. A new bill without a name is that of a guest who pays now: it comes on the slip if that is free.
   * Returns true if it did.
   */
  move(): boolean;
  askToClear(asking: boolean): void;
  clear(): void;
  /** Resets selection and name. */
  leave(): void;
}

/** What a move leaves on both bills. */
export type MoveSeen = {
  readonly stays: MoneyInteger;
  readonly goes: MoneyInteger;
  /** Money off the bill that can be divided; null if there is none. */
  readonly off: {
    readonly all: MoneyInteger;
    readonly share: MoneyInteger;
    readonly along: MoneyInteger;
  } | null;
};

/** The tables of a screen. `seen` has the screen's newest snapshot. */
export function createTables(
  bills: BillDesk,
  goods: Goods,
  seen: StoreApi<TillState>,
  modes: Modes,
): Tables {
  const store = createStore<TablesState>(() => NOTHING);
  const get = store.getState;
  const set = store.setState;
  /** Nothing is picked, named or asked about. */
  const reset = (picked: string | null = null) => {
    set({ ...NOTHING, picked });
    modes.close('table_name');
    modes.send({ type: 'answered', kind: 'clear' });
  };
  const putOnSlip = (bill: string) => {
    goods.nextCustomer();
    bills.show(bill);
    goods.select(bills.current()?.lines[0]?.id ?? null);
    reset();
  };
  const pickedBill = () => bills.store.getState().shown.get(get().picked ?? '') ?? null;
  return {
    store,
    pick: (picked) => {
      reset(picked);
      bills.look([picked]);
    },
    choose: (line) => set(chosen(get(), pickedBill(), line)),
    chooseAll: () => {
      const lines = pickedBill()?.lines ?? [];
      set({ chosen: new Map(lines.map(({ id, quantity: many }) => [id, many])), target: null });
    },
    startNaming: (to) => {
      if (to === null) modes.close('table_name');
      else modes.open({ kind: 'table_name', to, name: '' });
    },
    ...createNaming(modes),
    park: (name) => {
      if (bills.current() === null) return false;
      if (name !== null && !bills.act({ act: 'rename', name })) return false;
      bills.show(null);
      goods.nextCustomer();
      reset();
      return true;
    },
    takeUp: () => {
      const { picked } = get();
      if (picked !== null) putOnSlip(picked);
    },
    aim: (target) => {
      modes.close('table_name');
      if (target === null) return set({ target: null, along: null });
      const to: MoveTarget =
        'bill' in target
          ? { kind: 'open', bill: target.bill }
          : { kind: 'new', bill: bills.newId(), name: target.name };
      set({ target: to, along: null });
      bills.look([get().picked ?? '', to.bill]);
    },
    takeAlong: (along) => set({ along }),
    move: () => {
      const { picked, target, along } = get();
      const bill = pickedBill();
      const units = chosenNow(get(), bill);
      if (picked === null || bill === null || target === null || units.size === 0) return false;
      const act = moveOf(bill, units, target, along, bills.store.getState().shown);
      if (!bills.act(act, picked)) return false;
      const isGone = (bills.store.getState().shown.get(picked)?.closed ?? true) === true;
      if (isGone && openOn(bills.store.getState().slip) === picked) bills.show(null);
      const { entry } = seen.getState();
      const isFree = bills.current() === null && entry.amount === 0;
      // Who divides money off may need a supervisor, and is asked beside the bill.
      const isPlain = target.kind === 'new' && target.name === null && act.discount === null;
      const isPaidNow = isPlain && isFree;
      if (isPaidNow) putOnSlip(target.bill);
      else reset(isGone ? null : picked);
      return isPaidNow;
    },
    askToClear: (asks) =>
      modes.send(
        asks
          ? { type: 'ask', question: { kind: 'clear', of: 'table' } }
          : { type: 'answered', kind: 'clear' },
      ),
    clear: () => {
      const { picked } = get();
      const language = seen.getState().snapshot?.settings.language ?? 'en';
      if (picked === null) return;
      const isClear = bills.act({ act: 'clear', reason: CLEARED[language] }, picked);
      if (isClear && openOn(bills.store.getState().slip) === picked) bills.show(null);
      if (isClear) reset();
      else modes.send({ type: 'answered', kind: 'clear' });
    },
    leave: () => {
      reset();
      bills.look([]);
    },
  };
}

/** Chooses one more unit of this line; after the last one none. The last step takes a part of a unit. */
function chosen(state: TablesState, bill: Bill | null, id: LineId): Partial<TablesState> {
  const line = bill?.lines.find((one) => one.id === id);
  if (line === undefined) return {};
  const next = new Map(state.chosen);
  const before = state.chosen.get(id) ?? 0;
  if (before >= line.quantity) next.delete(id);
  else next.set(id, quantity(Math.min(before + 1_000, line.quantity)));
  return { chosen: next, target: null };
}

/** The units to move that are still on the bill: another screen can have removed or moved a line. */
export function chosenNow(
  { chosen: units }: Pick<TablesState, 'chosen'>,
  bill: Bill | null,
): TablesState['chosen'] {
  const left = new Map<LineId, Quantity>();
  for (const { id, quantity: many } of bill?.lines ?? []) {
    const wanted = units.get(id);
    if (wanted !== undefined) left.set(id, quantity(Math.min(wanted, many)));
  }
  return left;
}

const unitsOf = (chosenUnits: TablesState['chosen']): readonly LineUnits[] =>
  [...chosenUnits].map(([line, many]) => ({ line, quantity: many }));

function moveOf(
  bill: Bill,
  units: TablesState['chosen'],
  target: MoveTarget,
  along: MoneyInteger | null,
  shown: ReadonlyMap<string, Bill>,
): Extract<ScreenAct, { act: 'move' }> {
  const off = offOf(bill);
  const discount = off === 0 ? null : (along ?? shareOf(bill, units));
  const to =
    target.kind === 'new' ? target : { ...target, version: shown.get(target.bill)?.version ?? 0 };
  return { act: 'move', lines: unitsOf(units), to, discount };
}

/** The money off the whole bill. */
const offOf = ({ discounts }: Bill) => discounts.reduce((sum, { amount }) => sum + amount, 0);

/** The part of the money off the bill that belongs to these units by their price. */
function shareOf(bill: Bill, units: TablesState['chosen']): MoneyInteger {
  const amounts = linesOf(bill);
  const parts = bill.lines.map(({ id, quantity: many }, place) =>
    proportionOf(amounts[place]?.share ?? 0, units.get(id) ?? 0, many),
  );
  return money(
    Math.min(
      parts.reduce<number>((sum, part) => sum + part, 0),
      offOf(bill),
    ),
  );
}

/** What the move will leave, before it is confirmed; null if nothing is chosen or the target is not known. */
export function seenMove(state: TablesState, shown: ReadonlyMap<string, Bill>): MoveSeen | null {
  const { picked, target, along } = state;
  const bill = shown.get(picked ?? '');
  const units = chosenNow(state, bill ?? null);
  if (bill === undefined || target === null || units.size === 0) return null;
  if (target.kind === 'open' && !shown.has(target.bill)) return null;
  const act = moveOf(bill, units, target, along, shown);
  const record = {
    ...act,
    id: '',
    bill: bill.id,
    version: bill.version,
    by: '',
    approvedBy: null,
    at: 0,
  };
  const { bills } = reduceBill({ bills: shown, done: [] }, record);
  const totalOf = (id: string) => {
    const one = bills.get(id);
    return one === undefined ? ZERO : amountsOf(one).total;
  };
  const all = money(offOf(bill));
  const off =
    act.discount === null ? null : { all, share: shareOf(bill, units), along: act.discount };
  return { stays: totalOf(bill.id), goes: totalOf(target.bill), off };
}

/** Typing of a table's name on the keyboard, or on the letters of the screen. */
function createNaming(modes: Modes): Pick<Tables, 'type' | 'write'> {
  const write = (name: string) => modes.edit('table_name', { name: tableNameOf(name) });
  return {
    type: (key) => {
      const naming = modes.window('table_name');
      if (naming === null || !/^[\p{L}\p{N} .'-]$/u.test(key)) return false;
      write(naming.name + key);
      return true;
    },
    write,
  };
}

/** A table's name; digits alone become a table number. */
export function tableName(typed: string, numbered: (number: string) => string): string {
  const name = typed.trim();
  return /^\d+$/.test(name) ? numbered(name) : name;
}
