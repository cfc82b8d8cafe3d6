import type { TenderId } from '../../ids/host-ids.ts';
import type { Answer } from '../../protocol/errors.ts';
import type { SaleEvent } from '../sale/events.ts';
import { resolveSale } from '../sale/pair.ts';
import { isOver, type Sale } from '../sale/sale.ts';
import { createCalls } from './calls.ts';
import { createDispatcher } from './dispatcher.ts';
import { createEndedSales, isOfTender } from './ended-sales.ts';
import { type LiveSales, oldEndedSales } from './live-sale.ts';
import { createOrders, type Decide } from './orders.ts';
import type { SalesDeps } from './run-step.ts';

/** All sales of a till, each with its timer and at most one call. */
export interface Sales {
  all(): readonly Sale[];
  get(id: string): Sale | null;
  /** The sale with this id of the view. For a pair: the request that counts. */
  resolve(id: string): Sale | null;
  /** The sales as screens may show them: an end that the till decides, after it is durable. */
  visible(): readonly Sale[];
  /** As `resolve`, but the visible state. */
  resolveVisible(id: string): Sale | null;
  add(sale: Sale): void;
  /** True for the tid of an ended sale that has left the view. */
  hasEnded(tid: string): boolean;
  /** An ended sale that has left the view; null if it is not kept any more. */
  ended(id: string): Sale | null;
  /** The sale that a cash register started with this reference. */
  byReference(reference: string): Sale | null;
  /** The sale that is this tender of a bill. */
  byTender(tender: TenderId): Sale | null;
  dispatch(id: string, event: SaleEvent): void;
  /**
   * Carries out a person's order on the sale with this id after its record is durable. `decide` makes
   * the event from the current state; null means that nothing is left to do. Refuses if the journal
   * cannot be written.
   */
  order(id: string, decide: Decide): Promise<Answer<null>>;
  /** Continues after the journal can be written again. */
  resume(): void;
  /** Reads the outcome of every open sale now. */
  lookAll(): void;
  stop(): Promise<void>;
}

/** Runs the reducer and carries out its steps. */
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
      const idle = { unwritten: 0, clockSet: 0, timer: null, cancelRead: () => undefined };
      liveSales.set(sale.facts.id, { sale, visible: sale, ...idle });
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
    byTender: (tender) => {
      const isIt = (sale: Sale) => isOfTender(sale) && sale.facts.bill?.tender === tender;
      const live = [...liveSales.values()].find(({ sale }) => isIt(sale));
      return live?.sale ?? endedSales.byTender(tender);
    },
    dispatch,
    order: createOrders(liveSales, behind, dispatcher, isStopped),
    resume: () => {
      // The choice between two requests may have waited for the journal.
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
