import { createContext, useContext } from 'react';
import type { Bridge } from '../../shared/device/bridge/contract.ts';
import { isFinal, type SaleView, type TerminalView } from '../../shared/terminal/sale/state.ts';
import type { Language } from '../i18n/language.ts';
import type { PaymentTill } from '../state/payment-till.ts';
import type { PreferenceStore, Theme } from '../state/preferences.ts';
import { currentSale } from '../state/sales.ts';

/** What the page is told about a sale. */
export type SaleEvent = {
  /** `held`: put on hold. `ended`: final. `left`: no longer on the screen. */
  readonly kind: 'held' | 'ended' | 'left';
  readonly sale: SaleView;
  /** True if the sale was put on hold before. */
  readonly held: boolean;
};

/** Reports what happens to the sales that were on the screen or that this page started. */
export type SaleNews = {
  /** Compares the till's next view with the one before, and reports the difference. */
  read(view: TerminalView): void;
  /** Follows a sale that this page started, also if it never comes to the screen. */
  follow(saleId: string): void;
  /** Calls `listener` with every event. Holds and ends are kept while there is no listener. */
  listen(listener: (event: SaleEvent) => void): () => void;
  /** From now on the sale leaves the screen without a report. Returns false if it does already. */
  defer(saleId: string): boolean;
  /** Reports that this deferred sale has left the screen, now or as soon as it does. */
  release(saleId: string): void;
};

/** The values that all components below a provider share. */
export type EmbeddedTill = {
  readonly bridge: Bridge;
  /** Null until the provider is mounted. */
  readonly till: PaymentTill | null;
  readonly preferences: PreferenceStore;
  readonly language: Language | null;
  readonly theme: Theme;
  readonly news: SaleNews;
  /**
   * Starts the same sale again, for each sale that this page started, by sale id. The component that
   * started the sale shows the problems of the new one.
   */
  readonly repeats: Map<string, () => Promise<string | null>>;
};

export const EmbeddedContext = createContext<EmbeddedTill | null>(null);

/** The embedded till. Throws outside of `TillkitProvider`, which is a bug. */
export function useEmbedded(): EmbeddedTill {
  const embedded = useContext(EmbeddedContext);
  if (embedded === null) throw new Error('used outside of TillkitProvider');
  return embedded;
}

/** The news of all sales of a page, in memory. Each hold and each end is reported once. */
export function createSaleNews(): SaleNews {
  const events = createEvents();
  const shown = new Set<string>();
  const started = new Set<string>();
  const held = new Set<string>();
  const ended = new Set<string>();
  let last: TerminalView | null = null;
  let current: SaleView | null = null;
  const look = (sale: SaleView) => {
    const { id, aside, state } = sale;
    if (!isFinal(state)) {
      if (aside && !held.has(id) && shown.has(id)) events.add({ kind: 'held', sale, held: true });
      if (aside) held.add(id);
    } else if (!ended.has(id) && (shown.has(id) || started.has(id))) {
      ended.add(id);
      events.add({ kind: 'ended', sale, held: held.has(id) });
    }
  };
  return {
    read: (view) => {
      if (view === last) return;
      last = view;
      const before = current;
      current = currentSale(view);
      if (current !== null) shown.add(current.id);
      for (const sale of view.sales) look(sale);
      if (before === null || before.id === current?.id) return;
      const sale = view.sales.find(({ id }) => id === before.id) ?? { ...before, aside: true };
      // An older sale that comes to the screen only covers it.
      if (sale.aside) events.add({ kind: 'left', sale, held: held.has(sale.id) });
    },
    follow: (saleId) => {
      started.add(saleId);
      for (const sale of last?.sales ?? []) look(sale);
    },
    listen: events.listen,
    defer: events.defer,
    release: events.release,
  };
}

type Events = Pick<SaleNews, 'listen' | 'defer' | 'release'> & { add(event: SaleEvent): void };

/** Gives events to the listeners. */
function createEvents(): Events {
  const listeners = new Set<(event: SaleEvent) => void>();
  const waiting: SaleEvent[] = [];
  const deferred = new Map<string, SaleEvent | null>();
  const tell = (event: SaleEvent) => {
    for (const listener of listeners) listener(event);
  };
  return {
    add: (event) => {
      const { kind, sale } = event;
      if (kind === 'left' && deferred.has(sale.id)) deferred.set(sale.id, event);
      // A page without a payment has no screen that a sale could leave.
      else if (kind !== 'left' && listeners.size === 0) waiting.push(event);
      else tell(event);
    },
    listen: (listener) => {
      listeners.add(listener);
      for (const event of waiting.splice(0)) listener(event);
      return () => listeners.delete(listener);
    },
    defer: (saleId) => {
      if (deferred.has(saleId)) return false;
      deferred.set(saleId, null);
      return true;
    },
    release: (saleId) => {
      const event = deferred.get(saleId) ?? null;
      deferred.delete(saleId);
      if (event !== null) tell(event);
    },
  };
}
