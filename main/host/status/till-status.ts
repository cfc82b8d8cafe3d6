import type { TillStatus } from '../../../shared/protocol/till-status.ts';
import {
  type CancelTimer,
  type DeviceClock,
  elapsed,
  instantOf,
  MINUTE,
  SECOND,
  type Ticks,
} from '../../../shared/time/clock.ts';
import { formatDateTime } from '../../../shared/time/date-time.ts';

/** What a till knows of itself. */
export type StatusFacts = Omit<TillStatus, 'version' | 'clock'>;

/** `refused`: this service has no such place, or does not take what this till signs. */
export type StatusNoted = 'noted' | 'refused' | 'no_answer';

/** Gives a report to the service. It never rejects. */
export type StatusSink = (status: TillStatus) => Promise<StatusNoted>;

export type TillStatusOptions = {
  /** Version of the till program. */
  readonly version: string;
  /** It never rejects. */
  readonly read: () => Promise<StatusFacts>;
  readonly sink: StatusSink;
  readonly clock: DeviceClock;
};

/** Tells the service how the till is. */
export type TillStatusReports = {
  /** Something may have changed. */
  readonly changed: () => void;
  /** Says that the till is being ended in order, and stops; it waits for the answer a second at most. */
  readonly stop: () => Promise<void>;
};

/** Time between two reports without a change, and between two with one at least. */
export const BEAT = 2 * MINUTE;
export const GAP = 20 * SECOND;
const LAST_WAIT = SECOND;

/**
 * Reports at the start, at each change, and every two minutes (D-350). Changes within twenty seconds are one report,
 * so that many tills do not load the service. Sizes alone are no change.
 */
export function reportStatus({ version, read, sink, clock }: TillStatusOptions): TillStatusReports {
  let cancel: CancelTimer = () => {};
  let sent: { readonly at: Ticks; readonly essence: string } | null = null;
  let answered: StatusNoted = 'no_answer';
  let running: Promise<void> | null = null;
  let isWanted = false;
  let isStopped = false;

  const now = () => clock.now();
  const since = () => (sent === null ? BEAT : elapsed(sent.at, clock.ticks()));
  const statusOf = (facts: StatusFacts): TillStatus => ({
    version,
    clock: formatDateTime(instantOf(now())),
    ...facts,
  });

  async function report(): Promise<void> {
    const facts = await read();
    if (isStopped) return;
    const essence = essenceOf(facts);
    if (sent !== null && sent.essence === essence && since() < BEAT) return;
    sent = { at: clock.ticks(), essence };
    answered = await sink(statusOf(facts));
  }

  function arm(): void {
    cancel();
    if (isStopped) return;
    // A refusal ends when the service is newer or the till's clock is right, so a change does not matter.
    const isSoon = answered === 'no_answer' || (answered === 'noted' && isWanted);
    const wait = isSoon ? GAP : BEAT;
    cancel = clock.after(Math.max(0, wait - since()), begin);
  }

  function begin(): void {
    isWanted = false;
    if (answered === 'no_answer') sent = null;
    running = report().then(() => {
      running = null;
      arm();
    });
  }

  begin();
  return {
    changed() {
      if (isWanted || isStopped) return;
      isWanted = true;
      if (running === null) arm();
    },
    async stop() {
      if (isStopped) return;
      isStopped = true;
      cancel();
      // Without a service that listens, nobody waits.
      if (answered !== 'noted') return;
      let end = () => {};
      const late = new Promise<void>((resolve) => {
        end = clock.after(LAST_WAIT, resolve);
      });
      const last = read().then((facts) => sink(statusOf({ ...facts, screen: 'off' })));
      await Promise.race([last, late]);
      end();
    },
  };
}

/** All but the sizes counts as a change. */
function essenceOf({ disk_free_bytes: _, journal_bytes: __, ...rest }: StatusFacts): string {
  return JSON.stringify(rest);
}
