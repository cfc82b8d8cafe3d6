import { dueAt } from '../../shared/payment/moves.ts';
import type { Payment } from '../../shared/payment/payment.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import {
  type CancelTimer,
  type Clock,
  type DueSource,
  type Instant,
  MINUTE,
} from '../../shared/time/clock.ts';
import type { ChangeHub, Changer } from '../payments/changer.ts';
import type { MatchScans } from '../payments/match-scans.ts';
import type { Permissions } from '../permissions/permissions.ts';
import { permissionDueAt } from '../permissions/rules/decide.ts';
import type { Store } from '../store/store.ts';
import type { DueTimes } from './due-times.ts';

export type DueWorkDeps = {
  readonly store: Store;
  readonly clock: Clock;
  readonly hub: ChangeHub;
  readonly changer: Changer;
  /** Work of other resources, done in the same rounds. */
  readonly also: readonly DueSource[];
  /** Corrects due times of a clock that was ahead, before anything is done by them (D-478). */
  readonly dueTimes?: Pick<DueTimes, 'look'>;
  /** Whether work that falls due with time may be done now; it may if left out (D-216). */
  readonly mayExpire?: () => boolean;
  /** Called with the error of a failed round; the next round tries again. */
  readonly onError: (error: unknown) => void;
};

export interface DueWork {
  /** Does the work that fell due while the service was down, then waits for due work. */
  start(): Promise<void>;
  /** Does all work that is due now. */
  run(): Promise<void>;
  /** Stops; resolves when the current round is done, so that the store can be closed. */
  stop(): Promise<void>;
}

const BATCH = 200;
/** The sweep also finds work that another process wrote. */
const SWEEP_EVERY = MINUTE;

/**
 * Time-dependent work. The service reads it from the database, so a restart loses nothing: one
 * wake-up at the earliest due time, a sweep every minute, and a round at the start.
 */
export function createDueWork(deps: DueWorkDeps): DueWork {
  const { store, clock, hub, changer, also, dueTimes, mayExpire = () => true } = deps;
  let cancel: CancelTimer = () => {};
  let wakeAt: Instant = Number.POSITIVE_INFINITY;
  let stopped = false;
  let forget: (() => void)[] = [];
  let round: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    if (!mayExpire()) return;
    await dueTimes?.look();
    for (;;) {
      const due = await store.payments.due(clock.now(), BATCH);
      for (const { merchantId, tid } of due) {
        const payment = await store.payments.byTid(merchantId, tid);
        if (payment !== null) await changer.current(payment);
      }
      if (due.length < BATCH) break;
    }
    for (const { run: runAlso } of also) await runAlso();
    const now = clock.now();
    await store.channels.sweep(now - LIMITS.channelEventLife);
    await store.users.sweep(now);
    await store.customers.sweep(now);
  }

  function wake(): void {
    round = round.then(run).catch(deps.onError).then(schedule).catch(deps.onError);
  }

  async function schedule(): Promise<void> {
    const times = await Promise.all([
      store.payments.nextDue(),
      ...also.map((one) => one.nextDue()),
    ]);
    // While the clock is doubted, all work is late; the sweep looks again.
    const known = mayExpire() ? times.filter((time) => time !== null) : [];
    if (!stopped) arm(Math.min(...known, clock.now() + SWEEP_EVERY));
  }

  function arm(at: Instant): void {
    cancel();
    wakeAt = at;
    cancel = clock.after(Math.max(0, at - clock.now()), wake);
  }

  function noticed(payment: Payment): void {
    const due = dueAt(payment);
    if (due !== null) noticedAt(due);
  }

  function noticedAt(due: Instant): void {
    if (due < wakeAt && !stopped) arm(due);
  }

  return {
    async start() {
      await run();
      forget = [hub.onAny(noticed), ...also.flatMap((one) => one.onDue?.(noticedAt) ?? [])];
      await schedule();
    },
    run,
    async stop() {
      stopped = true;
      for (const end of forget) end();
      cancel();
      await round;
    },
  };
}

const WAITING_MAX = 50;

/**
 * Time-dependent work for permissions and shortlinks: expiries, rows past their retention, and
 * repair of a scan and its request that a crash has separated.
 */
export function createConsentDue(deps: {
  readonly store: Store;
  readonly clock: Clock;
  readonly permissions: Permissions;
  readonly match: MatchScans;
}): DueSource {
  const { store, clock, permissions, match } = deps;
  return {
    async run() {
      await permissions.runDue();
      for (const { merchantId, shortlinkId } of await store.shortlinks.waiting(WAITING_MAX)) {
        await match(merchantId, shortlinkId);
      }
      const now = clock.now();
      await store.shortlinks.sweep(now);
      await store.oauth.sweep(now);
      await store.attachments.sweep(now);
    },
    nextDue: () => permissions.nextDue(),
    onDue: (listener) =>
      permissions.onChange((permission) => {
        const due = permissionDueAt(permission);
        if (due !== null) listener(due);
      }),
  };
}
