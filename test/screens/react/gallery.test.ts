import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from '../../support/axe.ts';
import { closePages, openBrowser } from '../../support/browser.ts';
import { type CashierPage, openCashier } from '../cashier/page.ts';
import { STATES, view } from '../cashier/sales.ts';
import { keepPicture } from '../keep-picture.ts';
import type { Served } from '../random-content/random-content.ts';
import { serveExamplePage } from './page.ts';

/*
 * The embedded payment on another product's page: every state is drawn without a fault, and neither the
 * payment nor the page takes styles from the other.
 */

const LAYOUT = '.payment { width: 1100px; height: 720px } .pay { width: 420px; margin: 8px }';
/** The style with which the test's page places the payment, against the hostile style sheet. */
const PLACED = `.payment.placed { all: initial !important; position: fixed !important;
  inset: 0 auto auto 0 !important; width: 1100px !important; height: 720px !important }
  .payment.placed::before, .payment.placed::after { content: none !important }`;
const PLAIN = `${LAYOUT} body { margin: 0 }`;

let browser: Browser;
let served: Served;
let hostile: string;

beforeAll(async () => {
  [served, browser, hostile] = await Promise.all([
    serveExamplePage(),
    openBrowser(),
    readFile(new URL('hostile.css', import.meta.url), 'utf8'),
  ]);
});
afterAll(async () => {
  await closePages();
  await served.stop();
});

/** Opens the page with this additional style and a stopped clock. */
async function open(css: string, query = ''): Promise<CashierPage> {
  const size = { width: 1280, height: 900, whole: true };
  const cashier = await openCashier(browser, `${served.origin}/${query}`, size);
  // Set through the object model, which the page's content policy does not hold up.
  await cashier.page.evaluate((given) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(given);
    document.adoptedStyleSheets = [sheet];
  }, css);
  return cashier;
}

const payment = (page: Page) => page.locator('.payment');

/** Keys of the embedded parts that are smaller than 48 pixels in one direction. */
async function small(page: Page): Promise<string[]> {
  const keys = await page.locator('.embed button').all();
  const boxes = await Promise.all(keys.map((key) => key.boundingBox()));
  return boxes.flatMap((box) =>
    box === null || (box.width >= 48 && box.height >= 48) ? [] : [`${box.width}x${box.height}`],
  );
}

