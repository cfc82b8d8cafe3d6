import { expect, it } from 'vitest';
import type { PortalMe } from '../../../shared/portal/contract.ts';
import { screenOf } from '../../support/screen-of.ts';
import { settled } from '../../support/settled.ts';
import { KARI, MARTE, SALES } from './answers.ts';
import { openPortal, type PortalPageOptions } from './page.ts';

/* What the portal shows at the widths between a phone and a desk. */

const served = screenOf('portal');
const LOCALES = ['en', 'nb', 'de', 'ar'] as const;
const open = (path: string, options: PortalPageOptions) =>
  openPortal(served.browser(), served.origin(), path, options);

it('the chart opens at the current period, and its numbers do not touch', async () => {
  const answers = new Map<string, readonly [number, unknown]>();
  const periods = SALES.periods.map((one) => ({ ...one, net: 999_999_999 }));
  answers.set('/sales', [200, { ...SALES, periods }]);
  const found: string[] = [];
  for (const locale of ['nb', 'ar'] as const) {
    const { page } = await open('/m/settlements/', { locale, office: { answers } });
    await page.locator('.chart li').first().waitFor();
    for (const width of [320, 390, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await settled(page);
      const wrong = await page.evaluate(() => {
        const box = document.querySelector('.chart')?.getBoundingClientRect() ?? new DOMRect();
        const numbers = [...document.querySelectorAll('.chart-number')].map((one) => {
          const range = document.createRange();
          range.selectNodeContents(one);
          return range.getBoundingClientRect();
        });
        const sorted = numbers.toSorted((one, other) => one.left - other.left);
        const touching = sorted.filter(
          (one, place) => place > 0 && one.left - (sorted[place - 1]?.right ?? 0) < 8,
        );
        const last = numbers.at(-1) ?? new DOMRect();
        const seen = last.left >= box.left - 1 && last.right <= box.right + 1;
        return [...(seen ? [] : ['hidden']), ...touching.map(() => 'touching')];
      });
      found.push(...wrong.map((one) => `${locale} ${width}: ${one}`));
    }
    await page.context().close();
  }
  expect(found).toEqual([]);
});

it('a callback’s time has one line on a phone, and its event is complete', async () => {
  const found: string[] = [];
  for (const locale of LOCALES) {
    const { page } = await open('/m/callbacks/', { locale });
    await page.locator('.row-link').first().waitFor();
    for (const width of [320, 390, 599]) {
      await page.setViewportSize({ width, height: 800 });
      await settled(page);
      const wrong = await page.locator('.rows tbody tr').evaluateAll((rows) =>
        rows.flatMap((row) => {
          const range = document.createRange();
          range.selectNodeContents(row.querySelector('td') ?? row);
          const link = row.querySelector('.row-link');
          const cut = link === null || link.scrollWidth > link.clientWidth;
          const tall = range.getBoundingClientRect().height > 32;
          const out = row.getBoundingClientRect().right > document.documentElement.clientWidth + 1;
          return [cut && 'cut', tall && 'tall', out && 'out'].filter((one) => one !== false);
        }),
      );
      found.push(...wrong.map((one) => `${locale} ${width}: ${one}`));
    }
    await page.context().close();
  }
  expect(found).toEqual([]);
});

it('an act of a person with a long address fits a phone', async () => {
  const { page } = await open('/m/acts/', { locale: 'de-DE' });
  await page.locator('.row-link').first().waitFor();
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await settled(page);
    const out = await page
      .locator('.rows tbody bdi')
      .evaluateAll(
        (all) =>
          all.filter(
            (one) => one.getBoundingClientRect().right > document.documentElement.clientWidth,
          ).length,
      );
    expect([width, out]).toEqual([width, 0]);
  }
  await page.context().close();
});

