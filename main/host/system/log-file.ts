import { appendFileSync, renameSync, statSync } from 'node:fs';
import type { Clock } from '../../../shared/time/clock.ts';

const FILE_BYTES_MAX = 1024 * 1024;
const SENTENCE_MAX = 2_000;

/** Writes sentences for whoever looks after the till. */
export type ShellLog = (sentence: string) => void;

/**
 * A log of sentences in a file, because a packaged till has no terminal to print to. It holds at
 * most twice `FILE_BYTES_MAX` bytes: the file and the one before it.
 */
export function openShellLog(path: string, clock: Clock): ShellLog {
  return (sentence) => {
    const line = sentence.replaceAll(/\s+/g, ' ').slice(0, SENTENCE_MAX);
    try {
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > FILE_BYTES_MAX) {
        renameSync(path, `${path}.1`);
      }
      appendFileSync(path, `${new Date(clock.now()).toISOString()} ${line}\n`, { mode: 0o600 });
    } catch {
      // A log that cannot be written must not end a till that can still sell.
    }
  };
}
