import jsqr from 'jsqr';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closePages, openBrowser } from '../support/browser.ts';
import { hidden, overflow } from '../support/layout.ts';
import { leavePicture } from '../support/leave-picture.ts';
import { readPng } from '../support/png.ts';
import { type Screens, serveScreen } from '../support/screens.ts';
import { openCashier } from './cashier/page.ts';
import { STATES, view } from './cashier/sales.ts';
import { FAR, openDisplay, viewOf } from './customer-display/page.ts';
import { openWallet } from './wallet/page.ts';
import { request, STAGES } from './wallet/requests.ts';

/* A page in a right-to-left language: the layout is mirrored, and no text is cut off or missing. */

let browser: Browser;
let cashier: Screens;
let display: Screens;
let wallet: Screens;
beforeAll(async () => {
  [browser, cashier, display, wallet] = await Promise.all([
    openBrowser(),
    serveScreen('cashier'),
    serveScreen('customer-display'),
    serveScreen('wallet'),
  ]);
});
afterAll(async () => {
  await closePages();
  for (const one of [cashier, display, wallet]) await one?.stop();
});

const turn = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });

/** Left edge of the first of these on the page. */
async function left(page: Page, place: string): Promise<number> {
  const box = await page.locator(place).first().boundingBox();
  if (box === null) throw new Error(`no ${place}`);
  return box.x;
}

async function readCode(page: Page): Promise<string | null> {
  const { data, width, height } = readPng(await page.screenshot());
  return jsqr.default(data, width, height)?.data ?? null;
}

describe('a right-to-left layout', () => {
  it('fits in every state of the till', async () => {
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ] as const) {
      const { page, show } = await openCashier(browser, cashier.origin, { width, height });
      await turn(page);
      const wrong: string[] = [];
      for (const [name, drawn] of Object.entries(STATES)) {
        await show(drawn);
        if ((await overflow(page)) > 0) wrong.push(`${name} is too wide at ${width}`);
        if (width > 1000 && (await hidden(page, '.till-right')) > 0) wrong.push(`${name} too tall`);
      }
      expect(wrong).toEqual([]);
      await page.context().close();
    }
  });

  it('the till’s slip is on the right; code, keypad and amounts are not mirrored', async () => {
    const { page, show } = await openCashier(browser, cashier.origin);
    await turn(page);
    await show(STATES['waiting-qr'] ?? view([]));
    expect(await left(page, '.slip')).toBeGreaterThan(await left(page, '.qr'));
    expect(await readCode(page)).toMatch(/^http.*\/p\/p2ybyw4tq73n\/$/);
    const rail = page.locator('.rail-stop');
    const [first, last] = [await rail.first().boundingBox(), await rail.last().boundingBox()];
    expect(first?.x ?? 0).toBeGreaterThan(last?.x ?? 0);
    await show(view([]));
    await page.keyboard.type('12500');
    expect(await left(page, '.key-at-1')).toBeLessThan(await left(page, '.key-at-3'));
    const sign = await left(page, '.deck-amount .amount-currency');
    expect(sign).toBeLessThan(await left(page, '.deck-amount .amount-figures'));
    await leavePicture(page, 'test-artifacts/right-to-left-till.png');
    await page.context().close();
  });

  it('the customer’s display fits, with its slip on the right', async () => {
    const code = 'http://192.168.0.12:4600/p/p2ybyw4tq73n/';
    const phase = { kind: 'scan', uri: code, expires: FAR } as const;
    const { page, tell, close } = await openDisplay(browser, display.origin, viewOf(phase));
    await turn(page);
    expect(await left(page, '.slip')).toBeGreaterThan(await left(page, '.qr'));
    expect(await readCode(page)).toBe(code);
    for (const kind of ['sticker', 'approve', 'reserved', 'paid'] as const) {
      await tell(viewOf(kind === 'sticker' ? { kind, expires: FAR } : { kind }));
      expect([kind, await overflow(page)]).toEqual([kind, 0]);
    }
    await leavePicture(page, 'test-artifacts/right-to-left-display.png');
    await close();
  });

  it('the wallet’s slide pays to the left and not to the right', async () => {
    const desk = { requests: [request()] };
    const { page, desk: known } = await openWallet(browser, wallet.origin, '/p/p2ybyw4tq73n/', {
      desk,
    });
    await turn(page);
    const knob = page.locator('.slide-knob');
    await knob.waitFor();
    const track = await page.locator('.slide').boundingBox();
    const start = await knob.boundingBox();
    if (track === null || start === null) throw new Error('no slide');
    expect(start.x).toBeGreaterThan(track.x + track.width / 2);
    const [x, y] = [start.x + start.width / 2, start.y + start.height / 2];
    for (const to of [x + track.width, x - track.width]) {
      expect(known.writes.filter((one) => one.includes('/approve'))).toEqual([]);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move((x + to) / 2, y, { steps: 4 });
      await page.mouse.move(to, y, { steps: 4 });
      await page.mouse.up();
    }
    await expect.poll(() => known.writes.filter((one) => one.includes('/approve')).length).toBe(1);
    await page.context().close();
  });

  it('every state of the wallet fits', async () => {
    const { page, desk } = await openWallet(browser, wallet.origin, '/w/', {
      width: 320,
      height: 568,
    });
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        document.documentElement.dir = 'rtl';
      });
    });
    for (const [name, one] of Object.entries(STAGES)) {
      desk.requests = [one];
      await page.goto(`${wallet.origin}/p/${one.tid}/`);
      await page.locator('main h1').first().waitFor();
      expect([name, await overflow(page)]).toEqual([name, 0]);
    }
    await leavePicture(page, 'test-artifacts/right-to-left-wallet.png');
    await page.context().close();
  });
});
