import { isIP } from 'node:net';
import { readTrustedProxies, type TrustedProxies } from '../../shared/node/http/client-address.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { VendorProfile } from '../../shared/protocol/media.ts';
import { readOrigins } from '../api/cors.ts';
import type { ServiceOptions } from './options.ts';

const WILDCARDS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1']);

export const schemeOf = ({ tls }: ServiceOptions) => (tls === undefined ? 'http' : 'https');

const DEFAULT_PORTS = { http: 80, https: 443 } as const;

/** The origin of a listener: scheme, host and port. The scheme's default port is left out. */
export function originOf(
  host: string,
  port: number,
  scheme: keyof typeof DEFAULT_PORTS = 'http',
): string {
  // Every reply names its origin; a host without a colon need not be parsed as an IPv6 address.
  const name = host.includes(':') && isIP(host) === 6 ? `[${host}]` : host;
  return `${scheme}://${name}${port === DEFAULT_PORTS[scheme] ? '' : `:${port}`}`;
}

/**
 * The host that a client on this machine can connect to; a listener on every address has no single
 * host.
 */
export function reachableHost(host: string): string {
  return WILDCARDS.has(host) ? '127.0.0.1' : host;
}

/** The problem of a public origin, as the end of a sentence, or null. */
export function publicOriginProblem(text: string): string | null {
  const url = text.length > LIMITS.uriMax ? null : URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return 'must be an origin such as https://pay.example.';
  }
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
    return 'must be an origin alone, without a query, a fragment or a password.';
  }
  return url.pathname === '/'
    ? null
    : 'must be an origin without a path; give the service a host name of its own.';
}

/**
 * Every origin that clients may sign requests for (D-12). The loopback names mean one machine, so
 * if one is allowed, all are.
 */
export function signedOrigins(
  publicOrigin: string | null,
  host: string,
  port: number,
  scheme: keyof typeof DEFAULT_PORTS = 'http',
): readonly string[] {
  const hosts = new Set([reachableHost(host)]);
  if (LOOPBACK.has(host) || WILDCARDS.has(host)) for (const name of LOOPBACK) hosts.add(name);
  const own = [...hosts].map((name) => originOf(name, port, scheme));
  return publicOrigin === null ? own : [publicOrigin, ...own];
}

/** The public origin without a last slash; throws on one that is none, and on a demo in public. */
export function publicOriginOf({
  publicOrigin,
  demo,
  demoInPublic,
}: ServiceOptions): string | null {
  if (publicOrigin === undefined) return null;
  const problem = publicOriginProblem(publicOrigin);
  if (problem !== null) throw new Error(`The public origin ${problem}`);
  if (demo === true && demoInPublic !== true) {
    throw new Error('The demo is not offered in public; set demoInPublic to permit it.');
  }
  return new URL(publicOrigin).origin;
}

/** Whether real customers are expected: not on ephemeral data, and not in a demo or simulation. */
export function isForShops({ data, demo, simulator }: ServiceOptions): boolean {
  return data.kind === 'directory' && demo !== true && simulator !== true;
}

/** The proxies whose `X-Forwarded-For` counts, or null for none; throws on a text that is no address. */
export function trustedOf({ trustProxies }: ServiceOptions): TrustedProxies | null {
  if (trustProxies === undefined) return null;
  const trusted = readTrustedProxies(trustProxies);
  if (trusted === null) throw new Error('Trusted proxies are addresses such as 10.0.0.0/8.');
  return trusted;
}

/**
 * A page in a browser cannot keep a secret. Only the profiles whose clients were made that way are
 * allowed (V-16).
 */
export function browserOriginsOf(
  { browserOrigins = [] }: ServiceOptions,
  profile: VendorProfile,
): readonly string[] {
  const read = readOrigins(browserOrigins);
  if (read === null) {
    throw new Error('browserOrigins must be origins such as https://till.example, without a path');
  }
  if (read.length > 0 && profile.name === 'svc') {
    throw new Error('browserOrigins needs the profile settle or mcash');
  }
  return read;
}
