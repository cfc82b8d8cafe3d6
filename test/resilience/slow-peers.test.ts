import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type BridgeServer, startBridgeServer } from '../../main/host/bridge/server.ts';
import { BRIDGE_PATH, BRIDGE_SUBPROTOCOL } from '../../shared/device/bridge/address.ts';
import { SECOND } from '../../shared/time/clock.ts';
import { createManualClock, type ManualClock } from '../support/manual-clock.ts';
import { freshScreens, openScreen } from '../support/open-screen.ts';
import { PLAIN_HOST } from '../support/page-host.ts';
import { ids } from '../support/payments.ts';

/* A screen that sends commands and reads no answers must not make the till keep ever more answers. */

const ANSWER = 'x'.repeat(64 * 1024);
/** What answers may wait: a megabyte, one command more, and what the system's buffers take. */
const COMMANDS_MAX = 900;

let clock: ManualClock;
let host: BridgeServer;
let asked: number;
let socket: WebSocket;

beforeEach(async () => {
  clock = createManualClock();
  asked = 0;
  host = await startBridgeServer({
    ...PLAIN_HOST,
    display: null,
    ...{ clock, ids, port: 0 },
    kind: 'cashier',
    screens: freshScreens(clock),
    screen: () => ({
      source: { snapshot: () => ({}), subscribe: () => () => undefined },
      async dispatch() {
        asked += 1;
        return { ok: true, value: { id: ANSWER } };
      },
    }),
    assets: new Map([
      ['index.html', { body: Buffer.from('<head></head>'), type: 'text/html', cache: 'no-store' }],
    ]),
  });
});
afterEach(async () => {
  socket.terminate();
  await host.stop();
});

test('the till stops reading from a screen that reads no answers, and disconnects it', async () => {
  const headers = { cookie: await openScreen(host) };
  const page = await (await fetch(host.address, { headers })).text();
  const token = /content="([^"]+)"/.exec(page)?.[1];
  const address = new URL(BRIDGE_PATH, host.address.replace('http', 'ws'));
  const { origin } = new URL(host.address);
  socket = new WebSocket(address, BRIDGE_SUBPROTOCOL, { origin });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'hello', token }));
  await once(socket, 'message');
  socket.pause();
  const frame = JSON.stringify({ type: 'command', id: 1, command: { type: 'refresh' } });
  // It sends one command after the other, as long as the till takes them.
  let sent = 0;
  while (sent < COMMANDS_MAX && sent - asked < 40) {
    socket.send(frame);
    sent += 1;
    for (let turn = 0; turn < 200 && asked < sent; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  expect(sent).toBeLessThan(COMMANDS_MAX);
  const gone = once(socket, 'close');
  clock.advance(10 * SECOND);
  socket.resume();
  await gone;
});
