import { readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { buildScreens } from '../../main/build/screens.ts';
import { packageRoot } from '../../main/host/adapters/machine.ts';
import { type CashierPage, openCashier } from '../screens/cashier/page.ts';
import { launchBrowser } from '../support/browser.ts';
import { type Screens, serveScreen } from '../support/screens.ts';
import { measureFirstPaint } from './first-paint/measure.ts';
import { openSubjects } from './first-paint/subjects.ts';
import { openMemoryMeter, showSales, slope } from './many-sales.ts';

/*
 * `node test/bench/screens.ts [sales]` measures the time until each screen can be used, compared with a
 * blank page in the same browser, and the longest tasks and the memory of the till's screen over many
 * sales.
 */

const SALES = Number(process.argv[2] ?? 500);
const STEP = 25;
const LOADS = 15;

async function firstPaint(browser: Browser): Promise<void> {
  const subjects = await openSubjects();
  for (const { name, usable, blank, ratio } of await measureFirstPaint(browser, subjects, LOADS)) {
    console.log(
      `usable after       ${usable.toFixed(0)} ms (${name}); a blank page ${blank.toFixed(0)} ms; ` +
        `ratio ${ratio.toFixed(2)} (at most 2.5)`,
    );
  }
  subjects.stop();
}

/** Records the tasks of the page that take more than 50 ms. Returns a function that reads them. */
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
  await showSales(cashier, 1, STEP);
  const weigh = await openMemoryMeter(cashier);
  const tasks = await watchTasks(cashier);
  const held = [await weigh()];
  for (let sold = 0; sold < SALES; sold += STEP) {
    await showSales(cashier, 1_000 + sold, STEP);
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
      /(^|assets\/(index|react|rolldown-runtime)-[^/]*)\.(js|css)$|index\.html$/.test(name),
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
await firstPaint(browser);
if (SALES > 0) await manySales(browser, screens);
await browser.close();
await screens.stop();
