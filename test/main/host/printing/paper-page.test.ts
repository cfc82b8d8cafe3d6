import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import jsqr from 'jsqr';
import { describe, expect, it } from 'vitest';
import { PAPER_CSS, paperPage } from '../../../../main/host/printing/paper-page.ts';
import { testPage } from '../../../../main/host/printing/test-page.ts';
import { NOW, SETTINGS } from '../../../screens/cashier/sales.ts';
import { closePages, openBrowser } from '../../../support/browser.ts';
import { readPng } from '../../../support/png.ts';

const OUT = fileURLToPath(new URL('../../../../test-artifacts/screens/', import.meta.url));
const MM = 96 / 25.4;

describe('a receipt as a page for the system’s printers', () => {
  it.each([80, 58] as const)('fits a roll of %d mm on one page', async (paper) => {
    await mkdir(OUT, { recursive: true });
    const receipt = testPage(SETTINGS, NOW);
    const { html, height } = paperPage(receipt, paper);
    const whole = html.replace(/<link[^>]*>/, `<style>${PAPER_CSS}</style>`);
    const browser = await openBrowser();
    try {
      const page = await browser.newPage({ viewport: { width: 800, height: 900 } });
      await page.setContent(whole);
      const fit = await page.evaluate(() => {
        const { right, bottom } = document.body.getBoundingClientRect();
        const wide = [...document.querySelectorAll('p, span')]
          .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
          .map((one) => one.textContent);
        return { right, bottom, wide };
      });
      expect(fit.wide).toEqual([]);
      expect(fit.right).toBeLessThanOrEqual(paper * MM + 1);
      expect(fit.bottom).toBeLessThanOrEqual(height * MM);
      const size = { width: `${paper}mm`, height: `${height}mm` };
      const pdf = await page.pdf({ ...size, printBackground: true });
      expect(String(pdf).match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1);
      await writeFile(`${OUT}paper-${paper}.pdf`, pdf);
      const picture = await page.locator('body').screenshot({ path: `${OUT}paper-${paper}.png` });
      const { width, height: rows, data } = readPng(picture);
      expect(jsqr.default(data, width, rows)?.data).toBe('tillkit-test');
    } finally {
      await closePages();
    }
  });

  it('escapes all text of a receipt', () => {
    const receipt = testPage(SETTINGS, NOW);
    const content = { ...receipt.content, foot: ['<img src=x onerror="1">&amp;'] };
    const { html } = paperPage({ ...receipt, content, code: null }, 80);
    expect(html).toContain('&lt;img src=x onerror=&quot;1&quot;&gt;&amp;amp;');
    expect(html).not.toContain('<img');
  });
});
