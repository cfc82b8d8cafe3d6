import { beforeEach, describe, expect, test } from 'vitest';
import { electronMachineAccess } from '../../../../main/electron/system/machine-access.ts';
import {
  createSystemPrinter,
  type Papers,
} from '../../../../main/electron/system/system-printer.ts';
import { setupProtocol } from '../../../../main/electron/windows/screen-protocol.ts';
import { testPage } from '../../../../main/host/printing/test-page.ts';
import {
  BrowserWindow,
  protocol,
  resetElectron,
  WebContentsDouble,
} from '../../../electron-double/electron.ts';
import { NOW, SETTINGS } from '../../../screens/cashier/sales.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { rest } from '../../../support/till.ts';

let clock: ReturnType<typeof createManualClock>;
let papers: Papers;
beforeEach(() => {
  resetElectron();
  clock = createManualClock();
  papers = new Map();
  WebContentsDouble.printers = [{ name: 'EPSON_TM', displayName: 'Receipts' }];
  WebContentsDouble.onPrint = (answer) => answer(true, '');
});

const PAGE = testPage(SETTINGS, NOW);
const open = (name: string | null = 'EPSON_TM') =>
  createSystemPrinter(papers, clock)({ name, paper: 80 });
async function pageOf(address: string): Promise<Response> {
  const handler = protocol.handlers.get('app');
  if (!handler) throw new Error('no handler for app:');
  return handler(new Request(address));
}

describe('a printer of the system', () => {
  test('prints without a dialog on a page as wide as its roll', async () => {
    setupProtocol(
      { cashier: new Map(), 'customer-display': new Map(), kiosk: new Map() },
      { papers },
    );
    let served = '';
    BrowserWindow.onLoad = async (_window, url) => {
      served = await (await pageOf(url)).text();
    };
    expect(await open().print(PAGE)).toEqual({ ok: true });
    BrowserWindow.onLoad = null;
    const [window] = BrowserWindow.all;
    expect(window?.webContents.prints).toEqual([
      {
        silent: true,
        deviceName: 'EPSON_TM',
        margins: { marginType: 'none' },
        printBackground: true,
        pageSize: { width: 80_000, height: expect.any(Number) },
      },
    ]);
    expect(served).toContain('Kaffebaren Løkka');
    expect(served).not.toContain('<script');
    expect(window?.options).toMatchObject({
      show: false,
      webPreferences: { javascript: false, sandbox: true, nodeIntegration: false },
    });
    expect(window?.isDestroyed()).toBe(true);
    expect((await pageOf('app://paper/index.html')).status).toBe(404);
  });

  test('that is missing is reported, and no other printer prints', async () => {
    expect(await open('HP_Office').print(PAGE)).toEqual({ ok: false, why: 'not_found' });
    expect(await open('HP_Office').state()).toEqual({ kind: 'fault', why: 'not_found' });
    expect(BrowserWindow.all.flatMap(({ webContents }) => webContents.prints)).toEqual([]);
    expect(BrowserWindow.getAllWindows()).toEqual([]);
  });

  test('without a name is the system’s default printer', async () => {
    expect(await open(null).print(PAGE)).toEqual({ ok: true });
    expect(BrowserWindow.all[0]?.webContents.prints[0]).not.toHaveProperty('deviceName');
    expect(await open(null).state()).toEqual({ kind: 'silent' });
  });

  test('that refuses, or whose window fails, reports an error', async () => {
    WebContentsDouble.onPrint = (answer) => answer(false, 'Print job failed');
    expect(await open().print(PAGE)).toEqual({ ok: false, why: 'error' });
    BrowserWindow.onLoad = () => Promise.reject(new Error('ERR_FAILED'));
    expect(await open().print(PAGE)).toEqual({ ok: false, why: 'error' });
    BrowserWindow.onLoad = null;
    expect(BrowserWindow.getAllWindows()).toEqual([]);
  });

  test('whose spooler never answers reports an unsure result after the deadline', async () => {
    WebContentsDouble.onPrint = () => undefined;
    const printed = open().print(PAGE);
    await rest();
    clock.advance(31_000);
    expect(await printed).toEqual({ ok: false, why: 'unsure' });
  });
});

test('the machine’s screens are counted for the diagnosis', () => {
  const shell = { settings: { customer_display: { label: 'Rear' } }, mode: 'window' } as const;
  const around = electronMachineAccess(papers, clock, shell, () => 'update 1.2.3');
  void new BrowserWindow().loadURL('app://cashier/index.html');
  expect(around.screens?.()).toEqual({ windows: 1, displays: 1, customerDisplay: 'missing' });
  void new BrowserWindow().loadURL('app://customer-display/index.html');
  expect(around.screens?.()).toEqual({ windows: 2, displays: 1, customerDisplay: 'shown' });
  expect(around.update()).toBe('update 1.2.3');
});
