import { networkInterfaces } from 'node:os';
import { isLoopback, plainAddress } from '../../shared/node/http/peer-address.ts';

/** The ports on which this process listens; read at use, because they are known only then. */
export type OwnPorts = () => ReadonlySet<number>;

/**
 * True where a connection to this address and port would reach this process itself. A callback that
 * a merchant has addressed there would speak for the operator: from this machine, past every check
 * of where a request comes from.
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
