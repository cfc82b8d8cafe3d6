import type { Page } from 'playwright-core';

/**
 * Whether a cashier reads this amount without scrolling: one text with exactly these figures is completely in
 * the window, and nothing clips or covers it. `minor` is the amount in hundredths. What was scrolled is moved back
 * to its start first, as on a page that was opened in this size.
 */
export function isAmountInSight(page: Page, minor: number): Promise<boolean> {
  return page.evaluate(findAmount, minor);
}

/** Runs in the page, where nothing else of this module exists. */
function findAmount(minor: number): boolean {
  /** Tolerance in pixels for the rounding of fractions. */
  const SLACK = 1.5;
  const whole = String(Math.floor(minor / 100));
  const cents = String(minor % 100).padStart(2, '0');
  const gap = "[\\s.,’']?";
  const figures = new RegExp(`(?<![\\d.,])${[...whole].join(gap)}[.,]${cents}(?!\\d)`);

  for (const one of document.querySelectorAll('*')) if (one.scrollTop > 0) one.scrollTo(0, 0);
  const { clientWidth, clientHeight } = document.documentElement;

  function isSeen(range: Range, element: Element): boolean {
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
    if (boxes.length === 0) return false;
    return boxes.every((box) => {
      const edges = [new DOMRect(0, 0, clientWidth, clientHeight)];
      for (let one: Element | null = element; one !== null; one = one.parentElement) {
        const { overflowX, overflowY, display, position } = getComputedStyle(one);
        const clips = overflowX !== 'visible' || overflowY !== 'visible';
        if (clips && display !== 'inline' && one !== document.documentElement) {
          edges.push(one.getBoundingClientRect());
        }
        if (position === 'fixed') break;
      }
      const isInside = edges.every(
        ({ left, right, top, bottom }) =>
          box.left >= left - SLACK &&
          box.right <= right + SLACK &&
          box.top >= top - SLACK &&
          box.bottom <= bottom + SLACK,
      );
      const y = box.top + box.height / 2;
      const isOnTop = [box.left + 1, box.left + box.width / 2, box.right - 1].every((x) => {
        const top = document.elementFromPoint(x, y);
        return top !== null && (element.contains(top) || top.contains(element));
      });
      return isInside && isOnTop;
    });
  }

  /** Letters of a line may be higher than its box, so a part of the text is measured by its own range. */
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    const text = node.textContent ?? '';
    const element = node.parentElement;
    const found = figures.exec(text);
    if (found === null || element === null) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const range = new Range();
    range.setStart(node, found.index);
    range.setEnd(node, found.index + found[0].length);
    if (isSeen(range, element)) return true;
  }
  return false;
}
