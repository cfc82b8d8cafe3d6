import type { Page } from 'playwright-core';

/**
 * Presses the keys of what a scanner has read, one a millisecond by the events' own time, however
 * long the machine takes for them, then its end key.
 */
export async function scan(page: Page, text: string, end = 'Enter'): Promise<void> {
  await page.evaluate(
    (keys) => {
      const begun = performance.now();
      for (const [index, key] of keys.entries()) {
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
        Object.defineProperty(event, 'timeStamp', { value: begun + index });
        (document.activeElement ?? document.body).dispatchEvent(event);
      }
    },
    [...text, end],
  );
}
