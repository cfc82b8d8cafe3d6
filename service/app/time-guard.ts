import type { Closing } from '../../shared/node/closing.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import {
  type CancelTimer,
  elapsed,
  HOUR,
  type Instant,
  type MachineClock,
  SECOND,
  type Ticks,
} from '../../shared/time/clock.ts';
import { formatDateTime } from '../../shared/time/date-time.ts';
import type { NotReady } from '../api/readiness.ts';
import type { ClockMarkStore } from '../store/clock-mark-store.ts';

/** How often the clock is compared, and the mark read while the clock is doubted. */
const LOOK_EVERY = 10 * SECOND;

/** Writes one line. */
type GuardLog = Readonly<Record<'error' | 'info', (details: object, message: string) => void>>;

type GuardDeps = {
  /** The machine's clock. */
  readonly wall: MachineClock;
  readonly mark: ClockMarkStore;
  readonly log: GuardLog;
};

/** A time that was right, and how far the clock may be ahead of what has passed since, asleep or awake. */
type Anchor = { readonly at: Instant; readonly since: Ticks; readonly aheadMax: number };

/** A clock that is doubted, and by how much: ahead if positive. */
type Doubt = { readonly off: number };

/**
 * Doubts the machine's clock when it is far from the newest commit at the start, or is set by far while the
 * service runs (D-216). Meanwhile nothing ends, is settled or is removed by time, because that cannot be
 * undone. It trusts the clock again when the clock is right, or when an operator confirms it.
 */
export class TimeGuard {
  readonly #deps: GuardDeps;
  #anchor: Anchor | null = null;
  /** The mark as this process has last read or written it. */
  #known: Instant | null = null;
  #doubt: Doubt | null = null;
  #cancel: CancelTimer = () => {};
  #look: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(deps: GuardDeps) {
    this.#deps = deps;
  }

  /** Compares the clock with the newest commit, and watches it until the end of `closing`. */
  async start(closing: Closing): Promise<void> {
    const { wall, mark } = this.#deps;
    this.#known = await mark.read();
    const at = this.#known ?? wall.now();
    this.#anchor = { at, since: wall.sinceBoot(), aheadMax: LIMITS.clockAheadAtStart };
    closing.add(async () => {
      this.#stopped = true;
      this.#cancel();
      await this.#look;
      await this.#note().catch(() => {});
    });
    await this.#note();
    this.#lookLater();
  }

  /** Whether payments may be ended by time now. True before `start`. */
  isTrusted(): boolean {
    this.#judge();
    return this.#doubt === null;
  }

  /** Milliseconds by which the doubted clock is ahead, or behind if negative; 0 for a clock that is trusted. */
  doubted(): number {
    this.#judge();
    return this.#doubt?.off ?? 0;
  }

  /** The reason against readiness; null if the clock is trusted. */
  reason(): NotReady | null {
    this.#judge();
    if (this.#doubt === null) return null;
    return { reason: 'clock', description: `${sentenceOf(this.#doubt)} ${WHAT_TO_DO}` };
  }

  /** The clock is compared at each use, so that a jump is noticed before the first payment ends by it. */
  #judge(): void {
    if (this.#anchor === null) return;
    const { wall, log } = this.#deps;
    const { at, since, aheadMax } = this.#anchor;
    const now = wall.now();
    const off = now - at - elapsed(since, wall.sinceBoot());
    const isRight = off <= aheadMax && off >= -LIMITS.clockBehind;
    if (isRight) {
      this.#anchor = { at: now, since: wall.sinceBoot(), aheadMax: LIMITS.clockAheadRunning };
      if (this.#doubt !== null) log.info({}, TRUSTED);
      this.#doubt = null;
      return;
    }
    const isNew = this.#doubt === null;
    this.#doubt = { off };
    if (!isNew) return;
    const facts = { clock: formatDateTime(now), expected: formatDateTime(now - off) };
    log.error(facts, `${sentenceOf(this.#doubt)} ${WHAT_TO_DO}`);
  }

  async #note(): Promise<void> {
    const { wall, mark } = this.#deps;
    if (!this.isTrusted()) return;
    const at = wall.now();
    if (this.#known !== null && at - this.#known < LIMITS.clockMarkEvery) return;
    await mark.note(at);
    this.#known = at;
  }

  /** While the clock is doubted, an operator or another process may have moved the mark. */
  async #readMark(): Promise<void> {
    const { wall, mark } = this.#deps;
    const at = await mark.read();
    if (at === null || at === this.#known) return;
    this.#known = at;
    this.#anchor = { at, since: wall.sinceBoot(), aheadMax: LIMITS.clockAheadRunning };
  }

  #lookLater(): void {
    if (this.#stopped) return;
    this.#cancel = this.#deps.wall.after(LOOK_EVERY, () => {
      // A database that does not answer has lines of its own in the log.
      const work = this.isTrusted() ? this.#note() : this.#readMark();
      this.#look = work.catch(() => {}).then(() => this.#lookLater());
    });
  }
}

const TRUSTED = 'the clock is trusted again; payments end by time, and settlements are made';

const WHAT_TO_DO =
  'Payments do not end by time, nothing is settled, and nothing is removed, until the clock is right, or ' +
  'until an operator confirms it: tillkit admin confirm-clock.';

function sentenceOf({ off }: Doubt): string {
  const hours = Math.round(Math.abs(off) / HOUR);
  const way = off > 0 ? 'ahead of' : 'behind';
  return `The clock is ${hours} hours ${way} the newest commit.`;
}
