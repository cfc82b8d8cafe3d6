/** Those who hear of something, in the order in which they came. */
export interface Listeners<Heard extends readonly unknown[]> {
  /** Adds a listener; the result removes it. */
  readonly subscribe: (listener: (...heard: Heard) => void) => () => void;
  readonly tell: (...heard: Heard) => void;
  readonly clear: () => void;
  /** True if anybody hears. */
  readonly isHeard: () => boolean;
}

export function createListeners<Heard extends readonly unknown[] = []>(): Listeners<Heard> {
  const listeners = new Set<(...heard: Heard) => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell(...heard) {
      for (const listener of listeners) listener(...heard);
    },
    clear: () => listeners.clear(),
    isHeard: () => listeners.size > 0,
  };
}
