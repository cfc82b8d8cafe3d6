import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Bill } from '../../shared/bill/bill.ts';
import { connectTo } from '../support/bridge-socket.ts';
import { giveKeys } from '../support/seeded-data.ts';
import { type Command, runCommand } from './start/run-till.ts';

/* Two screens of a till program that is killed with the bills of its tables open. */

let folder: string;
const running: Command[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-start-bills-'));
});
afterEach(async () => {
  for (const command of running.splice(0)) {
    command.signal('SIGKILL');
    await command.ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

const SCREEN = /Open (http:\/\/127\.0\.0\.1:\d+\/open\/[\w-]{43}) for the cashier screen/;

async function start() {
  const command = runCommand('main/start.ts', ['--port', '0', '--data', folder]);
  running.push(command);
  const launch = (await command.line(SCREEN))[1] ?? '';
  const base = new URL('/', launch).href;
  const opened = await fetch(launch, { redirect: 'manual' });
  const cookie = opened.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  return { command, screen: () => screenOf(base, cookie) };
}

/** A screen: gives commands one after another, and reads their answers. */
async function screenOf(base: string, cookie: string) {
  const page = await (await fetch(base, { headers: { cookie } })).text();
  const token = /name="tillkit-token" content="([^"]+)"/.exec(page)?.[1] ?? '';
  const socket = connectTo(base);
  await socket.opened;
  socket.send({ type: 'hello', token });
  let [next, at] = [0, 0];
  type Answer = { readonly ok: boolean; readonly value?: { readonly bill: Bill } };
  return async (command: object): Promise<Answer> => {
    next += 1;
    socket.send({ type: 'command', id: next, command });
    for (;;) {
      const frame = await socket.frame(at);
      at += 1;
      const reply = frame as { type: string; id?: number; answer?: Answer };
      if (reply.type === 'answer' && reply.id === next && reply.answer) return reply.answer;
    }
  };
}

const coffee = {
  ...{ kind: 'goods', product: null, name: 'Coffee', unit: 'piece', quantity: 1_000, price: 5_200 },
  ...{ vatRate: '0.25', options: [], note: null },
};
const order = (id: string, version: number) => ({
  ...{ type: 'bill', id, bill: 't4', version },
  act: { act: 'add', line: coffee },
});

test('no line that was answered is lost by kill -9, and a repeat orders nothing twice', async () => {
  await giveKeys(folder);
  const first = await start();
  const [one, other] = [await first.screen(), await first.screen()];
  const open = { act: 'open', name: 'Table 4', lines: [coffee] };
  const opened = await one({ type: 'bill', id: 'c1', bill: 't4', version: 0, act: open });
  expect(opened.value?.bill.version).toBe(1);
  expect((await other(order('c2', 1))).value?.bill.lines).toHaveLength(2);
  expect(await one(order('c3', 1))).toMatchObject({ ok: false, bill: { version: 2 } });
  expect((await one(order('c4', 2))).ok).toBe(true);
  // This one may be killed before or after its record.
  void other(order('c5', 3));
  first.command.signal('SIGKILL');
  await first.command.ended;

  const screen = await (await start()).screen();
  const read = await screen({ type: 'read_bill', bill: 't4' });
  const lines = read.value?.bill.lines.map(({ id }) => id) ?? [];
  expect(lines.slice(0, 3)).toEqual(['line:c1:0', 'line:c2:0', 'line:c4:0']);
  expect((await screen(order('c4', 2))).value?.bill.lines).toHaveLength(lines.length);
  expect((await screen(order('c5', 3))).value?.bill.lines.map(({ id }) => id)).toEqual([
    ...['line:c1:0', 'line:c2:0', 'line:c4:0', 'line:c5:0'],
  ]);
});
