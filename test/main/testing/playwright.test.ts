import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildScreens } from '../../../main/build/screens.ts';
import { tillPages } from '../../../main/testing/playwright.ts';
import type { TestShop } from '../../../main/testing/shop.ts';
import { closePages, openBrowser } from '../../support/browser.ts';

/*
 * The fixtures with a page of the real browser. Playwright's test runner is not a dependency of this
 * project; `runTest` calls the fixtures in the order in which the runner does.
 */

type Fixtures = ReturnType<typeof tillPages>;
type Body = (given: { readonly page: Page; readonly shop: TestShop }) => Promise<void>;
type Attachment = { readonly name: string; readonly body: string; readonly contentType: string };

const errors: string[] = [];
beforeAll(() => buildScreens());
afterAll(() => closePages());

async function newPage(): Promise<Page> {
  const page = await (await openBrowser()).newPage();
  page.on('pageerror', ({ message }) => errors.push(message));
  return page;
}

/** Runs a test with its fixtures; returns its failure and what was attached to the report. */
async function runTest(fixtures: Fixtures, body: Body) {
  const attached: Attachment[] = [];
  let failure: unknown = null;
  const info = {
    status: 'passed',
    expectedStatus: 'passed',
    attach: async (name: string, content: Omit<Attachment, 'name'>) => {
      attached.push({ name, ...content });
    },
  };
  const blank = await newPage();
  await fixtures.shop(
    {},
    (shop) =>
      fixtures.page({ page: blank, shop }, async (page) => {
        // The runner keeps the failure, so that the fixtures can end in order.
        await body({ page, shop }).catch((error: unknown) => {
          failure = error;
          info.status = 'failed';
        });
        await page.close();
      }),
    info,
  );
  return { failure, attached };
}

/**
 * A connection to a service. Another service may take the port of one that has stopped, but not its
 * connections.
 */
async function connectionTo(address: string): Promise<Socket> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname).resume();
  await once(socket, 'connect');
  return socket.on('error', () => {});
}

/** The tests of a program that imports Playwright's `test` as `base`, and `tillPages`. */
function testsOf(program: string): readonly (readonly [Fixtures, Body])[] {
  const imports = /^import .*\n/gm;
  expect(program.match(imports)).toEqual([
    'import { test as base } from "@playwright/test";\n',
    'import { tillPages } from "tillkit/testing/playwright";\n',
  ]);
  const tests: (readonly [Fixtures, Body])[] = [];
  const base = {
    extend: (fixtures: Fixtures) => (_title: string, body: Body) => tests.push([fixtures, body]),
  };
  new Function('base', 'tillPages', program.replaceAll(imports, ''))(base, tillPages);
  return tests;
}

describe('the fixtures for Playwright', () => {
  it('operate the screen of a till as the guide shows', async () => {
    const guide = new URL('../../../docs/guides/test-your-till.md', import.meta.url);
    const [, program = ''] =
      readFileSync(guide, 'utf8').match(/^```javascript\n([\s\S]*?)^```$/m) ?? [];
    const tests = testsOf(program);
    expect(tests).toHaveLength(1);
    for (const [fixtures, body] of tests) {
      let shown = '';
      const { failure, attached } = await runTest(fixtures, async ({ page, shop }) => {
        await body({ page, shop });
        // The page shows the till of this shop: it follows the sale to its end.
        await page.getByText('125.00').first().waitFor();
        shown = shop.till.sales()[0]?.view().state.kind ?? '';
      });
      expect([failure, attached, shown]).toEqual([null, [], 'paid']);
    }
    expect(errors).toEqual([]);
  });

  it('give each test a shop of its own, with its options', async () => {
    const shops = new Set<unknown>();
    const fixtures = tillPages({ settings: { currency: 'EUR' } });
    for (const _ of [1, 2]) {
      const { failure } = await runTest(fixtures, async ({ page, shop }) => {
        shops.add(shop);
        expect(shop.till.sales()).toEqual([]);
        const before = shop.clock.now();
        // The clock runs without an order of the test, and not faster while the test waits.
        let reads = 0;
        const read = () => {
          reads += 1;
          return reads > 3;
        };
        await shop.clock.until(read, 'Three moves of the clock');
        expect(shop.clock.now() - before).toBeGreaterThanOrEqual(100);
        expect(shop.clock.now() - before).toBeLessThan(1_000);
        await page.keyboard.press('7');
        await page.keyboard.press('Enter');
        await shop.clock.until(() => shop.till.sales().length > 0, 'A sale');
        const [sale] = shop.till.sales();
        await sale?.becomes('waiting_scan');
        expect(sale?.view()).toMatchObject({ amount: 7, currency: 'EUR' });
      });
      expect(failure).toBeNull();
    }
    expect(shops.size).toBe(2);
  });

  it('attach the timeline of a test that fails, and close its shop', async () => {
    const connections: Socket[] = [];
    const { failure, attached } = await runTest(tillPages(), async ({ shop }) => {
      connections.push(await connectionTo(shop.service.base_url));
      await shop.till.sell(12_500);
      throw new Error('this test fails');
    });
    expect(failure).toEqual(new Error('this test fails'));
    const body = expect.stringContaining('start 12500, qr');
    expect(attached).toEqual([{ name: 'timeline', contentType: 'text/plain', body }]);
    await expect.poll(() => connections.map(({ closed }) => closed)).toEqual([true]);
  });
});
