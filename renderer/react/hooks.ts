import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { TillSettings } from '../../shared/device/bridge/contract.ts';
import type { StartSale } from '../../shared/device/commands/sales.ts';
import type { Refusal } from '../../shared/protocol/errors.ts';
import type { SaleAction, SaleView, TerminalView } from '../../shared/terminal/sale/state.ts';
import { blocked, currentSale, isSaleOf, mayBeDone, type UnansweredStart } from '../state/sales.ts';
import { call } from '../state/till-commands.ts';
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
  /** Starts a sale. Returns its id, or null if the till refused it or its answer was lost. */
  start(request: StartSale): Promise<string | null>;
  readonly pending: boolean;
  /**
   * Why the last request has no sale. If `refusal` is null, the till could not be reached or its answer was
   * lost, and the sale may have started nevertheless. Then the till shows it as its current sale, and
   * `problem` becomes null. Do not start the sale in another way before that is known.
   */
  readonly problem: { readonly refusal: Refusal | null } | null;
};

/** Starts sales. Call it in an event handler, not during rendering. */
export function useStartSale(): StartingSale {
  return useStarter(undefined);
}

type Unanswered = UnansweredStart & {
  /** Takes the sale with this id as the one of the request. */
  started(saleId: string): void;
};

/**
 * Starts sales. Calls `onStarted` with each of them: a new one, a repeated one, and one whose answer was
 * lost and that a later view has.
 */
export function useStarter(onStarted: ((saleId: string) => void) | undefined): StartingSale {
  const { bridge, till, repeats, news } = useEmbedded();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<StartingSale['problem']>(null);
  const [unanswered, setUnanswered] = useState<Unanswered | null>(null);
  const { view } = useTill();
  const latest = useRef(onStarted);
  useEffect(() => {
    latest.current = onStarted;
  });
  const start = useCallback(
    async function begin(request: StartSale): Promise<string | null> {
      const started = (id: string) => {
        setUnanswered(null);
        setProblem(null);
        repeats.set(id, () => begin(request));
        news.follow(id);
        latest.current?.(id);
        return id;
      };
      const sales = () => till?.store.getState().snapshot?.view.sales ?? null;
      const before = sales();
      setPending(true);
      setProblem(null);
      const answer = await call(bridge, { type: 'start_sale', request });
      setPending(false);
      const id = answer?.ok === true ? answer.value.id : undefined;
      if (id !== undefined) return started(id);
      const refusal = answer?.ok === false ? answer.refusal : null;
      if (mayBeDone(refusal) && before !== null) {
        const lost = { request, known: new Set(before.map((sale) => sale.id)), started };
        const found = sales()?.find((sale) => isSaleOf(lost, sale));
        if (found !== undefined) return started(found.id);
        setUnanswered(lost);
      }
      // After a refusal an earlier request without an answer stays.
      setProblem({ refusal });
      return null;
    },
    [bridge, till, repeats, news],
  );
  useEffect(() => {
    const found = unanswered && view?.sales.find((sale) => isSaleOf(unanswered, sale));
    if (found) unanswered?.started(found.id);
  }, [unanswered, view]);
  return { start, pending, problem };
}

/** Runs one of a sale's `actions`. Returns false if the till refused it. */
export function useSaleAction(): (saleId: string, action: SaleAction) => Promise<boolean> {
  const { bridge } = useEmbedded();
  return useCallback(
    async (saleId, action) => {
      const answer = await call(bridge, { type: 'act', saleId, action });
      return answer?.ok === true;
    },
    [bridge],
  );
}
