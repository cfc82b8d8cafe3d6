import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { connectLiveService } from '../../../../service/app/admin/live-service.ts';
import {
  ADMIN_SOCKET,
  type AdminCall,
  openAdminSocket,
  readMessages,
  sendMessage,
} from '../../../../service/app/admin/socket.ts';
import { createService, type Service } from '../../../../service/index.ts';
import type { Store } from '../../../../service/store/store.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';
import { openAdmin } from '../../admin/run-admin.ts';

/* The operator's commands have the same results in a folder with a running service and in one without. */

const served = openAdmin();
const stopped = openAdmin();
const logo = join(served.folder, 'logo.png');
let service: Service;

beforeAll(async () => {
  writeFileSync(logo, pixel());
  // Both have been served, so that both have keys.
  for (const { data, done } of [served, stopped]) {
    const one = createService({ port: 0, log: 'silent', data: { kind: 'directory', path: data } });
    await one.start();
    await done('create-merchant', '--id', 'kept', '--name', 'Kaffebaren', '--currency', 'NOK');
    if (data === served.data) service = one;
    else await one.stop();
  }
});
afterAll(async () => {
  await service?.stop();
  served.stop();
  stopped.stop();
});

/** A grey PNG of one pixel. */
function pixel(): Buffer {
  const base64 =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';
  return Buffer.from(base64, 'base64');
}

const socket = () => join(served.data, ADMIN_SOCKET);
/** Without what is random or tells the time. */
const sameLines = (text: string) =>
  text
    .replace(/^secret \S+$/gm, 'secret')
    .replace(/^first user \S+/gm, 'first user')
    .replace(/until .+ UTC$/gm, 'until')
    .replace(/\bcustomer [a-z0-9]{8}\b/g, 'customer');

describe('a command of the operator', () => {
  it('prints the same with a running service as without one', async () => {
    const commands = [
      ['create-merchant', '--id', 'shop', '--name', 'Kaffebaren', '--currency', 'NOK'],
      ['create-merchant', '--id', 'shop', '--name', 'Again'],
      ['create-merchant', '--name', 'Bad', '--currency', 'XXXX'],
      ['create-user', 'shop', '--id', 'pos', '--netmask', '192.0.2.0/24'],
      ['create-user', 'nobody'],
      ['create-customer', '4740000001', '--name', 'Kari'],
      ['block-customer', '4740000001'],
      ['allow-credit', '4740000001', 'yes'],
      ['erase-customer', '4740000001', '--yes'],
      ['issue-serials', '001', '020'],
      ['set-logo', 'shop', logo],
      ['set-merchant', 'shop', '--currency', 'SEK', '--auto-release', 'no'],
      ['list-merchants'],
      ['list-users', 'shop'],
      ['show-settlements', 'shop'],
      ['list-callbacks', 'shop'],
      ['resend-callback', 'shop', 'unknown'],
    ] as const;
    for (const [name, ...rest] of commands) {
      const [live, alone] = await Promise.all(
        [served, stopped].map(({ data, run }) => run([name, '--data', data, ...rest])),
      );
      expect(sameLines(live?.out ?? ''), name).toBe(sameLines(alone?.out ?? '-'));
      expect([live?.code, live?.err], name).toEqual([alone?.code, alone?.err]);
    }
    expect(await served.done('list-users', 'shop')).toBe('pos\tsecret\t192.0.2.0/24\n');
  });

  it('backs up a running service with its keys, and verifies the file', async () => {
    const file = join(served.folder, 'live.backup');
    const ended = await served.asProcess(['backup', '--data', served.data, file]);
    expect([ended.code, ended.err]).toEqual([0, '']);
    expect(ended.out).toContain('with callback-keys.json instance-keys.json\n');
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    expect(readdirSync(served.folder)).not.toContain('live.backup.partial');
    expect(await served.done('verify', file)).toContain('can be restored');
    expect(await served.fails(1, 'backup', file)).toContain('is there already');
    writeFileSync(join(served.folder, 'half.backup'), 'half');
    expect(await served.fails(1, 'verify', join(served.folder, 'half.backup'))).toContain(
      'no database of this product',
    );
  });

  it('refuses to restore over a running service', async () => {
    const file = join(served.folder, 'over.backup');
    await served.done('backup', file);
    const args = ['restore', '--data', served.data, file, '--replace'];
    const ended = await served.asProcess(args);
    expect([ended.code, ended.out]).toEqual([1, '']);
    expect(ended.err).toContain('Stop the service first');
    expect(await served.done('list-merchants')).toContain('kept');
  });
});

