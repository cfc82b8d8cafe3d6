import type { Answer } from '../../protocol/errors.ts';
import type { SaleEvent } from '../sale/events.ts';
import { resolveSale } from '../sale/pair.ts';
import { isOver, type Sale } from '../sale/sale.ts';
import { createCalls } from './calls.ts';
import { createDispatcher } from './dispatcher.ts';
import { createEndedSales } from './ended-sales.ts';
import { type LiveSales, newLiveSale, oldEndedSales } from './live-sale.ts';
import { createOrders, type Decide } from './orders.ts';
import type { SalesDeps } from './run-step.ts';

/** All sales of a till, each with its timer and its one call. */
export interface Sales {
  all(): readonly Sale[];
  get(id: string): Sale | null;
  /** The request behind an id of the view: of two requests for one sale, the one that counts. */
  resolve(id: string): Sale | null;
  /** The sales as people may see them: an end that the till decides is shown once it is durable. */
  visible(): readonly Sale[];
  /** As `behind`, of what people may see. */
  resolveVisible(id: string): Sale | null;
  add(sale: Sale): void;
  /** True for the tid of an ended sale that is not kept any more. */
  hasEnded(tid: string): boolean;
  /** An ended sale that is not shown any more; null when it is long gone. */
  ended(id: string): Sale | null;
  /** The sale that a cash register started under this name, shown or not. */
  byReference(reference: string): Sale | null;
  dispatch(id: string, event: SaleEvent): void;
  /**
   * Does what a person ordered of the sale behind `id`, once it is durable. `decide` says what that is
   * when its turn comes; null: nothing is left to do. Refuses what cannot be written down.
   */
  order(id: string, decide: Decide): Promise<Answer<null>>;
  /** The journal can be written again: what waited for it goes on. */
  resume(): void;
  /** Asks about every open sale now. */
  lookAll(): void;
  stop(): Promise<void>;
}

/** Carries out what `advance` decides: the thin shell around the pure core. */
export function createSales(deps: SalesDeps): Sales {
  const liveSales: LiveSales = new Map();
  const calls = createCalls(deps);
  const endedSales = createEndedSales();
  const behind = (id: string) =>
    resolveSale(id, (known) => liveSales.get(known)?.sale ?? endedSales.get(known));
  let stopped = false;
  const isStopped = () => stopped;
  const dispatcher = createDispatcher(liveSales, { ...deps, calls, isStopped });
  const { dispatch } = dispatcher;
  return {
    all: () => [...liveSales.values()].map((live) => live.sale),
    get: (id) => liveSales.get(id)?.sale ?? null,
    resolve: behind,
    visible: () => [...liveSales.values()].map((live) => live.visible),
    resolveVisible: (id) =>
      resolveSale(id, (known) => liveSales.get(known)?.visible ?? endedSales.get(known)),
    add: (sale) => {
      liveSales.set(sale.facts.id, newLiveSale(sale));
      for (const old of oldEndedSales(liveSales, deps.settings.endedShown)) {
        liveSales.delete(old.facts.id);
        endedSales.add(old);
      }
    },
    hasEnded: endedSales.has,
    ended: endedSales.get,
    byReference: (reference) => {
      const isIt = (sale: Sale) => sale.facts.register?.reference === reference;
      const visible = [...liveSales.values()].find(({ sale }) => isIt(sale));
      return visible?.sale ?? endedSales.byReference(reference);
    },
    dispatch,
    order: createOrders(liveSales, behind, dispatcher, isStopped),
    resume: () => {
      // Which of two requests counts may have waited for it.
      for (const [id, { sale }] of liveSales) {
        if (sale.facts.leg !== null) dispatch(id, { kind: 'tick' });
      }
    },
    lookAll: () => {
      for (const [id, { sale }] of liveSales) {
        if (!isOver(sale.facts)) dispatch(id, { kind: 'look' });
      }
    },
    stop: async () => {
      stopped = true;
      for (const live of liveSales.values()) live.timer?.();
      await calls.stop();
    },
  };
}