describe('the embedded payment', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`draws every state without a fault, ${theme}`, async () => {
      const cashier = await open(PLAIN, `?theme=${theme}`);
      const found: string[] = [];
      for (const [name, drawn] of Object.entries(STATES)) {
        await cashier.show(drawn);
        const part = await payment(cashier.page).boundingBox();
        found.push(...(await keepPicture(cashier.page, 'react', `${name}-${theme}-en`, part)));
        const rules = theme === 'light' ? null : ['color-contrast'];
        for (const one of await axeViolations(cashier.page, rules)) found.push(`${name}: ${one}`);
        for (const one of await small(cashier.page)) found.push(`${name}: ${one}`);
      }
      expect(found).toEqual([]);
      expect(cashier.errors).toEqual([]);
      await cashier.page.context().close();
    });
  }

  it('has its keys below the headline and its words inside the margins on a phone', async () => {
    const found: string[] = [];
    const { page, show } = await open('body, .payment { margin: 0 } .payment { width: 100% }');
    for (const width of [320, 390, 640]) {
      await page.setViewportSize({ width, height: 844 });
      for (const language of ['en', 'nb', 'de', 'ar'] as const) {
        await show(STATES['authorised-due'] ?? view([]), { language });
        const faults = await payment(page).evaluate((host) => {
          const parts = [host, ...host.querySelectorAll('*')].map(({ shadowRoot }) => shadowRoot);
          const root = parts.find((one) => one !== null);
          if (root === undefined || root === null) throw new Error('no shadow');
          const box = (place: string) =>
            [...root.querySelectorAll(place)].map((one) => {
              // The words themselves, which may be wider than their box.
              const words = new Range();
              words.selectNodeContents(one);
              const isWords = place === '.rail-label';
              return (isWords ? words : one).getBoundingClientRect();
            });
          const [word] = box('.state-word');
          const [rail] = box('.rail');
          if (word === undefined || rail === undefined) throw new Error('no state');
          const labels = box('.rail-label').toSorted((one, other) => one.left - other.left);
          return [
            innerWidth < 560 && box('button').some(({ top }) => top < word.top) ? 'key above' : '',
            labels.some(({ left, right }) => left < rail.left - 1 || right > rail.right + 1)
              ? 'label outside'
              : '',
            labels.some(({ left }, at) => left - (labels[at - 1]?.right ?? -99) < 6)
              ? 'labels touch'
              : '',
          ].filter((one) => one !== '');
        });
        for (const one of faults) found.push(`${width}, ${language}: ${one}`);
      }
    }
    expect(found).toEqual([]);
    await page.context().close();
  });

  it('has a code of at most 444 pixels on a page of 1600, because the page is no till', async () => {
    const large = 'body { margin: 0 } .payment { width: 1600px; height: 1100px }';
    const { page, show } = await open(large);
    await page.setViewportSize({ width: 1600, height: 1100 });
    await show(STATES['waiting-qr'] ?? view([]));
    const code = payment(page).locator('.qr');
    await code.waitFor();
    const place = await payment(page).locator('.qr-place').boundingBox();
    expect(Math.min(place?.width ?? 0, place?.height ?? 0)).toBeGreaterThan(500);
    expect((await code.boundingBox())?.width).toBe(444);
    await page.context().close();
  });

  it('looks the same on a page with global styles', async () => {
    const [calm, wild] = await Promise.all([open(PLAIN), open(`${hostile} ${LAYOUT}`)]);
    const place = (page: Page) =>
      page.evaluate((css) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(css);
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
        document.querySelector('.payment')?.classList.add('placed');
      }, PLACED);
    for (const name of [
      'waiting-qr',
      'approve',
      'authorised-failed',
      'paid',
      'declined',
      'unclear',
    ]) {
      const drawn = STATES[name];
      if (drawn === undefined) throw new Error(`no state ${name}`);
      const shots = await Promise.all(
        [calm, wild].map(async (one) => {
          await one.show(drawn);
          await place(one.page);
          return payment(one.page).screenshot();
        }),
      );
      expect([name, shots[0]?.equals(shots[1] ?? Buffer.alloc(0))]).toEqual([name, true]);
    }
    for (const one of [calm, wild]) await one.page.context().close();
  });

  it('does not change the page', async () => {
    const looks = async (query: string) => {
      const { page, show } = await open(PLAIN, query);
      if (query === '') await show(STATES.paid ?? view([]));
      const all = await page.evaluate(() =>
        ['h1', 'main > p', 'main > button', 'body', 'html'].map((place) => {
          const element = document.querySelector(place);
          if (element === null) throw new Error(`no ${place}`);
          const style = getComputedStyle(element);
          return [...style]
            .filter((name) => !/height|size|origin|inset|bottom/.test(name))
            .map((name) => `${place} ${name} ${style.getPropertyValue(name)}`);
        }),
      );
      await page.context().close();
      return all.flat();
    };
    expect(await looks('')).toEqual(await looks('?bare'));
  });

  it('uses the page’s tokens', async () => {
    const { page, show } = await open(`${PLAIN} main { --tillkit-signal: rgb(1 2 3) }`);
    await show(view([]));
    const key = page.getByRole('button', { name: /^Show QR code/ });
    await key.waitFor();
    expect(await key.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(1, 2, 3)');
    await page.context().close();
  });

  it('sends one command per press, waits for the answer, and shows a refusal', async () => {
    const { page, show, commands, answerWith } = await open(PLAIN);
    await show(view([]));
    const key = page.getByRole('button', { name: /^Show QR code/ });
    const refusal = {
      type: 'Conflict',
      description: 'Another sale.',
      details: { reason: 'another_sale' },
    } as const;
    await answerWith({ ok: false, refusal });
    await key.click();
    const sentence = page.getByText('A sale is in progress.');
    // One sentence: its parts are not two columns.
    expect(await sentence.evaluate((one) => getComputedStyle(one).display)).toBe('block');
    const asked = { type: 'start_sale', request: { amount: 12_500, method: { kind: 'qr' } } };
    expect(await commands()).toEqual([asked]);
    await show(STATES['waiting-qr'] ?? view([]));
    expect(await key.getAttribute('aria-disabled')).toBe('true');
    await key.click({ force: true });
    expect(await commands()).toEqual([asked]);
    await page.context().close();
  });

  it('shows the code in letters and the address of the wallet', async () => {
    const { page, show } = await open(PLAIN);
    await show(STATES['waiting-qr'] ?? view([]));
    expect(await page.locator('.code-letters').innerText()).toMatch(/\/w\/.*p2yb yw4t q73n/s);
    await page.context().close();
  });
});
