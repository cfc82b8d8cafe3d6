import { timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import { LruMap } from '../../shared/limits/lru-map.ts';
import { clientAddressOf } from '../../shared/node/http/client-address.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { inNetmask } from '../merchants/netmask.ts';
import type { User } from '../store/store.ts';
import type { PortalDeps } from './deps.ts';

const COOKIE = 'tillkit_portal';
const PURPOSE = 'merchant portal session';
const CREDENTIALS = 'merchant portal credentials';

/** A merchant's user who is signed in to the portal. */
export type MerchantSession = {
  readonly merchantId: string;
  readonly user: User;
  readonly token: string;
};

/**
 * Sessions of the merchant portal. A token names its user and its expiry and is signed with a key
 * of this installation, so every process with that key accepts it and none has to store it. It is
 * valid for the user's credentials at sign-in: a new secret or key, or a removed user, ends it at
 * once, even if another user of that id is created later.
 */
export interface Sessions {
  open(response: Response, merchantId: string, user: User): void;
  read(request: Request): Promise<MerchantSession | null>;
  close(response: Response, session: MerchantSession): void;
}

export function createSessions(
  deps: PortalDeps,
  mac: (purpose: string, text: string) => string,
): Sessions {
  const ended = new LruMap<string, true>(LIMITS.portalSessionsEnded);
  const proofOf = ({ version, secretHash, publicKey }: User) =>
    mac(CREDENTIALS, JSON.stringify([version, secretHash, publicKey]));

  return {
    open(response, merchantId, user) {
      const expires = deps.clock.now() + LIMITS.portalSessionLife;
      const claims = [merchantId, user.id, proofOf(user), expires, deps.ids.short()];
      const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
      setCookie(deps, response, `${payload}.${mac(PURPOSE, payload)}`, LIMITS.portalSessionLife);
    },
    async read(request) {
      const token = cookieOf(request);
      if (token === null || ended.get(token) === true) return null;
      const claims = claimsOf(token, mac);
      if (claims === null || claims.expires <= deps.clock.now()) return null;
      const { merchantId, userId, proof } = claims;
      const user = await deps.store.users.read(merchantId, userId);
      if (user === null || proofOf(user) !== proof) return null;
      const here = inNetmask(clientAddressOf(request), user.netmask);
      return here ? { merchantId, user, token } : null;
    },
    close(response, session) {
      ended.set(session.token, true);
      setCookie(deps, response, '', 0);
    },
  };
}

type Claims = {
  readonly merchantId: string;
  readonly userId: string;
  readonly proof: string;
  readonly expires: number;
};

/** The claims of a token, or null when this installation did not issue it. */
function claimsOf(token: string, mac: (purpose: string, text: string) => string): Claims | null {
  const [payload = '', signature = ''] = token.split('.', 2);
  const right = Buffer.from(mac(PURPOSE, payload));
  const sent = Buffer.from(signature);
  if (sent.length !== right.length || !timingSafeEqual(sent, right)) return null;
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  if (!Array.isArray(claims)) return null;
  const [merchantId, userId, proof, expires] = claims;
  return {
    merchantId: String(merchantId),
    userId: String(userId),
    proof: String(proof),
    expires: Number(expires),
  };
}

function cookieOf(request: Request): string | null {
  const header = request.headers.cookie;
  if (header === undefined || header.length > LIMITS.headerBytesMax) return null;
  for (const pair of header.split(';')) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === COOKIE && value !== undefined && /^[\w-]+\.[\w-]+$/.test(value)) return value;
  }
  return null;
}

/** Strict: a link from another site does not open these pages signed in. */
function setCookie(deps: PortalDeps, response: Response, value: string, life: number): void {
  const { root, prefix } = deps.addresses();
  const secure = root.startsWith('https:') ? '; Secure' : '';
  const path = `${prefix}/portal/`;
  response.append(
    'set-cookie',
    `${COOKIE}=${value}; Path=${path}; HttpOnly; SameSite=Strict; Max-Age=${life / 1000}${secure}`,
  );
}
