import type { Answer } from '../../protocol/errors.ts';
import type { SaleEvent } from '../sale/events.ts';
import { resolveSale } from '../sale/pair.ts';
import { isOver, type Sale } from '../sale/sale.ts';
import { createCalls } from './calls.ts';
import type { SalesDeps } from './carry-out.ts';
import { createDispatcher } from './dispatcher.ts';
import { createEndedSales } from './ended-sales.ts';
import { type Members, newMember, surplus } from './member.ts';
import { createOrders, type Decide } from './orders.ts';

/** All sales of a till, each with its timer and its one call. */
export interface Sales {
  sales(): readonly Sale[];
  get(id: string): Sale | null;
  /** The request behind an id of the view: of two requests for one sale, the one that counts. */
  behind(id: string): Sale | null;
  /** The sales as people may see them: an end that the till decides is shown once it is durable. */
  shown(): readonly Sale[];
  /** As `behind`, of what people may see. */
  shownRequest(id: string): Sale | null;
  add(sale: Sale): void;
  /** True for the tid of an ended sale that is not kept any more. */
  isPast(tid: string): boolean;
  /** An ended sale that is not shown any more; null when it is long gone. */
  past(id: string): Sale | null;
  /** The sale that a cash register started under this name, shown or not. */
  named(reference: string): Sale | null;
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
  const members: Members = new Map();
  const calls = createCalls(deps);
  const past = createEndedSales();
  const behind = (id: string) =>
    resolveSale(id, (known) => members.get(known)?.sale ?? past.get(known));
  let stopped = false;
  const isStopped = () => stopped;
  const dispatcher = createDispatcher(members, { ...deps, calls, isStopped });
  const { dispatch } = dispatcher;
  return {
    sales: () => [...members.values()].map((member) => member.sale),
    get: (id) => members.get(id)?.sale ?? null,
    behind,
    shown: () => [...members.values()].map((member) => member.shown),
    shownRequest: (id) => resolveSale(id, (known) => members.get(known)?.shown ?? past.get(known)),
    add: (sale) => {
      members.set(sale.facts.id, newMember(sale));
      for (const old of surplus(members, deps.settings.endedShown)) {
        members.delete(old.facts.id);
        past.add(old);
      }
    },
    isPast: past.has,
    past: past.get,
    named: (reference) => {
      const isIt = (sale: Sale) => sale.facts.register?.reference === reference;
      const shown = [...members.values()].find(({ sale }) => isIt(sale));
      return shown?.sale ?? past.named(reference);
    },
    dispatch,
    order: createOrders(members, behind, dispatcher, isStopped),
    resume: () => {
      // Which of two requests counts may have waited for it.
      for (const [id, { sale }] of members) {
        if (sale.facts.leg !== null) dispatch(id, { kind: 'tick' });
      }
    },
    lookAll: () => {
      for (const [id, { sale }] of members) {
        if (!isOver(sale.facts)) dispatch(id, { kind: 'look' });
      }
    },
    stop: async () => {
      stopped = true;
      for (const member of members.values()) member.timer?.();
      await calls.stop();
    },
  };
}
