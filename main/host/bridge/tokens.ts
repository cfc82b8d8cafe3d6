import type { Ids } from '../../../shared/ids/ids.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { Clock, Instant } from '../../../shared/time/clock.ts';

/** Tokens that let a page which this host served open the bridge, once. */
export interface Tokens {
  /** A token for a page of this session. */
  mint(session: string): string;
  /** The session of a token that was minted, has not lapsed, and was not used before; else null. */
  use(token: string): string | null;
}

/** Tokens live `LIMITS.bridgeTokenLife`; at most `bridgeTokensMax` wait, oldest out first. */
export function createTokens(ids: Ids, clock: Clock): Tokens {
  const waiting = new Map<string, { readonly session: string; readonly expires: Instant }>();
  return {
    mint(session) {
      const token = ids.token();
      waiting.set(token, { session, expires: clock.now() + LIMITS.bridgeTokenLife });
      if (waiting.size > LIMITS.bridgeTokensMax) {
        const oldest = waiting.keys().next();
        if (!oldest.done) waiting.delete(oldest.value);
      }
      return token;
    },
    use(token) {
      const found = waiting.get(token);
      waiting.delete(token);
      return found !== undefined && found.expires > clock.now() ? found.session : null;
    },
  };
}
