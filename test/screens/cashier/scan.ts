import type { Page } from 'playwright-core';

type ScanOptions = {
  /** The keys after the code. */
  readonly ends?: readonly string[];
  /** Time between two keys, in milliseconds. */
  readonly apart?: number;
};

/**
 * Presses the keys of what a scanner has read at its pace by the events' own time, however long the machine
 * takes for them, then its end keys.
 */
export async function scan(
  page: Page,
  text: string,
  { ends = ['Enter'], apart = 1 }: ScanOptions = {},
): Promise<void> {
  await page.evaluate(
    ([keys, between]) => {
      const begun = performance.now() - keys.length * between;
      for (const [index, key] of keys.entries()) {
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
        Object.defineProperty(event, 'timeStamp', { value: begun + index * between });
        (document.activeElement ?? document.body).dispatchEvent(event);
      }
    },
    [[...text, ...ends], apart] as const,
  );
}
