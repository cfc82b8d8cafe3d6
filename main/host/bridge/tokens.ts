import type { Ids } from '../../../shared/ids/ids.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { Clock, Instant } from '../../../shared/time/clock.ts';

/** Tokens that let a page which this host served open the bridge, once. */
export interface Tokens {
  mint(): string;
  /** True for a token that was minted, has not lapsed, and was not used before. */
  use(token: string): boolean;
}

/** Tokens live `LIMITS.bridgeTokenLife`; at most `bridgeTokensMax` wait, oldest out first. */
export function createTokens(ids: Ids, clock: Clock): Tokens {
  const waiting = new Map<string, Instant>();
  return {
    mint() {
      const token = ids.token();
      waiting.set(token, clock.now() + LIMITS.bridgeTokenLife);
      if (waiting.size > LIMITS.bridgeTokensMax) {
        const oldest = waiting.keys().next();
        if (!oldest.done) waiting.delete(oldest.value);
      }
      return token;
    },
    use(token) {
      const expires = waiting.get(token);
      waiting.delete(token);
      return expires !== undefined && expires > clock.now();
    },
  };
}
