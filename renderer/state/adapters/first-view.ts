/**
 * Longest time for which a page stays empty while it waits for the host, in milliseconds. A running
 * host answers within a few.
 */
export const PATIENCE = 120;

/**
 * Calls `draw` once: when `listen` reports the first view, or after `PATIENCE`. Drawing an empty
 * page first would cost a whole frame.
 */
export function drawAfterFirstView(
  listen: (ready: () => void) => () => void,
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

/** Longest time that `afterFirstPicture` waits for a page that is never idle, in milliseconds. */
const BUSY = 300;

/**
 * Calls `task` when the first picture is painted and the page has nothing to do: neither the picture nor the
 * answer to the first key waits for it.
 */
export function afterFirstPicture(task: () => void): void {
  const whenIdle = () =>
    // Safari has no idle time; there a frame follows the one of the picture.
    'requestIdleCallback' in window
      ? requestIdleCallback(task, { timeout: BUSY })
      : requestAnimationFrame(task);
  requestAnimationFrame(whenIdle);
}

/** A source of views. */
type Shown<S> = { subscribe(listener: (view: S) => void): () => void };

/** A bridge that also returns its last view; null before the first. */
export type KeepsLastView<B, S> = B & { last(): S | null };

/** Subscribes at once, so that a view that arrives before the first drawing is kept. */
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
