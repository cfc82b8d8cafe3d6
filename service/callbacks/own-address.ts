import { networkInterfaces } from 'node:os';
import { isLoopback, plainAddress } from '../../shared/node/http/peer-address.ts';

/**
 * The ports on which this process listens; read at use, because they are known only after the
 * start.
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
