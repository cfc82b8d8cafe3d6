import type { Sale } from '../sale/sale.ts';

/** Number of ended sales that are kept after they have left the view. */
const ENDED_MAX = 10_000;

/** Ended sales, for late events and for queries of the cash register. */
export type EndedSales = {
  readonly add: (sale: Sale) => void;
  readonly has: (tid: string) => boolean;
  readonly get: (id: string) => Sale | null;
  readonly byReference: (reference: string) => Sale | null;
};

/** Keeps the last `ENDED_MAX` sales. */
export function createEndedSales(): EndedSales {
  const sales = new Map<string, Sale>();
  const tids = new Set<string>();
  const ids = new Map<string, string>();

  function forget({ facts }: Sale): void {
    sales.delete(facts.id);
    if (facts.created !== null) tids.delete(facts.created.tid);
    if (facts.register !== null) ids.delete(facts.register.reference);
  }

  return {
    add: (sale) => {
      const { id, created, register } = sale.facts;
      sales.set(id, sale);
      if (created !== null) tids.add(created.tid);
      if (register !== null) ids.set(register.reference, id);
      const [oldest] = sales.values();
      if (sales.size > ENDED_MAX && oldest !== undefined) forget(oldest);
    },
    has: (tid) => tids.has(tid),
    get: (id) => sales.get(id) ?? null,
    byReference: (reference) => sales.get(ids.get(reference) ?? '') ?? null,
  };
}
