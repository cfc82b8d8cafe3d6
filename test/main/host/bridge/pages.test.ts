import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { TERMINAL_ALONE } from '../../../../main/host/bridge/screen-source.ts';
import { createQuestions } from '../../../../main/host/questions/questions.ts';
import { startHost } from '../../../../main/host/till/screen-host.ts';
import { commandNames } from '../../../../shared/device/commands/table.ts';
import { tipQuestion } from '../../../../shared/device/tips/tips.ts';
import { money } from '../../../../shared/money/money.ts';
import { connectTo } from '../../../support/bridge-socket.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { openScreen } from '../../../support/open-screen.ts';
import { PLAIN_HOST } from '../../../support/page-host.ts';
import { ids } from '../../../support/payments.ts';
import { createScriptedTerminal, TILL_SETTINGS } from '../../../support/scripted-terminal.ts';

/* The till's page and the customer's display, side by side on one host. */

let till: ReturnType<typeof createScriptedTerminal>;
let questions: ReturnType<typeof createQuestions>;
let host: Awaited<ReturnType<typeof startHost>>;
let folder: string;
let cookie: string;
const open: WebSocket[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-pages-'));
  for (const page of ['screen', 'display']) {
    mkdirSync(join(folder, page));
    writeFileSync(join(folder, page, 'index.html'), '<html><head></head><body></body></html>');
  }
  writeFileSync(join(folder, 'screen/main-1a2b3c4d.js'), 'export {};');
  writeFileSync(join(folder, 'display/main-9z8y7x6w.js'), 'export {};');
  till = createScriptedTerminal();
  const clock = createManualClock();
  questions = createQuestions({ clock });
  host = await startHost({
    ...PLAIN_HOST,
    terminal: till.terminal,
    settings: TILL_SETTINGS,
    assetsDir: join(folder, 'screen'),
    displayDir: join(folder, 'display'),
    features: { ...TERMINAL_ALONE, questions },
    clock,
    ids,
    port: 0,
  });
  cookie = await openScreen(host);
});

afterEach(async () => {
  for (const socket of open.splice(0)) socket.terminate();
  await host.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function tokenOfPage(path = ''): Promise<string> {
  const page = await (await fetch(`${host.address}${path}`, { headers: { cookie } })).text();
  return /name="tillkit-token" content="([^"]+)"/.exec(page)?.[1] ?? '';
}

function connect() {
  const screen = connectTo(host.address);
  open.push(screen.socket);
  return screen;
}

test('the customer display has a separate page, token and view, and its commands are refused', async () => {
  const plain = await fetch(`${host.address}display`, { redirect: 'manual' });
  expect([plain.status, plain.headers.get('location')]).toEqual([308, '/display/']);
  // Without a session of the till's browser there is no page.
  expect((await fetch(`${host.address}display/`)).status).toBe(403);
  expect((await fetch(`${host.address}display/main-9z8y7x6w.js`)).status).toBe(200);
  expect((await fetch(`${host.address}display/main-1a2b3c4d.js`)).status).toBe(404);
  const { send, frame, opened, closed } = connect();
  await opened;
  send({ type: 'hello', token: await tokenOfPage('display/') });
  expect(await frame(0)).toMatchObject({ type: 'snapshot', snapshot: { sale: null } });
  expect(JSON.stringify(await frame(0))).not.toContain('settings');
  // Every command, known or not, gets the same refusal, and none reaches the till.
  const others = commandNames().filter((name) => name !== 'answer_question');
  const commands = [...others, 'unknown'];
  expect(commands.length).toBeGreaterThan(20);
  for (const [id, type] of commands.entries()) {
    send({ type: 'command', id, command: { type, saleId: 'sale-187' } });
    expect(await frame(1 + id)).toEqual({
      ...{ type: 'answer', id },
      answer: { ok: false, refusal: expect.objectContaining({ type: 'Unauthorized' }) },
    });
  }
  expect(till.asked).toEqual([]);
  // No second greeting turns the display into a till, not even with a token of the till's page.
  send({ type: 'hello', token: await tokenOfPage() });
  expect(await closed).toBe(4401);
});

test('a token gives access to the view and the commands of its own page only, and works once', async () => {
  const [ofTill, ofDisplay] = [await tokenOfPage(), await tokenOfPage('display/')];
  expect(ofTill).not.toBe(ofDisplay);
  const [cashier, display] = [connect(), connect()];
  await Promise.all([cashier.opened, display.opened]);
  cashier.send({ type: 'hello', token: ofTill });
  display.send({ type: 'hello', token: ofDisplay });
  expect(await cashier.frame(0)).toMatchObject({ snapshot: { settings: TILL_SETTINGS } });
  expect(await display.frame(0)).toMatchObject({ snapshot: { shop: TILL_SETTINGS.shop.name } });
  cashier.send({ type: 'command', id: 1, command: { type: 'refresh' } });
  expect(await cashier.frame(1)).toMatchObject({ answer: { ok: true } });
  for (const token of [ofTill, ofDisplay]) {
    const again = connect();
    await again.opened;
    again.send({ type: 'hello', token });
    expect(await again.closed).toBe(4401);
  }
  // A change reaches both, each with its own view.
  till.show({ notReady: 'journal_full' });
  expect(await cashier.frame(2)).toMatchObject({
    snapshot: { view: { notReady: 'journal_full' } },
  });
  expect(JSON.stringify(await display.frame(1))).not.toMatch(/settings|unclaimed|journal_full/);
});

test('a display answers the open question over its socket, and is asked only while it is connected', async () => {
  const tips = { ask: 'display', percents: [1_000], amounts: [], patience: 20_000 } as const;
  const asked = tipQuestion(tips, money(10_000));
  expect(questions.ask('screen', 'q0', asked)).toMatchObject({
    refusal: { details: { reason: 'no_customer_screen' } },
  });
  const { send, frame, opened } = connect();
  await opened;
  send({ type: 'hello', token: await tokenOfPage('display/') });
  await frame(0);
  expect(questions.ask('screen', 'q1', asked).ok).toBe(true);
  expect(await frame(1)).toMatchObject({ snapshot: { question: { question: { id: 'q1' } } } });
  const answer = { kind: 'choice', option: 'p1000' };
  const command = { type: 'answer_question', question: 'q1', answer };
  send({ type: 'command', id: 7, command });
  const answered = { type: 'answer', id: 7, answer: { ok: true, value: null } };
  expect([await frame(2), await frame(3)]).toEqual(
    expect.arrayContaining([answered, expect.objectContaining({ type: 'snapshot' })]),
  );
  expect(questions.view().ended).toEqual([{ id: 'q1', end: { how: 'answered', answer } }]);
});
