import type { Ids } from '../../../shared/ids/ids.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { elapsed, type Stopwatch, type Ticks } from '../../../shared/time/clock.ts';

/** The page that a token admits: the host's own, or the customer's display beside it. */
export type PageKind = 'screen' | 'display';
export type Admitted = { readonly screen: string; readonly kind: PageKind };

/** One-time tokens with which a served page opens the bridge. */
export interface Tokens {
  /** A token for a page of this kind at this screen. */
  mint(screen: string, kind: PageKind): string;
  /** Screen and kind of an unused, unexpired token; else null. */
  use(token: string): Admitted | null;
}

/** Tokens expire after `LIMITS.bridgeTokenLife`; beyond `bridgeTokensMax` the oldest is dropped. */
export function createTokens(ids: Ids, clock: Stopwatch): Tokens {
  const waiting = new Map<string, Admitted & { readonly minted: Ticks }>();
  return {
    mint(screen, kind) {
      const token = ids.token();
      waiting.set(token, { screen, kind, minted: clock.ticks() });
      if (waiting.size > LIMITS.bridgeTokensMax) {
        const oldest = waiting.keys().next();
        if (!oldest.done) waiting.delete(oldest.value);
      }
      return token;
    },
    use(token) {
      const match = waiting.get(token);
      waiting.delete(token);
      if (match === undefined) return null;
      return elapsed(match.minted, clock.ticks()) < LIMITS.bridgeTokenLife ? match : null;
    },
  };
}
