import { LIMITS } from '../../shared/protocol/limits.ts';
import { characters } from '../../shared/protocol/user.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { LoginBudget } from './login-limit.ts';
import { type CandidateSecret, SecretCheck, type VerifySecret } from './secret-check.ts';

export type LoginVerdict =
  | { readonly kind: 'right' }
  | { readonly kind: 'wrong' }
  /** Not checked: too many checks are in progress. */
  | { readonly kind: 'busy' }
  /** Not checked: too many were wrong; `wait` is in milliseconds. */
  | { readonly kind: 'too_many'; readonly wait: number };

/**
 * Logins by a secret, of API users and OAuth clients. The check and its limit are in one place, so
 * that no caller can use one without the other.
 */
export class SecretLogin {
  readonly #secrets: SecretCheck;
  readonly #budget: LoginBudget;

  /** `key` is random and never leaves the process. */
  constructor(clock: Clock, key: Uint8Array, verify?: VerifySecret) {
    this.#secrets = new SecretCheck(clock, key, verify);
    this.#budget = new LoginBudget(clock);
  }

  /** True for a secret in the cache: it was right before, and the credentials have not changed. */
  recognises(candidate: CandidateSecret): boolean {
    if (!this.#secrets.known(candidate)) return false;
    return this.#budget.recognise(attemptOf(candidate));
  }

  /** Checks a secret. */
  async login(candidate: CandidateSecret): Promise<LoginVerdict> {
    if (this.recognises(candidate)) return { kind: 'right' };
    const running = this.#secrets.underWay(candidate);
    if (running !== null) return { kind: await running };
    const entered = this.#budget.enter(attemptOf(candidate));
    if (!entered.ok) return { kind: 'too_many', wait: entered.wait };
    const wrong: LoginVerdict =
      entered.wait > 0 ? { kind: 'too_many', wait: entered.wait } : { kind: 'wrong' };
    if (!possible(candidate.secret)) {
      entered.leave('wrong');
      return wrong;
    }
    // The reservation is always released: a check that throws has found no wrong secret.
    let verdict: 'right' | 'wrong' | 'not_checked' = 'not_checked';
    try {
      const kind = await this.#secrets.check(candidate, entered.known);
      if (kind !== 'busy') verdict = kind;
      return kind === 'wrong' ? wrong : { kind };
    } finally {
      entered.leave(verdict);
    }
  }
}

function attemptOf({ merchantId, userId, address, user, secret }: CandidateSecret) {
  return { merchantId, userId, address, real: user !== null && possible(secret) };
}

function possible(secret: string): boolean {
  const length = characters(secret);
  return length >= LIMITS.secretMin && length <= LIMITS.secretMax;
}
