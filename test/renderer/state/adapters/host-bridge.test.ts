import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import {
  BRIDGE_PATH,
  BRIDGE_SUBPROTOCOL,
  FIRST_VIEW,
} from '../../../../shared/device/bridge/address.ts';
import { type BridgeReply, bridgeRequest } from '../../../../shared/device/bridge/contract.ts';
import { SETTINGS, view } from '../../../screens/cashier/sales.ts';
import { closePages, openBrowser } from '../../../support/browser.ts';
import { type Screens, serveScreen } from '../../../support/screens.ts';

let browser: Browser;
let screens: Screens;
let minted = 0;
const used: string[] = [];
/** What a page brings along before it has reached its host. */
let firstView = '';
/** Upgrades wait for it. */
let gate: Promise<void> = Promise.resolve();
const sockets = new Set<WebSocket>();
const host = new WebSocketServer({
  noServer: true,
  handleProtocols: () => BRIDGE_SUBPROTOCOL,
});

/** A host's side in short: a token once, then a snapshot, and an answer to every command. */
host.on('connection', (socket) => {
  sockets.add(socket);
  const send = (reply: BridgeReply) => socket.send(JSON.stringify(reply));
  socket.on('message', (data) => {
    const frame = bridgeRequest.parse(JSON.parse(String(data)));
    if (frame.type === 'hello') {
      used.push(frame.token);
      send({ type: 'snapshot', snapshot: { settings: SETTINGS, view: view([]) } });
      return;
    }
    const refusal = {
      type: 'Conflict',
      description: 'Another sale.',
      details: { reason: 'another_sale' },
    } as const;
    send({ type: 'answer', id: frame.id, answer: { ok: false, refusal } });
  });
});

beforeAll(async () => {
  browser = await openBrowser();
  screens = await serveScreen('cashier', {
    page: (html) => {
      minted += 1;
      const meta = `<meta name="tillkit-token" content="t${minted}" />`;
      return html.replace('<head>', `<head>${meta}`).replace('</body>', `${firstView}</body>`);
    },
    server: (server) => {
      server.on('upgrade', async (request, stream, head) => {
        expect(request.url).toBe(BRIDGE_PATH);
        await gate;
        host.handleUpgrade(request, stream, head, (socket) => host.emit('connection', socket));
      });
    },
  });
});
afterEach(async () => {
  await closePages();
  for (const socket of sockets) socket.terminate();
  sockets.clear();
  minted = 0;
  used.length = 0;
  firstView = '';
  gate = Promise.resolve();
});
afterAll(async () => {
  host.close();
  await screens.stop();
});

/** Connections wait until the result is called. */
function closeGate(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  return resolve;
}

it('the screen connects to its host and reconnects by itself with a new token', async () => {
  const page = await browser.newPage({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });
  await page.goto(screens.origin);
  await page.getByRole('heading', { level: 1, name: 'Amount' }).waitFor();
  await page.keyboard.type('4200');
  await page.keyboard.press('Enter');
  await page.getByText('A sale is in progress.').waitFor();

  // The host answers no connection until the screen has said that it has none.
  const open = closeGate();
  for (const socket of sockets) socket.terminate();
  await page.getByText('No connection to the till').waitFor();
  open();
  await page.getByRole('heading', { level: 1, name: 'Amount' }).waitFor();
  expect(await page.locator('.deck-amount').innerText()).toMatch(/42.00/);
  expect(used).toEqual(['t1', 't2']);

  await page.goto(`${screens.origin}/#token=given`);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Amount' }).waitFor();
  expect(page.url()).toBe(`${screens.origin}/`);
  expect(used.at(-1)).toBe('given');
});

it('a command from before the first connection is sent after it', async () => {
  const snapshot = JSON.stringify({ settings: SETTINGS, view: view([]) });
  firstView = `<script type="application/json" id="${FIRST_VIEW}">${snapshot}</script>`;
  const open = closeGate();
  const page = await browser.newPage({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });
  await page.goto(screens.origin);
  await page.getByRole('heading', { level: 1, name: 'Amount' }).waitFor();
  await page.keyboard.type('4200');
  await page.keyboard.press('Enter');
  // The key shows that it was pressed, and nothing was refused.
  await page.locator('.entry-yellow[aria-disabled="true"]').waitFor();
  open();
  await page.getByText('A sale is in progress.').waitFor();
});
