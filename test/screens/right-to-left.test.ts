import jsqr from 'jsqr';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closePages, openBrowser } from '../support/browser.ts';
import { hidden, order, overflow } from '../support/layout.ts';
import { leavePicture } from '../support/leave-picture.ts';
import { readPng } from '../support/png.ts';
import { type Screens, serveScreen } from '../support/screens.ts';
import { settled } from '../support/settled.ts';
import { typeByHand } from '../support/type-by-hand.ts';
import { openCashier } from './cashier/page.ts';
import { STATES, view } from './cashier/sales.ts';
import { BACK_OFFICE, DAY, NOBODY, PAID } from './cashier/staff-history-day.ts';
import { FAR, openDisplay, viewOf } from './customer-display/page.ts';
import { openPortal } from './portal/page.ts';
import { openWallet } from './wallet/page.ts';
import { request, STAGES } from './wallet/requests.ts';

/* A page in a right-to-left language: the layout is mirrored, and no text is cut off or missing. */

let browser: Browser;
let cashier: Screens;
let display: Screens;
let wallet: Screens;
let portal: Screens;
beforeAll(async () => {
  [browser, cashier, display, wallet, portal] = await Promise.all([
    openBrowser(),
    serveScreen('cashier'),
    serveScreen('customer-display'),
    serveScreen('wallet'),
    serveScreen('portal'),
  ]);
});
afterAll(async () => {
  await closePages();
  for (const one of [cashier, display, wallet, portal]) await one?.stop();
});

/** Turns a page that is drawn: it sets the direction of its language when it is drawn. */
const turn = (page: Page) =>
  settled(page).then(() => page.evaluate("void (document.documentElement.dir = 'rtl')"));

/** Left edge of the first of these on the page. */
async function left(page: Page, place: string): Promise<number> {
  const box = await page.locator(place).first().boundingBox();
  if (box === null) throw new Error(`no ${place}`);
  return box.x;
}

