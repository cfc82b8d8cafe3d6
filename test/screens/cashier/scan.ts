import type { Page } from 'playwright-core';
import { rulesOf } from '../../../shared/device/scanner/profile.ts';

type ScanOptions = {
  /** The keys after the code. */
  readonly ends?: readonly string[];
  /** Time between two keys, in milliseconds. */
  readonly apart?: number;
};

const { endGap } = rulesOf(null);

/**
 * Presses the keys of what a scanner has read at its pace by the events' own time, however long the machine
 * takes for them, then its end keys. It returns when the page's clock says that no further key can be the
 * scanner's, because a test presses keys faster than a hand.
 */
export async function scan(
  page: Page,
  text: string,
  { ends = ['Enter'], apart = 1 }: ScanOptions = {},
): Promise<void> {
  const ended = await pressAt(page, [...text, ...ends], apart);
  await page.waitForFunction((at) => new Event('now').timeStamp > at, ended + endGap);
}

/**
 * Gives the page these keys at once, the last of them now by the events' own time and each of the others
 * `apart` milliseconds before the next one. Returns the time of the last key.
 */
export async function pressAt(
  page: Page,
  pressed: readonly string[],
  apart: number,
): Promise<number> {
  return page.evaluate(
    ([keys, between]) => {
      const ended = new Event('now').timeStamp;
      for (const [index, key] of keys.entries()) {
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
        const at = ended - (keys.length - 1 - index) * between;
        Object.defineProperty(event, 'timeStamp', { value: at });
        (document.activeElement ?? document.body).dispatchEvent(event);
      }
      return ended;
    },
    [pressed, apart] as const,
  );
}
