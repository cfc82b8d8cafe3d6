import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import type { TillSettings } from '../../shared/bridge/contract.ts';
import type { Refusal } from '../../shared/protocol/errors.ts';
import type { SaleAction, SaleView, TerminalView } from '../../shared/terminal/sale/state.ts';
import { blocked, currentSale } from '../state/sales.ts';
import type { TillState } from '../state/till-state.ts';
import { type StartSale, useEmbedded } from './context.ts';

/** What a page knows of the till that it is joined to. */
export type TillStatus = {
  /** Null until the till has answered for the first time. */
  readonly settings: TillSettings | null;
  readonly view: TerminalView | null;
  /** Why no payment can be asked for now; null when one can. */
  readonly blocked: 'connecting' | 'link' | 'journal_full' | 'starting' | 'offline' | null;
};

const nothing = () => () => undefined;

function useTillStore<T>(select: (state: TillState | null) => T): T {
  const { till } = useEmbedded();
  const read = () => select(till?.store.getState() ?? null);
  return useSyncExternalStore(till?.store.subscribe ?? nothing, read, () => select(null));
}

/** The till's settings, everything its terminal shows, and whether it can take payments now. */
export function useTill(): TillStatus {
  const snapshot = useTillStore((state) => state?.snapshot ?? null);
  const link = useTillStore((state) => state?.link ?? true);
  return useMemo(() => {
    if (snapshot === null) return { settings: null, view: null, blocked: 'connecting' };
    const { settings, view } = snapshot;
    // While a till is being set up it has no terminal yet.
    const why = snapshot.setup === undefined ? blocked(view, link) : 'starting';
    return { settings, view, blocked: why };
  }, [snapshot, link]);
}

/**
 * The sale of this id, or without one the sale that has the screen: the oldest that is neither set
 * aside nor dismissed. It is there again after the page was loaded anew.
 */
export function useSale(id?: string): SaleView | null {
  const { view } = useTill();
  if (view === null) return null;
  if (id === undefined) return currentSale(view);
  return view.sales.find((sale) => sale.id === id) ?? null;
}

export type StartingSale = {
  /** Asks the till for a sale; answers its id, or null when the till did not take it. */
  start(request: StartSale): Promise<string | null>;
  readonly pending: boolean;
  /** Why the last one was not taken: the till's words, or null where it could not be asked. */
  readonly problem: { readonly refusal: Refusal | null } | null;
};

/** Starts sales. Call it for something that a person did, never while drawing. */
export function useStartSale(): StartingSale {
  const { bridge, requests } = useEmbedded();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<StartingSale['problem']>(null);
  const start = useCallback(
    async (request: StartSale) => {
      setPending(true);
      setProblem(null);
      const answer = await bridge.call({ type: 'start_sale', request }).catch(() => null);
      setPending(false);
      const id = answer?.ok === true ? answer.value?.id : undefined;
      if (id === undefined) {
        setProblem({ refusal: answer?.ok === false ? answer.refusal : null });
        return null;
      }
      requests.set(id, request);
      return id;
    },
    [bridge, requests],
  );
  return { start, pending, problem };
}

/** Does what a sale's `actions` allow; false when the till did not take it. */
export function useSaleAction(): (saleId: string, action: SaleAction) => Promise<boolean> {
  const { bridge } = useEmbedded();
  return useCallback(
    async (saleId, action) => {
      const answer = await bridge.call({ type: 'act', saleId, action }).catch(() => null);
      return answer?.ok === true;
    },
    [bridge],
  );
}
