import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { startHost } from '../../../../main/host/till/screen-host.ts';
import { LEAST_ROLE } from '../../../../shared/bridge/roles.ts';
import { connectTo } from '../../../support/bridge-socket.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { openScreen } from '../../../support/open-screen.ts';
import { ids } from '../../../support/payments.ts';
import { createScriptedTerminal, TILL_SETTINGS } from '../../../support/scripted-terminal.ts';

/* The till's page and the customer's display, side by side on one host. */

let till: ReturnType<typeof createScriptedTerminal>;
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
  host = await startHost({
    terminal: till.terminal,
    settings: TILL_SETTINGS,
    assetsDir: join(folder, 'screen'),
    displayDir: join(folder, 'display'),
    clock: createManualClock(),
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
  const commands = [...Object.keys(LEAST_ROLE), 'unknown'];
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
