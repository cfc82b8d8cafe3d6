import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { buildScreens } from '../../main/build/screens.ts';
import { packageRoot } from '../../main/host/package-root.ts';
import { type CashierPage, openCashier } from '../renderer/cashier/page.ts';
import { launchBrowser } from '../support/browser.ts';
import { type Screens, serveScreen } from '../support/screens.ts';
import { openScales, sell, slope } from './many-sales.ts';

/*
 * `node test/bench/screens.ts [sales]`: how soon the till's screen can be used, compared with a blank
 * page in the same browser; how long its longest tasks are, and what it holds on to, over many sales.
 */

const SALES = Number(process.argv[2] ?? 500);
const STEP = 25;
const LOADS = 15;

const median = (values: readonly number[]) =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Milliseconds from the start of the navigation to the frame after `ready` is on the page. */
async function usable(browser: Browser, address: string, ready: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript((place) => {
    const look = () => {
      if (document.querySelector(place) === null) requestAnimationFrame(look);
      else requestAnimationFrame((at) => Reflect.set(window, 'usableAt', at));
    };
    requestAnimationFrame(look);
    const settings = {
      shop: { name: 'Shop', address: null, organisationNumber: null },
      ...{ currency: 'NOK', locale: 'nb-NO', language: 'en', posId: '1', paidDwellSeconds: 8 },
    };
    const lists = { sales: [], unclaimed: [], refunds: [], permissions: [], codes: [], scans: [] };
    const terminal = { connection: { kind: 'online', push: true }, notReady: null, ...lists };
    Reflect.set(window, 'tillkit', {
      subscribe: (tell: (snapshot: unknown) => void) => tell({ settings, view: terminal }),
      onLink: () => () => undefined,
      call: async () => ({ ok: true, value: null }),
    });
  }, ready);
  await page.goto(address);
  await page.waitForFunction(() => 'usableAt' in window);
  const time = await page.evaluate((): number => Reflect.get(window, 'usableAt'));
  await context.close();
  return time;
}

async function firstPaint(browser: Browser, screens: Screens): Promise<void> {
  const blank = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>blank</title><p class="there">blank</p>');
  });
  await new Promise<void>((done) => blank.listen(0, '127.0.0.1', done));
  const address = blank.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const [till, empty]: [number[], number[]] = [[], []];
  // They alternate, so that a machine whose speed drifts is still fair.
  for (let load = 0; load < LOADS; load += 1) {
    empty.push(await usable(browser, `http://127.0.0.1:${address.port}/`, '.there'));
    till.push(await usable(browser, screens.origin, '.keypad'));
  }
  await new Promise((done) => blank.close(done));
  const [one, other] = [median(till), median(empty)];
  console.log(
    `usable after       ${one.toFixed(0)} ms; a blank page ${other.toFixed(0)} ms; ` +
      `ratio ${(one / other).toFixed(2)} (at most 2.5)`,
  );
}

/** Notes every task of the page that took longer than 50 ms. */
async function watchTasks(cashier: CashierPage): Promise<() => Promise<readonly number[]>> {
  await cashier.page.evaluate(() => {
    const tasks: number[] = [];
    Reflect.set(window, 'longTasks', tasks);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: 'longtask' });
  });
  return () => cashier.page.evaluate((): number[] => Reflect.get(window, 'longTasks'));
}

async function manySales(browser: Browser, screens: Screens): Promise<void> {
  const cashier = await openCashier(browser, screens.origin);
  await sell(cashier, 1, STEP);
  const weigh = await openScales(cashier);
  const tasks = await watchTasks(cashier);
  const held = [await weigh()];
  for (let sold = 0; sold < SALES; sold += STEP) {
    await sell(cashier, 1_000 + sold, STEP);
    held.push(await weigh());
  }
  const long = (await tasks()).map((time) => time.toFixed(0));
  const perSale = (values: readonly number[]) => (slope(values) / STEP).toFixed(1);
  console.log(`long tasks         ${long.length} over 50 ms in ${SALES} sales: ${long.join(' ')}`);
  const megabytes = ((held.at(-1)?.bytes ?? 0) / 1e6).toFixed(1);
  console.log(
    `memory             ${perSale(held.map(({ bytes }) => bytes))} bytes a sale over ${SALES} ` +
      `sales, at ${megabytes} MB; ${perSale(held.map(({ nodes }) => nodes))} nodes, ` +
      `${perSale(held.map(({ listeners }) => listeners))} listeners`,
  );
  await cashier.page.context().close();
}

function sizes(): void {
  const root = join(packageRoot(), 'dist/screens');
  for (const screen of readdirSync(root, { withFileTypes: true })) {
    if (!screen.isDirectory()) continue;
    const files = readdirSync(join(root, screen.name), { recursive: true, encoding: 'utf8' });
    const first = files.filter((name) =>
      /(^|assets\/index-[^/]*)\.(html|js|css)$|index\.html$/.test(name),
    );
    const total = first.reduce(
      (sum, name) => sum + gzipSync(readFileSync(join(root, screen.name, name))).length,
      0,
    );
    console.log(`size               ${screen.name} ${(total / 1_000).toFixed(1)} kB compressed`);
  }
}

const [screens, browser] = await Promise.all([serveScreen('cashier'), launchBrowser()]);
await buildScreens();
console.log(`load of the machine ${loadavg()[0]?.toFixed(1)}`);
sizes();
await firstPaint(browser, screens);
await manySales(browser, screens);
await browser.close();
await screens.stop();
