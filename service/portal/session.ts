import { timingSafeEqual } from 'node:crypto';
import type { Exchange } from '../../shared/node/http/exchange.ts';
import type { ReplyHeaders } from '../../shared/node/http/reply-headers.ts';
import { PORTAL_HEADER, SESSION_LEFT_HEADER, WATCHING } from '../../shared/portal/contract.ts';
import { type PortalRight, RIGHTS_OF } from '../../shared/portal/sign-in.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { holdsUntil, type Instant, MINUTE, SECOND } from '../../shared/time/clock.ts';
import { inNetmask } from '../merchants/netmask.ts';
import type { InstanceKeys } from '../store/instance-keys.ts';
import type { User } from '../store/store.ts';
import type { PortalAccess, SecondFactor } from '../store/user-store.ts';
import type { PortalDeps } from './deps.ts';

const COOKIE = 'tillkit_portal';
/** Uses within this time of the noted one are not noted. */
const USE_STEP = MINUTE;
const PURPOSE = 'merchant portal session';
const CREDENTIALS = 'merchant portal credentials';

/** When a session ends at the latest, milliseconds, and its id: the same for all its tokens. */
export type SessionLife = { readonly expires: number; readonly id: string };

/** What a request shows of its caller. */
type Caller = Pick<Exchange, 'headers' | 'address'>;

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
  readonly life: SessionLife;
};

/** A self-service user who has shown both factors, and the merchant to open. */
export type PersonEntry = {
  readonly email: string;
  readonly factor: SecondFactor;
  readonly access: PortalAccess;
};

/**
 * Sessions of the merchant portal. A token names its user, its expiry and its last use, and is signed
 * with a key of this installation, so every process with that key accepts it.
 * It is valid for the user's credentials at sign-in: a new secret or key, a new second factor, another role,
 * or a removed user ends it at once, even if another user of that id is created later. A sign-out is stored
 * until the last of the session's tokens is too old.
 *
 * A session without use ends after `portalSessionIdle`. A request that the page repeats by itself is no
 * use (`WATCHING`); any other gets a new token, at most once in `USE_STEP`. Each answer says when the
 * session ends (`SESSION_LEFT_HEADER`), so that the page can warn before.
 */
export interface Sessions {
  /** Opens a session. With `life` it continues one that was opened before, and ends with it. */
  open(headers: ReplyHeaders, merchantId: string, user: User, life?: SessionLife): void;
  openPerson(headers: ReplyHeaders, entry: PersonEntry, life?: SessionLife): void;
  read(request: Caller, headers: ReplyHeaders): Promise<MerchantSession | null>;
  /** Ends the session in every process, also after a restart. */
  close(headers: ReplyHeaders, session: MerchantSession): Promise<void>;
}

/** The first claim of a session of a self-service user; no merchant has this id, with its blank. */
const PERSON = 'person ';

export function createSessions(
  deps: Pick<PortalDeps, 'store' | 'clock' | 'ids' | 'addresses'>,
  mac: InstanceKeys['mac'],
): Sessions {
  const proofOf = ({ version, secretHash, publicKey }: User) =>
    mac(CREDENTIALS, JSON.stringify([version, secretHash, publicKey]));
  const proofOfPerson = (email: string, { userId, role }: PortalAccess, { nonce }: SecondFactor) =>
    mac(CREDENTIALS, JSON.stringify([PERSON, email, userId, role, nonce]));

  const { newLife, write, read, sayEnd } = sessionTokens(deps, mac);

  async function readUser(
    request: Caller,
    claims: readonly unknown[],
    life: SessionLife,
  ): Promise<MerchantSession | null> {
    const [merchantId, userId, proof] = claims.map(String);
    if (merchantId === undefined || userId === undefined) return null;
    const user = await deps.store.users.read(merchantId, userId);
    if (user === null || proofOf(user) !== proof || user.till !== undefined) return null;
    if (!inNetmask(request.address, user.netmask)) return null;
    const names = { name: user.id, userId };
    return { merchantId, user, ...names, rights: rightsOf(user), merchants: [], life };
  }

  async function readPerson(
    claims: readonly unknown[],
    life: SessionLife,
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
    return { merchantId: access.merchantId, user: null, ...names, rights, merchants, life };
  }

  return {
    open(headers, merchantId, user, life = newLife()) {
      write(headers, [merchantId, user.id, proofOf(user)], life);
    },
    openPerson(headers, { email, factor, access }, life = newLife()) {
      const proof = proofOfPerson(email, access, factor);
      write(headers, [PERSON, access.merchantId, email, proof], life);
    },
    async read(request, headers) {
      const token = read(request);
      if (token === null) return null;
      const { claims, life, used, isDue } = token;
      const [hasEnded, session] = await Promise.all([
        deps.store.users.hasEnded(life.id),
        claims[0] === PERSON ? readPerson(claims, life) : readUser(request, claims, life),
      ]);
      if (hasEnded) return null;
      const isUse = request.headers[PORTAL_HEADER] !== WATCHING;
      if (session === null) return null;
      if (isUse && isDue) write(headers, claims, life);
      else sayEnd(headers, life, used);
      return session;
    },
    async close(headers, { life }) {
      await deps.store.users.endSession(life.id, deps.clock.now(), life.expires);
      headers.remove(SESSION_LEFT_HEADER);
      setCookie(deps, headers, '', 0);
    },
  };
}

