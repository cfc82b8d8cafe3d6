/**
 * How long a page stays empty for its host, milliseconds. A host that is there tells its first
 * picture within a few; one that is not is worth saying.
 */
export const PATIENCE = 120;

/**
 * Calls `draw` once: when `listen` has been told something, or when that takes too long. A picture
 * that is drawn to be replaced at once costs the time of a whole frame.
 */
export function drawAfterFirstView(
  listen: (told: () => void) => () => void,
  draw: () => void,
): void {
  let drawn = false;
  let stop: () => void = () => undefined;
  const timer = setTimeout(once, PATIENCE);
  function once(): void {
    if (drawn) return;
    drawn = true;
    clearTimeout(timer);
    stop();
    draw();
  }
  stop = listen(once);
  if (drawn) stop();
}

/** Whoever is shown something from elsewhere. */
type Shown<S> = { subscribe(listener: (view: S) => void): () => void };

/** A bridge that can be asked for what it told last; null before the first time. */
export type KeepsLastView<B, S> = B & { last(): S | null };

/** Listens from now on, so that what is told before the first drawing is in it. */
export function keepLastView<S, B extends Shown<S>>(bridge: B): KeepsLastView<B, S> {
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
