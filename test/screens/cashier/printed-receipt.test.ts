import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { leavePicture } from '../../support/leave-picture.ts';
import { screenOf } from '../../support/screen-of.ts';
import { openCashier } from './page.ts';
import { STATES, view } from './sales.ts';

const OUT = fileURLToPath(new URL('../../../test-artifacts/screens/', import.meta.url));
const MM = 96 / 25.4;
/** What the page keeps white on every side, millimetres. */
const MARGIN = 4;
const served = screenOf('cashier');
beforeAll(async () => {
  await mkdir(OUT, { recursive: true });
});

/** Everything on the page that leaves ink, with its place in millimetres. */
async function inkOf(page: Awaited<ReturnType<typeof openCashier>>['page']) {
  return page.evaluate((scale) => {
    const seen = [...document.querySelectorAll('body *')].filter((one) => {
      const style = getComputedStyle(one);
      const own = [...one.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      return own && style.visibility !== 'hidden' && one.getClientRects().length > 0;
    });
    return seen.map((one) => {
      const { left, right } = one.getBoundingClientRect();
      const { color, fontSize } = getComputedStyle(one);
      return { text: one.textContent, left: left / scale, right: right / scale, color, fontSize };
    });
  }, MM);
}

describe('the receipt that the browser prints', () => {
  for (const theme of ['light', 'dark'] as const) {
    it.each([
      [80, 'paid'],
      [58, 'paid'],
      [80, 'refunded'],
    ] as const)(
      `is the slip alone, in black, as wide as %d mm, %s, ${theme}`,
      async (paper, state) => {
        const cashier = await openCashier(served.browser(), served.origin(), { theme });
        const { page } = cashier;
        await cashier.show(STATES[state] ?? view([]));
        await page.emulateMedia({ media: 'print' });
        await page.setViewportSize({ width: Math.floor((paper - 2 * MARGIN) * MM), height: 900 });
        const ink = await inkOf(page);
        const texts = ink.map(({ text }) => text).join(' ');
        expect(texts).toContain('Kaffebaren Løkka');
        expect(texts).toContain('p2ybyw4tq73n');
        expect(texts.includes('Refunded')).toBe(state === 'refunded');
        expect(texts).not.toContain('New sale');
        expect(texts).not.toContain('Online');
        for (const one of ink) {
          expect([one.text, one.right <= paper - 2 * MARGIN]).toEqual([one.text, true]);
          expect([one.text, one.color]).toEqual([one.text, 'rgb(0, 0, 0)']);
        }
        const pdf = await page.pdf({ width: `${paper}mm`, height: '160mm', printBackground: true });
        expect(String(pdf).match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1);
        await writeFile(`${OUT}print-${paper}-${state}-${theme}.pdf`, pdf);
        await leavePicture(page, `${OUT}print-${paper}-${state}-${theme}.png`);
        await page.context().close();
      },
    );
  }
});
