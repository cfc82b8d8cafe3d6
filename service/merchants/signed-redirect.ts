import { timingSafeEqual } from 'node:crypto';
import type { HttpRequest } from '../../shared/node/http/http-request.ts';
import { type Clock, holdsUntil, SECOND } from '../../shared/time/clock.ts';
import type { InstanceKeys } from '../store/instance-keys.ts';
import type { Caller } from './request-credentials.ts';

/**
 * Redirects for clients that follow them with the signature of the previous address, which does not
 * match the new one (D-172, V-17). The service signs the target address; the signature is valid for
 * this path, this caller and one minute.
 */
export interface SignedRedirects {
  /**
   * The path with its signature. The path alone for a caller with a secret.
   */
  address(path: string, caller: Caller): string;
  /** The caller of a signed redirect; null for any other request and any other route. */
  callerOf(presented: HttpRequest, route: string): Caller | null;
}

/** The redirects of clients that sign each address themselves: the path alone. */
export const PLAIN_REDIRECTS: SignedRedirects = {
  address: (path) => path,
  callerOf: () => null,
};

export type SignedRedirectsDeps = {
  readonly clock: Clock;
  /** A keyed digest of this installation, 43 base64url characters. */
  readonly mac: InstanceKeys['mac'];
  /** Path that every API path stands under. */
  readonly basePath: string;
};

const PURPOSE = 'followed_redirect';
const LIFE_SECONDS = 60;
/** The only route that redirects lead to. */
const TARGET = 'settlementRead';
const ADDRESS =
  /^([^?]+)\?sig=(user|integrator)\.([\w-]{1,200})\.([\w-]{1,200})\.(\d{1,12})\.([\w-]{43})$/;

export function createSignedRedirects({
  clock,
  mac,
  basePath,
}: SignedRedirectsDeps): SignedRedirects {
  const signed = (path: string, claim: string) => mac(PURPOSE, `${path}\n${claim}`);

  return {
    address(path, caller) {
      // A secret is valid for every address, so only a signature needs a signed redirect.
      if (caller.level !== 'KEY') return path;
      const ends = Math.ceil(clock.now() / SECOND) + LIFE_SECONDS;
      const claim = `${caller.kind}.${coded(caller.merchantId)}.${coded(caller.userId)}.${ends}`;
      return `${path}?sig=${claim}.${signed(basePath + path, claim)}`;
    },
    callerOf({ target, method }, route) {
      if (route !== TARGET || method !== 'GET') return null;
      const match = ADDRESS.exec(target);
      if (match === null) return null;
      const [, path = '', kind, merchant = '', user = '', ends = '', signature = ''] = match;
      const expected = signed(path, `${kind}.${merchant}.${user}.${ends}`);
      const right = timingSafeEqual(Buffer.from(expected), Buffer.from(signature));
      const life = LIFE_SECONDS * SECOND;
      if (!right || !holdsUntil(Number(ends) * SECOND, clock.now(), life)) return null;
      return {
        merchantId: decoded(merchant),
        kind: kind === 'integrator' ? 'integrator' : 'user',
        userId: decoded(user),
        level: 'KEY',
      };
    },
  };
}

const coded = (text: string) => Buffer.from(text).toString('base64url');
const decoded = (text: string) => Buffer.from(text, 'base64url').toString();
