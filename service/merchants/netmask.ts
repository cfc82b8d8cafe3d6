import { BlockList, isIP } from 'node:net';
import { LruMap } from '../../shared/limits/lru-map.ts';
import { plainAddress } from '../../shared/node/http/client-address.ts';

const NETMASKS_REMEMBERED = 1_000;
const known = new LruMap<string, BlockList>(NETMASKS_REMEMBERED);

/**
 * True when `address` lies in `netmask`, `<ip>/<bits>` or one address, IPv4 or IPv6. Null and empty
 * mean no restriction (D-07). An invalid mask matches no address.
 */
export function inNetmask(address: string, netmask: string | null): boolean {
  if (netmask === null || netmask.trim() === '') return true;
  const list = known.get(netmask) ?? readNetmask(netmask);
  known.set(netmask, list);
  const plain = plainAddress(address);
  const version = isIP(plain);
  return version !== 0 && list.check(plain, version === 6 ? 'ipv6' : 'ipv4');
}

function readNetmask(netmask: string): BlockList {
  const list = new BlockList();
  const [ip = '', bits] = netmask.trim().split('/', 2);
  const version = isIP(ip);
  if (version === 0 || !(bits === undefined || /^\d{1,3}$/.test(bits))) return list;
  const most = version === 6 ? 128 : 32;
  const prefix = bits === undefined ? most : Number(bits);
  if (prefix <= most) list.addSubnet(ip, prefix, version === 6 ? 'ipv6' : 'ipv4');
  return list;
}
