import type { Page } from 'playwright-core';

/**
 * The keys of a till, or of the window above it, that are not completely in sight, as sentences. Only lists
 * may be longer than their place, because the number of their rows has no bound.
 */
export function keysOutOfSight(page: Page): Promise<string[]> {
  return page.evaluate(findKeys);
}

/** Runs in the page, where nothing else of this module exists. */
function findKeys(): string[] {
  /** Tolerance in pixels for the rounding of fractions. */
  const SLACK = 1.5;
  /** Each list, and the key at its end that reads more rows. */
  const LISTS = '.items-keys, .order, .people, .basket, .list, .list-more, .count-lines';

  /** What the window and the parts that scroll leave of the height. */
  function place(element: Element): { upper: number; lower: number } {
    let [upper, lower] = [0, innerHeight];
    for (let one = element.parentElement; one !== null; one = one.parentElement) {
      const { overflowY, position } = getComputedStyle(one);
      if (overflowY !== 'visible' && one !== document.body && one !== document.documentElement) {
        const { top, bottom } = one.getBoundingClientRect();
        [upper, lower] = [Math.max(upper, top), Math.min(lower, bottom)];
      }
      if (position === 'fixed') break;
    }
    return { upper, lower };
  }

  const front = document.querySelector('.dialog') ?? document;
  return [...front.querySelectorAll('button, a, input, select, summary')].flatMap((key) => {
    if (key.closest(LISTS) !== null || !key.checkVisibility({ visibilityProperty: true }))
      return [];
    // A tick inside its label is touched with the label.
    const touched = key.matches('[type=checkbox], [type=radio]') ? key.closest('label') : null;
    const shown = touched ?? key;
    const { top, bottom, height } = shown.getBoundingClientRect();
    if (height === 0) return [];
    const { upper, lower } = place(shown);
    const name = shown.getAttribute('aria-label') ?? shown.textContent;
    if (bottom > lower + SLACK) {
      return [`the key "${name}" ends ${Math.round(bottom - lower)} pixels below the edge`];
    }
    if (top < upper - SLACK) {
      return [`the key "${name}" begins ${Math.round(upper - top)} pixels above the edge`];
    }
    return [];
  });
}
