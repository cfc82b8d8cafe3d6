import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { setupIpc } from '../../../main/electron/ipc/bridge-ipc.ts';
import { createTrustedSenders } from '../../../main/electron/ipc/trusted-senders.ts';
import { WATCH_IPC } from '../../../main/electron/windows/watchdog.ts';
import { createScreenBackend } from '../../../main/host/bridge/screen-backend.ts';
import { TERMINAL_ALONE } from '../../../main/host/bridge/screen-source.ts';
import { startHost } from '../../../main/host/till/screen-host.ts';
import { BRIDGE_SUBPROTOCOL } from '../../../shared/device/bridge/address.ts';
import {
  type Bridge,
  type BridgeReply,
  IPC,
  type Snapshot,
} from '../../../shared/device/bridge/contract.ts';
import {
  contextBridge,
  ipcMain,
  ipcRenderer,
  resetElectron,
  WebContentsDouble,
} from '../../electron-double/electron.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { openScreen } from '../../support/open-screen.ts';
import { PLAIN_HOST } from '../../support/page-host.ts';
import { ids } from '../../support/payments.ts';
import {
  COMMANDS,
  createScriptedTerminal,
  TILL_SETTINGS,
} from '../../support/scripted-terminal.ts';

let till: ReturnType<typeof createScriptedTerminal>;
let page: WebContentsDouble;
let loads = 0;

/** Loads the preload as Electron does for each page, and answers what the page then has. */
async function loadPreload(url = 'app://cashier/index.html'): Promise<Bridge> {
  resetElectron();
  till = createScriptedTerminal();
  page = new WebContentsDouble(url);
  ipcRenderer.contents = page;
  const trusted = createTrustedSenders();
  trusted.add(page as never, 'cashier');
  setupIpc(createScreenBackend(till.terminal, TILL_SETTINGS, TERMINAL_ALONE), trusted);
  loads += 1;
  // Each load runs the file anew, as each page's does.
  await import(/* @vite-ignore */ `../../../main/preload/till.ts?load=${loads}`);
  const bridge = contextBridge.exposed.get('tillkit');
  if (!isBridge(bridge)) throw new Error('the preload exposed no bridge');
  return bridge;
}

function isBridge(value: unknown): value is Bridge {
  return typeof value === 'object' && value !== null && 'call' in value && 'subscribe' in value;
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-preload-'));
  mkdirSync(join(folder, 'screen'));
  writeFileSync(join(folder, 'screen/index.html'), '<html><head></head></html>');
});
afterEach(() => {
  resetElectron();
  rmSync(folder, { recursive: true, force: true });
});

test('the page gets exactly the frozen bridge and nothing of Electron', async () => {
  const bridge = await loadPreload();
  expect([...contextBridge.exposed.keys()]).toEqual(['tillkit']);
  expect(Object.keys(bridge).sort()).toEqual(['call', 'onLink', 'subscribe']);
  expect(Object.isFrozen(bridge)).toBe(true);
});

test('a listener receives snapshots and never the IPC event', async () => {
  const bridge = await loadPreload();
  const own = ipcRenderer.listenerCount(IPC.snapshot);
  const calls: unknown[][] = [];
  const stop = bridge.subscribe((...values: unknown[]) => calls.push(values));
  await expect.poll(() => calls).toHaveLength(1);
  till.show({ notReady: 'journal_full' });
  expect(calls).toHaveLength(2);
  for (const values of calls) {
    expect(values).toHaveLength(1);
    expect(Object.keys(values[0] ?? {}).sort()).toEqual(['settings', 'view']);
  }
  stop();
  till.show({ notReady: null });
  expect(calls).toHaveLength(2);
  expect(ipcRenderer.listenerCount(IPC.snapshot)).toBe(own);
});

test('the latest snapshot is ready before the page subscribes', async () => {
  const bridge = await loadPreload();
  // The answer to the preload's own question, which a page is too slow to be without.
  await new Promise((done) => setImmediate(done));
  till.show({ notReady: 'journal_full' });
  const seen: Snapshot[] = [];
  bridge.subscribe((snapshot) => seen.push(snapshot));
  expect(seen.map(({ view }) => view.notReady)).toEqual(['journal_full']);
});

