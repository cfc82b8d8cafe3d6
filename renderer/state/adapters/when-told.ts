/**
 * How long a page stays empty for its host, milliseconds. A host that is there tells its first
 * picture within a few; one that is not is worth saying.
 */
export const PATIENCE = 120;

/**
 * Calls `draw` once: when `listen` has been told something, or when that takes too long. A picture
 * that is drawn to be replaced at once costs the time of a whole frame.
 */
export function whenTold(listen: (told: () => void) => () => void, draw: () => void): void {
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