/** Edges of the text of the first of these elements, in whole pixels. */
function edges(page: Page, place: string): Promise<{ left: number; right: number }> {
  return page
    .locator(place)
    .first()
    .evaluate((element) => {
      const range = new Range();
      range.selectNodeContents(element);
      const { left, right } = range.getBoundingClientRect();
      return { left: Math.round(left), right: Math.round(right) };
    });
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

  it('the till’s time left stands below its label, and a reference at the end of its line', async () => {
    const { page, show } = await openCashier(browser, cashier.origin);
    await turn(page);
    await show(STATES['waiting-qr'] ?? view([]));
    const label = (await edges(page, '.countdown-label')).right;
    expect((await edges(page, '.countdown-time')).right).toBe(label);
    await show(STATES.paid ?? view([]));
    const facts = await page.locator('.slip-facts').first().boundingBox();
    const reference = await edges(page, '.slip-facts dd.mono');
    expect(reference.left).toBe(Math.round(facts?.x ?? 0));
    await page.context().close();
  });

  it('a chosen line has its bar on the right, and a day reads from right to left', async () => {
    const { page, show, backOffice, answerTo } = await openCashier(browser, cashier.origin, {
      language: 'ar',
    });
    backOffice(BACK_OFFICE);
    await answerTo('day', DAY);
    await show(view([PAID]), { language: 'ar' });
    await page.locator('.strip-key:has(.lucide-history)').click();
    const row = page.locator('.list-row[aria-pressed="true"]').first();
    const bar = await row.evaluate((one) => getComputedStyle(one).boxShadow);
    expect(bar).toMatch(/ -4px 0px 0px 0px inset$/);
    await page.locator('.list-head .strip-key').click();
    const day = page.locator('.day-slip .document-rows').last().locator('dd').first();
    expect(await day.innerText()).not.toMatch(/\d{4}-\d\d-\d\d/);
    expect(await order(day, /20/, /2026/)).toBe('right to left');
    await page.context().close();
  });

  it('the wallet’s address, an organisation number and a phone number run from left to right', async () => {
    const { page, show } = await openCashier(browser, cashier.origin, { language: 'ar' });
    await show(STATES['waiting-qr'] ?? view([]), { language: 'ar' });
    const address = page.locator('.code-letters-hint');
    expect(await order(address, /[\d.:]+(?=\/)/, /\/w\//)).toBe('left to right');
    await show(STATES.paid ?? view([]), { language: 'ar' });
    const organisation = page.getByText('MVA');
    expect(await order(organisation, /783/, /MVA/)).toBe('left to right');
    await show(view([]), { language: 'ar' });
    await page.keyboard.type('12500');
    await page.getByRole('button', { name: 'رقم الهاتف' }).click();
    await typeByHand(page, '98765432');
    const parts = page.locator('.phone-part');
    await parts.last().getByText('987 65 432').waitFor();
    expect(await order(parts.last(), /987/, /432/)).toBe('left to right');
    const [country, number] = await Promise.all(
      [parts.first(), parts.last()].map((one) => one.boundingBox()),
    );
    expect(country?.x).toBeLessThan(number?.x ?? 0);
    await show(STATES['approve-phone'] ?? view([]), { language: 'ar' });
    const phone = page.locator('.slip-head bdi').last();
    expect(await order(phone, /^\+/, /\d+$/)).toBe('left to right');
    await page.context().close();
  });

  it('a supervisor’s code runs from left to right', async () => {
    const { page, show, backOffice } = await openCashier(browser, cashier.origin, {
      language: 'ar',
    });
    backOffice({ ...NOBODY, firstSupervisor: 'by_code' });
    await show(view([]), { language: 'ar' });
    await page.locator('.strip-key[aria-controls]').click();
    await page.locator('.options-more .ghost').first().click();
    await page.locator('.counter-foot .ghost').click();
    await page.keyboard.type('481720');
    const code = page.locator('.staff-code');
    await code.getByText('4817 20··').waitFor();
    expect(await order(code, /4817/, /20/)).toBe('left to right');
    await page.context().close();
  });

  it('the portal’s times and references stand below their headings', async () => {
    const { page } = await openPortal(browser, portal.origin, '/m/', { locale: 'ar' });
    await page.locator('tbody .rows-reference').first().waitFor();
    await settled(page);
    for (const [place, heading] of [
      ['tbody td:first-child', 'thead th:first-child'],
      ['tbody .rows-reference', 'thead th:nth-child(5)'],
    ] as const) {
      const { right } = await edges(page, heading);
      expect([place, (await edges(page, place)).right]).toEqual([place, right]);
    }
    await page.context().close();
  });

  it('the portal’s dates begin on the right, and the key to the day before points there', async () => {
    const { page } = await openPortal(browser, portal.origin, '/m/', { locale: 'ar' });
    const mirrored = await page
      .locator('.day-step svg')
      .first()
      .evaluate((icon) => getComputedStyle(icon).scale);
    expect(mirrored).toBe('-1 1');
    await page.goto(`${portal.origin}/m/callbacks`);
    const date = page.locator('tbody td').first();
    const [first, last] = await date.evaluate((cell) => {
      const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode();
      const letters = text?.textContent ?? '';
      return [0, letters.length - 1].map((at) => {
        const range = new Range();
        range.setStart(text ?? cell, at);
        range.setEnd(text ?? cell, at + 1);
        return range.getBoundingClientRect().left;
      });
    });
    expect(first).toBeGreaterThan(last ?? 0);
    await page.context().close();
  });

  it('a name that is too long for its row loses its end and not its beginning', async () => {
    const { page } = await openPortal(browser, portal.origin, '/m/payments/p0', {
      locale: 'ar',
      width: 1024,
    });
    await page.locator('.row-link').first().waitFor();
    await settled(page);
    const names = await page.locator('.row-link, .rows-where, .rows-reference').evaluateAll((all) =>
      all
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map((name) => {
          const first = new Range();
          first.selectNodeContents(name);
          const text = document.createTreeWalker(name, NodeFilter.SHOW_TEXT).nextNode() ?? name;
          first.setEnd(text, 1);
          const { left, right } = first.getBoundingClientRect();
          const box = name.getBoundingClientRect();
          const isShown = left >= box.left - 1 && right <= box.right + 1;
          return `${text.textContent}: ${isShown ? 'beginning is shown' : 'beginning is cut'}`;
        }),
    );
    expect(names).not.toEqual([]);
    expect(names.filter((name) => name.endsWith('is cut'))).toEqual([]);
    await page.context().close();
  });

  it('the wallet’s slide pays to the left and not to the right', async () => {
    const desk = { requests: [request()] };
    const { page, desk: known } = await openWallet(browser, wallet.origin, '/p/p2ybyw4tq73n/', {
      desk,
    });
    const knob = page.locator('.slide-knob');
    await knob.waitFor();
    await turn(page);
    await settled(page);
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
