import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { launchBrowser } from '../support/browser.ts';
import { cameraSwitches, writeCameraPicture } from '../support/camera.ts';
import { readPng } from '../support/png.ts';
import { openPhone, picture, signIn } from './people.ts';
import { type House, startHouse } from './start-house.ts';

/* The wallet as an installed app: its manifest and files, and its pages without a network. */
let house: House;
let browser: Browser;
let phone: Page;
let folder: string;
const errors: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-film-'));
  const film = join(folder, 'film.y4m');
  writeCameraPicture(film, 'https://elsewhere.example/p/p2ybyw4tq73n/');
  [house, browser] = await Promise.all([startHouse(), launchBrowser(cameraSwitches(film))]);
  phone = await openPhone(browser);
  phone.on('console', (line) => {
    if (/Content Security Policy|Permissions policy/i.test(line.text())) errors.push(line.text());
  });
  await phone.goto(`${house.ready.wallet_url}/w/`);
  await signIn(phone, '+47 98765432');
  await list();
});
beforeEach(async () => {
  await phone.goto(`${house.ready.wallet_url}/w/`);
  await list();
});
afterAll(async () => {
  await browser?.close();
  await house?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const list = () => phone.getByRole('heading', { name: 'Waiting for you' }).waitFor();

const manifest = z.object({
  start_url: z.literal('../w/'),
  display: z.literal('standalone'),
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), purpose: z.string() })).min(3),
});

test('the wallet can be installed, and the service serves the pictures of its manifest', async () => {
  const address = await phone.locator('link[rel=manifest]').getAttribute('href');
  const reply = await fetch(house.ready.wallet_url + address);
  expect(reply.headers.get('content-type')).toMatch(/^application\/manifest\+json/);
  const { icons } = manifest.parse(await reply.json());
  expect(icons.map((icon) => icon.purpose)).toContain('maskable');
  for (const { src, sizes } of icons) {
    const icon = await fetch(new URL(src, reply.url));
    const { width, height } = readPng(Buffer.from(await icon.arrayBuffer()));
    expect(`${width}x${height}`).toBe(sizes);
  }
  for (const scheme of ['light', 'dark'] as const) {
    await phone.emulateMedia({ colorScheme: scheme });
    const [said, drawn] = await phone.evaluate(() => {
      const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')];
      const meta = metas.find((one) => matchMedia(one.media).matches);
      const pen = document.createElement('canvas').getContext('2d');
      const pixel = (colour: string) => {
        if (pen === null) return [];
        pen.fillStyle = colour;
        pen.fillRect(0, 0, 1, 1);
        return [...pen.getImageData(0, 0, 1, 1).data];
      };
      const counter = getComputedStyle(document.body).backgroundColor;
      return [pixel(meta?.content ?? ''), pixel(counter)];
    });
    expect(said).toEqual(drawn);
  }
  await phone.emulateMedia({ colorScheme: null });
});

const shellKept = (context: BrowserContext) =>
  expect
    .poll(async () => {
      const page = await context.newPage();
      await page.goto(`${house.ready.wallet_url}/wallet/manifest.webmanifest`);
      const kept = await page.evaluate(async () => {
        const cache = await caches.open('tillkit-wallet-shell');
        return (await cache.keys()).map((request) => new URL(request.url).pathname);
      });
      await page.close();
      return kept.includes('/w/') ? kept : [];
    })
    .not.toEqual([]);

test('the wallet opens without a network, shows no amounts, and continues when it is connected', async () => {
  await shellKept(phone.context());
  await phone.goto(`${house.ready.wallet_url}/w/`);
  await phone.getByRole('heading', { name: 'Receipts' }).waitFor();
  const kept = await phone.evaluate(async () => {
    const all: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) all.push(new URL(url).pathname);
    }
    return all;
  });
  expect(kept.filter((path) => path !== '/w/' && !path.startsWith('/wallet/assets/'))).toEqual([]);
  expect(kept.some((path) => path.endsWith('.woff2'))).toBe(true);
  const { back } = await house.lose();
  await phone.reload();
  await phone.getByRole('heading', { name: 'No connection' }).waitFor();
  expect(await phone.locator('.amount, .wallet-row').count()).toBe(0);
  expect(
    await phone.evaluate(async () => {
      await document.fonts.ready;
      return document.fonts.check('17px "Atkinson Hyperlegible Next Variable"');
    }),
  ).toBe(true);
  // No element covers the text.
  expect(await phone.locator('.field-curtain').count()).toBe(0);
  // The cache also has the texts of the other languages.
  await phone.getByRole('button', { name: 'Norsk' }).click();
  await phone.getByRole('heading', { name: 'Ingen forbindelse' }).waitFor();
  await phone.reload();
  await phone.getByRole('heading', { name: 'Ingen forbindelse' }).waitFor();
  await phone.evaluate(() => localStorage.removeItem('tillkit.language'));
  await phone.reload();
  await picture(phone, 'wallet-offline');
  await back();
  await phone.getByRole('heading', { name: 'Receipts' }).waitFor();
});

test('the wallet shows the age of its list when the connection is lost, and keeps the list', async () => {
  const { back } = await house.lose();
  await phone.evaluate(() => window.dispatchEvent(new Event('online')));
  await phone.getByText(/Last updated \d\d:\d\d; it may have changed/).waitFor();
  await picture(phone, 'wallet-list-offline');
  await back();
  // The wallet reconnects automatically every few seconds.
  const stale = () => phone.getByText(/Last updated/).count();
  await expect.poll(stale).toBe(0);
});

test('the policies of the pages allow only the camera and the service worker', async () => {
  await phone.getByRole('button', { name: 'Scan a code' }).click();
  await phone.getByText('Place the code inside the frame.').first().waitFor();
  await picture(phone, 'wallet-scanner');
  const other = await fetch(`${house.ready.wallet_url}/m/`);
  expect(other.headers.get('permissions-policy')).toMatch(/camera=\(\)/);
  const worker = await fetch(`${house.ready.wallet_url}/wallet/shell-worker.js`);
  expect(worker.headers.get('service-worker-allowed')).toBe('/w/');
  expect(worker.headers.get('cache-control')).toBe('no-cache');
  const scopes = await phone.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
  );
  expect(scopes).toEqual(['/w/']);
  expect(errors).toEqual([]);
});
