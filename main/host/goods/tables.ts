import { type Basket, isBare, joinBaskets, splitBasket } from '../../../shared/basket/basket.ts';
import { totalOf } from '../../../shared/basket/bill.ts';
import type { GoodsAct, TableView } from '../../../shared/bridge/goods.ts';
import type { Ids } from '../../../shared/ids/ids.ts';
import { type Answer, answer } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import { isFinal, type SaleRequest, type SaleState } from '../../../shared/terminal/sale/state.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import { type DeviceClock, instantOf } from '../../../shared/time/clock.ts';
import type { StartOfSale, Table } from './tables-file.ts';

type Target = Extract<GoodsAct, { kind: 'park' }>['at'];
type Moved = Extract<GoodsAct, { kind: 'move' }>;
/** Knows the sales of the tables, also sales that have left the view. */
type Sales = Pick<Terminal, 'sale' | 'view'>;

export type TablesDeps = {
  readonly clock: DeviceClock;
  readonly ids: Ids;
  readonly sales: Sales;
  /** The tables of the file. The terminal has read its journal before. */
  readonly saved: readonly Table[];
  /** Returns false when the disk refused; then nothing changes. */
  readonly write: (tables: readonly Table[]) => boolean;
};

/** The open tables. Each change that a person makes is on disk before it is answered, or is not made. */
export interface Tables {
  list(): readonly TableView[];
  park(basket: Basket, at: Target): Answer<{ readonly id: string }>;
  get(id: string): Answer<Table>;
  clear(id: string): Answer<null>;
  move(act: Moved): Answer<{ readonly id: string }>;
  /**
   * Starts the sale of a table. From before the start until the sale has ended, the table refuses
   * every other change: added lines would be lost, and moved lines would be charged twice.
   */
  sell(id: string, request: SaleRequest, start: () => Promise<Started>): Promise<Started>;
  /** Applies the states of the sales, and repeats a write that failed. True when a table changed. */
  notice(): boolean;
}

type Started = Answer<{ readonly id: string }>;

const NOT_OPEN = refuseTill('table_gone');
const BEING_PAID = refuseTill('table_being_paid');
const NOT_KNOWN = refuseTill('table_unclear');
const NOT_SAVED = refuseTill('table_not_saved');
const NO_LINES = refuseTill('table_empty');

export function createTables({ clock, ids, ...deps }: TablesDeps): Tables {
  const { sales } = deps;
  const kept = keepTables(deps);
  const { get, sell, isUnknown } = createSelling(kept, sales);
  const now = () => ({ tables: kept.all(), at: instantOf(clock.now()), id: ids.message() });
  const placed = (basket: Basket, at: Target) => placedIn(now(), basket, at, get);

  return {
    list: () =>
      kept
        .all()
        .map((one) => viewOf(one, isUnknown(one)))
        .sort((a, b) => a.at - b.at),
    park: (basket, at) => {
      if (isBare(basket)) return NO_LINES;
      const next = placed(basket, at);
      return next.ok ? kept.keep(next.value.tables, { id: next.value.id }) : next;
    },
    get,
    clear: (id) => {
      const table = get(id);
      // The till cannot find the payment of such a table, so a person has looked for it.
      if (!table.ok && table !== NOT_KNOWN) return table;
      const others = kept.all().filter((one) => one.id !== id);
      return kept.keep(others, null);
    },
    move: (act) => {
      const from = get(act.table);
      if (!from.ok) return from;
      const next = moved(from.value, act, get, placed);
      if (!next.ok) return next;
      return kept.keep(without(next.value.tables, from.value.id, next.value.rest), {
        id: next.value.id,
      });
    },
    sell,
    notice: () => {
      const tables = kept.all();
      const next = tables.flatMap((table) => after(table, sales));
      const changed = next.length < tables.length || next.some((one, at) => one !== tables[at]);
      if (changed || kept.isBehind()) kept.record(next);
      return changed;
    },
  };
}

/** The list of the tables and its file. */
type KeptTables = {
  all(): readonly Table[];
  /** Makes a change and answers this value, or refuses and changes nothing. */
  keep<T>(next: readonly Table[], value: T): Answer<T>;
  /** Makes a change that has happened already, also while the disk refuses. */
  record(next: readonly Table[]): void;
  /** True while the file differs from the list. */
  isBehind(): boolean;
};

function keepTables({ sales, saved, write }: Omit<TablesDeps, 'clock' | 'ids'>): KeptTables {
  let tables: readonly Table[] = saved.map((table) => recovered(table, sales));
  let behind = tables.some((table, at) => table !== saved[at]);
  return {
    all: () => tables,
    keep: (next, value) => {
      if (!write(next)) return NOT_SAVED;
      tables = next;
      behind = false;
      return answer(value);
    },
    record: (next) => {
      tables = next;
      behind = !write(next);
    },
    isBehind: () => behind,
  };
}

