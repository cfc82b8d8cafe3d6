import { FailureLimit } from '../../shared/limits/failure-limit.ts';
import { LruMap } from '../../shared/limits/lru-map.ts';
import { peerName } from '../../shared/node/http/peer-address.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { type Clock, DAY, type Instant } from '../../shared/time/clock.ts';

/** Whom a login is counted against. */
export type Attempt = {
  readonly merchantId: string;
  readonly userId: string;
  readonly address: string;
  /** False where no secret could be right: no such user, or no possible secret. */
  readonly real: boolean;
};

/** A failure that was counted before it is known whether it is one. */
export type Entered =
  | {
      readonly ok: true;
      /** True where this user has logged in from this address before. */
      readonly known: boolean;
      /** More than 0 for the one more try of a spent budget: what a wrong secret has to wait. */
      readonly wait: number;
      readonly leave: (verdict: 'right' | 'wrong' | 'not_checked') => void;
    }
  /** Milliseconds until the next try. */
  | { readonly ok: false; readonly wait: number };

/**
 * The budget of failed logins, always on (decisions, "Who may try how often"). It belongs to a user
 * at an address, so that failures elsewhere, or of others here, lock nobody out. A try is counted
 * before its secret is checked, and taken back if it was right: many at once get no more answers
 * than one after the other. When it is spent, one more try comes by every ten seconds. When an
 * address fails for many users, or a user at many addresses, each pair of the two has one try left
 * of its ten and no more, except where this user has logged in here before.
 */
export class LoginBudget {
  readonly #clock: Clock;
  /** Names that anyone can make up are counted apart, so that they push no real count out. */
  readonly #real: FailureLimit;
  readonly #madeUp: FailureLimit;
  readonly #peers: FailureLimit;
  /** The one more try of pairs whose budget is spent, by which a right secret gets in. */
  readonly #lastTries: FailureLimit;
  /** Checks of a pair whose outcome is not known yet. */
  readonly #underWay = new Map<string, number>();
  /** Secrets that were compared after the budget was spent, for pairs that are known. */
  readonly #compared: FailureLimit;
  /** Pairs of user and address that have logged in, with the time until which that counts. */
  readonly #known: LruMap<string, Instant>;

  constructor(clock: Clock) {
    const { loginFailureWindow: window, loginFailureEntries: entries } = LIMITS;
    this.#clock = clock;
    this.#real = new FailureLimit(clock, window, entries);
    this.#madeUp = new FailureLimit(clock, window, entries);
    this.#peers = new FailureLimit(clock, window, entries);
    this.#lastTries = new FailureLimit(clock, LIMITS.loginLastTryEvery, entries);
    this.#compared = new FailureLimit(clock, DAY, entries);
    this.#known = new LruMap(entries);
  }

  /** Counts one failure in advance; `leave` must be called once its outcome is known. */
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
   * Whether a secret that is the remembered one may be recognised, which costs no budget: as long as
   * the budget lasts, and beyond it where this user has logged in from this address before. There
   * it ends after so many other secrets in a day (`knownComparisonsMax`), so that a stranger who
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
    this.#known.set(pair, this.#clock.now() + LIMITS.knownAddressLife);
  }

  #isKnown(pair: string): boolean {
    const until = this.#known.get(pair);
    return until !== undefined && until > this.#clock.now();
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
  // Its length says where the merchant's id ends, whatever is in the two.
  const user = `user ${merchantId.length} ${merchantId} ${userId}`;
  const peer = peerName(address);
  return { user, peer, pair: `${peer} ${user}` };
}
