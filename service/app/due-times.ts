import { dueAt } from '../../shared/payment/moves.ts';
import type { Payment } from '../../shared/payment/payment.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { CODE } from '../../shared/protocol/status-codes.ts';
import {
  type Clock,
  DAY,
  elapsed,
  type Instant,
  MINUTE,
  SECOND,
  type Ticks,
} from '../../shared/time/clock.ts';
import { RETRY_WAITS_MAX } from '../callbacks/schedule.ts';
import { CODE_KEPT } from '../oauth/requests.ts';
import { lastStepAt } from '../portal/second-factor.ts';
import { EMAIL_LEASE, EMAIL_WAITS } from '../receipts/mailer.ts';
import type { ColumnsOf, DueTimeStore } from '../store/due-time-store.ts';
import { rowsOf } from '../store/pages.ts';
import type { DuePlace } from '../store/payment-store.ts';
import { DUE_LEASE } from '../store/postgres/due-rows.ts';
import { NO_EFFECTS, type Store } from '../store/store.ts';

/** The latest right time of a column; `now` is the service's clock, `wall` the machine's, by which leases run. */
type Latest = (times: { readonly now: Instant; readonly wall: Instant }) => Instant;

const within =
  (life: number): Latest =>
  ({ now }) =>
    now + life;
const lease =
  (life: number): Latest =>
  ({ wall }) =>
    wall + life;

/**
 * The longest that the service ever waits, for each column with a due time (D-478). A time that is later was written by
 * a clock that was ahead.
 */
export const LONGEST_WAITS = {
  all: {
    'attachment_use.expires': within(LIMITS.attachmentUriLife),
    // A picture that no version uses is removed after some time.
    'catalogue_picture.unused_since': within(0),
    'channel_event.at': within(0),
    'customer_code.expires': within(Math.max(LIMITS.walletCodeLife, LIMITS.registrationLife)),
    'customer_session.expires': within(LIMITS.walletSessionLife),
    'delivery.lease_until': lease(LIMITS.callbackLease),
    'oauth_code.expires': within(LIMITS.oauthCodeLife),
    'oauth_code.keep_until': within(CODE_KEPT),
    'oauth_request.expires': within(LIMITS.oauthRequestLife),
    'pairing.expires': within(LIMITS.pairingCodeLife),
    'payment.lease_until': lease(DUE_LEASE),
    'permission_request.lease_until': lease(DUE_LEASE),
    // Counted in steps of an authenticator app: a later one would refuse every code until then.
    'portal_factor.last_step': ({ now }) => lastStepAt(now),
    'portal_invitation.expires': within(LIMITS.portalInvitationLife),
    // Its time to be removed is counted from then, and it is compared with the closes that came after it.
    'receipt.received': within(0),
    // An order ends a day after it was made.
    'receipt_email.at': within(0),
    // A scan is too old for a request after some seconds.
    'scan.at': within(0),
    'scan.expires': within(LIMITS.scanTokenLife),
    'settlement_schedule.lease_until': lease(DUE_LEASE),
    // The receipts that came before it are compared with it.
    'till_period.received': within(0),
  } satisfies Readonly<Record<ColumnsOf<'all'>, Latest>>,
  /** By the number of failed attempts; the last wait counts for all that follow. */
  tries: {
    'delivery.due_at': [0, ...RETRY_WAITS_MAX],
    // A claim moves the due time to the end of its lease, and an unknown result by the time for an answer.
    'receipt_email.due': [0, ...EMAIL_WAITS].map((wait) =>
      Math.max(wait + LIMITS.emailReplyTimeout, EMAIL_LEASE),
    ),
  } satisfies Readonly<Record<ColumnsOf<'tries'>, readonly number[]>>,
  kind: {
    'oauth_token.expires': {
      access: LIMITS.accessTokenLife,
      refresh: LIMITS.refreshTokenLife,
    },
  } satisfies Readonly<Record<ColumnsOf<'kind'>, Readonly<Record<string, number>>>>,
  /** A month and the days around it. */
  planned: { 'settlement_schedule.next_at': 34 * DAY } satisfies Readonly<
    Record<ColumnsOf<'planned'>, number>
  >,
} as const;

/** A step of a clock back that is smaller is its usual correction. */
const STEP = SECOND;

/** How often a process looks for the times of others, and how far their clocks may be from its own. */
const LOOK_EVERY = 10 * MINUTE;
const SKEW = MINUTE;

/** Corrects due times that were written while the clock was ahead. */
export interface DueTimes {
  /**
   * Corrects all due times, if this is the first call or the clock was set back since the last one; and every ten
   * minutes, because another process may have died while its clock was ahead (D-543).
   */
  look(): Promise<void>;
}

type DueTimesDeps = {
  readonly store: Pick<Store, 'payments' | 'permissions' | 'merchants' | 'dueTimes'>;
  readonly wall: Pick<Clock, 'now'>;
};

/** A clock that notices when it is set back. */
export type NoticedClock = Clock & {
  /** Whether it was set back since the last call. */
  takeSetBack(): boolean;
};

/**
 * Notices a step back at the next reading. Who writes a due time reads the clock first, so no time that a clock ahead
 * has written stays unnoticed in a process that lives on; a start corrects what others left.
 */
