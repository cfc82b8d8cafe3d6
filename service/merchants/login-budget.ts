import { LIMITS } from '../../shared/protocol/limits.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { FailureBudget } from './failure-budget.ts';
import { peerName } from './peer-address.ts';

/** Whom a failed login is counted against. */
export type Attempt = {
  readonly merchantId: string;
  readonly userId: string;
  readonly address: string;
};

/**
 * The budget of failed logins, always on. It is counted three times: for a user from one address,
 * for an address over all users, and for a user over all addresses. The last two are wider, so that
 * one stranger cannot lock a shop out, and a shop full of tills is not one suspect.
 */
export class LoginBudget {
  readonly #failures: FailureBudget;

  constructor(clock: Clock) {
    const { loginFailureWindow, loginFailureEntries } = LIMITS;
    this.#failures = new FailureBudget(clock, loginFailureWindow, loginFailureEntries);
  }

  /** Milliseconds until this attempt may be made; 0 when it may be made now. */
  wait(attempt: Attempt): number {
    return Math.max(...namesOf(attempt).map(([name, max]) => this.#failures.wait(name, max)));
  }

  fail(attempt: Attempt): void {
    for (const [name, max] of namesOf(attempt)) this.#failures.fail(name, max);
  }
}

function namesOf(attempt: Attempt): readonly (readonly [name: string, max: number])[] {
  const user = JSON.stringify([attempt.merchantId, attempt.userId]);
  const peer = peerName(attempt.address);
  return [
    [`pair ${user} ${peer}`, LIMITS.loginFailuresMax],
    [`peer ${peer}`, LIMITS.loginFailuresWideMax],
    [`user ${user}`, LIMITS.loginFailuresWideMax],
  ];
}
