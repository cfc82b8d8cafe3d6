import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import {
  BRIDGE_PATH,
  BRIDGE_SUBPROTOCOL,
  type BridgeReply,
  bridgeRequest,
} from '../../../shared/bridge/contract.ts';
import { closePages, openBrowser } from '../../support/browser.ts';
import { type Screens, serveScreen } from '../../support/screens.ts';
import { SETTINGS, view } from './sales.ts';

let browser: Browser;
let screens: Screens;
let minted = 0;
const used: string[] = [];
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
    const refusal = { type: 'Conflict', description: 'Another sale is open.' } as const;
    send({ type: 'answer', id: frame.id, answer: { ok: false, refusal } });
  });
});

beforeAll(async () => {
  browser = await openBrowser();
  screens = await serveScreen('cashier', {
    page: (html) => {
      minted += 1;
      return html.replace('<head>', `<head><meta name="tillkit-token" content="t${minted}" />`);
    },
    server: (server) => {
      server.on('upgrade', (request, stream, head) => {
        expect(request.url).toBe(BRIDGE_PATH);
        host.handleUpgrade(request, stream, head, (socket) => host.emit('connection', socket));
      });
    },
  });
});
afterAll(async () => {
  await closePages();
  for (const socket of sockets) socket.terminate();
  host.close();
  await screens.stop();
});

it('the screen speaks to its host, and comes back by itself with a token of its own', async () => {
  const page = await browser.newPage({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });
  await page.goto(screens.origin);
  await page.getByRole('heading', { level: 1, name: 'Amount' }).waitFor();
  await page.keyboard.type('4200');
  await page.keyboard.press('Enter');
  await page.getByText('Another sale is open.').waitFor();

  for (const socket of sockets) socket.terminate();
  await page.getByText('The screen has lost the till').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Amount' }).waitFor();
  expect(await page.locator('.deck-amount').innerText()).toMatch(/42,00/);
  expect(used).toEqual(['t1', 't2']);

  await page.goto(`${screens.origin}/#token=given`);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Amount' }).waitFor();
  expect(page.url()).toBe(`${screens.origin}/`);
  expect(used.at(-1)).toBe('given');
});