describe.skipIf(process.platform === 'win32')('the admin socket', () => {
  it('is accessible to its owner only, and is removed when the service stops', async () => {
    expect((statSync(socket()).mode & 0o777).toString(8)).toBe('600');
    expect(existsSync(join(stopped.data, ADMIN_SOCKET))).toBe(false);
    expect(readdirSync(served.data).filter((name) => name.startsWith('.admin'))).toEqual([]);
  });

  it('closes a connection that announces a message above the size limit, and serves others', async () => {
    const peer = connect(socket());
    const closed = new Promise((resolve) => peer.once('close', resolve));
    peer.write(Buffer.from([0xff, 0xff, 0xff, 0xff, 0]));
    await closed;
    expect(await served.done('list-merchants')).toContain('kept');
  });

  it('closes a connection that sends unreadable data, and serves others', async () => {
    const peer = connect(socket());
    const closed = new Promise((resolve) => peer.once('close', resolve));
    peer.write(Buffer.from([0, 0, 0, 3, 1, 2, 3]));
    await closed;
    expect(await served.done('list-merchants')).toContain('kept');
  });

  it.each([
    null,
    7,
    'x',
    [],
    { id: 1 },
    { id: 'x', copyTo: '/x' },
    { id: 1, method: 'x', args: [] },
  ])('closes a connection that sends %j in place of a call', async (message) => {
    const peer = connect(socket());
    const closed = new Promise((resolve) => peer.once('close', resolve));
    sendMessage(peer, message as AdminCall);
    await closed;
    expect(await served.done('list-merchants')).toContain('kept');
  });

  it('answers with an error if the reply would exceed the size limit', async () => {
    const folder = mkdtempSync(join(served.folder, 'large-'));
    const text = 'x'.repeat(LIMITS.adminMessageBytesMax);
    const store = { merchants: { read: async (id: string) => (id === 'large' ? text : id) } };
    const close = await openAdminSocket(folder, {
      // Only the method that this test calls.
      store: store as unknown as Store,
      copy: async () => {},
      root: () => '',
      log: pino({ level: 'silent' }),
    });
    const live = await connectLiveService(folder);
    await expect(live?.store.merchants.read('large')).rejects.toThrow('the message is too large');
    expect(await live?.store.merchants.read('small')).toBe('small');
    live?.close();
    await close();
  });

  it.each([1, 2, 3, 7, 50, 1_000])('reads messages that arrive in parts of %i bytes', (part) => {
    const args = ['x'.repeat(40), '', new Uint8Array(3), null];
    const sent = args.map((arg, id) => ({ id, method: ['merchants', 'read'], args: [arg] }));
    const wire = new PassThrough();
    for (const message of sent) sendMessage(wire, message);
    const bytes: Buffer = wire.read();
    const received: unknown[] = [];
    const parts = new PassThrough();
    readMessages(parts, (message) => received.push(message));
    for (let at = 0; at < bytes.length; at += part)
      parts.emit('data', bytes.subarray(at, at + part));
    expect(received).toEqual(sent);
  });

  it('calls methods of the store only', async () => {
    const live = await connectLiveService(served.data);
    const call = (group: string, method: string) =>
      Reflect.get(Object(Reflect.get(live?.store ?? {}, group)), method)('kept');
    await expect(call('merchants', 'constructor')).rejects.toThrow('another version');
    await expect(call('__proto__', 'toString')).rejects.toThrow('another version');
    await expect(call('merchants', 'later')).rejects.toThrow('another version');
    expect(await live?.store.merchants.read('kept')).toMatchObject({ name: 'Kaffebaren' });
    live?.close();
  });

  it('that a killed service left behind does not block a command', async () => {
    const left = join(stopped.data, ADMIN_SOCKET);
    onTestFinished(() => rmSync(left, { force: true }));
    writeFileSync(left, '');
    expect(await stopped.done('list-merchants')).toContain('kept');
  });
});
