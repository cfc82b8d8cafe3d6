import { createTestShop, type TestShop, type TestShopOptions } from './shop.ts';

/* The members of Playwright's fixtures that are used; the types then need no Playwright. */

type Page = { goto(address: string): Promise<unknown> };
type TestInfo = {
  readonly status?: string;
  readonly expectedStatus: string;
  attach(
    name: string,
    content: { readonly body: string; readonly contentType: string },
  ): Promise<void>;
};
type Use<T> = (value: T) => Promise<void>;

/**
 * `tillkit/testing/playwright`: the fixtures of a shop whose screen the test operates.
 * `const test = base.extend(tillPages())` adds `shop`, a new shop for each test whose clock runs as
 * fast as real time; `page` shows its till. If a test fails, its
 * timeline is attached to the report as `timeline`.
 */
export function tillPages(options: TestShopOptions = {}) {
  return {
    // Playwright reads the names of the fixtures from this pattern, which has none.
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern here.
    shop: async ({}: object, use: Use<TestShop>, info: TestInfo): Promise<void> => {
      const shop = await createTestShop({ ...options, screen: true });
      shop.clock.flow();
      try {
        await use(shop);
      } finally {
        if (info.status !== info.expectedStatus) {
          const contentType = 'text/plain';
          await info.attach('timeline', { body: shop.timeline(), contentType });
        }
        await shop.close();
      }
    },
    page: async <P extends Page>(
      { page, shop }: { readonly page: P; readonly shop: TestShop },
      use: Use<P>,
    ): Promise<void> => {
      await page.goto(shop.till.screenAddress());
      await use(page);
    },
  };
}
