import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { endianness } from 'node:os';

/** The user of the program at the other end of a loopback connection. */
export type PeerUser = 'own' | 'other' | 'unknown';

export type PeerUserDeps = {
  /** The user that the till runs as. */
  readonly uid: number;
  /** The system's table of TCP connections, as in `/proc/net/tcp` and `tcp6`. */
  readonly readTable: () => Promise<string>;
};

type Ends = Pick<Socket, 'remoteAddress' | 'remotePort' | 'localAddress' | 'localPort'>;

const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'] as const;

/** Linux's table; empty when it cannot be read. */
async function readLinuxTable(): Promise<string> {
  const tables = await Promise.all(TABLES.map((path) => readFile(path, 'latin1').catch(() => '')));
  return tables.join('\n');
}

/** The check on this machine: Linux's table of connections; other systems answer `unknown`. */
export function peerUserHere(): (socket: Socket) => Promise<PeerUser> {
  const uid = process.getuid?.();
  if (process.platform !== 'linux' || uid === undefined) return async () => 'unknown';
  return createPeerUser({ uid, readTable: readLinuxTable });
}

/**
 * Finds the user of a connection's peer once per connection. Connections that arrive while the
 * table is being read share the next reading.
 */
export function createPeerUser(deps: PeerUserDeps): (socket: Socket) => Promise<PeerUser> {
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

/** The administrator counts as the till's own user, because they can read its files anyway. */
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

/** One end in the table's form: `0100007F:1F90` for 127.0.0.1:8080 on most machines. */
function endOf(address: string | undefined, port: number | undefined): string | null {
  const octets = address?.replace(/^::ffff:/i, '').split('.') ?? [];
  if (octets.length !== 4 || port === undefined) return null;
  const bytes = endianness() === 'LE' ? octets.reverse() : octets;
  const hex = (value: number, length: number) =>
    value.toString(16).toUpperCase().padStart(length, '0');
  return `${bytes.map((part) => hex(Number(part), 2)).join('')}:${hex(port, 4)}`;
}
