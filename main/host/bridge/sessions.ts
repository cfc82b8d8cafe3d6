import type { Ids } from '../../../shared/ids/ids.ts';
import { createListeners } from '../../../shared/objects/listeners.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { elapsed, type Stopwatch, type Ticks } from '../../../shared/time/clock.ts';

/**
 * The browsers that may open the till's page. The code of a launch address is exchanged once for a
 * session. A session lasts until the till stops or its code is used again.
 */
export interface Sessions {
  /** The code that admits one more browser. */
  launchCode(): string;
  /** Exchanges the code for a new session, or says why not. */
  exchange(code: string): Exchanged;
  has(session: string): boolean;
  /** Calls `listener` with every session that ends. Returns how to stop. */
  onEnd(listener: (session: string) => void): () => void;
}

export type Exchanged =
  | { readonly kind: 'opened'; readonly session: string }
  | { readonly kind: 'used' | 'unknown' };

/**
 * `onCode` receives each new launch code, including the first. At most `screenSessionsMax` sessions
 * exist.
 */
export function createSessions(ids: Ids, onCode: (code: string) => void): Sessions {
  /** Session to its code, oldest first. */
  const sessions = new Map<string, string>();
  const listeners = createListeners<[session: string]>();
  let code = '';

  function renew(): void {
    code = ids.token();
    onCode(code);
  }

  function end(session: string): void {
    if (!sessions.delete(session)) return;
    listeners.tell(session);
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
      // Two browsers know the code, and the till cannot tell which one it was for.
      end(before[0]);
      return { kind: 'used' };
    },
    has: (session) => sessions.has(session),
    onEnd: listeners.subscribe,
  };
}

/** The kind of page that a token admits: the till's screen, or the customer's display. */
export type PageKind = 'screen' | 'display';
export type Admitted = { readonly session: string; readonly kind: PageKind };

/** One-time tokens with which a served page opens the bridge. */
export interface Tokens {
  /** A token for a page of this session and kind. */
  mint(session: string, kind: PageKind): string;
  /** Session and kind of an unused, unexpired token; else null. */
  use(token: string): Admitted | null;
}

/** Tokens expire after `LIMITS.bridgeTokenLife`; beyond `bridgeTokensMax` the oldest is dropped. */
export function createTokens(ids: Ids, clock: Stopwatch): Tokens {
  const waiting = new Map<string, Admitted & { readonly minted: Ticks }>();
  return {
    mint(session, kind) {
      const token = ids.token();
      waiting.set(token, { session, kind, minted: clock.ticks() });
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

/**
 * Name of the session's cookie. It contains the port because cookies ignore ports and a machine may
 * run several tills.
 */
export function cookieName(port: number): string {
  return `tillkit-screen-${port}`;
}

/** The session of a request's `Cookie` header; null without one. */
export function sessionIn(header: string | undefined, port: number): string | null {
  const begin = `${cookieName(port)}=`;
  const match = (header ?? '').split(/;\s*/).find((part) => part.startsWith(begin));
  return match?.slice(begin.length) ?? null;
}
