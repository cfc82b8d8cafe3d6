import { FailureLimit } from '../../shared/limits/failure-limit.ts';
import { LruMap } from '../../shared/limits/lru-map.ts';
import { peerName } from '../../shared/node/http/client-address.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { DAY, isReached, type Stopwatch, type Ticks, ticksAfter } from '../../shared/time/clock.ts';

/** The identity that a login is counted against. */
export type Attempt = {
  readonly merchantId: string;
  readonly userId: string;
  readonly address: string;
  /** False if no secret can be right: an unknown user, or an impossible secret. */
  readonly real: boolean;
};

/** A failure that was counted before the result of the check is known. */
export type Entered =
  | {
      readonly ok: true;
      /** True where this user has logged in from this address before. */
      readonly known: boolean;
      /** Greater than 0 for the extra try after the limit: the wait after a wrong secret. */
      readonly wait: number;
      readonly leave: (verdict: 'right' | 'wrong' | 'not_checked') => void;
    }
  /** Milliseconds until the next try. */
  | { readonly ok: false; readonly wait: number };

/**
 * The limit of failed logins (D-01). It applies to a user at an address, so that failures
 * elsewhere, or of other users at this address, do not lock the user out. A try is counted before
 * its secret is checked, and taken back if the secret was right, so that parallel tries get no more
 * answers than sequential ones. When the limit is reached, one extra try is allowed every ten
 * seconds. When an address fails for many users, or a user at many addresses, each pair of the two
 * has one try instead of ten, unless this user has logged in from this address before.
 */
export class LoginBudget {
  readonly #clock: Stopwatch;
  /**
   * Names that a stranger can invent are counted apart, so that they do not evict counts of
   * existing users.
   */
  readonly #real: FailureLimit;
  readonly #madeUp: FailureLimit;
  readonly #peers: FailureLimit;
  /** The extra tries of pairs whose limit is reached, which still admit a right secret. */
  readonly #lastTries: FailureLimit;
  /** Checks of a pair whose result is not known yet. */
  readonly #underWay = new Map<string, number>();
  /** Secrets that were compared after the limit was reached, for known pairs. */
  readonly #compared: FailureLimit;
  /** Pairs of user and address that have logged in, with the expiry time. */
  readonly #known: LruMap<string, Ticks>;

  constructor(clock: Stopwatch) {
    const { loginFailureWindow: window, loginFailureEntries: entries } = LIMITS;
    this.#clock = clock;
    this.#real = new FailureLimit(clock, window, entries);
    this.#madeUp = new FailureLimit(clock, window, entries);
    this.#peers = new FailureLimit(clock, window, entries);
    this.#lastTries = new FailureLimit(clock, LIMITS.loginLastTryEvery, entries);
    this.#compared = new FailureLimit(clock, DAY, entries);
    this.#known = new LruMap(entries);
  }

  /** Counts one failure in advance; the caller must call `leave` when the result is known. */
  enter(attempt: Attempt): Entered {
    const names = namesOf(attempt);
    const failures = attempt.real ? this.#real : this.#madeUp;
    const { user, peer, pair } = names;
    const max = this.#maxOf(names, attempt.real);
    const wait = failures.wait(pair, max);
    const known = this.#isKnown(pair);
    if (wait > 0) {
      if (attempt.real && known) this.#compared.fail(pair, COMPARED_MAX);
      const last = max > 1 && !this.#underWay.has(pair) && this.#lastTries.wait(pair, 1) === 0;
      return last ? this.#enter([[this.#lastTries, pair, 1]], pair, wait) : { ok: false, wait };
    }
    const counted = [
      [failures, pair, max],
      [failures, user, WIDE_MAX],
      [this.#peers, peer, WIDE_MAX],
    ] as const;
    return this.#enter(counted, pair, 0);
  }

  #enter(counted: readonly Counted[], pair: string, wait: number): Entered {
    for (const [budget, name, most] of counted) budget.fail(name, most);
    this.#underWay.set(pair, (this.#underWay.get(pair) ?? 0) + 1);
    const leave = (verdict: 'right' | 'wrong' | 'not_checked') => {
      const others = (this.#underWay.get(pair) ?? 1) - 1;
      if (others > 0) this.#underWay.set(pair, others);
      else this.#underWay.delete(pair);
      if (verdict === 'wrong') return;
      for (const [budget, name, most] of counted) budget.undo(name, most);
      if (verdict === 'right') this.#remember(pair);
    };
    return { ok: true, known: this.#isKnown(pair), wait, leave };
  }

  /**
   * True if a secret in the cache may be recognised, which does not count as a try. This holds
   * until the limit is reached, and after that only if this user has logged in from this address
   * before. It ends after `knownComparisonsMax` other secrets in a day, so that a stranger who
   * shares the address cannot try secrets without end.
   */
  recognise(attempt: Attempt): boolean {
    const names = namesOf(attempt);
    const { pair } = names;
    const within = this.#real.wait(pair, this.#maxOf(names, true)) === 0;
    const allowed =
      within || (this.#isKnown(pair) && this.#compared.wait(pair, COMPARED_MAX) === 0);
    if (allowed) this.#remember(pair);
    return allowed;
  }

  /** True where this user has logged in from this address before. */
  knows(attempt: Attempt): boolean {
    return this.#isKnown(namesOf(attempt).pair);
  }

  #remember(pair: string): void {
    this.#known.set(pair, ticksAfter(this.#clock.ticks(), LIMITS.knownAddressLife));
  }

  #isKnown(pair: string): boolean {
    const until = this.#known.get(pair);
    return until !== undefined && !isReached(until, this.#clock.ticks());
  }

  #maxOf({ user, peer, pair }: Names, real: boolean): number {
    const failures = real ? this.#real : this.#madeUp;
    const flooded = this.#peers.wait(peer, WIDE_MAX) > 0 || failures.wait(user, WIDE_MAX) > 0;
    return flooded && !this.#isKnown(pair) ? 1 : LIMITS.loginFailuresMax;
  }
}

type Counted = readonly [budget: FailureLimit, name: string, max: number];

const WIDE_MAX = LIMITS.loginFailuresWideMax;
const COMPARED_MAX = LIMITS.knownComparisonsMax;

type Names = { readonly user: string; readonly peer: string; readonly pair: string };

function namesOf({ merchantId, userId, address }: Attempt): Names {
  // The length marks the end of the merchant's id, so that the combination is unambiguous.
  const user = `user ${merchantId.length} ${merchantId} ${userId}`;
  const peer = peerName(address);
  return { user, peer, pair: `${peer} ${user}` };
}
