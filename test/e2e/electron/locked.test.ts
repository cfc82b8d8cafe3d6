import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../../main/host/adapters/machine.ts';
import { LANGUAGES } from '../../../shared/catalogue/language.ts';
import { BrowserWindow } from '../../electron-double/electron.ts';
import { axeViolations } from '../../support/axe.ts';
import { closePages, openBrowser } from '../../support/browser.ts';
import { deckOf } from '../people.ts';
import { BINARY, buildApp, COUNTER, type OpenApp, openApp, POLE } from './open-app.ts';

/** What a test makes main do or suffer by the double alone. */
const onDouble = test.skipIf(BINARY !== null);

let browser: Browser;
let app: OpenApp;

beforeAll(async () => {
  const [launched] = await Promise.all([openBrowser(), buildApp()]);
  browser = launched;
});
afterAll(() => closePages());

const KEYS = [
  ...['F1', 'F5', 'F11', 'F12', 'Control+w', 'Control+r', 'Control+p', 'Control+o', 'Control+t'],
  ...['Control+Shift+i', 'Control+-', 'Control+0', 'Alt+F4', 'Alt+ArrowLeft', 'Meta+q'],
];

describe('a till with the cashier’s screen in a kiosk window', () => {
  beforeAll(async () => {
    app = await openApp(browser, {
      mode: 'kiosk',
      displays: [COUNTER, POLE],
      settings: { kiosk_screen: 'cashier' },
    });
  });
  afterAll(() => app?.close());

  test('a customer cannot leave the screen with a key, a link or a closed window', async () => {
    const kiosk = app.window(0);
    const page = await app.stage.page(kiosk);
    await deckOf(page);
    const address = page.url();
    // A kiosk opens a second window only on request.
    expect(app.window(1)).toBe(undefined);

    for (const key of KEYS) expect([key, await app.stage.press(kiosk, key)]).toEqual([key, 'kept']);
    expect(await app.stage.press(kiosk, '7')).toBe('passed');

    await page.evaluate(() => {
      location.href = 'https://example.com/';
    });
    await page.evaluate(() => {
      window.open('https://example.com/window');
    });
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: 'file:///etc/passwd' });
      document.body.append(link);
      link.click();
    });
    await page.evaluate(() => fetch('https://example.com/data').catch(() => undefined));
    await expect.poll(() => app.stage.refused.join()).toContain('navigation https://example.com/');
    await expect.poll(() => app.stage.refused.join()).toContain('window');
    kiosk?.close();
    kiosk?.emit('leave-full-screen');
    await app.seen();
    expect(kiosk?.isDestroyed()).toBe(false);
    expect(kiosk?.calls.at(-1)).toBe('setKiosk true');
    expect(page.url()).toBe(address);
    await deckOf(page);
  });
});

describe('the windows of an ordinary till', () => {
  beforeAll(async () => {
    app = await openApp(browser, { displays: [COUNTER, POLE] });
  });
  afterAll(() => app?.close());

  test('do not run a script that is added to the page', async () => {
    const page = await app.stage.page(app.window(0));
    await deckOf(page);
    const broken = page.waitForEvent('console', (message) =>
      /Content Security/.test(message.text()),
    );
    const ran = await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.strangerRan = true';
      document.body.append(script);
      return Reflect.get(window, 'strangerRan');
    });
    expect(ran).toBe(undefined);
    await broken;
  });

  test('give a page only its own frozen bridge, and nothing of Electron or Node', async () => {
    const names = ['tillkit', 'tillkitDisplay', 'require', 'process', 'ipcRenderer', 'stageToMain'];
    const look = async (index: number) => {
      const page = await app.stage.page(app.window(index));
      await page?.getByRole('heading').first().waitFor();
      return page?.evaluate((all) => {
        const has = all.filter((name) => Reflect.has(window, name));
        return has.map((name) => [
          name,
          Object.keys(Reflect.get(window, name)).sort(),
          Object.isFrozen(Reflect.get(window, name)),
        ]);
      }, names);
    };
    expect(await look(0)).toEqual([['tillkit', ['call', 'onLink', 'subscribe'], true]]);
    expect(await look(1)).toEqual([['tillkitDisplay', ['answer', 'subscribe'], true]]);
  });

  onDouble('refuse commands of a window that the till did not open', async () => {
    await app.stage.page(app.window(0));
    const stranger = new BrowserWindow({
      webPreferences: { preload: join(packageRoot(), 'dist/electron/preload.cjs') },
    });
    await stranger.loadURL('app://cashier/index.html');
    const page = await app.stage.page(stranger);
    const answer = await page.evaluate(async () => {
      const bridge = window.tillkit;
      return bridge?.call({ type: 'refresh' });
    });
    expect(answer).toMatchObject({ ok: false, refusal: { type: 'Unauthorized' } });
    expect(await page.locator('.keypad, .product').count()).toBe(0);
    stranger.destroy();
  });
});

describe('the windows of a till with a replaced or failing screen', () => {
  beforeAll(async () => {
    app = await openApp(browser, { displays: [COUNTER, POLE] });
  });
  afterAll(() => app?.close());

  onDouble(
    'give the customer display no bridge and no keypad if it loads the cashier’s page',
    async () => {
      const display = BrowserWindow.getAllWindows()[1];
      await app.stage.page(display);
      if (!display) throw new Error('no display was opened');
      // The display's own trusted window, taken over, and shown the cashier's screen.
      await display.loadURL('app://cashier/index.html');
      const page = await app.stage.page(display);
      const had = await page.evaluate(() => Reflect.has(window, 'tillkit'));
      expect(had).toBe(false);
      expect(await page.locator('.keypad, .product').count()).toBe(0);
    },
  );

  onDouble(
    'show a page with instructions after the renderer of a screen has crashed four times',
    async () => {
      const till = BrowserWindow.getAllWindows()[0];
      for (let failure = 1; failure <= 4; failure += 1) {
        const shown = till?.loaded.length;
        till?.webContents.emit('render-process-gone', {}, { reason: 'oom', exitCode: 1 });
        await expect.poll(() => till?.loaded.length).toBe((shown ?? 0) + 1);
        await app.stage.page(till);
      }
      const page = await app.stage.page(till);
      await page.getByRole('heading', { name: 'This screen cannot be shown' }).waitFor();
      await page.getByRole('heading', { name: 'Skjermbildet kan ikke vises' }).waitFor();
      expect(await page.locator('section[lang]').count()).toBe(LANGUAGES.length);
      expect(await axeViolations(page)).toEqual([]);
      const answer = await page.evaluate(() => window.tillkit?.call({ type: 'refresh' }));
      expect(answer).toMatchObject({ ok: false, refusal: { type: 'Unauthorized' } });
    },
  );
});
