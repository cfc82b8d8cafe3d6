import type { Exchange } from '../../shared/node/http/exchange.ts';
import type { Reply } from '../../shared/node/http/reply.ts';
import type { HeaderSink } from '../../shared/node/http/reply-headers.ts';
import { tokenHash } from '../../shared/node/password-hash.ts';
import { openSession, readSession } from '../sign-in/customer-session.ts';
import type { OauthRequest } from '../store/oauth-store.ts';
import type { Asking } from './asking.ts';
import type { OauthDeps } from './deps.ts';
import { answerRequest } from './requests.ts';
import { showConsent, showNumber, showOver } from './show-pages.ts';

const LOGIN_COOKIE = 'tillkit_login';

/** Starts a browser's sign-in: a cookie that no other site can send with a form. */
export function setLoginCookie(
  deps: Pick<OauthDeps, 'addresses'>,
  headers: HeaderSink,
  token: string,
): void {
  const { root, prefix } = deps.addresses();
  const secure = root.startsWith('https:') ? '; Secure' : '';
  headers.set(
    'set-cookie',
    `${LOGIN_COOKIE}=${token}; Path=${prefix}/; HttpOnly; SameSite=Lax; Max-Age=900${secure}`,
  );
}

export function loginCookieOf({ headers }: Pick<Exchange, 'headers'>): string | null {
  const match = /(?:^|;\s*)tillkit_login=([\w.-]{1,100})(?:;|$)/.exec(headers.cookie ?? '');
  return match?.[1] ?? null;
}

/** The proof in a QR code: derived from the cookie, and not valid as a cookie (D-130). */
export function qrKeyOf(deps: Pick<OauthDeps, 'issuers'>, loginHash: string): string {
  return deps.issuers.keys.mac('oauth-qr', loginHash);
}

/** True when this browser may continue the request. */
export function mayContinue(
  deps: Pick<OauthDeps, 'issuers'>,
  open: OauthRequest,
  cookie: string | null,
  key: string | null,
): boolean {
  if (open.loginHash === null) return false;
  if (cookie !== null && tokenHash(cookie) === open.loginHash) return true;
  return key !== null && key === qrKeyOf(deps, open.loginHash);
}

/** Shows the next page: the consent if the customer is signed in, otherwise the sign-in. */
export async function showNext(asking: Asking): Promise<Reply> {
  const { deps, exchange, open } = asking;
  const session = await readSession(deps.oauth, exchange);
  const mine =
    session !== null && (await deps.oauth.store.oauth.bindRequest(open.id, session.customer.id));
  return mine ? showConsent(asking, session.customer) : showNumber(asking, 200, null);
}

/** Signs the customer in for the request and shows the consent. */
export async function signedInFor(asking: Asking, customerId: string): Promise<Reply> {
  const { oauth } = asking.deps;
  const customer = await oauth.store.customers.byId(customerId);
  if (customer === null || !(await oauth.store.oauth.bindRequest(asking.open.id, customerId))) {
    return showOver(asking.exchange);
  }
  await openSession(oauth, asking.headers, customer);
  return showConsent(asking, customer);
}

/** Redirects to the application with the customer's decision. */
export async function decided(asking: Asking, approved: boolean): Promise<Reply> {
  const { deps, exchange, open } = asking;
  const session = await readSession(deps.oauth, exchange);
  const own = session !== null && open.customerId === session.customer.id;
  if (approved && !own) return showOver(exchange);
  const decision =
    approved && session !== null
      ? ({ kind: 'granted', customerId: session.customer.id, scope: null } as const)
      : ({ kind: 'refused' } as const);
  const location = await answerRequest(deps.oauth, open, decision);
  return location === null ? showOver(exchange) : redirectTo(location);
}

export function redirectTo(location: string): Reply {
  return { status: 302, headers: { location } };
}

export function queryOf({ target }: Pick<Exchange, 'target'>): URLSearchParams {
  const at = target.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : target.slice(at + 1));
}
