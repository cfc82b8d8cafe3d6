import { timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import { LruMap } from '../../shared/limits/lru-map.ts';
import { clientAddressOf } from '../../shared/node/http/client-address.ts';
import { type PortalRight, RIGHTS_OF } from '../../shared/portal/sign-in.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { inNetmask } from '../merchants/netmask.ts';
import type { User } from '../store/store.ts';
import type { PortalAccess, SecondFactor } from '../store/user-store.ts';
import type { PortalDeps } from './deps.ts';

const COOKIE = 'tillkit_portal';
const PURPOSE = 'merchant portal session';
const CREDENTIALS = 'merchant portal credentials';

/** A merchant's user who is signed in to the portal. */
export type MerchantSession = {
  readonly merchantId: string;
  /** The API user; null for a self-service user. */
  readonly user: User | null;
  /** The id of the API user, or the e-mail address of the self-service user. */
  readonly name: string;
  /** For the log, which has no addresses: the id of the API user or of the self-service user. */
  readonly userId: string;
  readonly rights: readonly PortalRight[];
  /** What a self-service user may open, this merchant included; empty for an API user. */
  readonly merchants: readonly PortalAccess[];
  readonly token: string;
};

/** A self-service user who has shown both factors, and the merchant to open. */
export type PersonEntry = {
  readonly email: string;
  readonly factor: SecondFactor;
  readonly access: PortalAccess;
};

/**
 * Sessions of the merchant portal. A token names its user and its expiry and is signed with a key
 * of this installation, so every process with that key accepts it and none has to store it. It is
 * valid for the user's credentials at sign-in: a new secret or key, a new second factor, or a removed
 * user ends it at once, even if another user of that id is created later. The rights are read with
 * each request.
 */
export interface Sessions {
  open(response: Response, merchantId: string, user: User): void;
  openPerson(response: Response, entry: PersonEntry): void;
  read(request: Request): Promise<MerchantSession | null>;
  close(response: Response, session: MerchantSession): void;
}

/** A keyed digest of this installation (`InstanceKeys.mac`). */
export type Mac = (purpose: string, text: string) => string;

/** The first claim of a session of a self-service user; no merchant has this id, with its blank. */
const PERSON = 'person ';

export function createSessions(deps: PortalDeps, mac: Mac): Sessions {
  const ended = new LruMap<string, true>(LIMITS.portalSessionsEnded);
  const proofOf = ({ version, secretHash, publicKey }: User) =>
    mac(CREDENTIALS, JSON.stringify([version, secretHash, publicKey]));
  const proofOfPerson = (email: string, { userId }: PortalAccess, { nonce }: SecondFactor) =>
    mac(CREDENTIALS, JSON.stringify([PERSON, email, userId, nonce]));

  function open(response: Response, claims: readonly string[]): void {
    const expires = deps.clock.now() + LIMITS.portalSessionLife;
    const token = writeSigned(mac, PURPOSE, [...claims, expires, deps.ids.short()]);
    setCookie(deps, response, token, LIMITS.portalSessionLife);
  }

  async function readUser(
    request: Request,
    claims: readonly unknown[],
    token: string,
  ): Promise<MerchantSession | null> {
    const [merchantId, userId, proof] = claims.map(String);
    if (merchantId === undefined || userId === undefined) return null;
    const user = await deps.store.users.read(merchantId, userId);
    if (user === null || proofOf(user) !== proof) return null;
    if (!inNetmask(clientAddressOf(request), user.netmask)) return null;
    const names = { name: user.id, userId };
    return { merchantId, user, ...names, rights: rightsOf(user), merchants: [], token };
  }

  async function readPerson(
    claims: readonly unknown[],
    token: string,
  ): Promise<MerchantSession | null> {
    const [, merchantId, email = '', proof] = claims.map(String);
    const { sspUsers } = deps.store;
    const merchants = await sspUsers.access(email, LIMITS.portalPage);
    const access = merchants.find((one) => one.merchantId === merchantId);
    if (access === undefined) return null;
    const factor = await sspUsers.factor(email);
    if (factor === null || proofOfPerson(email, access, factor) !== proof) return null;
    const rights = RIGHTS_OF[access.role];
    const names = { name: email, userId: access.userId };
    return { merchantId: access.merchantId, user: null, ...names, rights, merchants, token };
  }

  return {
    open: (response, merchantId, user) => open(response, [merchantId, user.id, proofOf(user)]),
    openPerson(response, { email, factor, access }) {
      open(response, [PERSON, access.merchantId, email, proofOfPerson(email, access, factor)]);
    },
    async read(request) {
      const token = cookieOf(request);
      if (token === null || ended.get(token) === true) return null;
      const claims = readSigned(mac, PURPOSE, token);
      if (claims === null || Number(claims.at(-2)) <= deps.clock.now()) return null;
      return claims[0] === PERSON ? readPerson(claims, token) : readUser(request, claims, token);
    },
    close(response, session) {
      ended.set(session.token, true);
      setCookie(deps, response, '', 0);
    },
  };
}

/** What an API user may do here: what the API permits with its secret, or with its key (D-03). */
export function rightsOf({ publicKey, till }: User): readonly PortalRight[] {
  return RIGHTS_OF[publicKey !== null && till === undefined ? 'key' : 'secret'];
}

/** A text that carries claims, which only this installation can make. */
export function writeSigned(mac: Mac, purpose: string, claims: readonly unknown[]): string {
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${payload}.${mac(purpose, payload)}`;
}

/** The claims of a text, or null when this installation did not make it for this purpose. */
export function readSigned(mac: Mac, purpose: string, text: string): readonly unknown[] | null {
  const [payload = '', signature = ''] = text.split('.', 2);
  const right = Buffer.from(mac(purpose, payload));
  const sent = Buffer.from(signature);
  if (sent.length !== right.length || !timingSafeEqual(sent, right)) return null;
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return Array.isArray(claims) ? claims : null;
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
