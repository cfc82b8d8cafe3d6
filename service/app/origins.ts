import { isIP } from 'node:net';
import { readTrustedProxies, type TrustedProxies } from '../../shared/node/http/client-address.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { VendorProfile } from '../../shared/protocol/media.ts';
import { OLDER_PROFILES, PROFILES, profileList } from '../../shared/protocol/profiles.ts';
import { prefixOf } from '../../shared/protocol/service-addresses.ts';
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
  const prefix = prefixOf(url.href);
  if (prefix !== '' && !PREFIX.test(prefix)) {
    return 'must have a path of letters, digits, "-", "_", "." and "~", such as /tillkit.';
  }
  return isOwnPath(prefix.split('/', 2)[1] ?? '') || VERSION_LAST.test(prefix)
    ? 'must have a path that the service does not use itself, such as /tillkit.'
    : null;
}

/** A path prefix that clients and proxies write in one way only. */
const PREFIX = /^(?:\/[A-Za-z0-9_.~-]+)+$/;

/**
 * Paths that begin as paths of the service itself. With such a prefix the service could not know
 * whether the proxy has removed it.
 */
const OWN_PATHS: ReadonlySet<string> = new Set([
  ...['merchant', 'oauth2', 'wallet', 'portal', 'docs', 'health', 'keys', 'payment', 'chat'],
  ...['shortlink', 'simulator', 'testbed', '.well-known', 'openapi.json'],
]);

/** Codes and pages have paths of one letter (D-154). */
const isOwnPath = (first: string) => OWN_PATHS.has(first) || /^[a-z]$/.test(first);

/** People type the root on a till, which would take a path with a version for that of the API. */
const VERSION_LAST = /\/v\d+$/;

/** A public origin without a last slash, with its path prefix. The text has no problem. */
export function rootOf(publicOrigin: string): string {
  const { origin, href } = new URL(publicOrigin);
  return origin + prefixOf(href);
}

/**
 * Every origin that clients may sign requests for, the public one with its path prefix (D-12). The
 * loopback names mean one machine, so if one is allowed, all are.
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

/** The public origin with its path prefix; throws on one that is none, and on a demo in public. */
export function publicOriginOf({
  publicOrigin,
  demo,
  demoInPublic,
  lanWallet,
}: ServiceOptions): string | null {
  if (publicOrigin === undefined) return null;
  const problem = publicOriginProblem(publicOrigin);
  if (problem !== null) throw new Error(`The public origin ${problem}`);
  if (demo === true && demoInPublic !== true) {
    throw new Error('The demo is not offered in public; set demoInPublic to permit it.');
  }
  const root = rootOf(publicOrigin);
  if (lanWallet !== undefined && prefixOf(root) !== '') {
    throw new Error('A wallet with a listener of its own needs a public origin without a path.');
  }
  return root;
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

/** The problem of the name of the testbed (V-22), as the end of a sentence, or null. */
export function testbedHostProblem({
  testbedHost,
  simulator,
  profile,
}: Pick<ServiceOptions, 'testbedHost' | 'simulator' | 'profile'>): string | null {
  if (testbedHost === undefined) return null;
  const isName = URL.parse(`http://${testbedHost}`)?.host === testbedHost.toLowerCase();
  if (!isName || isIP(testbedHost) !== 0) return 'must be a host name such as testbed.example.';
  const hasTestbed = PROFILES[profile ?? 'svc'].testCustomers === 'named';
  return simulator === true && hasTestbed ? null : 'needs the simulator and the profile mcash.';
}

/** The name of the testbed; throws on one that is none. */
export function testbedHostOf(options: ServiceOptions): string | null {
  const problem = testbedHostProblem(options);
  if (problem !== null) throw new Error(`The name of the testbed ${problem}`);
  return options.testbedHost ?? null;
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
    throw new Error(`browserOrigins needs the profile ${profileList(OLDER_PROFILES)}`);
  }
  return read;
}
