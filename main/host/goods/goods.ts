import { join } from 'node:path';
import { isBare } from '../../../shared/basket/basket.ts';
import type { BridgeAnswer } from '../../../shared/bridge/contract.ts';
import {
  type GoodsAct,
  type GoodsView,
  type ShownBasket,
  shownBasket,
} from '../../../shared/bridge/goods.ts';
import type { EveryLanguage } from '../../../shared/catalogue/language.ts';
import type { Ids } from '../../../shared/ids/ids.ts';
import { answer } from '../../../shared/protocol/errors.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import type { SaleRequest } from '../../../shared/terminal/sale/state.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import type { DeviceClock } from '../../../shared/time/clock.ts';
import { keepIn } from '../adapters/kept-value.ts';
import { type CatalogueRead, readCatalogue } from './catalogue-file.ts';
import type { ShopCatalogue } from './shop-catalogue.ts';
import { createTables, type Tables } from './tables.ts';
import { BROKEN_FILE, readTables, writeTables } from './tables-file.ts';

/** Keeps the current basket for a till that restarts in the middle of a sale. */
const BASKET_FILE = 'basket.json';

/** The current basket, on the screens and in the file. */
interface ActiveBasket {
  get(): ShownBasket | null;
  /** Null: there is no current basket. */
  set(next: ShownBasket | null): void;
  /**
   * Starts a sale of the basket. The file is deleted before the sale can be in the journal: a
   * basket that reappeared beside its own sale could be charged twice. A power cut in between costs
   * the cashier only the typing. A refused basket is kept.
   */
  sell<T extends { readonly ok: boolean }>(start: () => Promise<T>): Promise<T>;
}

/** `changed` is called after every change. */
function createActiveBasket(directory: string, changed: () => void): ActiveBasket {
  const file = keepIn(join(directory, BASKET_FILE), shownBasket);
  let current = file.read();
  const set = (next: ShownBasket | null) => {
    current = next;
    if (next === null) file.forget();
    else file.write(next);
    changed();
  };
  return {
    get: () => current,
    set,
    sell: async (start) => {
      file.forget();
      const started = await start();
      if (started.ok) set(null);
      else if (current !== null) file.write(current);
      return started;
    },
  };
}

/** The goods of a till: its catalogue, the current basket and its open tables. */
export interface Goods {
  view(): GoodsView;
  /** Calls `listener` after every change of the view. Returns how to stop. */
  subscribe(listener: () => void): () => void;
  /** Names of a product of the catalogue in every language; null if it has no such product. */
  named(product: string): EveryLanguage | null;
  run(act: GoodsAct): BridgeAnswer;
  /** Starts a sale of the current basket, for the table that it came from. */
  start(request: SaleRequest, table: string | null): Promise<BridgeAnswer>;
  stop(): void;
}

export type GoodsOptions = {
  readonly directory: string;
  readonly terminal: Pick<Terminal, 'sale' | 'start' | 'subscribe' | 'view'>;
  readonly clock: DeviceClock;
  readonly ids: Ids;
  /** The catalogue of the shop's service, which replaces the till's file; none when left out. */
  readonly shop?: Pick<ShopCatalogue, 'current' | 'subscribe'> | null;
  /** Writes a line for the operator. */
  readonly report: (sentence: string) => void;
};

const NO_CATALOGUE = refuseTill('no_items');

/** Reads the catalogue and the saved tables. */
export function openGoods(options: GoodsOptions): Goods {
  const { directory, terminal, clock, ids, report, shop = null } = options;
  const { catalogue: own, saved, problem } = readAll(directory, report);
  const catalogueNow = () => shop?.current() ?? own;
  const write = (next: typeof saved) => writeTables(directory, next);
  const tables = createTables({ clock, ids, sales: terminal, saved, write });
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const basket = createActiveBasket(directory, notify);
  // A sale may have ended while the till was off.
  tables.notice();
  const unsubscribe = terminal.subscribe(() => {
    if (tables.notice()) notify();
  });
  const unfollow = shop?.subscribe(notify) ?? (() => undefined);

  function run(act: GoodsAct): BridgeAnswer {
    switch (act.kind) {
      case 'read':
        return catalogueOf(catalogueNow());
      case 'show':
        basket.set(isBare(act.basket) ? null : { basket: act.basket, table: act.table });
        return answer(null);
      default: {
        const done = atTables(act, tables);
        // A parked basket is no longer the current one.
        if (done.ok && act.kind === 'park') basket.set(null);
        else if (done.ok && act.kind !== 'take') notify();
        return done;
      }
    }
  }

  return {
    view: () => ({
      catalogue: versionOf(catalogueNow()),
      problem: (shop?.current() ?? null) === null ? problem : null,
      basket: basket.get(),
      tables: tables.list(),
    }),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    named(product) {
      const catalogue = catalogueNow();
      if (catalogue.kind !== 'read') return null;
      return catalogue.catalogue.products.find(({ id }) => id === product)?.name ?? null;
    },
    run,
    start: async (request, table) => {
      const start = () => terminal.start(request);
      if (table === null) return basket.sell(start);
      const open = tables.get(table);
      if (!open.ok) return open;
      try {
        return await basket.sell(() => tables.sell(table, request, start));
      } finally {
        // The sale may have ended before its table had the sale's id.
        tables.notice();
        notify();
      }
    },
    stop: () => {
      unsubscribe();
      unfollow();
      listeners.clear();
    },
  };
}

/** Reads both files; problems are reported and do not prevent sales. */
function readAll(directory: string, report: GoodsOptions['report']) {
  const catalogue = readCatalogue(directory);
  const { tables: saved, broken } = readTables(directory);
  const problem = catalogue.kind === 'wrong' ? catalogue.problem : null;
  if (problem !== null) report(`The catalogue is ignored: ${problem}`);
  if (broken) report(`The open tables could not be read; their file is now ${BROKEN_FILE}.`);
  return { catalogue, saved, problem };
}

const versionOf = (read: CatalogueRead) => (read.kind === 'read' ? read.version : null);

function catalogueOf(read: CatalogueRead): BridgeAnswer {
  if (read.kind !== 'read') return NO_CATALOGUE;
  return { ok: true, value: null, goods: { kind: 'catalogue', catalogue: read.catalogue } };
}

type AtTable = Exclude<GoodsAct, { kind: 'read' } | { kind: 'show' }>;

function atTables(act: AtTable, tables: Tables): BridgeAnswer {
  switch (act.kind) {
    case 'park':
      return tables.park(act.basket, act.at);
    case 'clear':
      return tables.clear(act.table);
    case 'move':
      return tables.move(act);
    case 'take': {
      const table = tables.get(act.table);
      if (!table.ok) return table;
      const { id, basket } = table.value;
      return { ok: true, value: { id }, goods: { kind: 'basket', basket } };
    }
  }
}
