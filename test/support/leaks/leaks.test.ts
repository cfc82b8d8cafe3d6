import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createSystemClock } from '../../../shared/node/system-clock.ts';
import { newQuickFolder } from '../quick-folder.ts';
import { leftOf, openFiles } from './left.ts';

/* The leak check itself: it names each open resource and the line of code that created it. */

/** The open resources that `start` creates. Ends them then, and expects that none is open. */
async function leftBy(start: () => Promise<() => unknown>): Promise<readonly string[]> {
  const resources = globalThis.tillkitLeakRecorder?.resources ?? new Set();
  const before = new Set(resources);
  const end = await start();
  const own = new Set([...resources].filter((one) => !before.has(one)));
  const left = await leftOf(own, 0);
  await end();
  await expect.poll(() => [...own].filter((one) => one.isOpen())).toEqual([]);
  return left;
}

async function listening() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

it.each<[string, () => Promise<() => unknown>]>([
  [
    'setTimeout of 90000 ms',
    async () => {
      const timer = setTimeout(() => {}, 90_000);
      timer.unref();
      return () => clearTimeout(timer);
    },
  ],
  [
    'setInterval of 90000 ms',
    async () => {
      const timer = setInterval(() => {}, 90_000);
      return () => clearInterval(timer);
    },
  ],
  ['setTimeout of 80000 ms', async () => createSystemClock().after(80_000, () => {})],
  [
    'wait of 70000 ms',
    async () => {
      const ending = new AbortController();
      const waiting = wait(70_000, undefined, { signal: ending.signal }).catch(() => {});
      return () => {
        ending.abort();
        return waiting;
      };
    },
  ],
  [
    'server that listens',
    async () => {
      const { server } = await listening();
      return () => server.close();
    },
  ],
  [
    'connection to a server',
    async () => {
      const { server, port } = await listening();
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      return () => {
        socket.destroy();
        server.close();
      };
    },
  ],
  [
    'child process',
    async () => {
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
      return () => child.kill('SIGKILL');
    },
  ],
])('an open %s is reported with the file that created it', async (kind, start) => {
  const said = (await leftBy(start)).find((line) => line.startsWith(kind));
  expect(said).toContain('test/support/leaks/leaks.test.ts:');
});

it('a timer that restarts itself is reported once, with the place that started it first', async () => {
  const resources = globalThis.tillkitLeakRecorder?.resources ?? new Set();
  let turns = 0;
  let timer: NodeJS.Timeout | undefined;
  const again = () => {
    turns += 1;
    timer = setTimeout(again, turns === 1 ? 0 : 90_000);
  };
  again();
  await expect.poll(() => turns).toBe(2);
  expect((await leftOf(resources, 0)).join()).toMatch(
    /90000 ms.*; all began at test\/support\/leaks/,
  );
  expect(await leftOf(resources, 0)).toEqual([]);
  clearTimeout(timer);
});

it('a timer of fetch is not reported, also if a timer of the product began it', async () => {
  const of = (stack: string) => Object.assign(new Error('created here'), { stack });
  const timer = { kind: 'setTimeout of 499 ms', isOpen: () => true, timer: true, hasRun: false };
  const product = of('at file:///tillkit/shared/terminal/codes/scan-watch.ts:25:3');
  const fetch = of('at refresh (node:internal/deps/undici/undici:753:5)');
  expect(await leftOf(new Set([{ ...timer, created: fetch, origin: product }]), 0)).toEqual([]);
  expect(await leftOf(new Set([{ ...timer, created: product, origin: product }]), 0)).toHaveLength(
    1,
  );
});

it('a timer that is cleared some turns of the event loop later is not reported', async () => {
  const resources = globalThis.tillkitLeakRecorder?.resources ?? new Set();
  const before = new Set(resources);
  const timer = setTimeout(() => {}, 90_000);
  const own = new Set([...resources].filter((one) => !before.has(one)));
  let turns = 0;
  const next = () => {
    turns += 1;
    if (turns < 20) setImmediate(next);
    else clearTimeout(timer);
  };
  next();
  expect(await leftOf(own, 0)).toEqual([]);
});

it('a timer that runs instead of being cleared is reported', async () => {
  const resources = globalThis.tillkitLeakRecorder?.resources ?? new Set();
  const before = new Set(resources);
  let ran = false;
  setTimeout(() => {
    ran = true;
  }, 0);
  const own = new Set([...resources].filter((one) => !before.has(one)));
  expect(own.size).toBe(1);
  const left = leftOf(own, 0);
  await expect.poll(() => ran).toBe(true);
  // The timer ran before or after the check read it; in both cases it was not cleared.
  expect(await left).toHaveLength(1);
});

it.runIf(process.platform === 'linux').each([
  ['the temporary folder', () => mkdtempSync(join(tmpdir(), 'tillkit-leaks-'))],
  ['the folder of the databases', () => newQuickFolder('tillkit-leaks-')],
])('an open file in %s is listed until it is closed', (_, newFolder) => {
  const folder = newFolder();
  const path = join(folder, 'open');
  const descriptor = openSync(path, 'w');
  expect(openFiles()).toContain(path);
  closeSync(descriptor);
  expect(openFiles()).not.toContain(path);
  rmSync(folder, { recursive: true });
});
