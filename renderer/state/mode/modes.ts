import type { StoreApi } from 'zustand/vanilla';
import { type Counter, type CounterEvent, stepCounter } from './counter.ts';
import { type DeckWindow, deckOf, type Mode, windowIn } from './mode.ts';

type WindowOf<K extends DeckWindow['kind']> = Extract<DeckWindow, { readonly kind: K }>;

/** The mode of the counter, for everything that reads or changes it. */
export type Modes = {
  now(): Mode;
  send(event: CounterEvent): void;
  open(window: DeckWindow): void;
  /** The open window of this kind; null if there is none. */
  window<K extends DeckWindow['kind']>(kind: K): WindowOf<K> | null;
  /** The number of the window that is open; null if none is. */
  windowId(): number | null;
  /** Changes the open window of this kind. An answer that comes late names the window that it belongs to. */
  edit<K extends DeckWindow['kind']>(
    kind: K,
    change: Partial<WindowOf<K>>,
    id?: number | null,
  ): void;
  /** Closes the window of one of these kinds, or of every kind, with what was typed into it. */
  close(...kinds: readonly DeckWindow['kind'][]): void;
};

export function modesOf<S extends Counter>(store: StoreApi<S>): Modes {
  const now = () => store.getState().mode;
  const send = (event: CounterEvent) =>
    store.setState((state) => {
      const next = stepCounter(state, event);
      if (next === state) return state;
      const { mode, entry, begun, unanswered } = next;
      return { mode, entry, begun, unanswered } as Partial<S>;
    });
  const window: Modes['window'] = (kind) => windowIn(now(), kind);
  const windowId = () => {
    const deck = deckOf(now());
    return deck.kind === 'window' ? deck.id : null;
  };
  return {
    now,
    send,
    window,
    windowId,
    open: (opened) => send({ type: 'open', window: opened }),
    edit: (kind, change, id = windowId()) => {
      const open = window(kind);
      if (open === null || id === null) return;
      send({ type: 'edit', id, window: { ...open, ...change } as DeckWindow });
    },
    close: (...kinds) => send({ type: 'close', kinds }),
  };
}
