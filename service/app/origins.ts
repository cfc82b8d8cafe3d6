import { isIP } from 'node:net';

const WILDCARDS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1']);

/** The origin of a listener: scheme, host and port, the port only when it is not 80. */
export function originOf(host: string, port: number): string {
  // Every reply names its origin; a host without a colon need not be read to know that it is none.
  const name = host.includes(':') && isIP(host) === 6 ? `[${host}]` : host;
  return `http://${name}${port === 80 ? '' : `:${port}`}`;
}

/** The host to tell a client on this machine; a listener on every address has none of its own. */
export function reachableHost(host: string): string {
  return WILDCARDS.has(host) ? '127.0.0.1' : host;
}

/**
 * Every origin that clients may sign requests for (D-12). The loopback names are one machine, so
 * each of them is good where one is.
 */
export function signedOrigins(
  publicOrigin: string | null,
  host: string,
  port: number,
): readonly string[] {
  const hosts = new Set([reachableHost(host)]);
  if (LOOPBACK.has(host) || WILDCARDS.has(host)) for (const name of LOOPBACK) hosts.add(name);
  const own = [...hosts].map((name) => originOf(name, port));
  return publicOrigin === null ? own : [publicOrigin, ...own];
}
