import type { Page } from 'playwright-core';

/** A scanner types faster than a test's keyboard does on a busy machine. */
export async function scan(page: Page, text: string, end = 'Enter'): Promise<void> {
  await page.evaluate(
    (keys) => {
      for (const key of keys) {
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
        (document.activeElement ?? document.body).dispatchEvent(event);
      }
    },
    [...text, end],
  );
}
