import { lookup as resolve } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isLoopback, plainAddress } from '../../shared/node/http/client-address.ts';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';

type Range = readonly [network: string, bits: number, name: string];

/**
 * Networks of the special-purpose registries; callbacks to them are refused unless the operator
 * allows them (D-145).
 */
const CLOSED_IPV4: readonly Range[] = [
  ['0.0.0.0', 8, 'unspecified'],
  ['10.0.0.0', 8, 'private'],
  ['100.64.0.0', 10, 'reserved for carriers'],
  ['127.0.0.0', 8, 'loopback'],
  // Contains the address of the metadata service of cloud machines, which returns credentials.
  ['169.254.0.0', 16, 'link-local'],
  ['168.63.129.16', 32, 'reserved for a cloud'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.0.0', 24, 'reserved'],
  ['192.0.2.0', 24, 'reserved for documentation'],
  ['192.88.99.0', 24, 'reserved for relays'],
  ['192.168.0.0', 16, 'private'],
  ['198.18.0.0', 15, 'reserved for benchmarks'],
  ['198.51.100.0', 24, 'reserved for documentation'],
  ['203.0.113.0', 24, 'reserved for documentation'],
  ['224.0.0.0', 4, 'multicast'],
  ['240.0.0.0', 4, 'reserved'],
];

/** Only 2000::/3 is public, except these networks. */
const CLOSED_IPV6: readonly Range[] = [
  ['2001::', 23, 'reserved'],
  ['2001:db8::', 32, 'reserved for documentation'],
  // Contains an IPv4 address, which may be any address.
  ['2002::', 16, 'reserved for relays'],
  ['3fff::', 20, 'reserved for documentation'],
];

const lists = [
  ...CLOSED_IPV4.map((range) => listOf(range, 'ipv4')),
  ...CLOSED_IPV6.map((range) => listOf(range, 'ipv6')),
];
const publicIpv6 = listOf(['2000::', 3, 'public'], 'ipv6').list;

function listOf([network, bits, name]: Range, family: 'ipv4' | 'ipv6') {
  const list = new BlockList();
  list.addSubnet(network, bits, family);
  return { list, name, family };
}

/** The kind of a closed address in a few words, or null for a public address. */
function closedRangeOf(address: string): string | null {
  const version = isIP(address);
  if (version === 0) return 'not an address';
  const family = version === 6 ? 'ipv6' : 'ipv4';
  // `BlockList` checks an IPv4 address in IPv6 form against the IPv4 ranges.
  const range = lists.find(
    ({ list, family: of }) => (version === 6 || of === family) && list.check(address, family),
  );
  if (range !== undefined) return range.name;
  if (version === 4 || publicIpv6.check(address, 'ipv6')) return null;
  return isMapped(address) ? null : 'not public';
}

const everyIpv4 = new BlockList();
everyIpv4.addSubnet('0.0.0.0', 0, 'ipv4');

/** True for an IPv4 address in IPv6 form (`::ffff:192.0.2.1`), in any notation. */
function isMapped(address: string): boolean {
  return everyIpv4.check(address, 'ipv6');
}

/** Loopback addresses, for services on the same machine as their callback receivers. */
export const LOOPBACK_TARGETS: readonly string[] = ['127.0.0.0/8', '::1'];

export type Target = { readonly address: string; readonly family: 4 | 6 };

/**
 * Decides which addresses callbacks may go to (D-145). It checks three times, because each check
 * alone has a gap: an address in the URL (which is not looked up), every address to which a name
 * resolves, and the remote address of the established connection.
 */
export interface AddressGuard {
  /**
   * The addresses of a URL's host that the service may connect to; refuses if one of them is not
   * allowed.
   */
  targetsOf(hostname: string): Promise<Answer<readonly Target[]>>;
  /** True if a connection for `hostname` may stay open, by its remote address. */
  admits(hostname: string, address: string | undefined): boolean;
}

type Resolve = (hostname: string) => Promise<readonly { address: string; family: number }[]>;

const systemResolve: Resolve = (hostname) => resolve(hostname, { all: true });

/**
 * `allowed` lists targets that are allowed although they are not public addresses: addresses,
 * networks as `<ip>/<bits>`, and host names, which may resolve to any address. Throws a sentence
 * for an invalid entry.
 */
export function createAddressGuard(
  allowed: readonly string[],
  resolveName: Resolve = systemResolve,
): AddressGuard {
  const open = new BlockList();
  const names = new Set<string>();
  for (const entry of allowed) allow(entry.trim(), open, names);

  function refusalOf(hostname: string, address: string): string | null {
    if (names.has(hostname)) return null;
    const plain = plainAddress(address);
    const version = isIP(plain);
    if (version !== 0 && open.check(plain, version === 6 ? 'ipv6' : 'ipv4')) return null;
    return closedRangeOf(plain);
  }

  return {
    async targetsOf(hostname) {
      const literal = literalOf(hostname);
      const addresses = literal === null ? await resolved(hostname, resolveName) : [literal];
      if (addresses.length === 0)
        return refuse('Bad Request', `the name ${hostname} has no address`);
      for (const { address } of addresses) {
        const range = refusalOf(hostname, address);
        if (range !== null) return refuse('Bad Request', refusedSentence(address, range));
      }
      return answer(addresses);
    },
    admits(hostname, address) {
      return address !== undefined && refusalOf(hostname, address) === null;
    },
  };
}

/** Both names of the option, because an operator of a package or a container knows the variable. */
function refusedSentence(address: string, range: string): string {
  const option = 'TILLKIT_ALLOW_CALLBACKS_TO (--allow-callbacks-to)';
  return `refused: ${address} is ${range}; the operator can allow it with ${option}`;
}

/**
 * The literal address of a URL's host, or null for a name. The URL parser converts every form of
 * IPv4 to dotted form.
 */
function literalOf(hostname: string): Target | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  const version = isIP(bare);
  if (version === 0) return null;
  return { address: bare, family: version === 6 ? 6 : 4 };
}

