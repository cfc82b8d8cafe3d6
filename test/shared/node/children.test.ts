import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../../main/host/adapters/machine.ts';
import { LAST_RESORT } from '../../support/last-resort.ts';

/*
 * No command leaves a child behind (D-469). Each child of this test holds a connection to the test, which
 * ends with the child; also an orphan is found by it.
 */

const root = packageRoot();
let folder: string;
let program: string;
let server: Server;
const arrived: Socket[] = [];
const started: ChildProcess[] = [];
let wake = () => {};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-children-'));
  server = createServer((socket) => {
    socket.resume().on('error', () => {});
    arrived.push(socket);
    wake();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const child = `const s = require('net').connect(${port}, '127.0.0.1');
    s.resume().on('close', () => process.exit()).on('error', () => {});`;
  writeFileSync(join(folder, 'child.cjs'), child);
  // A shell between, as npm has one, which does not pass a signal on.
  program = join(folder, 'program');
  const line = `'${process.execPath}' '${join(folder, 'child.cjs')}'`;
  writeFileSync(program, `#!/bin/sh\nexec ${line}\n`, { mode: 0o755 });
  writeFileSync(`${program}-tree`, `#!/bin/sh\n${line}\nexit 0\n`, { mode: 0o755 });
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  // A child that is left over ends with its connection.
  for (const socket of arrived.splice(0)) socket.destroy();
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const own = { cwd: folder, env: { ...process.env, ...env } };
  const child = spawn(command, args, { ...own, stdio: ['pipe', 'ignore', 'inherit'] });
  child.stdin?.on('error', () => {});
  started.push(child);
  return child;
}

/** The connection of the next child. */
async function nextChild(): Promise<Socket> {
  while (arrived.length === 0) {
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
  const [socket] = arrived;
  if (socket === undefined) throw new Error('no connection');
  return socket;
}

/** Sends the signal to the parent, and resolves when parent and child have ended. */
async function ends(parent: ChildProcess, child: Socket, signal: NodeJS.Signals = 'SIGTERM') {
  const deadline = { signal: AbortSignal.timeout(LAST_RESORT / 4) };
  const both = Promise.all([
    once(parent, 'exit', deadline),
    child.closed || once(child, 'close', deadline),
  ]);
  parent.kill(signal);
  await both;
  return parent.exitCode;
}

const run = (name: string, path = program) =>
  start(process.execPath, [join(root, 'test/shared/node/parent.ts'), name, path, folder]);

describe('a signal to a command ends its child', () => {
  it.each([
    ['electron', 'SIGTERM', 1],
    ['electron', 'SIGHUP', 1],
    ['browser', 'SIGTERM', 143],
    ['browser', 'SIGHUP', 129],
    ['till', 'SIGTERM', 143],
    ['build', 'SIGTERM', 143],
    ['build', 'SIGINT', 130],
    ['forgetful', 'SIGTERM', 0],
  ] as const)('%s, %s', async (name, signal, code) => {
    const parent = run(name);
    expect(await ends(parent, await nextChild(), signal)).toBe(code);
  });

  it('and what the child has started in its group', async () => {
    const parent = run('till', `${program}-tree`);
    await ends(parent, await nextChild());
  });

  it('npm run clients, whose generator is started by npm', async () => {
    const programs = mkdtempSync(join(folder, 'programs-'));
    writeFileSync(join(programs, 'java'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    const tree = JSON.stringify(`${program}-tree`);
    writeFileSync(join(programs, 'npm.js'), `require('child_process').spawnSync(${tree});`);
    const PATH = `${programs}:${process.env.PATH}`;
    const parent = start(
      process.execPath,
      [join(root, 'examples/clients/generate.ts'), 'python', '--out', join(folder, 'out')],
      { PATH, npm_execpath: join(programs, 'npm.js') },
    );
    await ends(parent, await nextChild());
  });
});

it.each([
  ['npm ends its shell', 'SIGTERM'],
  ['the terminal of npm closes', 'SIGHUP'],
  ['npm is killed', 'SIGKILL'],
] as const)('a command that npm has started ends when %s', async (_, signal) => {
  const own = `'${process.execPath}' --import '${root}/main/bin/needs-node.js' child.cjs`;
  // A shell with a second command stays until the first has ended.
  const scripts = { service: `${own}; true` };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'shop', scripts }));
  const parent = start('npm', ['run', '-s', 'service']);
  await ends(parent, await nextChild(), signal);
});
