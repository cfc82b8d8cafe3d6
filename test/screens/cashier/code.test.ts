import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import jsqr from 'jsqr';
import { describe, expect, it } from 'vitest';
import { blurred, halved } from '../../support/photograph.ts';
import { type Pixels, readPng } from '../../support/png.ts';
import { screenOf } from '../../support/screen-of.ts';
import { type CashierPage, openCashier } from './page.ts';
import { NOW, STATES, sale, view } from './sales.ts';

const KB = 1_000;
const served = screenOf('cashier');

const waiting = (uri: string, expires = NOW + 60_000) =>
  view([sale({ kind: 'waiting_scan', uri, expires }, { actions: ['cancel'] })]);

/** A customer holds the phone so that the code fills the picture, with a little of what is around. */
const AROUND = 24;

async function photograph({ page }: CashierPage): Promise<Pixels> {
  const box = await page.locator('.qr').boundingBox();
  if (box === null) throw new Error('no code is on the screen');
  const [x, y] = [box.x - AROUND, box.y - AROUND];
  const [width, height] = [box.width + 2 * AROUND, box.height + 2 * AROUND];
  return readPng(await page.screenshot({ clip: { x, y, width, height } }));
}

function read({ data, width, height }: Pixels): string | null {
  return jsqr.default(data, width, height)?.data ?? null;
}

describe('the code on the screen', () => {
  it.each([
    [1280, 800, 1],
    [1280, 800, 2],
    [1280, 800, 1.25],
    [1024, 768, 1],
    [800, 900, 1],
    [390, 844, 2],
  ])('is read by a camera at %sx%s, %s device pixels each', async (width, height, pixelRatio) => {
    const cashier = await openCashier(served.browser(), served.origin(), {
      width,
      height,
      pixelRatio,
    });
    for (const uri of [
      'http://127.0.0.1:4600/p/p2ybyw4tq73n/',
      'http://192.168.100.100:4600/p/p2ybyw4tq73n/',
      'https://pay.example.org/somewhere/deeper/p/p2ybyw4tq73n/',
    ]) {
      await cashier.show(waiting(uri));
      const photo = await photograph(cashier);
      expect(photo.width).toBeGreaterThan(240 * pixelRatio);
      expect(read(photo)).toBe(uri);
      const box = await cashier.page.locator('.qr').boundingBox();
      // 60 mm at 96 CSS pixels to the inch, within one module.
      expect(box?.width).toBeGreaterThan(220);
      expect(box?.height).toBe(box?.width);
    }
    await cashier.page.context().close();
  });

  it.each([1, 2])(
    'is readable when it is smaller or blurred, %s device pixels each',
    async (pixelRatio) => {
      const cashier = await openCashier(served.browser(), served.origin(), { pixelRatio });
      const uri = 'http://192.168.100.100:4600/p/p2ybyw4tq73n/';
      await cashier.show(waiting(uri));
      const shot = await photograph(cashier);
      const pictures = {
        half: halved(shot),
        quarter: halved(halved(shot)),
        blurred: blurred(blurred(shot, pixelRatio + 1), pixelRatio + 1),
        'half and blurred': blurred(blurred(halved(shot), pixelRatio), pixelRatio),
      };
      for (const [name, picture] of Object.entries(pictures)) {
        expect([name, read(picture)]).toEqual([name, uri]);
      }
      await cashier.page.context().close();
    },
  );

  it('is pure black on pure white in the dark theme too', async () => {
    const cashier = await openCashier(served.browser(), served.origin(), { theme: 'dark' });
    await cashier.show(waiting('http://127.0.0.1:4600/p/p2ybyw4tq73n/'));
    const { data } = readPng(await cashier.page.locator('.qr').screenshot());
    const colours = new Set<number>();
    for (let at = 0; at < data.length; at += 4) {
      if ((at / 4) % 97 === 0) colours.add(data[at] ?? -1);
    }
    // The corners are rounded by four pixels, so a few pixels of the field may be among them.
    expect([...colours].filter((one) => one === 0 || one === 255)).toHaveLength(2);
    expect(colours.size).toBeLessThanOrEqual(3);
    await cashier.page.context().close();
  });

  it('is removed as soon as it cannot be paid', async () => {
    const cashier = await openCashier(served.browser(), served.origin());
    const code = cashier.page.getByRole('img', { name: /QR code/ });
    for (const [name, drawn] of Object.entries(STATES)) {
      await cashier.show(drawn);
      const payable = name === 'waiting-qr' || name === 'waiting-both';
      expect(await code.count(), name).toBe(payable ? 1 : 0);
    }
    await cashier.show(waiting('http://127.0.0.1:4600/p/p2ybyw4tq73n/', NOW + 1_000));
    expect(await code.count()).toBe(1);
    await cashier.page.clock.setFixedTime(NOW + 1_000);
    await expect.poll(() => code.count()).toBe(0);
    await cashier.page.context().close();
  });
});

describe('the size of the first load', () => {
  it('is at most 195 kB with the font of its text, and has fonts of its scripts only', async () => {
    const assets = join(served.dir(), 'assets');
    const page = await readFile(join(served.dir(), 'index.html'), 'utf8');
    const named = [...page.matchAll(/assets\/([\w-]+\.(?:js|css|woff2))/g)];
    const sizes = await Promise.all(
      named.map(async ([, name = '']) => {
        const bytes = await readFile(join(assets, name));
        return name.endsWith('.woff2') ? bytes.length : gzipSync(bytes).length;
      }),
    );
    const total = sizes.reduce((sum, size) => sum + size, 0);
    console.log(`cashier, first load: ${(total / KB).toFixed(1)} kB compressed`);
    expect(sizes.length).toBeGreaterThan(2);
    expect(total).toBeLessThanOrEqual(195 * KB);
    const fonts = (await readdir(join(served.dir(), 'assets'))).filter((name) =>
      name.endsWith('.woff2'),
    );
    expect(fonts.every((name) => /(latin(-ext)?|arabic)-wght-normal/.test(name))).toBe(true);
    expect(fonts).toHaveLength(5);
  });
});
