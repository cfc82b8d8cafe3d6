import { BlockList, isIP } from 'node:net';

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
export function closedRangeOf(address: string): string | null {
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
