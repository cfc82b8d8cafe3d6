import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { realFiles } from '../../../../main/host/adapters/small-files.ts';
import {
  openShopCatalogue,
  type Reported,
  SHOP_CATALOGUE_FILE,
  type ShopChanged,
  type ShopOrder,
  type ShopRead,
} from '../../../../main/host/goods/shop-catalogue.ts';
import type { CatalogueReport } from '../../../../shared/protocol/catalogue.ts';
import { MINUTE, SECOND } from '../../../../shared/time/clock.ts';
import { until } from '../../../support/last-resort.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

/* A till's copy of the shop's catalogue. The test is the service. */

let directory: string;
let next: ShopRead;
let pictures: Map<string, Uint8Array>;
let reports: CatalogueReport[];
let said: string[];
let asked: number[];
let orders: ShopOrder[];
let changed: ShopChanged;
let reported: Reported;
let clock: ReturnType<typeof createManualClock>;
const stops: (() => void)[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'shop-catalogue-'));
  next = { kind: 'none' };
  pictures = new Map();
  [reports, said, asked, orders] = [[], [], [], []];
  [changed, reported] = ['done', 'noted'];
  clock = createManualClock(1_000);
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  rmSync(directory, { recursive: true });
});

function open(merchantId = 'kaffebar') {
  const shop = openShopCatalogue({
    files: realFiles,
    directory,
    merchantId,
    clock,
    report: (sentence) => said.push(sentence),
    source: {
      mayChange: true,
      read: async (unless) => {
        asked.push(unless);
        return next.kind === 'version' && next.version === unless ? { kind: 'same' } : next;
      },
      picture: async (name) => pictures.get(name) ?? null,
      report: async (report) => {
        reports.push(report);
        return reported;
      },
      change: async (order) => {
        orders.push(order);
        return changed;
      },
    },
  });
  stops.push(shop.stop);
  return shop;
}

const bun = (price: number, more: object = {}) => ({
  categories: [],
  products: [{ id: 'bun', name: 'Bun', price, ...more }],
});
const version = (number: number, document: unknown): ShopRead => ({
  kind: 'version',
  version: number,
  document,
});

function priceOf(shop: ReturnType<typeof open>) {
  const read = shop.current();
  return read?.kind === 'read' ? read.catalogue.products[0]?.price : null;
}
const hasPrice = (shop: ReturnType<typeof open>, price: number) =>
  until(
    () => priceOf(shop),
    (now) => now === price,
  );
const isAsked = (times: number) =>
  until(
    () => asked.length,
    (now) => now >= times,
  );

