/**
 * The deadline of every wait in a test, in milliseconds. It only ends the wait of a test that fails:
 * a test that passes never reaches it, however slow the machine is. The limits of a whole test and of
 * a hook (`vitest.config.ts`) are longer, so that a failed wait is the message that is reported.
 */
export const LAST_RESORT = 120_000;

/** The time between two reads of a condition while a test waits for it, in milliseconds. */
const EVERY = 10;

/** The real `setTimeout`, also while a test holds the timers. */
const { setTimeout: realTimeout } = globalThis;

/**
 * Reads until `holds` accepts the value, and returns that value.
 * @throws Error with the last value when {@link LAST_RESORT} is over.
 */
export async function until<T>(
  read: () => Promise<T> | T,
  holds: (value: T) => boolean,
): Promise<T> {
  for (const end = performance.now() + LAST_RESORT; ; ) {
    const value = await read();
    if (holds(value)) return value;
    if (performance.now() > end) throw new Error(`still ${JSON.stringify(value)}`);
    await new Promise((resolve) => realTimeout(resolve, EVERY));
  }
}
