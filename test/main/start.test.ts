import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { giveKeys } from '../support/seeded-data.ts';
import { type Command, runCommand } from './start/run-till.ts';

let folder: string;
const running: Command[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-start-'));
});
afterEach(async () => {
  for (const command of running.splice(0)) {
    command.signal('SIGKILL');
    await command.ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

function start(...args: readonly string[]): Command {
  const command = runCommand('main/start.ts', ['--port', '0', '--data', folder, ...args]);
  running.push(command);
  return command;
}

/** The same, and the keys that a first start makes are there already. */
async function startWithKeys(): Promise<Command> {
  await giveKeys(folder);
  return start();
}

const SCREEN = /Open (http:\/\/127\.0\.0\.1:\d+\/open\/[\w-]{43}) for the cashier screen/;
const PORTAL = /customer's pages are at (http:\/\/127\.0\.0\.1:\d+)\/w\//;

test('one command starts the till and the customer’s pages, and a signal stops it', async () => {
  const till = start();
  const screen = (await till.line(SCREEN))[1] ?? '';
  const portal = (await till.line(PORTAL))[1] ?? '';
  await till.line(/Ctrl-C stops everything/);
  expect((await fetch(`${portal}/w/`)).status).toBeLessThan(504);
  expect((await fetch(screen)).headers.get('cache-control')).toBe('no-store');
  till.signal('SIGTERM');
  const { code, text } = await till.ended;
  expect(code).toBe(0);
  expect(text).toContain('no window opens, because');
  expect(text).not.toMatch(/\bat .*\.ts:\d+/);
});

test('the printed address opens the screen once; the next one is printed and in a private file', async () => {
  const till = await startWithKeys();
  const address = (await till.line(SCREEN))[1] ?? '';
  const file = join(folder, 'screen-address.txt');
  expect(readFileSync(file, 'utf8')).toBe(`${address}\n`);
  expect(statSync(file).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
  expect((await fetch(new URL('/', address))).status).toBe(403);
  expect((await fetch(address, { redirect: 'manual' })).status).toBe(303);
  const [, next] = await till.line(/The screen was opened in a browser\. (http\S+) opens it in/);
  expect(readFileSync(file, 'utf8')).toBe(`${next}\n`);
  await till.line(/this code when the first supervisor is added: \d{4} \d{4}\./);
  till.signal('SIGTERM');
  await till.ended;
  expect(existsSync(file)).toBe(false);
});

test('a second start uses the same data', async () => {
  const first = start();
  await first.line(SCREEN);
  const secrets = () => readFileSync(join(folder, 'settings.json'), 'utf8');
  const before = secrets();
  first.signal('SIGINT');
  expect((await first.ended).code).toBe(0);
  expect(existsSync(join(folder, 'tillkit.db'))).toBe(true);
  const second = start();
  await second.line(SCREEN);
  expect(secrets()).toBe(before);
  second.signal('SIGINT');
  expect((await second.ended).code).toBe(0);
});

test('a second start on the same data fails with one line and does not affect the first', async () => {
  const first = await startWithKeys();
  const screen = (await first.line(SCREEN))[1] ?? '';
  const second = await start().ended;
  expect(second.code).toBe(1);
  expect(second.text.trim().split('\n')).toHaveLength(1);
  expect(second.text).toMatch(/in use/);
  expect((await fetch(new URL('/', screen))).status).toBe(403);
});

test('a till that was killed starts again', async () => {
  const first = await startWithKeys();
  await first.line(SCREEN);
  first.signal('SIGKILL');
  await first.ended;
  const second = start();
  await second.line(SCREEN);
  second.signal('SIGTERM');
  expect((await second.ended).code).toBe(0);
});

test('a taken port is reported', async () => {
  const taken = createServer();
  const port = await new Promise<number>((resolve) => {
    taken.listen(0, '127.0.0.1', () => {
      const address = taken.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  const { code, text } = await start('--port', String(port)).ended;
  taken.close();
  expect(code).toBe(1);
  expect(text.trim().split('\n')).toHaveLength(1);
  expect(text).toContain('--port');
});

test('invalid settings stop the start and are named', async () => {
  const first = await startWithKeys();
  await first.line(SCREEN);
  first.signal('SIGTERM');
  await first.ended;
  const path = join(folder, 'settings.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('"NOK"', '"kroner"'));
  const { code, text } = await start().ended;
  expect(code).toBe(1);
  expect(text).toMatch(/settings.*currency/);
});

test('invalid arguments are refused', async () => {
  const { code, text } = await start('--colour').ended;
  expect(code).toBe(2);
  expect(text).toContain('--colour');
});

test('the installed command lists its commands and checks the Node.js version', async () => {
  const bin = 'main/bin/tillkit.js';
  const help = await runCommand(bin, []).ended;
  expect([help.code, help.text]).toEqual([0, expect.stringContaining('service')]);
  const wrong = await runCommand(bin, ['cook']).ended;
  expect([wrong.code, wrong.text]).toEqual([2, expect.stringContaining('cook')]);
  const usage = await runCommand(bin, ['start', '--help']).ended;
  expect([usage.code, usage.text]).toEqual([0, expect.stringContaining('--lan')]);
  const older = [
    '--import',
    'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"20.20.2"})',
  ];
  const old = await runCommand(bin, ['start'], older).ended;
  expect(old.code).toBe(1);
  expect(old.text.trim()).toBe('Tillkit needs Node 24 or newer; this is Node 20.20.2.');
});