/** Protects a table from before its sale starts until the sale has ended. */
function createSelling(kept: KeptTables, sales: Sales) {
  /** The tables whose sales are being started now. */
  const starting = new Set<string>();

  function change(id: string, to: Pick<Table, 'sale' | 'starting'>): void {
    kept.record(kept.all().map((one) => (one.id === id ? { ...one, ...to } : one)));
  }

  /** True if the terminal has dropped the sale, or failed while it started the sale. */
  function isUnknown({ id, sale, starting: mark }: Table): boolean {
    if (mark !== null) return !starting.has(id);
    return sale !== null && sales.sale(sale) === null;
  }

  function get(id: string): Answer<Table> {
    const table = kept.all().find((one) => one.id === id);
    if (table === undefined) return NOT_OPEN;
    if (isUnknown(table)) return NOT_KNOWN;
    return table.sale === null && table.starting === null ? answer(table) : BEING_PAID;
  }

  async function sell(
    id: string,
    request: SaleRequest,
    start: () => Promise<Started>,
  ): Promise<Started> {
    const table = get(id);
    if (!table.ok) return table;
    const mark = startOf(request, sales);
    starting.add(id);
    // On disk before the sale can be in the journal. A full disk does not prevent the sale.
    change(id, { sale: null, starting: mark });
    try {
      const started = await start();
      change(id, { sale: started.ok ? started.value.id : null, starting: null });
      return started;
    } catch (fault) {
      // The terminal may have started the sale before it failed.
      const sale = startedSale(mark, sales);
      if (sale !== null) change(id, { sale, starting: null });
      throw fault;
    } finally {
      starting.delete(id);
    }
  }

  return { get, sell, isUnknown };
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
    return refuseTill(
      'table_name_taken',
      `${name} is open already; choose another name, or take it up.`,
    );
  }
  if (tables.length >= LIMITS.tablesMax) {
    return refuseTill('too_many_tables');
  }
  const table = { id, name, at: now, basket, sale: null, starting: null };
  return answer({ id, tables: [...tables, table] });
}

function moved(
  from: Table,
  { lines, to }: Moved,
  get: Tables['get'],
  placed: (basket: Basket, at: Target) => Placed,
): Answer<{ id: string; tables: readonly Table[]; rest: Basket }> {
  if (to.kind === 'open' && to.table === from.id) {
    return refuseTill('same_table');
  }
  const { moved: part, rest } = splitBasket(from.basket, lines);
  if (isBare(part)) return NO_LINES;
  const target = to.kind === 'open' ? get(to.table) : null;
  if (target !== null && !target.ok) return target;
  const joined = target === null ? part : joinBaskets(target.value.basket, part);
  if (joined === null) return refuseTill('table_full');
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
function after(table: Table, sales: Sales): readonly Table[] {
  const sale = table.sale === null ? null : sales.sale(table.sale);
  if (sale === null || !isFinal(sale.state)) return [table];
  return hasFailed(sale.state) ? [{ ...table, sale: null }] : [];
}

function hasFailed(state: SaleState): boolean {
  return isFinal(state) && state.kind !== 'paid' && state.kind !== 'refunded';
}

/** A person can clear a table whose sale is unknown, so it is not shown as being paid. */
function viewOf({ id, name, at, basket, sale }: Table, isUnknown: boolean): TableView {
  const things = basket.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return { id, name, total: totalOf(basket), things, at, sale: isUnknown ? null : sale };
}

/** Made before the sale starts. */
function startOf({ amount, label = null, method }: SaleRequest, sales: Sales): StartOfSale {
  const numbers = sales.view().sales.map(({ number }) => number);
  const code = method.kind === 'device_code' ? method.code : null;
  // A code that was sold before is refused, and its sale is another one.
  const isNew = code !== null && sales.sale(code) === null;
  return { after: Math.max(0, ...numbers), code: isNew ? code : null, amount, label };
}

/**
 * The sale that began with this mark; null if the till stopped before the sale was in the journal. A
 * label alone identifies no sale: earlier guests had the same table, and a cash register may name it.
 */
function startedSale({ after, code, amount, label }: StartOfSale, sales: Sales): string | null {
  if (code !== null) return sales.sale(code)?.id ?? null;
  const fitting = sales.view().sales.filter((sale) => {
    if (sale.number <= after || sale.reference !== undefined) return false;
    return sale.amount === amount && (sale.label ?? null) === label && !hasFailed(sale.state);
  });
  const [first] = fitting.sort((a, b) => a.number - b.number);
  return first?.id ?? null;
}

/**
 * A table after a restart. If the power was cut while its sale was being started, the journal shows
 * whether the sale began; its bill must not be charged twice.
 */
function recovered(table: Table, sales: Sales): Table {
  if (table.starting === null) return table;
  return { ...table, sale: startedSale(table.starting, sales), starting: null };
}
