import type { TenderId } from '../../ids/host-ids.ts';
import type { Sale } from '../sale/sale.ts';

/** Number of ended sales that are kept after they have left the view. */
const ENDED_MAX = 10_000;

/** Ended sales, for late events and for queries of the cash register. */
export type EndedSales = {
  readonly add: (sale: Sale) => void;
  readonly has: (tid: string) => boolean;
  readonly get: (id: string) => Sale | null;
  readonly byReference: (reference: string) => Sale | null;
  readonly byTender: (tender: TenderId) => Sale | null;
};

/** True for the sale that a tender is. Of a pair it is the code's request. */
export function isOfTender({ facts }: Sale): boolean {
  return facts.bill !== null && facts.leg?.of !== 'sticker';
}

/** Keeps the last `ENDED_MAX` sales. */
export function createEndedSales(): EndedSales {
  const sales = new Map<string, Sale>();
  const tids = new Set<string>();
  const ids = new Map<string, string>();
  const tenders = new Map<string, string>();

  function forget({ facts }: Sale): void {
    sales.delete(facts.id);
    if (facts.created !== null) tids.delete(facts.created.tid);
    if (facts.register !== null) ids.delete(facts.register.reference);
    if (facts.bill !== null) tenders.delete(facts.bill.tender);
  }

  return {
    add: (sale) => {
      const { id, created, register, bill } = sale.facts;
      sales.set(id, sale);
      if (created !== null) tids.add(created.tid);
      if (register !== null) ids.set(register.reference, id);
      if (isOfTender(sale) && bill !== null) tenders.set(bill.tender, id);
      const [oldest] = sales.values();
      if (sales.size > ENDED_MAX && oldest !== undefined) forget(oldest);
    },
    has: (tid) => tids.has(tid),
    get: (id) => sales.get(id) ?? null,
    byReference: (reference) => sales.get(ids.get(reference) ?? '') ?? null,
    byTender: (tender) => sales.get(tenders.get(tender) ?? '') ?? null,
  };
}
