import { peerName } from '../../shared/node/http/client-address.ts';
import { refuse } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { type Clock, SECOND } from '../../shared/time/clock.ts';
import { LoginBudget } from '../merchants/login-limit.ts';
import { createRateBound, type RateBound } from './rate-limit.ts';

/** An attempt to sign in as a customer, or to the portal as a person. */
export type SignIn = {
  /** The phone number, or the e-mail address in lower case. */
  readonly name: string;
  /** Address of the peer. */
  readonly address: string;
};

/** The result of a code; `wait` is greater than 0, milliseconds, after too many wrong codes. */
export type Tried = { readonly right: boolean; readonly wait: number };

/**
 * Limits of signing in by a one-time code: in the wallet and at applications, and another instance for
 * the portal. They apply to a name at an address, like those of logins (`LoginBudget`). A customer who
 * has signed in from an address before has a separate limit there, which requests of strangers do not
 * affect.
 */
export class SignIns {
  readonly #tries: LoginBudget;
  readonly #codesOfKnown: RateBound;
  readonly #codesOfName: RateBound;
  readonly #codesOfAddress: RateBound;
  readonly #testNames: ReadonlySet<string>;
  /** Codes for the test names, and sessions of the demo. */
  readonly #testing: RateBound;
  readonly #demoSessions: RateBound;

  /**
   * `testNames` are the customers of the demo at a service with a simulator. Their codes are shown and
   * cost nothing, and a test suite signs them in as often as it likes (D-229).
   */
  constructor(clock: Clock, testNames: ReadonlySet<string> = new Set()) {
    const { walletCodesPerNumber, walletCodesPerAddress } = LIMITS;
    const { walletRateWindow: window, walletRateEntries: entries } = LIMITS;
    const { testSignInsMax, walletDemoSessionsPerAddress } = LIMITS;
    const demoMax = testNames.size > 0 ? testSignInsMax : walletDemoSessionsPerAddress;
    this.#testNames = testNames;
    this.#testing = createRateBound(clock, testSignInsMax, window, entries);
    this.#demoSessions = createRateBound(clock, demoMax, window, entries);
    this.#tries = new LoginBudget(clock);
    this.#codesOfKnown = createRateBound(clock, walletCodesPerNumber, window, entries);
    // Each code may cost the operator money.
    this.#codesOfName = createRateBound(clock, walletCodesPerNumber, window, entries);
    this.#codesOfAddress = createRateBound(clock, walletCodesPerAddress, window, entries);
  }

  /** Milliseconds until a code may be requested; 0 if it may be requested now, which is counted. */
  requestCode(signIn: SignIn): number {
    const { name } = signIn;
    const peer = peerName(signIn.address);
    if (this.#testNames.has(name)) return this.#testing.take(name);
    if (this.#tries.knows(attemptOf(signIn, true))) {
      return this.#codesOfKnown.take(`${peer} ${name}`);
    }
    return Math.max(this.#codesOfAddress.take(peer), this.#codesOfName.take(name));
  }

  /** Milliseconds until an address may open a session of the demo; 0 if it may now, which is counted. */
  demoSession(address: string): number {
    return this.#demoSessions.take(peerName(address));
  }

  /**
   * Checks a code within the limits. It is counted before the check, so that parallel tries get no
   * more than sequential ones. `real` is false if no code of this name can be right; the check
   * runs all the same, so that its work does not reveal that.
   */
  async try(signIn: SignIn, real: boolean, check: () => Promise<boolean>): Promise<Tried> {
    const entered = this.#tries.enter(attemptOf(signIn, real));
    if (!entered.ok) return { right: false, wait: entered.wait };
    let verdict: 'right' | 'wrong' | 'not_checked' = 'not_checked';
    try {
      const right = (await check()) && real;
      verdict = right ? 'right' : 'wrong';
      return { right, wait: right ? 0 : entered.wait };
    } finally {
      entered.leave(verdict);
    }
  }
}

/** The refusal of an operation above its rate limit; `wait` is in milliseconds, and null for 0. */
export function tooOften(wait: number) {
  if (wait === 0) return null;
  const seconds = Math.ceil(wait / SECOND);
  return refuse('Too Many Requests', 'Too many tries. Wait a while, then try again.', {
    retry_after: seconds,
  });
}

function attemptOf({ name, address }: SignIn, real: boolean) {
  return { merchantId: 'customers', userId: name, address, real };
}