describe('the catalogue of a shop on a till', () => {
  it('is swapped when the service has another version, which the till then reports', async () => {
    next = version(3, bun(4_500));
    const shop = open();
    let swaps = 0;
    shop.subscribe(() => {
      swaps += 1;
    });
    await hasPrice(shop, 4_500);
    next = version(4, bun(4_700));
    shop.hint();
    await hasPrice(shop, 4_700);
    await until(
      () => reports.length,
      (many) => many === 2,
    );
    expect(reports).toEqual([
      { version: 3, problem: null },
      { version: 4, problem: null },
    ]);
    expect(swaps).toBe(2);
  });

  it('is reported again until the service notes it, as for a till that is registered later', async () => {
    next = version(3, bun(4_500));
    reported = 'refused';
    const shop = open();
    await until(
      () => reports.length,
      (many) => many === 1,
    );
    await until(
      () => clock.armed(),
      (armed) => armed > 0,
    );
    reported = 'noted';
    shop.hint();
    await until(
      () => reports.length,
      (many) => many === 2,
    );
    const before = asked.length;
    shop.hint();
    await isAsked(before + 1);
    shop.hint();
    await isAsked(before + 2);
    expect(reports).toHaveLength(2);
  });

  it('is on the disk, so that a till sells by it after a start without the service', async () => {
    next = version(3, bun(4_500));
    const first = open();
    await hasPrice(first, 4_500);
    first.stop();
    next = { kind: 'no_answer' };
    const second = open();
    expect(priceOf(second)).toBe(4_500);
  });

  it('of another shop is not used', async () => {
    next = version(3, bun(4_500));
    await hasPrice(open(), 4_500);
    next = { kind: 'no_answer' };
    expect(open('other').current()).toBeNull();
  });

  it('is refused whole if its schema does not accept it, and the old one stays', async () => {
    next = version(3, bun(4_500));
    const shop = open();
    await hasPrice(shop, 4_500);
    next = version(4, bun(1, { colour: 'red' }));
    shop.hint();
    await until(
      () => reports.at(-1)?.problem ?? null,
      (problem) => problem !== null,
    );
    expect(priceOf(shop)).toBe(4_500);
    expect(reports.at(-1)).toMatchObject({ version: 3 });
    expect(reports.at(-1)?.problem).toContain('Version 4 is not valid: products.0');
    expect(said).toHaveLength(1);
    next = version(5, bun(4_900));
    shop.hint();
    await hasPrice(shop, 4_900);
    await until(
      () => reports.at(-1),
      (report) => report?.version === 5 && report.problem === null,
    );
  });

  it('is refused whole for a rule that is not right, with the member, and the last good rules stay', async () => {
    const rules = (tips: object) => ({ ...bun(4_500), rules: { tips } });
    next = version(3, rules({ ask: 'display', percents: [5] }));
    const shop = open();
    await hasPrice(shop, 4_500);
    next = version(4, { ...rules({ ask: 'display', percents: [5, 500] }), products: [] });
    shop.hint();
    const problem = await until(
      () => reports.at(-1)?.problem ?? null,
      (one) => one !== null,
    );
    expect(problem).toContain('Version 4 is not valid: rules.tips.percents.1');
    const read = shop.current();
    expect(read?.kind === 'read' && read.document.rules).toEqual({
      tips: { ask: 'display', percents: [5] },
    });
    expect(priceOf(shop)).toBe(4_500);
  });

  it('goes back with a service that was restored from a backup', async () => {
    next = version(7, bun(4_500));
    const shop = open();
    await hasPrice(shop, 4_500);
    next = version(5, bun(4_300));
    shop.hint();
    await hasPrice(shop, 4_300);
  });

  it('is asked for every few minutes without a hint, and sooner without an answer', async () => {
    next = { kind: 'no_answer' };
    open();
    await isAsked(1);
    // The timer is armed after the answer.
    await until(
      () => clock.advance(30 * SECOND),
      () => asked.length === 2,
    );
    next = version(1, bun(1));
    await until(
      () => clock.advance(30 * SECOND),
      () => asked.length === 3,
    );
    await until(
      () => reports.length,
      (many) => many === 1,
    );
    await until(
      () => clock.advance(5 * MINUTE),
      () => asked.length > 3,
    );
    expect(asked.at(-1)).toBe(1);
  });

  it('is changed on the version that the person saw, and read again at once', async () => {
    next = version(3, bun(4_500));
    const shop = open();
    await hasPrice(shop, 4_500);
    const change = { kind: 'set_sold_out', id: 'bun', sold_out: true } as const;
    const order = { change, person: 'Kari' };
    expect(await shop.change('the version of a file', order)).toBe('changed_meanwhile');
    expect(orders).toEqual([]);
    // The service decides on an older version: it may be a repeat after a lost answer.
    expect(await shop.change('shop-2', order)).toBe('done');
    expect(orders.splice(0)).toEqual([{ ...order, version: 2 }]);
    next = version(4, bun(4_700));
    expect(await shop.change('shop-3', order)).toBe('done');
    expect(orders).toEqual([{ ...order, version: 3 }]);
    await hasPrice(shop, 4_700);
    changed = 'no_answer';
    expect(await shop.change('shop-4', order)).toBe('no_answer');
  });

  it('stays for an hour without the service, and is the newest one right after it', async () => {
    next = version(3, bun(4_500));
    const shop = open();
    await hasPrice(shop, 4_500);
    next = { kind: 'no_answer' };
    const begun = asked.length;
    shop.hint();
    await isAsked(begun + 1);
    // Each timer is armed after the answer before it.
    for (let half = 0; half < 120; half += 1) {
      const before = asked.length;
      await until(
        () => clock.armed(),
        (armed) => armed > 0,
      );
      clock.advance(30 * SECOND);
      await isAsked(before + 1);
    }
    expect(priceOf(shop)).toBe(4_500);
    next = version(9, bun(5_900));
    shop.hint();
    await hasPrice(shop, 5_900);
  });

  it('that is damaged on the disk is read from the service again', async () => {
    writeFileSync(join(directory, SHOP_CATALOGUE_FILE), '{"merchant_id":"kaffebar","version":3');
    next = version(3, bun(4_500));
    const shop = open();
    expect(shop.current()).toBeNull();
    await hasPrice(shop, 4_500);
  });

  it('brings its pictures, if their bytes fit their names', async () => {
    const image = new Uint8Array([1, 2, 3]);
    const name = `${createHash('sha256').update(image).digest('hex').slice(0, 32)}.png`;
    const other = `${'0'.repeat(32)}.png`;
    pictures.set(name, image).set(other, image);
    const products = [name, other, 'own.png'].map((picture, at) => {
      return { id: `p${at}`, name: 'Bun', price: 1, picture };
    });
    next = version(1, { categories: [], products });
    const shop = open();
    await hasPrice(shop, 1);
    expect([...readFileSync(join(directory, 'pictures', name))]).toEqual([1, 2, 3]);
    expect(existsSync(join(directory, 'pictures', other))).toBe(false);
  });
});