async function resolved(hostname: string, resolveName: Resolve): Promise<readonly Target[]> {
  try {
    const addresses = await resolveName(hostname);
    return addresses.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
  } catch {
    // The cause makes no difference: a name that does not resolve has no address.
    return [];
  }
}

const HOST_NAME = /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/;

function allow(entry: string, open: BlockList, names: Set<string>): void {
  const [ip = '', bits, more] = entry.split('/');
  const version = isIP(ip);
  const family = version === 6 ? 'ipv6' : 'ipv4';
  const prefix = /^\d{1,3}$/.test(bits ?? '') ? Number(bits) : Number.NaN;
  const name = URL.parse(`http://${entry}`)?.hostname;
  if (version !== 0 && bits === undefined) {
    open.addAddress(ip, family);
  } else if (version !== 0 && more === undefined && prefix <= (version === 6 ? 128 : 32)) {
    open.addSubnet(ip, prefix, family);
  } else if (entry.includes('*')) {
    throw new Error(
      `"${entry}" contains *, but wildcards are not supported; list each address, network and name`,
    );
  } else if (bits === undefined && name === entry.toLowerCase() && HOST_NAME.test(name)) {
    names.add(name);
  } else {
    throw new Error(`"${entry}" is not an address, a network (<ip>/<bits>) or a host name`);
  }
}

/**
 * Returns the ports on which this process listens. They are known only after the start.
 */
export type OwnPorts = () => ReadonlySet<number>;

/**
 * True if a connection to this address and port would reach this process itself. A callback with
 * such an address would bypass every check of the origin of a request, because it would come from
 * this machine.
 */
export function isOwnAddress(address: string, port: number, ports: OwnPorts): boolean {
  return ports().has(port) && isThisMachine(address);
}

function isThisMachine(address: string): boolean {
  const plain = plainAddress(address);
  if (isLoopback(plain) || plain === '0.0.0.0' || plain === '::') return true;
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return own.some((one) => plainAddress(one.address) === plain);
}