export function createNoticedClock(of: Clock): NoticedClock {
  let last: { readonly now: Instant; readonly ticks: Ticks } | null = null;
  let wasSetBack = false;
  function read(): Instant {
    const [now, ticks] = [of.now(), of.ticks()];
    if (last !== null && now - last.now - elapsed(last.ticks, ticks) < -STEP) wasSetBack = true;
    last = { now, ticks };
    return now;
  }
  return {
    now: read,
    ticks: () => of.ticks(),
    after: (delay, run) => of.after(delay, run),
    takeSetBack() {
      read();
      const was = wasSetBack;
      wasSetBack = false;
      return was;
    },
  };
}

export function createDueTimes(clock: NoticedClock, { store, wall }: DueTimesDeps): DueTimes {
  let isDue = true;
  let looked: Ticks | null = null;
  let running: Promise<void> | null = null;
  async function run(): Promise<void> {
    const skew = isDue ? 0 : SKEW;
    isDue = false;
    looked = clock.ticks();
    try {
      await correct(store, { now: clock.now() + skew, wall: wall.now() + skew });
    } catch (error) {
      // The next round makes it again.
      isDue = true;
      throw error;
    }
  }
  return {
    async look() {
      if (clock.takeSetBack()) isDue = true;
      const isTime = looked !== null && elapsed(looked, clock.ticks()) >= LOOK_EVERY;
      if (isDue || isTime)
        running ??= run().finally(() => {
          running = null;
        });
      await running;
    },
  };
}

async function correct(
  store: DueTimesDeps['store'],
  times: { readonly now: Instant; readonly wall: Instant },
): Promise<void> {
  const { now } = times;
  await Promise.all([
    ...columns(store.dueTimes, times),
    store.dueTimes.moveReceived(now),
    store.dueTimes.planAgain(now, now + LONGEST_WAITS.planned['settlement_schedule.next_at']),
  ]);
  await correctPayments(store, now);
  await correctPermissions(store, now);
}

function* columns(
  store: DueTimeStore,
  times: Parameters<Latest>[0],
): Generator<Promise<unknown>, void> {
  for (const [column, latest] of entriesOf(LONGEST_WAITS.all))
    yield store.clip(column, latest(times));
  for (const [column, waits] of entriesOf(LONGEST_WAITS.tries)) {
    yield clipTries(store, column, waits, times.now);
  }
  for (const [column, kinds] of entriesOf(LONGEST_WAITS.kind)) {
    for (const [kind, life] of Object.entries(kinds)) {
      yield store.clipKind(column, kind, times.now + life);
    }
  }
}

/** The longest wait first, because each statement takes all rows with as many attempts or fewer. */
async function clipTries(
  store: DueTimeStore,
  column: ColumnsOf<'tries'>,
  waits: readonly number[],
  now: Instant,
): Promise<void> {
  let tries = Number.MAX_SAFE_INTEGER;
  for (const [index, wait] of [...waits.entries()].reverse()) {
    await store.clipTries(column, tries, now + wait);
    tries = index - 1;
  }
}

const PAGE = 200;

/** A request has its own life, an authorisation that of its merchant's terms. */
async function correctPayments(
  { payments, merchants }: DueTimesDeps['store'],
  now: Instant,
): Promise<void> {
  const lives = new Map<string, number>();
  async function lifeOf({ code, request, merchantId }: Payment): Promise<number> {
    if (code === CODE.pending) return request.expires_in * SECOND;
    const known = lives.get(merchantId);
    if (known !== undefined) return known;
    const merchant = await merchants.read(merchantId);
    const life = merchant?.terms.authorisationLife ?? LIMITS.authorisationLife;
    lives.set(merchantId, life);
    return life;
  }
  const latest = now + LIMITS.authorisationLife;
  const read = (after: DuePlace | null) => payments.ahead({ now, latest }, after, PAGE);
  for await (const { merchantId, id } of rowsOf(read)) {
    const payment = await payments.byTid(merchantId, id);
    if (payment === null || dueAt(payment) === null) continue;
    const expires = now + (await lifeOf(payment));
    if (payment.expires <= expires) continue;
    const isRequest = payment.code === CODE.pending;
    const requestExpires = isRequest ? expires : payment.requestExpires;
    // A concurrent change has the clock that is right.
    await payments.save(
      { ...payment, expires, requestExpires, version: payment.version + 1 },
      NO_EFFECTS,
    );
  }
}

async function correctPermissions(
  { permissions }: DueTimesDeps['store'],
  now: Instant,
): Promise<void> {
  const read = (after: DuePlace | null) => permissions.ahead(now, after, PAGE);
  for await (const { merchantId, id } of rowsOf(read)) {
    const permission = await permissions.byRid(merchantId, id);
    if (permission === null || permission.code !== CODE.pending) continue;
    const expires = now + permission.request.expires_in * SECOND;
    if (permission.expires <= expires) continue;
    await permissions.save({ ...permission, expires, version: permission.version + 1 }, NO_EFFECTS);
  }
}

const entriesOf = <K extends string, V>(table: Readonly<Record<K, V>>) =>
  Object.entries(table) as [K, V][];
