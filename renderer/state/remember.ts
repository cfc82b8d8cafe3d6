/** Whoever is shown something from elsewhere. */
type Shown<S> = { subscribe(listener: (view: S) => void): () => void };

/** A bridge that can be asked for what it told last; null before the first time. */
export type Remembering<B, S> = B & { last(): S | null };

/** Listens from now on, so that what is told before the first drawing is in it. */
export function remember<S, B extends Shown<S>>(bridge: B): Remembering<B, S> {
  let last: S | null = null;
  const listeners = new Set<(view: S) => void>();
  bridge.subscribe((view) => {
    last = view;
    for (const listener of listeners) listener(view);
  });
  return {
    ...bridge,
    last: () => last,
    subscribe: (listener: (view: S) => void) => {
      listeners.add(listener);
      if (last !== null) listener(last);
      return () => listeners.delete(listener);
    },
  };
}
