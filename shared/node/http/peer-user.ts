import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { endianness } from 'node:os';
import { isLoopback } from './client-address.ts';

/** The user of the program at the other end of a loopback connection. */
export type PeerUser = 'own' | 'other' | 'unknown';

export type PeerUserDeps = {
  /** The user that this process runs as. */
  readonly uid: number;
  /** The system's table of TCP connections, as in `/proc/net/tcp` and `tcp6`. */
  readonly readTable: () => Promise<string>;
};

/** Finds the user of a connection's peer. */
export type FindPeerUser = (socket: Socket) => Promise<PeerUser>;

type Ends = {
  readonly remoteAddress: string | undefined;
  readonly remotePort: number | undefined;
  readonly localAddress: string | undefined;
  readonly localPort: number | undefined;
};

const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'] as const;

/** Linux's table; empty when it cannot be read. */
async function readLinuxTable(): Promise<string> {
  const tables = await Promise.all(TABLES.map((path) => readFile(path, 'latin1').catch(() => '')));
  return tables.join('\n');
}

/** The check on this machine: Linux's table of connections; other systems answer `unknown`. */
export function peerUserHere(): FindPeerUser {
  const uid = process.getuid?.();
  if (process.platform !== 'linux' || uid === undefined) return async () => 'unknown';
  return createPeerUser({ uid, readTable: readLinuxTable });
}

/**
 * Finds the user of a connection's peer once per connection. Connections that arrive while the
 * table is being read share the next reading.
 */
export function createPeerUser(deps: PeerUserDeps): FindPeerUser {
  const known = new WeakMap<Socket, Promise<PeerUser>>();
  let running: Promise<string> = Promise.resolve('');
  let next: Promise<string> | null = null;
  const table = () => {
    next ??= running.then(() => {
      next = null;
      running = deps.readTable();
      return running;
    });
    return next;
  };
  return (socket) => {
    const before = known.get(socket);
    if (before !== undefined) return before;
    const { remoteAddress, remotePort, localAddress, localPort } = socket;
    const ends = { remoteAddress, remotePort, localAddress, localPort };
    const user = table().then((text) => userOf(uidIn(text, ends), deps));
    known.set(socket, user);
    return user;
  };
}

/** A request, as far as it shows whose program sent it. */
export type SentBy = { readonly address: string; readonly socket?: Socket | undefined };

/**
 * False for requests of programs of another user of this machine. True for a request from another machine
 * or through a proxy, whose user is unknown, and on systems that do not report users.
 */
export function createOwnUser(peerUser: FindPeerUser): (request: SentBy) => Promise<boolean> {
  return async ({ address, socket }) => {
    const { remoteAddress = '' } = socket ?? {};
    if (socket === undefined || !isLoopback(remoteAddress) || address !== remoteAddress)
      return true;
    return (await peerUser(socket)) !== 'other';
  };
}

/** The administrator counts as this process's own user, because they can read its files anyway. */
function userOf(uidOfPeer: number | null, { uid }: PeerUserDeps): PeerUser {
  if (uidOfPeer === null) return 'unknown';
  return uidOfPeer === uid || uidOfPeer === 0 ? 'own' : 'other';
}

/**
 * The user of the row whose local end is the peer's; null without one. A connection that its
 * program has closed has no inode and names the administrator, so its row is ignored.
 */
export function uidIn(table: string, ends: Ends): number | null {
  const [peer, own] = [
    endOf(ends.remoteAddress, ends.remotePort),
    endOf(ends.localAddress, ends.localPort),
  ];
  if (peer === null || own === null) return null;
  const mapped = '0000000000000000FFFF0000';
  for (const row of [` ${peer} ${own} `, ` ${mapped}${peer} ${mapped}${own} `]) {
    const at = table.indexOf(row);
    if (at < 0) continue;
    // After both ends: state, queues, timer, retransmits, uid, timeout, inode.
    const rest = table.slice(at + row.length, at + row.length + 200).split('\n', 1)[0] ?? '';
    const [, , , , uid = '', , inode = '0'] = rest.trim().split(/\s+/);
    if (/^\d+$/.test(uid) && inode !== '0') return Number(uid);
  }
  return null;
}

/**
 * One end in the table's form, with the bytes of each 32-bit word in the machine's order:
 * `0100007F:1F90` for 127.0.0.1:8080 on most machines. Of IPv6 only the loopback address.
 */
function endOf(address: string | undefined, port: number | undefined): string | null {
  if (address === undefined || port === undefined) return null;
  const hex = (value: number, length: number) =>
    value.toString(16).toUpperCase().padStart(length, '0');
  const word = (bytes: readonly number[]) =>
    (endianness() === 'LE' ? bytes.toReversed() : bytes).map((byte) => hex(byte, 2)).join('');
  if (address === '::1') return `${'0'.repeat(24)}${word([0, 0, 0, 1])}:${hex(port, 4)}`;
  const octets = address.replace(/^::ffff:/i, '').split('.');
  return octets.length === 4 ? `${word(octets.map(Number))}:${hex(port, 4)}` : null;
}
