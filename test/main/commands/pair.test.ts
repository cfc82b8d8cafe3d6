import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PATIENT } from '../../support/patient-child.ts';
import { startTlsProxy } from '../../support/tls-proxy.ts';
import { startPairingWorld } from '../host/pairing/pairing-setup.ts';
import { runCommand } from '../start/run-till.ts';

let world: Awaited<ReturnType<typeof startPairingWorld>>;
beforeAll(async () => {
  world = await startPairingWorld();
});
afterAll(() => world.stop());

const BIN = 'main/bin/tillkit.js';
const pair = (...args: readonly string[]) => runCommand(BIN, ['pair', ...args], PATIENT).ended;
/** The result of each check, in their order. */
const checked = (text: string) => text.match(/^\d\. \w+/gm);
const ALL_PASSED = [1, 2, 3, 4, 5, 6].map((number) => `${number}. passed`);

it('pairs a till without a screen and checks the connection', async () => {
  const { code } = await world.issue('bin-1');
  const data = world.folder();
  const service = world.service.ready.base_url;
  const args = ['--service', service, '--code', code, '--data', data, '--name', 'Lab'];
  const refused = await pair(...args);
  expect([refused.code, refused.text]).toEqual([1, expect.stringContaining('--secret-file')]);
  expect(existsSync(join(data, 'connection.json'))).toBe(false);
  const done = await pair(...args, '--secret-file');
  expect([done.code, checked(done.text)], done.text).toEqual([0, ALL_PASSED]);
  expect(done.text).toContain('"bin-1"');
  expect(done.text).not.toMatch(/PRIVATE|BEGIN/);
  const again = await pair(...args.with(5, world.folder()), '--secret-file');
  expect([again.code, again.text]).toEqual([1, expect.stringContaining('has paired a till')]);
});

it('names missing or invalid arguments and changes nothing', async () => {
  const data = world.folder();
  const service = world.service.ready.base_url;
  const cases: readonly (readonly [readonly string[], number, RegExp])[] = [
    [['--help'], 0, /--secret-file/],
    [[], 2, /are required/],
    [['--service', service, '--code', 'short', '--data', data], 2, /eight/],
    [['--service', 'ftp://x', '--code', '00000000', '--data', data], 2, /address of a service/],
    [['--colour'], 2, /colour/],
  ];
  for (const [args, code, words] of cases) {
    const done = await pair(...args);
    expect([done.code, done.text]).toEqual([code, expect.stringMatching(words)]);
  }
  writeFileSync(join(data, 'tillkit.db'), '');
  const args = ['--service', service, '--code', '00000000', '--data', data, '--secret-file'];
  const mixed = await pair(...args);
  expect([mixed.code, mixed.text]).toEqual([1, expect.stringContaining('embedded service')]);
});

it('a till pairs and starts with a service behind a private authority that --ca-file names', async () => {
  const proxy = await startTlsProxy();
  try {
    proxy.target = Number(new URL(world.service.ready.base_url).port);
    const { pathname } = new URL(world.service.ready.base_url);
    const { code } = await world.issue('tls-1');
    const data = world.folder();
    const authority = join(world.folder(), 'shop-ca.pem');
    const service = proxy.origin + pathname;
    // The proxy is not the origin that the service signs for, so this till uses a secret.
    const kept = ['--secret-file', '--with-secret'];
    const args = ['--service', service, '--code', code, '--data', data, ...kept];
    const unknown = await pair(...args);
    expect([unknown.code, unknown.text]).toEqual([1, expect.stringContaining('--ca-file')]);
    const missing = await pair(...args, '--ca-file', authority);
    expect([missing.code, missing.text]).toEqual([2, expect.stringContaining('shop-ca.pem')]);
    writeFileSync(authority, proxy.ca);
    const done = await pair(...args, '--ca-file', authority);
    expect(done.text).toContain('"tls-1"');
    expect([done.code, checked(done.text)], done.text).toEqual([0, ALL_PASSED]);
    const start = ['start', '--data', data, '--port', '0', '--no-open', '--ca-file'];
    const nothing = await runCommand(BIN, [...start, join(data, 'no.pem')]).ended;
    expect([nothing.code, nothing.text.trim()]).toEqual([
      ...[
        1,
        expect.stringMatching(/^Tillkit did not start: .*no\.pem cannot be read \(ENOENT\)\.$/),
      ],
    ]);
    const before = proxy.requests;
    const till = runCommand(BIN, [...start, authority]);
    await till.line(/Ctrl-C stops everything/);
    expect(proxy.requests).toBeGreaterThan(before);
    till.signal('SIGTERM');
    expect((await till.ended).code).toBe(0);
  } finally {
    await proxy.stop();
  }
});
