import { useCallback, useEffect, useRef, useState } from 'react';
import type { HistoryPage } from '../../../shared/device/commands/staff.ts';
import { type HistorySale, historyOf } from '../../../shared/device/history/history.ts';
import { groupOf, isWanted, type Wanted } from '../../../shared/device/history/search.ts';
import { formatFor } from '../../../shared/format/format.ts';
import { type MoneyInteger, money } from '../../../shared/money/money.ts';
import type { RefundView } from '../../../shared/terminal/sale/state.ts';
import { useCashier, useShop, useTillState } from '../common/context.tsx';

/** The search of the sales screen. */
export type Search = Wanted & { readonly day: string | null };
export const NO_SEARCH: Search = { text: '', states: null, method: null, day: null };

type Read = {
  readonly search: Search;
  readonly pages: readonly HistoryPage[];
  readonly failed: boolean;
};

export type History = {
  readonly sales: readonly HistorySale[];
  readonly refunds: readonly RefundView[];
  /** The number of a sale's receipt in the books; null if none is known. */
  readonly receiptOf: (saleId: string) => number | null;
  /** A known sale, also if it does not match the search any more. */
  readonly find: (saleId: string | null) => HistorySale | null;
  /** Loads the next page; null after the last page. */
  readonly more: (() => void) | null;
  /** True if the host could not be asked. */
  readonly failed: boolean;
};

/**
 * The sales that match the search: those of the terminal and those of the host's history. `withoutReceipt`: only those whose
 * money, if there is any, is in no receipt.
 */
export function useHistory(search: Search, withoutReceipt: boolean): History {
  const { till } = useCashier();
  const hasBackOffice = useTillState((state) => state.snapshot?.backOffice !== undefined);
  const [read, setRead] = useState<Read>({ search, pages: [], failed: false });
  const wanted = useRef(search);
  const ask = useCallback(
    (filter: Search, cursor: string | null) => {
      wanted.current = filter;
      void till
        .call({
          type: 'history',
          filter: { ...filter, cursor, ...(withoutReceipt ? { withoutReceipt } : {}) },
        })
        .then((answer) => {
          // An answer to an older search must not replace a newer one.
          if (wanted.current !== filter) return;
          const page = answer?.ok === true ? answer.value.history : null;
          setRead((before) => {
            const kept = cursor === null ? [] : before.pages;
            return { search: filter, pages: page === null ? kept : [...kept, page], failed: !page };
          });
        });
    },
    [till, withoutReceipt],
  );
  useEffect(() => {
    if (hasBackOffice) ask(search, null);
  }, [search, hasBackOffice, ask]);
  const next = read.search === search ? (read.pages.at(-1)?.next ?? null) : null;
  return {
    ...useMerged(read.pages, search, withoutReceipt),
    more: next === null ? null : () => ask(search, next),
    failed: read.failed,
  };
}

/**
 * Open sales first, then newest first. A sale of the terminal replaces the same sale of the
 * history.
 */
function useMerged(pages: readonly HistoryPage[], search: Search, withoutReceipt: boolean) {
  const { view } = useShop();
  const live = useTillState((state) => state.snapshot?.books?.receipts);
  const zone = useTillState((state) => state.snapshot?.backOffice?.timeZone ?? 'UTC');
  const { day } = formatFor({ language: 'en', timeZone: zone });
  const sales = new Map<string, HistorySale>();
  for (const sale of pages.flatMap((page) => page.sales)) sales.set(sale.id, sale);
  for (const current of view.sales) sales.set(current.id, historyOf(current));
  const refunds = new Map<string, RefundView>();
  for (const one of pages.flatMap((page) => page.refunds)) refunds.set(one.id, one);
  for (const one of view.refunds) refunds.set(one.id, one);
  const receipts = new Map(
    [...pages.map((page) => page.receipts), live ?? {}].flatMap((some) => Object.entries(some)),
  );
  const back = [...refunds.values()];
  const fits = (sale: HistorySale) =>
    isWanted(sale, search) &&
    (search.day === null || day(sale.started) === search.day) &&
    !(withoutReceipt && receipts.has(sale.id));
  const withRefundTotals = [...sales.values()].map((sale) => withRefunds(sale, back));
  return {
    sales: withRefundTotals.filter(fits).toSorted(byTurn),
    refunds: back,
    receiptOf: (saleId: string) => receipts.get(saleId) ?? null,
    find: (saleId: string | null) => withRefundTotals.find(({ id }) => id === saleId) ?? null,
  };
}

/** The history does not update a sale's refunds, so they are added here. */
function withRefunds(sale: HistorySale, refunds: readonly RefundView[]): HistorySale {
  const done = refundsOf(sale.tid, refunds).filter(({ state }) => state === 'done');
  const known = sumOf(done);
  return known > sale.refunded ? { ...sale, refunded: known } : sale;
}

/** The refunds of one payment, oldest first. */
export function refundsOf(
  tid: string | null,
  refunds: readonly RefundView[],
): readonly RefundView[] {
  return refunds.filter((one) => one.tid === tid).toSorted((a, b) => a.at - b.at);
}

export function sumOf(refunds: readonly RefundView[]): MoneyInteger {
  return money(refunds.reduce((sum, { amount }) => sum + amount, 0));
}

function byTurn(one: HistorySale, other: HistorySale): number {
  const open = (sale: HistorySale) => (groupOf(sale) === 'open' ? 1 : 0);
  return open(other) - open(one) || other.number - one.number;
}
