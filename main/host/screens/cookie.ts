import { DAY, SECOND } from '../../../shared/time/clock.ts';

/** The longest life that browsers give a cookie. Each load of the page renews it. */
const LIFE = 400 * DAY;

/**
 * Name of the cookie with a screen's secret. It contains the port because cookies ignore ports and a machine may run
 * several tills.
 */
export function cookieName(port: number): string {
  return `tillkit-screen-${port}`;
}

/** The header that gives a browser its secret: for this host only, in no script, in no request of another site. */
export function secretCookie(secret: string, port: number): string {
  return `${cookieName(port)}=${secret}; Max-Age=${LIFE / SECOND}; HttpOnly; SameSite=Strict; Path=/`;
}

/** The secret in a request's `Cookie` header; null without one. */
export function secretIn(header: string | undefined, port: number): string | null {
  const begin = `${cookieName(port)}=`;
  const match = (header ?? '').split(/;\s*/).find((part) => part.startsWith(begin));
  return match?.slice(begin.length) ?? null;
}
