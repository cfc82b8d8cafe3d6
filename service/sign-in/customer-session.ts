import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { HeaderSink } from '../../shared/node/http/reply-headers.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { prefixOf } from '../../shared/protocol/service-addresses.ts';
import type { Customer } from '../store/store.ts';
import type { SignInDeps } from './deps.ts';

/** Dependencies of the customers' sessions. */
export type SessionDeps = Pick<SignInDeps, 'store' | 'clock' | 'ids' | 'addresses'>;

const COOKIE = 'tillkit_wallet';

/** A signed-in customer; the hash identifies the session but cannot be used to open it. */
export type Session = { readonly customer: Customer; readonly tokenHash: string };

/** The token is 256 random bits, so a plain hash cannot be reversed. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

function tokenOf(request: Pick<IncomingMessage, 'headers'>): string | null {
  const header = request.headers.cookie;
  if (header === undefined || header.length > LIMITS.headerBytesMax) return null;
  for (const pair of header.split(';')) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === COOKIE && value !== undefined && /^[\w-]{43}$/.test(value)) return value;
  }
  return null;
}

/** The session of the request's cookie, or null. */
export async function readSession(
  deps: Pick<SessionDeps, 'clock' | 'store'>,
  request: Pick<IncomingMessage, 'headers'>,
): Promise<Session | null> {
  const token = tokenOf(request);
  if (token === null) return null;
  const tokenHash = hashOf(token);
  const customer = await deps.store.customers.bySession(tokenHash, deps.clock.now());
  return customer && { customer, tokenHash };
}

/** Starts a session and sets its cookie. Scripts cannot read it, other sites cannot send writes. */
export async function openSession(
  deps: SessionDeps,
  reply: HeaderSink,
  customer: Customer,
): Promise<void> {
  const token = deps.ids.token();
  const expires = deps.clock.now() + LIMITS.walletSessionLife;
  await deps.store.customers.putSession(hashOf(token), customer.id, expires);
  setCookie(deps, reply, token, LIMITS.walletSessionLife / 1000);
}

/** Ends a session and removes its cookie. */
export async function closeSession(
  deps: Pick<SessionDeps, 'store' | 'addresses'>,
  reply: HeaderSink,
  session: Session,
): Promise<void> {
  await deps.store.customers.removeSession(session.tokenHash);
  setCookie(deps, reply, '', 0);
}

function setCookie(
  deps: Pick<SessionDeps, 'addresses'>,
  reply: HeaderSink,
  value: string,
  maxAgeSeconds: number,
): void {
  const { wallet } = deps.addresses();
  const path = `${prefixOf(wallet)}/`;
  const secure = wallet.startsWith('https:') ? '; Secure' : '';
  reply.set(
    'set-cookie',
    `${COOKIE}=${value}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`,
  );
}
