import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** An IPv4 address mapped into IPv6: its end in dots, or as a URL writes it, in two groups. */
const MAPPED =
  /^(?:::|(?:0{1,4}:){5})ffff:(?:(\d+\.\d+\.\d+\.\d+)|([\da-f]{1,4}):([\da-f]{1,4}))$/i;

/**
 * The address in its shortest usual form: an IPv4 address mapped into IPv6 becomes an IPv4 address.
 */
export function plainAddress(address: string): string {
  const [, dotted, high, low] = MAPPED.exec(address) ?? [];
  if (high === undefined || low === undefined) return dotted ?? address;
  const bytes = [high, low].map((group) => Number.parseInt(group, 16));
  return bytes.flatMap((pair) => [pair >> 8, pair & 0xff]).join('.');
}

/**
 * The name under which a peer is counted. A customer of a network provider has a whole /64 of IPv6,
 * so all of it is one peer.
 */
export function peerName(address: string): string {
  const plain = plainAddress(address);
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('%', 1)[0]?.split('::', 2) ?? [];
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? 0 : tail.split(':').length;
  while (tail !== undefined && groups.length + after < 8) groups.push('0');
  return `${groups.slice(0, 4).join(':')}::/64`;
}

const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/** True for a header `Host` with a name of this machine that no other machine can have. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK_HOST.test(host);
}

/** True for the machine's own addresses. */
export function isLoopback(address: string): boolean {
  const plain = plainAddress(address);
  return plain === '::1' || plain.startsWith('127.');
}

/** Proxies whose `X-Forwarded-For` the service believes. */
export interface TrustedProxies {
  has(address: string): boolean;
}

/** Proxies between a client and the service; more than any real chain has. */
const HOPS_MAX = 16;

/**
 * The widest networks of proxies, as bits: those of private addresses, `10.0.0.0/8` and `fc00::/7`. A
 * wider one has strangers in it, who could then choose the address that they are counted under.
 */
const WIDEST = { ipv4: 8, ipv6: 7 } as const;

/** A network as bits of IPv4 or IPv6; one of IPv4 addresses mapped into IPv6 is one of IPv4. */
function readNetwork(text: string) {
  const [written = '', bits, more] = text.trim().split('/');
  if (isIP(written) === 0 || more !== undefined) return null;
  const address = plainAddress(written);
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  const longest = isIP(written) === 4 ? 32 : 128;
  const given = bits === undefined ? longest : Number(/^\d{1,3}$/.test(bits) ? bits : -1);
  const prefix = address === written ? given : given - 96;
  if (prefix < WIDEST[family] || given > longest) return null;
  return { address, family, prefix } as const;
}

/**
 * Reads addresses and networks such as `10.0.0.0/8`. Null for a text that is neither, and for a network
 * that is wider than all private ones, which would let strangers choose their address.
 */
export function readTrustedProxies(texts: readonly string[]): TrustedProxies | null {
  const list = new BlockList();
  for (const text of texts) {
    const network = readNetwork(text);
    if (network === null) return null;
    list.addSubnet(network.address, network.prefix, network.family);
  }
  // A short network of IPv6, such as ::/8, has every IPv4 address in it, mapped into IPv6.
  if (texts.length === 0 || list.check('::ffff:0:0', 'ipv6')) return null;
  return {
    has(address) {
      const plain = plainAddress(address);
      const version = isIP(plain);
      return version !== 0 && list.check(plain, version === 4 ? 'ipv4' : 'ipv6');
    },
  };
}

/**
 * The address of the client behind trusted proxies. Each trusted proxy vouches for the last address of
 * the list that the one before it has not vouched for; the first address that no trusted proxy has is
 * the client's. An address that cannot be read ends the chain.
 */
export function forwardedClient(
  peer: string,
  forwardedFor: string | undefined,
  trusted: TrustedProxies,
): string {
  const chain = (forwardedFor ?? '').split(',').slice(-HOPS_MAX).map(readForwarded);
  let client = peer;
  while (trusted.has(client)) {
    const before = chain.pop();
    if (before === undefined || before === null) break;
    client = before;
  }
  return client;
}

/** One entry of the list: an address, in brackets or with a port where the proxy writes one. */
function readForwarded(text: string): string | null {
  const entry = text.trim();
  const address =
    /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? entry.replace(/^([\d.]+):\d+$/, '$1');
  return isIP(address) === 0 ? null : address;
}

const clients = new WeakMap<IncomingMessage, string>();

/**
 * Finds the client of a request behind trusted proxies, once, for all later readers. Without trusted
 * proxies the client is the peer, and nothing is noted.
 */
export function noteClient(request: IncomingMessage, trusted: TrustedProxies | null): void {
  if (trusted === null) return;
  const { remoteAddress } = request.socket;
  const header = request.headers['x-forwarded-for'];
  const forwardedFor = Array.isArray(header) ? header.join(',') : header;
  clients.set(request, forwardedClient(remoteAddress ?? '', forwardedFor, trusted));
}

/** The address of the client: of the peer, or behind a trusted proxy the one that the proxy names. */
export function clientAddressOf(request: IncomingMessage): string {
  return clients.get(request) ?? request.socket.remoteAddress ?? '';
}