/** The tokens of sessions: their claims, then the end of the session, its last use, and its id. */
function sessionTokens(
  deps: Pick<PortalDeps, 'clock' | 'ids' | 'addresses'>,
  mac: InstanceKeys['mac'],
) {
  const newLife = (): SessionLife => ({
    expires: deps.clock.now() + LIMITS.portalSessionLife,
    id: deps.ids.short(),
  });
  function write(headers: ReplyHeaders, claims: readonly unknown[], life: SessionLife) {
    const { expires, id } = life;
    const now = deps.clock.now();
    const token = writeSigned(mac, PURPOSE, [...claims, expires, now, id]);
    setCookie(deps, headers, token, expires - now);
    sayEnd(headers, life, now);
  }
  /** Tells the page when the session ends; `used` is the noted last use. */
  function sayEnd(headers: ReplyHeaders, { expires }: SessionLife, used: Instant) {
    const idleEnd = used + LIMITS.portalSessionIdle;
    const left = Math.ceil((Math.min(expires, idleEnd) - deps.clock.now()) / SECOND);
    headers.set(SESSION_LEFT_HEADER, expires <= idleEnd ? `${left} final` : `${left}`);
  }
  /** Null without a token, for a foreign one, and after its time. `isDue`: a use needs a new token. */
  function read(request: Caller) {
    const token = cookieOf(request);
    const signed = token === null ? null : readSigned(mac, PURPOSE, token);
    if (signed === null) return null;
    const [expires, used] = signed.slice(-3).map(Number);
    const now = deps.clock.now();
    if (expires === undefined || used === undefined) return null;
    const isInUse = holdsUntil(used + LIMITS.portalSessionIdle, now, LIMITS.portalSessionIdle);
    if (!isInUse || !holdsUntil(expires, now, LIMITS.portalSessionLife)) return null;
    const life = { expires, id: String(signed.at(-1)) };
    return { claims: signed.slice(0, -3), life, used, isDue: now >= used + USE_STEP };
  }
  return { newLife, write, read, sayEnd };
}

/** What an API user may do here: what the API permits with its secret, or with its key (D-03). */
export function rightsOf({ publicKey }: User): readonly PortalRight[] {
  return RIGHTS_OF[publicKey !== null ? 'key' : 'secret'];
}

/** A text that carries claims, which only this installation can make. */
export function writeSigned(
  mac: InstanceKeys['mac'],
  purpose: string,
  claims: readonly unknown[],
): string {
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${payload}.${mac(purpose, payload)}`;
}

/** The claims of a text, or null when this installation did not make it for this purpose. */
export function readSigned(
  mac: InstanceKeys['mac'],
  purpose: string,
  text: string,
): readonly unknown[] | null {
  const [payload = '', signature = ''] = text.split('.', 2);
  const right = Buffer.from(mac(purpose, payload));
  const sent = Buffer.from(signature);
  if (sent.length !== right.length || !timingSafeEqual(sent, right)) return null;
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return Array.isArray(claims) ? claims : null;
}

function cookieOf(request: Caller): string | null {
  const header = request.headers.cookie;
  if (header === undefined || header.length > LIMITS.headerBytesMax) return null;
  for (const pair of header.split(';')) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === COOKIE && value !== undefined && /^[\w-]+\.[\w-]+$/.test(value)) return value;
  }
  return null;
}

/** Strict: a link from another site does not open these pages signed in. */
function setCookie(
  deps: Pick<PortalDeps, 'addresses'>,
  headers: ReplyHeaders,
  value: string,
  life: number,
): void {
  const { root, prefix } = deps.addresses();
  const secure = root.startsWith('https:') ? '; Secure' : '';
  const path = `${prefix}/portal/`;
  // A browser ignores a time with a fraction, and would keep the cookie until it is closed.
  const seconds = Math.ceil(life / SECOND);
  // In place of the token of the same reply, if the session was also used.
  headers.set(
    'set-cookie',
    `${COOKIE}=${value}; Path=${path}; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`,
  );
}
