import { type Basket, isBare, joinBaskets, splitBasket } from '../../../shared/basket/basket.ts';
import { totalOf } from '../../../shared/basket/bill.ts';
import type { GoodsAct, TableView } from '../../../shared/bridge/goods.ts';
import type { Ids } from '../../../shared/ids/ids.ts';
import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { isFinal, type TerminalView } from '../../../shared/terminal/sale/state.ts';
import type { Clock } from '../../../shared/time/clock.ts';
import type { Table } from './tables-file.ts';

type Target = Extract<GoodsAct, { kind: 'park' }>['at'];
type Moved = Extract<GoodsAct, { kind: 'move' }>;

export type TablesDeps = {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly saved: readonly Table[];
  /** Returns false when the disk refused; then nothing changes. */
  readonly write: (tables: readonly Table[]) => boolean;
};

/** The open tables. Each change is on disk before it is answered, or is not made. */
export interface Tables {
  list(): readonly TableView[];
  park(basket: Basket, at: Target): Answer<{ readonly id: string }>;
  get(id: string): Answer<Table>;
  clear(id: string): Answer<null>;
  move(act: Moved): Answer<{ readonly id: string }>;
  /** Records the sale that was started for a table. */
  paying(id: string, sale: string): void;
  /** Applies the terminal's view; true when a table changed. */
  notice(view: TerminalView): boolean;
}

const NOT_OPEN = refuse('Not Found', 'That table is not open any more.');
const BEING_PAID = refuse('Conflict', 'This table is being paid. Finish or cancel its sale first.');
const NOT_SAVED = refuse(
  'Service Unavailable',
  'The table cannot be saved on this till: its disk is full or read-only. Nothing was changed.',
);
const NO_LINES = refuse('Bad Request', 'There is nothing to keep: the sale has no lines.');

export function createTables({ clock, ids, saved, write }: TablesDeps): Tables {
  let tables = saved;

  function keep<T>(next: readonly Table[], value: T): Answer<T> {
    if (!write(next)) return NOT_SAVED;
    tables = next;
    return answer(value);
  }

  function get(id: string): Answer<Table> {
    const table = tables.find((one) => one.id === id);
    if (table === undefined) return NOT_OPEN;
    return table.sale === null ? answer(table) : BEING_PAID;
  }

  const now = () => ({ tables, at: clock.now(), id: ids.message() });
  const placed = (basket: Basket, at: Target) => placedIn(now(), basket, at, get);

  return {
    list: () => tables.map(viewOf).sort((a, b) => a.at - b.at),
    park: (basket, at) => {
      if (isBare(basket)) return NO_LINES;
      const next = placed(basket, at);
      return next.ok ? keep(next.value.tables, { id: next.value.id }) : next;
    },
    get,
    clear: (id) => {
      const table = get(id);
      if (!table.ok) return table;
      return keep(
        tables.filter((one) => one.id !== id),
        null,
      );
    },
    move: (act) => {
      const from = get(act.table);
      if (!from.ok) return from;
      const next = moved(from.value, act, get, placed);
      if (!next.ok) return next;
      return keep(without(next.value.tables, from.value.id, next.value.rest), {
        id: next.value.id,
      });
    },
    paying: (id, sale) => {
      // The sale has started even if the disk refuses; an unmarked table only stays open.
      const next = tables.map((one) => (one.id === id ? { ...one, sale } : one));
      write(next);
      tables = next;
    },
    notice: (view) => {
      const next = tables.flatMap((table) => after(table, view));
      if (next.length === tables.length && next.every((one, at) => one === tables[at]))
        return false;
      // After a disk error the next view writes again; the list is right meanwhile.
      write(next);
      tables = next;
      return true;
    },
  };
}

type Placed = Answer<{ id: string; tables: readonly Table[] }>;

type Now = { readonly tables: readonly Table[]; readonly at: number; readonly id: string };

/** The tables with this basket at its target, and the id of that table. */
function placedIn(
  { tables, at: now, id }: Now,
  basket: Basket,
  at: Target,
  get: Tables['get'],
): Placed {
  if (at.kind === 'open') {
    const table = get(at.table);
    if (!table.ok) return table;
    const next = tables.map((one) => (one.id === at.table ? { ...one, basket, at: now } : one));
    return answer({ id: at.table, tables: next });
  }
  const { name } = at;
  if (tables.some((one) => one.name.toLowerCase() === name.toLowerCase())) {
    return refuse('Conflict', `${name} is open already; choose another name, or take it up.`);
  }
  if (tables.length >= LIMITS.tablesMax) {
    return refuse('Conflict', 'Too many tables are open. Clear some of them first.');
  }
  const table = { id, name, at: now, basket, sale: null };
  return answer({ id, tables: [...tables, table] });
}

function moved(
  from: Table,
  { lines, to }: Moved,
  get: Tables['get'],
  placed: (basket: Basket, at: Target) => Placed,
): Answer<{ id: string; tables: readonly Table[]; rest: Basket }> {
  if (to.kind === 'open' && to.table === from.id) {
    return refuse('Bad Request', 'The lines are at that table already.');
  }
  const { moved: part, rest } = splitBasket(from.basket, lines);
  if (isBare(part)) return NO_LINES;
  const target = to.kind === 'open' ? get(to.table) : null;
  if (target !== null && !target.ok) return target;
  const joined = target === null ? part : joinBaskets(target.value.basket, part);
  if (joined === null) return refuse('Conflict', 'The bill of this table is full.');
  const next = placed(joined, to);
  return next.ok ? answer({ ...next.value, rest }) : next;
}

/** A table without lines is removed. */
function without(tables: readonly Table[], id: string, rest: Basket): readonly Table[] {
  return tables.flatMap((one) => {
    if (one.id !== id) return [one];
    return isBare(rest) ? [] : [{ ...one, basket: rest }];
  });
}

/** A paid table is closed; a table whose sale failed is open again. */
function after(table: Table, { sales }: TerminalView): readonly Table[] {
  const sale = table.sale === null ? undefined : sales.find((one) => one.id === table.sale);
  if (sale === undefined || !isFinal(sale.state)) return [table];
  const paid = sale.state.kind === 'paid' || sale.state.kind === 'refunded';
  return paid ? [] : [{ ...table, sale: null }];
}

function viewOf({ id, name, at, basket, sale }: Table): TableView {
  const things = basket.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return { id, name, total: totalOf(basket), things, at, sale };
}

/**
 * After a power cut, links each table with the sale that was started for it. That sale is in the
 * journal before its table is marked, and its bill must not be charged twice.
 */
export function adopted(tables: readonly Table[], { sales }: TerminalView): readonly Table[] {
  return tables.map((table) => {
    if (table.sale !== null) return table;
    const mine = sales.filter(({ label, started }) => label === table.name && started >= table.at);
    const [last] = mine.sort((a, b) => b.number - a.number);
    return last === undefined ? table : { ...table, sale: last.id };
  });
}
