import type { Ids } from '../../../shared/ids/ids.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { Clock, Instant } from '../../../shared/time/clock.ts';

/**
 * Which browsers may have the till's page. The code of the launch address is exchanged once for a
 * session; a session lasts until the till stops, or until its code is used a second time.
 */
export interface Sessions {
  /** The code that lets one more browser in. */
  launchCode(): string;
  /** A new session for the code, or why there is none. */
  exchange(code: string): Exchanged;
  has(session: string): boolean;
  /** Calls `listener` with every session that ends. Returns how to stop. */
  onEnd(listener: (session: string) => void): () => void;
}

export type Exchanged =
  | { readonly kind: 'opened'; readonly session: string }
  | { readonly kind: 'used' | 'unknown' };

/** `told` gets each new launch code, the first one too. At most `screenSessionsMax` sessions last. */
export function createSessions(ids: Ids, onCode: (code: string) => void): Sessions {
  /** Session to the code it came with, oldest first. */
  const sessions = new Map<string, string>();
  const listeners = new Set<(session: string) => void>();
  let code = '';

  function renew(): void {
    code = ids.token();
    onCode(code);
  }

  function end(session: string): void {
    if (!sessions.delete(session)) return;
    for (const listener of listeners) listener(session);
  }

  function open(): Exchanged {
    const session = ids.token();
    sessions.set(session, code);
    const oldest = sessions.keys().next();
    if (sessions.size > LIMITS.screenSessionsMax && !oldest.done) end(oldest.value);
    renew();
    return { kind: 'opened', session };
  }

  renew();
  return {
    launchCode: () => code,
    exchange(offered) {
      if (offered === code) return open();
      const before = [...sessions].find(([, used]) => used === offered);
      if (before === undefined) return { kind: 'unknown' };
      // Two know the code: nobody can say which of them the till was opened for.
      end(before[0]);
      return { kind: 'used' };
    },
    has: (session) => sessions.has(session),
    onEnd(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

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
      const match = waiting.get(token);
      waiting.delete(token);
      return match !== undefined && match.expires > clock.now() ? match.session : null;
    },
  };
}

/** Name of the session's cookie; cookies know no ports, and a machine may have several tills. */
export function cookieName(port: number): string {
  return `tillkit-screen-${port}`;
}

/** The session of a request's `Cookie` header; null without one. */
export function sessionIn(header: string | undefined, port: number): string | null {
  const begin = `${cookieName(port)}=`;
  const match = (header ?? '').split(/;\s*/).find((part) => part.startsWith(begin));
  return match?.slice(begin.length) ?? null;
}
