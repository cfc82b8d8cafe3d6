import type { Page } from 'playwright-core';

/** A hand's time between two keys, in milliseconds. */
const APART = 150;

/**
 * Presses the keys of a text at the pace of a hand by the events' own time, however fast the test is: eight
 * digits that come faster are a scanner's. The page has handled all of them when it resolves. For keys that
 * the page handles, not for text fields.
 */
export async function typeByHand(page: Page, text: string): Promise<void> {
  await page.evaluate(
    ([keys, apart]) => {
      const begun = performance.now() - keys.length * apart;
      for (const [index, key] of keys.entries()) {
        for (const name of ['keydown', 'keyup']) {
          const event = new KeyboardEvent(name, { key, bubbles: true, cancelable: true });
          Object.defineProperty(event, 'timeStamp', { value: begun + index * apart });
          (document.activeElement ?? document.body).dispatchEvent(event);
        }
      }
    },
    // A key that writes nothing shows that no scanner's key follows the last one.
    [[...text, 'Shift'], APART] as const,
  );
}
