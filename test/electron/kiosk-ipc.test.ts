import { beforeEach, expect, test } from 'vitest';
import { setupIpc, setupKioskIpc } from '../../main/electron/ipc/bridge-ipc.ts';
import { createTrustedSenders } from '../../main/electron/ipc/trusted-senders.ts';
import { createKioskHold, setupKiosk } from '../../main/electron/windows/kiosk-window.ts';
import { createScreenBackend } from '../../main/host/bridge/screen-backend.ts';
import { TERMINAL_ALONE } from '../../main/host/bridge/screen-source.ts';
import { IPC } from '../../shared/device/bridge/contract.ts';
import { KIOSK_IPC } from '../../shared/device/kiosk/contract.ts';
import {
  app,
  BrowserWindow,
  contextBridge,
  ipcMain,
  ipcRenderer,
  resetElectron,
  WebContentsDouble,
} from '../electron-double/electron.ts';
import { type KioskWorld, openWorld } from '../main/host/kiosk/kiosk-setup.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { TILL_SETTINGS } from '../support/scripted-terminal.ts';

const KIOSK = 'app://kiosk/index.html';
let world: KioskWorld;
let page: WebContentsDouble;
let cashier: WebContentsDouble;

beforeEach(() => {
  resetElectron();
  world = openWorld();
  const trusted = createTrustedSenders();
  page = new WebContentsDouble(KIOSK);
  cashier = new WebContentsDouble('app://cashier/index.html');
  // The double has the members that are used; the rest of Electron's class is not played.
  trusted.add(page as never, 'kiosk');
  trusted.add(cashier as never, 'cashier');
  const { terminal } = world.till;
  setupIpc(createScreenBackend(terminal, TILL_SETTINGS, TERMINAL_ALONE), trusted);
  setupKioskIpc(world.kiosk, trusted);
});

const event = (sender: WebContentsDouble, frame: { url: string } | null = sender.mainFrame) => ({
  sender,
  senderFrame: frame,
});
const refused = { ok: false, refusal: { type: 'Unauthorized' } };

test('the kiosk’s page receives its view and every change', async () => {
  expect(await ipcMain.play(event(page), KIOSK_IPC.subscribe)).toMatchObject({
    screen: { kind: 'attract' },
  });
  expect(await ipcMain.play(event(page), KIOSK_IPC.call, { type: 'begin' })).toMatchObject({
    ok: true,
  });
  expect(page.sent).toMatchObject([
    { channel: KIOSK_IPC.view, values: [{ screen: { kind: 'choose' } }] },
  ]);
});

test('the kiosk’s page cannot use the cashier’s IPC channels', async () => {
  const sale = { type: 'start_sale', request: { amount: 1, method: { kind: 'qr' } } };
  expect(await ipcMain.play(event(page), IPC.call, sale)).toMatchObject(refused);
  expect(await ipcMain.play(event(page), IPC.subscribe)).toBe(null);
  expect(await ipcMain.play(event(page), KIOSK_IPC.call, sale)).toMatchObject({ ok: false });
  expect(world.till.asked).toEqual([]);
});

test.each([
  ['a page that was not opened here', () => event(new WebContentsDouble(KIOSK))],
  ['another frame of the page', () => event(page, { url: KIOSK })],
  ['a frame that is gone', () => event(page, null)],
  ['the cashier’s page', () => event(cashier)],
  [
    'the page at another address',
    () => {
      page.mainFrame = { url: 'https://evil.example/' };
      return event(page);
    },
  ],
])('%s commands no kiosk', async (_name, forged) => {
  expect(await ipcMain.play(forged(), KIOSK_IPC.call, { type: 'begin' })).toMatchObject(refused);
  expect(await ipcMain.play(forged(), KIOSK_IPC.subscribe)).toBe(null);
  expect(world.screen()).toBe('attract');
});

test('the kiosk’s preload script exposes exactly the frozen kiosk bridge', async () => {
  ipcRenderer.contents = page;
  await import('../../main/preload/kiosk.ts');
  expect([...contextBridge.exposed.keys()]).toEqual(['tillkitKiosk']);
  const bridge = contextBridge.exposed.get('tillkitKiosk');
  expect(Object.keys(Object(bridge)).sort()).toEqual(['call', 'onLink', 'subscribe']);
  expect(Object.isFrozen(bridge)).toBe(true);
});

test('the window releases the display for the operator and takes it back', () => {
  const double = new BrowserWindow({ kiosk: true });
  const window = double as never;
  const hold = createKioskHold(window);
  setupKiosk(window, { clock: createManualClock(), report: () => undefined }, hold);
  hold.set(false);
  expect(double.calls).toEqual(
    expect.arrayContaining(['setKiosk false', 'setFullScreen false', 'minimize']),
  );
  double.calls.length = 0;
  for (const name of ['blur', 'leave-full-screen', 'minimize']) double.emit(name);
  expect(double.calls).toEqual([]);
  hold.set(true);
  double.close();
  expect(double.isDestroyed()).toBe(false);
  double.calls.length = 0;
  double.emit('leave-full-screen');
  expect(double.calls).toEqual(['setKiosk true']);
  hold.set(false);
  double.close();
  expect(double.isDestroyed()).toBe(true);
  hold.set(true);
  app.quit();
});
