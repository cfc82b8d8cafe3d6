import type { Page } from 'playwright-core';
import { runBefore } from './reused-page.ts';

declare global {
  interface Window {
    /** Milliseconds that have passed by the page's ticks. */
    passed: number;
  }
}

/**
 * Stops the clock by which a page measures durations, until the page is returned. Its time of day and its
 * timers are others: Playwright's `setFixedTime` stops the time of day alone.
 */
export async function holdTicks(page: Page): Promise<void> {
  await runBefore(
    page,
    () => {
      const run = performance.now.bind(performance);
      window.passed = 0;
      performance.now = () => window.passed;
      // Playwright's clock reads the time of an event from there, and the keys of a hand must differ in it.
      Object.defineProperty(Event.prototype, 'timeStamp', { configurable: true, get: run });
    },
    undefined,
  );
}

/** Lets this many milliseconds pass by the page's ticks. */
export async function passTicks(page: Page, milliseconds: number): Promise<void> {
  await page.evaluate((more) => {
    window.passed += more;
  }, milliseconds);
}
