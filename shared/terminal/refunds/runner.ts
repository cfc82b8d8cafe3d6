import type { Clock } from '../../time/clock.ts';
import { createBackoff } from '../sale/backoff.ts';
import type { OutcomeAnswer } from '../sale/events.ts';
import type { TerminalSettings } from '../sale/settings.ts';
import type { RefundFacts } from './refund.ts';
import { type Attempt, attemptRefund, type RefundClient, readOutcome } from './send.ts';

export type RunnerDeps = {
  readonly client: RefundClient;
  readonly clock: Clock;
  readonly settings: TerminalSettings;
  readonly onEnd: (facts: RefundFacts, how: 'done' | 'refused', sentence: string) => void;
  readonly onOutcome: (tid: string, outcome: OutcomeAnswer) => void;
};

/** Sends each refund until the service has accepted or refused it. */
export type RefundRunner = {
  /** `doubtful`: an earlier attempt may have arrived. */
  readonly start: (facts: RefundFacts, doubtful: boolean) => void;
  /** Waits after `fails` failed attempts; at least `minimum` milliseconds. */
  readonly wait: (fails: number, minimum?: number | null) => Promise<void>;
  readonly signal: AbortSignal;
  readonly stop: () => void;
};

const SILENT: Attempt = { kind: 'again', silent: true, retryAfter: null };
/** Attempts to read the outcome after a refund. It is only shown, so all of them may fail. */
const LOOKS_MAX = 5;

export function createRefundRunner(deps: RunnerDeps): RefundRunner {
  const { client, clock, settings } = deps;
  const backoff = createBackoff(clock, settings);
  const { signal, wait } = backoff;

  async function sendUntilDone(facts: RefundFacts, restored: boolean): Promise<void> {
    let doubtful = restored;
    for (let fails = 1; !signal.aborted; fails += 1) {
      const attempt = await attemptRefund(facts, doubtful, client, settings, signal).catch(
        () => SILENT,
      );
      if (signal.aborted) return;
      if (attempt.kind !== 'again') {
        deps.onEnd(facts, attempt.kind, attempt.kind === 'refused' ? attempt.sentence : '');
        return look(facts.tid);
      }
      doubtful ||= attempt.silent;
      await wait(fails, attempt.retryAfter);
    }
  }

  async function look(tid: string): Promise<void> {
    for (let looks = 1; looks <= LOOKS_MAX && !signal.aborted; looks += 1) {
      const seen = await readOutcome(tid, client, settings, signal).catch(() => null);
      if (signal.aborted) return;
      if (seen?.ok === true) return deps.onOutcome(tid, seen.value);
      await wait(looks, null);
    }
  }

  return {
    start: (facts, doubtful) => void sendUntilDone(facts, doubtful),
    wait,
    signal,
    stop: backoff.stop,
  };
}
