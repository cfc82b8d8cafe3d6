import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { OPERATOR_SOCKET } from '../../../../service/app/operator/socket.ts';
import { createService, type Service } from '../../../../service/index.ts';
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

/** Without what is random or tells the time. */
const sameLines = (text: string) =>
  text
    .replace(/^secret \S+$/gm, 'secret')
    .replace(/^first user \S+/gm, 'first user')
    .replace(/until .+ UTC$/gm, 'until')
    .replace(/\b(customer|user) [a-z0-9]{8}\b/gi, '$1');

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
      ['create-self-service-user', 'shop', 'a@shop.example', '--role', 'manager'],
      ['set-integrator', 'shop', 'none'],
      ['list-merchants', '--stored', '--limit', '1'],
      ['reset-second-factor', 'a@shop.example'],
      ['list-customers', '--limit', 'many'],
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

describe.skipIf(process.platform === 'win32')('the socket of a command', () => {
  it('that a killed service left behind does not block the command', async () => {
    const left = join(stopped.data, OPERATOR_SOCKET);
    onTestFinished(() => rmSync(left, { force: true }));
    writeFileSync(left, '');
    expect(await stopped.done('list-merchants')).toContain('kept');
  });

  /** A service of another version on the stopped data, which answers every request so. */
  async function answering(listener: RequestListener) {
    const server = createServer(listener);
    const left = join(stopped.data, OPERATOR_SOCKET);
    await new Promise<void>((resolve) => server.listen(left, resolve));
    onTestFinished(async () => {
      await new Promise((resolve) => server.close(resolve));
    });
  }

  it('ends the command with a sentence if the service stops before it has answered', async () => {
    await answering((request) => request.socket.destroy());
    expect(await stopped.fails(1, 'list-merchants')).toContain('stopped before it answered');
  });

  it('ends the command with a sentence if the answer stops in the middle', async () => {
    await answering((request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"merchants":[');
      response.flushHeaders();
      setImmediate(() => request.socket.destroy());
    });
    expect(await stopped.fails(1, 'list-merchants')).toContain('stopped before it answered');
  });

  it('ends the command with a sentence if the service has another version', async () => {
    await answering((_, response) => response.end('{"shops":[]}'));
    expect(await stopped.fails(1, 'list-merchants')).toContain('has another version');
  });

  it('reads a list of the service page by page', async () => {
    const ids = Array.from({ length: 101 }, (_, at) => `4740001${100 + at}`);
    const file = join(served.folder, 'many.csv');
    writeFileSync(file, ['msisdn,name', ...ids.map((id) => `${id},Many`)].join('\n'));
    expect(await served.done('import-customers', file)).toContain('101 customers created');
    const all = (await served.done('list-customers', '--text', 'Many')).trimEnd().split('\n');
    expect(all).toHaveLength(101);
    const [first = ''] = all[0]?.split('\t') ?? [];
    expect(await served.done('list-customers', '--text', 'Many', '--limit', '1')).toBe(
      `${all[0]}\n# more: --after ${first}\n`,
    );
  });
});
