import { setImmediate as nextTurn } from 'node:timers/promises';

let last: Promise<unknown> = Promise.resolve();

/**
 * Waits for a turn of the event loop in which no other piece of expensive work begins. Work that takes milliseconds asks
 * before each of its pieces, so that ten such works at once delay a small request by one piece, and not by ten (D-505).
 */
export async function ownTurn(): Promise<void> {
  last = last.then(() => nextTurn());
  await last;
}
