import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { packageRoot } from '../../main/host/adapters/machine.ts';
import { createMerchantClient, type FullClient, unwrap } from '../../shared/client/index.ts';
import { runCommand } from './start/run-till.ts';

/* `tillkit dev`: the command runs as a process, and the test types its keys. */

const BIN = 'main/bin/tillkit.js';

type Dev = {
  readonly data: string;
  readonly child: ChildProcess;
  /** The command for a shell that `tillkit dev` prints. */
  readonly printed: string;
  /** Types a key and returns the sentence that the command prints. */
  readonly press: (key: string) => Promise<string>;
};

let dev: Dev;
let client: FullClient;

async function startDev(): Promise<Dev> {
  // A shell needs quotes for this name.
  const data = mkdtempSync(join(tmpdir(), "tillkit Anna's dev-"));
  const child = spawn(process.execPath, [join(packageRoot(), BIN), 'dev', '--data', data], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let variablesLine = '';
  for (let line = ''; !/^ +q +quit$/.test(line); ) {
    line = String((await lines.next()).value);
    if (line.startsWith('variables')) variablesLine = line;
  }
  const press = async (key: string) => {
    child.stdin.write(`${key}\n`);
    return String((await lines.next()).value);
  };
  return { data, child, printed: variablesLine.replace('variables', '').trim(), press };
}

async function endDev({ child, data }: Dev): Promise<void> {
  if (child.exitCode === null) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  rmSync(data, { recursive: true, force: true });
}

beforeAll(async () => {
  dev = await startDev();
  const { text } = await runCommand(BIN, ['dev', '--env', '--data', dev.data]).ended;
  const variables = Object.fromEntries(
    [...text.matchAll(/^export (\w+)='(.*)'$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
  client = createMerchantClient({
    baseUrl: variables.BASE ?? '',
    merchantId: variables.MERCHANT ?? '',
    userId: variables.USER_ID ?? '',
    credentials: { kind: 'secret', secret: variables.SECRET ?? '' },
  });
});
afterAll(() => dev && endDev(dev));

const request = (posTid: string) =>
  client.paymentCreate({
    action: 'sale',
    currency: 'NOK',
    amount: 12500,
    allow_credit: false,
    pos_id: 'kasse-1',
    pos_tid: posTid,
    success_return_uri: '',
    failure_return_uri: '',
  });

it('the printed command sets the variables in a shell', async () => {
  const npx = `npx() { shift; '${process.execPath}' '${join(packageRoot(), BIN)}' "$@"; }`;
  const { stdout } = await promisify(execFile)('sh', [
    '-c',
    `${npx}\n${dev.printed}\necho "$WALLET"`,
  ]);
  expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/w\/\n$/);
});

it('one key each scans, approves, rejects or loses a reply', async () => {
  const { press } = dev;
  expect(await press('a')).toBe('No request is open.');
  const { id } = unwrap(await request('dev-1'));
  expect(await press('s')).toContain('has scanned');
  expect(await press('a')).toContain('has approved');
  expect(unwrap(await client.until(id, 'auth')).status).toBe('auth');
  const second = unwrap(await request('dev-2'));
  expect(await press('r')).toContain('has rejected');
  expect(unwrap(await client.until(second.id, 'fail')).status_code).toBe(5006);
  expect(await press('l')).toContain('is lost');
  expect(await request('dev-3')).toMatchObject({ error: { kind: 'no_answer' } });
  const third = unwrap(await request('dev-3'));
  expect(await press('l')).toContain('is lost');
  const abort = () => client.paymentUpdate(third.id, { action: 'abort' });
  // What a till reads all the time keeps its reply.
  expect((await client.paymentOutcome(third.id)).ok).toBe(true);
  expect(await abort()).toMatchObject({ error: { kind: 'no_answer' } });
  expect(unwrap(await client.until(third.id, 'fail')).status).toBe('fail');
});

it('q ends the command; dev --env then reports that it no longer runs in the folder', async () => {
  const ended = await startDev();
  onTestFinished(() => endDev(ended));
  const { child, data } = ended;
  child.stdin?.write('q\n');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(existsSync(join(data, 'tillkit.db'))).toBe(true);
  const { code, text } = await runCommand(BIN, ['dev', '--env', '--data', data]).ended;
  expect([code, text]).toEqual([1, expect.stringContaining('No tillkit dev runs')]);
});
