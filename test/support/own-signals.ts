import { afterAll } from 'vitest';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Removes, after the last test of the file that calls it, the listeners of signals that were added
 * since. Main listens until its process ends, and the process of a test runs other files afterwards.
 */
export function forgetSignals(): void {
  const before = SIGNALS.map((signal) => [signal, process.listeners(signal)] as const);
  afterAll(() => {
    for (const [signal, kept] of before) {
      for (const listener of process.listeners(signal)) {
        if (!kept.includes(listener)) process.removeListener(signal, listener);
      }
    }
  });
}
