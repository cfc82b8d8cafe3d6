import { test as base, type TestAPI } from 'vitest';
import { createTestShop, type TestShop, type TestShopOptions } from './shop.ts';

/** The fixtures of `tillkit/testing/vitest`. */
export type ShopFixtures = {
  /** Options of the shop: `test.override({ shopOptions: { printer: true } })`. */
  readonly shopOptions: TestShopOptions;
  /** A new shop for each test that names it. It is closed after the test. */
  readonly shop: TestShop;
};

/**
 * `tillkit/testing/vitest`: Vitest's `test` with a shop. If a test fails, its timeline is printed on
 * standard error.
 */
export const test: TestAPI<ShopFixtures> = base.extend<ShopFixtures>({
  shopOptions: {},
  shop: async ({ shopOptions, task }, use) => {
    const shop = await createTestShop(shopOptions);
    try {
      await use(shop);
    } finally {
      const failed = task.result?.state === 'fail' || (task.result?.errors ?? []).length > 0;
      if (failed) console.error(`The timeline of "${task.name}":\n${shop.timeline()}`);
      await shop.close();
    }
  },
});
