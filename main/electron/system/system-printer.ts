import { BrowserWindow } from 'electron';
import type { Asset } from '../../../shared/node/http/static-assets.ts';
import { present } from '../../../shared/objects/present.ts';
import { type DeviceClock, SECOND } from '../../../shared/time/clock.ts';
import type { SystemPrinter } from '../../host/printing/open-printing.ts';
import { PAPER_CSS, PAPER_STYLE, paperPage } from '../../host/printing/paper-page.ts';
import { failed, type PrintOutcome } from '../../host/printing/port.ts';
import { PAPER_HOST, SCHEME } from '../app-address.ts';

/** The pages that are being printed, for the protocol handler. */
export type Papers = Map<string, Asset>;

/** A spooler must accept a page within this time; milliseconds. */
const WITHIN = 30 * SECOND;
const MICRONS = 1_000;
const PAGE = 'index.html';

/**
 * Prints on a printer of the operating system without a dialog: each receipt is a page in a hidden
 * window as wide as the roll. The outcome after the spooler has accepted a page is unknown.
 */
export function createSystemPrinter(papers: Papers, clock: DeviceClock): SystemPrinter {
  papers.set(PAPER_STYLE, assetOf(PAPER_CSS, 'text/css; charset=utf-8'));
  return ({ name, paper }) => ({
    async print(receipt) {
      const { html, height } = paperPage(receipt, paper);
      papers.set(PAGE, assetOf(html, 'text/html; charset=utf-8'));
      const window = new BrowserWindow(HIDDEN);
      try {
        if (name !== null && !(await isThere(window, name))) return failed('not_found');
        await window.loadURL(`${SCHEME}://${PAPER_HOST}/${PAGE}`);
        return await printOn(window, clock, {
          silent: true,
          ...present({ deviceName: name }),
          margins: { marginType: 'none' },
          printBackground: true,
          // Without an explicit size the driver prints a sheet instead of a roll.
          pageSize: { width: paper * MICRONS, height: height * MICRONS },
        });
      } catch {
        return failed('error');
      } finally {
        papers.delete(PAGE);
        window.destroy();
      }
    },
    async state() {
      const window = new BrowserWindow(HIDDEN);
      try {
        const there = name === null || (await isThere(window, name));
        return there ? { kind: 'silent' } : { kind: 'fault', why: 'not_found' };
      } catch {
        return { kind: 'silent' };
      } finally {
        window.destroy();
      }
    },
  });
}

const HIDDEN: Electron.BrowserWindowConstructorOptions = {
  show: false,
  focusable: false,
  skipTaskbar: true,
  webPreferences: {
    javascript: false,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    devTools: false,
  },
};

async function isThere(window: BrowserWindow, name: string): Promise<boolean> {
  const printers = await window.webContents.getPrintersAsync();
  return printers.some((one) => one.name === name || one.displayName === name);
}

function printOn(
  window: BrowserWindow,
  clock: DeviceClock,
  options: Electron.WebContentsPrintOptions,
): Promise<PrintOutcome> {
  return new Promise((resolve) => {
    const cancel = clock.after(WITHIN, () => resolve(failed('unsure')));
    window.webContents.print(options, (taken, why) => {
      cancel();
      if (taken) return resolve({ ok: true });
      resolve(failed(/device ?name|printer settings/i.test(why) ? 'not_found' : 'error'));
    });
  });
}

function assetOf(text: string, type: string): Asset {
  return { body: Buffer.from(text), type, cache: 'no-store' };
}
