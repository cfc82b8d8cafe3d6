import { appendFileSync, renameSync, statSync } from 'node:fs';
import { type DeviceClock, instantOf } from '../../../shared/time/clock.ts';

const FILE_BYTES_MAX = 1024 * 1024;
const SENTENCE_MAX = 2_000;

/** Writes sentences for the operator. */
export type ShellLog = (sentence: string) => void;

/**
 * A log in a file, because a packaged till has no terminal. It uses at most twice `FILE_BYTES_MAX`:
 * the file and its predecessor.
 */
export function openShellLog(path: string, clock: DeviceClock): ShellLog {
  return (sentence) => {
    const line = sentence.replaceAll(/\s+/g, ' ').slice(0, SENTENCE_MAX);
    try {
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > FILE_BYTES_MAX) {
        renameSync(path, `${path}.1`);
      }
      appendFileSync(path, `${new Date(instantOf(clock.now())).toISOString()} ${line}\n`, {
        mode: 0o600,
      });
    } catch {
      // A failed log write must not end a till that can sell.
    }
  };
}
