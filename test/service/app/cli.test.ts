import { type ChildProcess, spawn } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parseCli } from '../../../service/app/cli-options.ts';
import { giveKeys } from '../../support/seeded-data.ts';
import { member, paymentDraft } from '../../support/service.ts';
import { secretHeaders, send } from '../../support/wire.ts';

const CLI = fileURLToPath(new URL('../../../service/app/cli.ts', import.meta.url));

let folder: string;
const running = new Set<ChildProcess>();
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-cli-'));
});
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Run = {
  readonly child: ChildProcess;
  /** The first line of standard output. */
  readonly line: Promise<string>;
  readonly ended: Promise<{ code: number | null; out: string; err: string }>;
};

function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Run {
  const env = {
    ...process.env,
    XDG_DATA_HOME: join(folder, 'home'),
    TMPDIR: folder,
    ...environment,
  };
  const child = spawn(process.execPath, [CLI, ...args], { env });
  running.add(child);
  let out = '';
  let err = '';
  const line = new Promise<string>((resolve, reject) => {
    child.on('close', () => reject(new Error(`no ready line: ${err}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (out.includes('\n')) resolve(out.slice(0, out.indexOf('\n')));
    });
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  // Only a test that waits for the line needs the error if it is missing.
  line.catch(() => {});
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    child.on('close', (code) => {
      running.delete(child);
      resolve({ code, out, err });
    });
  });
  return { child, line, ended };
}

const FULL = ['--demo', '--simulator', '--port', '0', '--ready-json', '--clock', 'manual'];

describe('the headless command', () => {
  it('prints one line of JSON when it accepts connections, and stops cleanly', async () => {
    const { child, line, ended } = run(['--ephemeral', ...FULL]);
    const ready = JSON.parse(await line);
    expect(Object.keys(ready)).toEqual([
      'base_url',
      'wallet_url',
      'portal_url',
      'simulator_url',
      'shortlink_url',
      'merchant',
      'users',
      'integrator',
      'oauth_client',
      'other_merchant',
      'pos',
      'shortlinks',
      'customers',
      'callback_key_url',
      'pid',
      'version',
    ]);
    expect(ready.pid).toBe(child.pid);
    expect(ready.users.map(({ id }: { id: string }) => id)).toEqual(['pos', 'admin']);
    expect(ready.users[1].private_key_pem).toContain('PRIVATE KEY');
    expect(ready.other_merchant.users[0]).toMatchObject({
      secret: expect.any(String),
      private_key_pem: expect.stringContaining('PRIVATE KEY'),
    });
    expect(ready.customers[0]).toEqual({ msisdn: '4798765432', name: 'Ingrid Solheim' });
    expect((await send(`${ready.base_url}/status_code/`)).status).toBe(200);
    const folders = readdirSync(folder).filter((name) => name.startsWith('tillkit-'));
    expect(folders).toHaveLength(1);
    child.kill('SIGTERM');
    const { code, out, err } = await ended;
    expect(code).toBe(0);
    expect(out.trimEnd().split('\n')).toHaveLength(1);
    for (const { secret } of ready.users) expect(err).not.toContain(secret);
    for (const text of err.trimEnd().split('\n')) expect(JSON.parse(text)).toHaveProperty('msg');
    expect(readdirSync(folder).filter((name) => name.startsWith('tillkit-'))).toEqual([]);
  });

  it('ends with 0 on an interrupt too, and prints nothing without --ready-json', async () => {
    const { child, ended } = run(['--ephemeral', '--port', '0']);
    await new Promise<void>((resolve) => {
      child.stderr?.on('data', (chunk: Buffer) => chunk.includes('"ready"') && resolve());
    });
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 0, out: '' });
  });

  it.skipIf(process.platform === 'win32')(
    'tells systemd that it is ready once it accepts connections, and never for options that are wrong',
    async () => {
      const bin = mkdtempSync(join(folder, 'bin-'));
      const told = join(bin, 'told');
      const program = `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >> '${told}'\n`;
      writeFileSync(join(bin, 'systemd-notify'), program, { mode: 0o755 });
      const manager = { PATH: `${bin}:${process.env.PATH}`, NOTIFY_SOCKET: '/run/manager' };
      const { child, line, ended } = run(['--ephemeral', '--port=0', '--ready-json'], manager);
      await line;
      expect(readFileSync(told, 'utf8')).toBe('/run/manager --ready\n');
      child.kill('SIGTERM');
      expect((await ended).code).toBe(0);
      rmSync(told);
      // The exit code for which the unit of the package is not started again.
      const wrong = await run(['--prot=0'], manager).ended;
      const unit = readFileSync('main/build/service-deb/tillkit-service.service', 'utf8');
      expect(unit).toContain(`RestartPreventExitStatus=${wrong.code}\n`);
      expect(existsSync(told)).toBe(false);
    },
  );

  it('keeps data and credentials between starts, readable by their owner only', async () => {
    const data = join(folder, 'kept');
    const first = run(['--data', data, ...FULL]);
    const before = JSON.parse(await first.line);
    const [pos] = before.users;
    const headers = secretHeaders(before.merchant.id, pos.id, pos.secret);
    const sent = { method: 'POST', headers, body: paymentDraft({ pos_tid: 'kept' }) };
    const made = await send(`${before.base_url}/payment_request/`, sent);
    expect(made.status).toBe(201);
    first.child.kill('SIGTERM');
    expect((await first.ended).code).toBe(0);

    const second = run(['--data', data, ...FULL]);
    const after = JSON.parse(await second.line);
    expect(after.users).toEqual(before.users);
    expect(after.other_merchant).toEqual(before.other_merchant);
    const again = await send(`${after.base_url}/payment_request/`, sent);
    expect([again.status, member(again.json, 'id')]).toEqual([200, member(made.json, 'id')]);
    expect(statSync(join(data, 'demo-credentials.json')).mode & 0o777).toBe(0o600);
    expect(statSync(data).mode & 0o777).toBe(0o700);

    const third = await run(['--data', data, '--port', '0']).ended;
    expect(third.code).toBe(1);
    expect(third.err.trimEnd().split('\n').at(-1)).toMatch(/in use|already|another/i);
    expect(third.err).not.toMatch(/\n\s+at /);
    second.child.kill('SIGTERM');
    expect((await second.ended).code).toBe(0);
  });

  it('keeps every acknowledged payment after a kill', async () => {
    const data = join(folder, 'killed');
    await giveKeys(data);
    const first = run(['--data', data, ...FULL]);
    const before = JSON.parse(await first.line);
    const [pos] = before.users;
    const headers = secretHeaders(before.merchant.id, pos.id, pos.secret);
    const create = (base: string, number: number) =>
      send(`${base}/payment_request/`, {
        method: 'POST',
        headers,
        body: paymentDraft({ pos_tid: `killed-${number}` }),
      });
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, number) => create(before.base_url, number)),
    );
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]));
    first.child.kill('SIGKILL');
    await first.ended;
    const second = run(['--data', data, ...FULL]);
    const { base_url: base } = JSON.parse(await second.line);
    for (const [number, { json }] of made.entries()) {
      const again = await create(base, number);
      expect([again.status, again.json]).toMatchObject([200, { id: member(json, 'id') }]);
    }
  });
});

const MAIL = ['--mail-server', 'smtps://mail.example', '--mail-from', 'a@shop.example'];

describe('invalid arguments', () => {
  it.each([
    [['--nonsense']],
    [['extra']],
    [['--port', 'x']],
    [['--port', '70000']],
    [['--port']],
    [['--clock', 'lunar', '--simulator']],
    [['--clock', 'manual']],
    [['--profile', 'nobody']],
    [['--browser-origins', 'https://till.example']],
    [['--profile', 'mcash', '--browser-origins', 'https://till.example/path']],
    [['--testbed-host', 'testbed.example']],
    [['--testbed-host', 'testbed.example', '--profile', 'settle', '--simulator']],
    [['--testbed-host', 'https://testbed.example', '--profile', 'mcash', '--simulator']],
    [['--testbed-host', '192.0.2.1', '--profile', 'mcash', '--simulator']],
    [['--database-url', '']],
    [['--database-url', 'mysql://x']],
    [['--database-url', 'postgres://x', '--ephemeral']],
    [['--data', 'x', '--ephemeral']],
    [['--keep-callbacks', '0']],
    [['--keep-callbacks', '1.5']],
    [['--keep-callbacks', '3651']],
    [['--codes-to', 'ftp://sms.example/']],
    [['--codes-to', 'https://me:secret@sms.example/']],
    [['--email-codes-to', 'ftp://mail.example/']],
    [['--email-codes-to', '']],
    [['--mail-server', 'smtps://mail.example']],
    [['--mail-server', '', '--mail-from', 'a@shop.example']],
    [['--mail-server', 'https://mail.example', '--mail-from', 'a@shop.example']],
    [['--mail-server', 'smtps://me:secret@mail.example', '--mail-from', 'a@shop.example']],
    [['--mail-server', 'smtps://mail.example', '--mail-from', 'Shop <a@shop.example>']],
    [['--mail-user', 'me']],
    [[...MAIL, '--mail-user', 'me']],
    [[...MAIL, '--mail-user', 'me', '--mail-password-file', '/nowhere/at/all']],
  ])('%j get a refusal of one sentence', (args) => {
    const request = parseCli(args, { defaultData: '/data', production: false });
    if (request.ok) throw new Error('it was taken');
    expect(request.refusal.description).toMatch(/^['A-Z-].*\.$/);
  });

  // The rows above test the parser; two of them also test how the command ends.
  it.each([[['--nonsense']], [['--codes-to', 'https://me:secret@sms.example/']]])(
    '%j end the command with that sentence and exit code 2',
    async (args) => {
      const request = parseCli(args, { defaultData: '/data', production: false });
      const line = request.ok ? '' : `${request.refusal.description}\n`;
      expect(await run(args).ended).toEqual({ code: 2, out: '', err: line });
    },
  );

  it('an address of the database in the environment is checked in the same way', async () => {
    const environment = { TILLKIT_DATABASE_URL: 'mysql://db.example/tillkit' };
    const { code, err } = await run(['--port', '0'], environment).ended;
    expect([code, err]).toEqual([2, expect.stringContaining('postgres://')]);
  });

  it('an unreachable database: one line and exit code 1', async () => {
    const nowhere = ['--database-url', 'postgres://tillkit:secret@127.0.0.1:1/none'];
    const { code, out, err } = await run([...nowhere, '--port', '0']).ended;
    expect([code, out]).toEqual([1, '']);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(err).toContain('The database cannot be reached');
    expect(err).not.toContain('secret');
  });

  it('an address for codes in the environment is checked in the same way', async () => {
    const environment = { TILLKIT_CODES_TO: 'sms.example' };
    const { code, err } = await run(['--ephemeral', '--port', '0'], environment).ended;
    expect([code, err]).toEqual([2, expect.stringContaining('one-time codes')]);
  });

  it('the simulator on permanent data is refused in production, and allowed with --ephemeral', async () => {
    const production = { NODE_ENV: 'production' };
    const refused = await run(['--simulator', '--data', join(folder, 'p')], production).ended;
    expect(refused).toMatchObject({ code: 2, out: '' });
    const allowed = run(['--simulator', '--ephemeral', '--port', '0', '--ready-json'], production);
    expect(JSON.parse(await allowed.line).simulator_url).toContain('/simulator/v1');
    allowed.child.kill('SIGTERM');
    expect((await allowed.ended).code).toBe(0);
  });

  it('a port in use: one line and exit code 1', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { code, err } = await run(['--ephemeral', '--port', String(port)]).ended;
    const admin = ['--admin-listen', `127.0.0.1:${port}`];
    const metrics = await run(['--ephemeral', '--port', '0', ...admin]).ended;
    taken.close();
    expect([code, metrics.code]).toEqual([1, 1]);
    const last = (text: string) => text.trimEnd().split('\n').at(-1);
    expect(last(err)).toBe(`Port ${port} of 127.0.0.1 is in use; choose another with --port.`);
    const sentence = `Port ${port} of 127.0.0.1 is in use; choose another with --admin-listen.`;
    expect(last(metrics.err)).toBe(sentence);
  });

  it.each([
    ['--host', '192.0.2.1'],
    ['--admin-listen', '192.0.2.1:0'],
  ])(
    'an address of %s that this machine does not have: one line and exit code 1',
    async (option, address) => {
      const { code, err } = await run(['--ephemeral', '--port', '0', option, address]).ended;
      const last = err.trimEnd().split('\n').at(-1);
      const sentence = `This machine has no address 192.0.2.1; choose another with ${option}.`;
      expect([code, last]).toEqual([1, sentence]);
    },
  );

  it('--help explains every option and ends with 0', async () => {
    const { code, out } = await run(['--help']).ended;
    expect(code).toBe(0);
    for (const option of ['--port', '--host', '--data', '--ephemeral', '--demo', '--simulator']) {
      expect(out).toContain(option);
    }
  });
});
