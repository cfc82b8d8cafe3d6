import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import type { StartSale, TillSettings } from '../../shared/bridge/contract.ts';
import type { Refusal } from '../../shared/protocol/errors.ts';
import type { SaleAction, SaleView, TerminalView } from '../../shared/terminal/sale/state.ts';
import { blocked, currentSale } from '../state/sales.ts';
import type { TillState } from '../state/till-state.ts';
import { useEmbedded } from './context.ts';

/** The state of the connected till. */
export type TillStatus = {
  /** Null until the first snapshot. */
  readonly settings: TillSettings | null;
  readonly view: TerminalView | null;
  /** Why the till cannot take a payment now; null if it can. */
  readonly blocked: 'connecting' | 'link' | 'journal_full' | 'starting' | 'offline' | null;
};

const nothing = () => () => undefined;

function useTillStore<T>(select: (state: TillState | null) => T): T {
  const { till } = useEmbedded();
  const read = () => select(till?.store.getState() ?? null);
  return useSyncExternalStore(till?.store.subscribe ?? nothing, read, () => select(null));
}

/** The till's settings and view, and whether it can take a payment now. */
export function useTill(): TillStatus {
  const snapshot = useTillStore((state) => state?.snapshot ?? null);
  const link = useTillStore((state) => state?.link ?? true);
  return useMemo(() => {
    if (snapshot === null) return { settings: null, view: null, blocked: 'connecting' };
    const { settings, view } = snapshot;
    // A till that is being set up has no terminal yet.
    const why = snapshot.setup === undefined ? blocked(view, link) : 'starting';
    return { settings, view, blocked: why };
  }, [snapshot, link]);
}

/**
 * The sale with this id. Without an id the current sale: the oldest one that is neither set aside
 * nor dismissed. A reload of the page does not change it.
 */
export function useSale(id?: string): SaleView | null {
  const { view } = useTill();
  if (view === null) return null;
  if (id === undefined) return currentSale(view);
  return view.sales.find((sale) => sale.id === id) ?? null;
}

export type StartingSale = {
  /** Starts a sale. Returns its id, or null if the till refused it. */
  start(request: StartSale): Promise<string | null>;
  readonly pending: boolean;
  /** Why the last request was refused; `refusal` is null if the till could not be reached. */
  readonly problem: { readonly refusal: Refusal | null } | null;
};

/** Starts sales. Call it in an event handler, not during rendering. */
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

/** Runs one of a sale's `actions`. Returns false if the till refused it. */
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
