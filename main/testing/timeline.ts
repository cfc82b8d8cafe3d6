import type { Instant } from '../../shared/time/clock.ts';
import { SECOND } from '../../shared/time/clock.ts';
import { redact } from '../host/diagnosis/redact.ts';

/** What an entry of a timeline is about. */
export type Actor =
  | 'clock'
  | 'order'
  | 'state'
  | 'request'
  | 'reply'
  | 'event'
  | 'customer'
  | 'callback'
  | 'printer'
  | 'machine'
  | 'fault'
  | 'till';

/** One entry of a timeline. */
export type TimelineEntry = {
  readonly at: Instant;
  readonly actor: Actor;
  readonly text: string;
};

/** Records what happens in a shop, in order. */
export interface Timeline {
  add(actor: Actor, text: string): void;
  entries(): readonly TimelineEntry[];
  /** The entries as lines with the seconds since the start. It has no secrets and no phone numbers. */
  print(): string;
}

/** A longer scenario keeps its newest entries. */
const ENTRIES_MAX = 2_000;

/**
 * Creates a timeline. Texts are redacted when they are recorded: `secrets` are values that must not
 * appear, and everything that looks like a key, a token or a phone number is hidden as well.
 */
export function createTimeline(now: () => Instant, secrets: () => readonly string[]): Timeline {
  const entries: TimelineEntry[] = [];
  let start: Instant | null = null;
  let dropped = 0;

  return {
    add(actor, text) {
      const at = now();
      start ??= at;
      entries.push({ at, actor, text: redact(text, secrets()) });
      if (entries.length > ENTRIES_MAX) {
        entries.shift();
        dropped += 1;
      }
    },
    entries: () => entries,
    print() {
      const first = start ?? now();
      const lines = entries.map(({ at, actor, text }) => {
        const seconds = ((at - first) / SECOND).toFixed(3).padStart(10);
        return `${seconds} s  ${actor.padEnd(8)}  ${text}`;
      });
      if (dropped > 0) lines.unshift(`(${dropped} earlier entries were dropped)`);
      return `${lines.join('\n')}\n`;
    },
  };
}
