import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { TillEvent } from '../../../shared/till-api/frames.ts';

/** The last events of one run of the till, by their numbers. */
export interface EventLog {
  /** Number of the last event. */
  seq(): number;
  /** Numbers an event and sends it to every listener. */
  publish(make: (seq: number) => TillEvent): void;
  /** Events after this number; null when some are no longer kept. */
  after(run: string, seq: number): readonly TillEvent[] | null;
  /** Calls `listener` with every event. Returns how to stop. */
  subscribe(listener: (event: TillEvent) => void): () => void;
  stop(): void;
}

export function createEventLog(run: string): EventLog {
  const events: TillEvent[] = [];
  const listeners = new Set<(event: TillEvent) => void>();
  let seq = 0;
  return {
    seq: () => seq,
    publish(make) {
      seq += 1;
      const event = make(seq);
      events.push(event);
      if (events.length > LIMITS.tillApiEventsKept) events.shift();
      for (const listener of listeners) listener(event);
    },
    after(ofRun, number) {
      if (ofRun !== run || number > seq) return null;
      const missed = seq - number;
      return missed > events.length ? null : events.slice(events.length - missed);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: () => listeners.clear(),
  };
}
