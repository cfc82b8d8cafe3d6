import type { Page } from 'playwright-core';

const WANTED = process.env.PICTURES === 'all' || process.env.TILLKIT_PICTURES === 'renew';

/**
 * Leaves a picture of the page for people to look at, with `PICTURES=all`. Without it nothing is
 * drawn: no test looks at these, and a picture costs more than most of what is tested on a page.
 */
export async function leavePicture(page: Page, path: string, fullPage = false): Promise<void> {
  if (WANTED) await page.screenshot({ path, fullPage });
}
