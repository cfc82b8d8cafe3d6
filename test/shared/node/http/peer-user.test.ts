import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { endianness } from 'node:os';
import { expect, test } from 'vitest';
import { createPeerUser, peerUserHere, uidIn } from '../../../../shared/node/http/peer-user.ts';

/* Which user runs the program at the other end of a loopback connection. */

const ENDS = {
  ...{ remoteAddress: '127.0.0.1', remotePort: 50_000 },
  ...{ localAddress: '127.0.0.1', localPort: 4_601 },
};
const LOOPBACK = endianness() === 'LE' ? '0100007F' : '7F000001';
const MAPPED = `0000000000000000FFFF0000${LOOPBACK}`;
const QUEUES = '00000000:00000000 00:00000000 00000000';

/** A row of the table, as Linux writes it; the peer's own end comes first. */
const row = (uid: number, inode: number, host = LOOPBACK) =>
  `   7: ${host}:C350 ${host}:11F9 01 ${QUEUES} ${String(uid).padStart(5)}        0 ${inode} 1 0`;
/** The same connection, seen from this end. */
const OURS = `   6: ${LOOPBACK}:11F9 ${LOOPBACK}:C350 01 ${QUEUES}     0        0 12 1 0`;

test.each([
  ['the peer’s row', [OURS, row(1_001, 77)], 1_001],
  ['the peer’s row of the other table', [OURS, row(1_002, 78, MAPPED)], 1_002],
  ['a connection that its program has closed', [OURS, row(0, 0)], null],
  ['this end’s row alone', [OURS], null],
  ['an empty table', [], null],
])('%s gives the user id of the peer, or null', (_name, rows, uid) => {
  expect(uidIn(rows.join('\n'), ENDS)).toBe(uid);
});

test('a connection over IPv6 gives the user id of the peer', () => {
  const one = `${'0'.repeat(24)}${endianness() === 'LE' ? '01000000' : '00000001'}`;
  const ends = { ...ENDS, remoteAddress: '::1', localAddress: '::1' };
  expect(uidIn([OURS, row(1_003, 79, one)].join('\n'), ends)).toBe(1_003);
});

test.each([
  [1_000, 'own'],
  [0, 'own'],
  [1_001, 'other'],
])('for a till of user 1000 a peer of user %i has the relation %s', async (uid, user) => {
  const peerUser = createPeerUser({ uid: 1_000, readTable: async () => row(uid, 77) });
  expect(await peerUser(ENDS as Socket)).toBe(user);
});

test('simultaneous connections read the table once, and repeated lookups do not read it again', async () => {
  let readings = 0;
  const peerUser = createPeerUser({
    uid: 1_000,
    async readTable() {
      readings += 1;
      return row(1_000, 77);
    },
  });
  const sockets = Array.from({ length: 50 }, () => ({ ...ENDS }) as Socket);
  await Promise.all(sockets.map(peerUser));
  await Promise.all(sockets.map(peerUser));
  expect(readings).toBe(1);
});

test('a connection of this process belongs to its own user, if the system reports users', async () => {
  const server = createServer();
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const peer = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [socket] = await accepted;
  const expected = process.platform === 'linux' ? 'own' : 'unknown';
  expect(await peerUserHere()(socket)).toBe(expected);
  peer.destroy();
  socket.destroy();
  server.close();
});