it('the keys of the head stand in one line, however long the names are', async () => {
  const long = 'Grünerløkka Håndverksbakeri og Konditori, avdeling Torggata AS';
  const named = (me: PortalMe, merchant: string): PortalMe =>
    me.user === null ? me : { ...me, user: { ...me.user, merchant } };
  const found: string[] = [];
  for (const locale of LOCALES) {
    for (const [kind, me] of [
      ['one', named(MARTE, long)],
      ['two', named(KARI, long)],
    ] as const) {
      const { page } = await open('/m/', { locale, office: { me } });
      await page.locator('.portal-menu').waitFor();
      for (const width of [600, 768, 1024, 1280, 1366, 1440, 1600, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        await settled(page);
        const tops = await page.locator('.portal-head > :not(.portal-menu)').evaluateAll((all) =>
          all.map((one) => {
            const { top, height } = one.getBoundingClientRect();
            return Math.round((top + height / 2) / 4);
          }),
        );
        if (new Set(tops).size > 1) found.push(`${locale} ${width} ${kind}: ${tops.join(' ')}`);
      }
      const title = await page.locator('.portal-who > :first-child').getAttribute('title');
      expect(title).toBe(long);
      await page.context().close();
    }
  }
  expect(found).toEqual([]);
});

it('in Arabic an account keeps its order, and the time of an attempt stands below its words', async () => {
  const { page } = await open('/m/settlements/6', { locale: 'ar' });
  const account = page.locator('.portal-facts dd').first();
  await account.waitFor();
  await settled(page);
  const left = (from: number) =>
    account.evaluate((dd, at) => {
      const node = document.createTreeWalker(dd, NodeFilter.SHOW_TEXT).nextNode();
      if (node === null) throw new Error('no account');
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 4);
      return range.getBoundingClientRect().left;
    }, from);
  expect(await left(0)).toBeLessThan(await left(8));
  await page.goto(`${served.origin()}/m/callbacks/m2`);
  const small = page.locator('.attempts small').first();
  await small.waitFor();
  expect(await small.evaluate((one) => getComputedStyle(one).direction)).toBe('rtl');
  await page.context().close();
});

it('no word of a payout or of a list’s state is broken in the narrow places of German', async () => {
  const { page } = await open('/m/settlements/6', { locale: 'de' });
  const broken: string[] = [];
  const look = async (selector: string) => {
    await page.locator(selector).first().waitFor();
    for (const width of [320, 390, 1024]) {
      await page.setViewportSize({ width, height: 800 });
      await settled(page);
      const found = await page.locator(selector).evaluateAll((cells) =>
        cells.flatMap((cell) => {
          const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode();
          const words = [...(text?.textContent?.matchAll(/\S+/g) ?? [])];
          return words.flatMap(({ 0: word, index }) => {
            if (text === null) return [];
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            return range.getClientRects().length > 1 ? [word] : [];
          });
        }),
      );
      broken.push(...found.map((word) => `${width}: ${word}`));
    }
  };
  await look('.portal-sums th');
  await page.goto(`${served.origin()}/m/tills/`);
  await look('.rows td.rows-quiet:not(.rows-wide)');
  expect(broken).toEqual([]);
  await page.context().close();
});

it('why a sign-in failed is in sight on the smallest window, also after Enter in a field', async () => {
  const answers = new Map([['POST /session', [429, { error_description: 'Wait.' }] as const]]);
  const me = { user: null, demo: false, email: false };
  const { page } = await open('/m/', { width: 320, height: 568, office: { me, answers } });
  for (const label of ['Merchant ID', 'User ID', 'Secret'])
    await page.getByLabel(label).fill('bar');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await settled(page);
  const [top = 0, bottom = 0] = await page.getByRole('alert').evaluate((line) => {
    const box = line.getBoundingClientRect();
    return [box.top, box.bottom];
  });
  expect(top).toBeGreaterThanOrEqual(0);
  expect(Math.floor(bottom)).toBeLessThanOrEqual(568);
});
