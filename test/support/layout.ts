import type { Locator, Page } from 'playwright-core';

/** How far the page is wider than its window, in pixels; 0 when it fits. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return Math.max(0, scrollWidth - clientWidth);
  });
}

/**
 * Visible controls that are smaller than `least` pixels in one direction, as `name WxH`. Ten or eleven
 * letters share a row of a keyboard in every window, so `till-steps.ts` judges their sizes.
 */
export function smallTargets(page: Page, least: number): Promise<string[]> {
  return page.evaluate((bound) => {
    const found: string[] = [];
    for (const control of document.querySelectorAll('button, a, input')) {
      if (control.matches('.letter-key, .setup-key')) continue;
      // A tick inside its label is touched with the label.
      const touched = control.matches('[type=checkbox]') ? control.closest('label') : null;
      const { width, height } = (touched ?? control).getBoundingClientRect();
      if (width === 0 || (Math.round(width) >= bound && Math.round(height) >= bound)) continue;
      const name = control.getAttribute('aria-label') ?? control.textContent ?? control.tagName;
      found.push(`${name} ${Math.round(width)}x${Math.round(height)}`);
    }
    return found;
  }, least);
}

/** The smallest side of these keys, pixels. */
export function smallestKey(page: Page, selector: string): Promise<number> {
  return page.locator(selector).evaluateAll((keys) =>
    Math.min(
      ...keys.flatMap((key) => {
        const { width, height } = key.getBoundingClientRect();
        return [width, height];
      }),
    ),
  );
}

/** The height of a scrolling part's content below its lower edge, in pixels. */
export function hidden(page: Page, selector: string): Promise<number> {
  return page.evaluate((given) => {
    const part = document.querySelector(given);
    return part === null ? 0 : part.scrollHeight - part.clientHeight;
  }, selector);
}

/**
 * The parts of a cashier's picture that do not fit, as sentences: wider than the window or, on a till's
 * own panel, taller than it.
 */
export async function misfits(
  page: Page,
  name: string,
  parts: readonly string[] = ['.till-right'],
): Promise<string[]> {
  const wide = await overflow(page);
  const found = wide > 0 ? [`${name} is ${wide} too wide`] : [];
  if ((page.viewportSize()?.width ?? 0) < 1024) return found;
  for (const part of parts) {
    const tall = await hidden(page, part);
    if (tall > 0) found.push(`${name}: ${part} is ${tall} too tall`);
  }
  return found;
}

/** The order in which two parts of an element's text are drawn. */
export async function order(place: Locator, first: RegExp, second: RegExp): Promise<string> {
  const [at, then] = await place.evaluate(
    (element, parts) =>
      parts.map((part) => {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          const start = node.textContent?.search(part) ?? -1;
          if (start < 0) continue;
          const range = new Range();
          range.setStart(node, start);
          range.setEnd(node, start + 1);
          return range.getBoundingClientRect().left;
        }
        throw new Error(`no text ${part}`);
      }),
    [first, second],
  );
  return Number(at) < Number(then) ? 'left to right' : 'right to left';
}