test('a page that was unknown to main when its preload script ran requests a snapshot again', async () => {
  const bridge = await loadPreload('about:blank');
  page.mainFrame = { url: 'app://cashier/index.html' };
  const seen: Snapshot[] = [];
  bridge.subscribe((snapshot) => seen.push(snapshot));
  expect(seen).toEqual([]);
  await expect.poll(() => seen).toHaveLength(1);
});

test('the page answers every ping with “blank” or “drawn”', async () => {
  await loadPreload();
  const told: unknown[] = [];
  ipcMain.on(WATCH_IPC.pulse, (_event, pulse) => told.push(pulse));
  let root: { childElementCount: number } | null = null;
  vi.stubGlobal('document', { getElementById: () => root });
  page.send(WATCH_IPC.ping);
  root = { childElementCount: 0 };
  page.send(WATCH_IPC.ping);
  root = { childElementCount: 1 };
  page.send(WATCH_IPC.ping);
  expect(told).toEqual(['blank', 'blank', 'drawn']);
  vi.unstubAllGlobals();
});

test('a page does not answer the ping of another page', async () => {
  await loadPreload();
  const told: unknown[] = [];
  ipcMain.on(WATCH_IPC.pulse, (_event, pulse) => told.push(pulse));
  new WebContentsDouble('app://kiosk/index.html').send(WATCH_IPC.ping);
  expect(told).toEqual([]);
});

test('the link to the host is up from the start', async () => {
  const bridge = await loadPreload();
  const seen: boolean[] = [];
  bridge.onLink((up) => seen.push(up));
  expect(seen).toEqual([true]);
});

/** Sends commands over a real loopback socket and collects the answers, in order. */
async function overSocket(): Promise<{ snapshot: Snapshot; answers: unknown[]; asked: unknown[] }> {
  const own = createScriptedTerminal();
  const host = await startHost({
    ...PLAIN_HOST,
    terminal: own.terminal,
    features: TERMINAL_ALONE,
    settings: TILL_SETTINGS,
    assetsDir: join(folder, 'screen'),
    clock: createManualClock(),
    ids,
    port: 0,
  });
  const headers = { cookie: await openScreen(host) };
  const text = await (await fetch(host.address, { headers })).text();
  const token = /content="([^"]+)"/.exec(text)?.[1] ?? '';
  const address = `${host.address.replace('http', 'ws')}bridge`;
  const origin = new URL(host.address).origin;
  const socket = new WebSocket(address, BRIDGE_SUBPROTOCOL, { origin });
  const answers: unknown[] = [];
  const snapshot = await new Promise<Snapshot>((resolve, reject) => {
    let first: Snapshot | null = null;
    // One after the other: more at once than a till takes would be answered as busy.
    const ask = (id: number) => {
      const command = COMMANDS[id]?.[1];
      socket.send(JSON.stringify({ type: 'command', id, command }));
    };
    socket.on('error', reject);
    socket.on('open', () => socket.send(JSON.stringify({ type: 'hello', token })));
    socket.on('message', (data) => {
      const reply: BridgeReply = JSON.parse(String(data));
      if (reply.type === 'snapshot') {
        if (first === null) ask(0);
        first ??= reply.snapshot;
      } else {
        answers[reply.id] = reply.answer;
        if (reply.id + 1 < COMMANDS.length) ask(reply.id + 1);
      }
      if (first && answers.length === COMMANDS.length) resolve(first);
    });
  });
  socket.terminate();
  await host.stop();
  return { snapshot, answers, asked: own.asked };
}

test('IPC and WebSocket give the same answers and the same snapshot', async () => {
  const bridge = await loadPreload();
  let snapshot: Snapshot | null = null;
  bridge.subscribe((given) => {
    snapshot = given;
  });
  await expect.poll(() => snapshot).not.toBe(null);
  const answers: unknown[] = [];
  // A compromised page may send anything; the type is no protection.
  for (const [, command] of COMMANDS) answers.push(await bridge.call(command as never));
  const socket = await overSocket();
  expect(JSON.parse(JSON.stringify(answers))).toEqual(socket.answers);
  expect(snapshot).toEqual(socket.snapshot);
  expect(till.asked).toEqual(socket.asked);
  expect(till.asked).toHaveLength(14);
});
