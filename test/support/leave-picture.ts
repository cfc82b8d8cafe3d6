import type { Page } from 'playwright-core';

const WANTED = process.env.PICTURES === 'all' || process.env.PICTURES === 'renew';

/**
 * Writes a picture of the page for people, with `PICTURES=all` only. No test reads these pictures, and a
 * picture takes longer than most tests of a page.
 */
export async function leavePicture(page: Page, path: string, fullPage = false): Promise<void> {
  if (WANTED) await page.screenshot({ path, fullPage });
}
