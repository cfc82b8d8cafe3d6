import { afterAll } from 'vitest';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * After the last test of the calling file, removes the signal listeners that were added since. Main
 * listens until its process ends, and the process of a test runs other files afterwards.
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
