import type { Page } from 'playwright-core';

/**
 * Remembers how these rows are drawn. The returned function reads the texts of the rows that React has drawn again, or
 * for the first time, since then: React keeps the props of an element's last drawing at the element.
 */
export async function watchRows(page: Page, rows: string): Promise<() => Promise<string[]>> {
  await page.evaluate((selector) => {
    const drawingOf = (element: Element): unknown => {
      const name = Object.keys(element).find((key) => key.startsWith('__reactProps$'));
      if (name === undefined) throw new Error('React keeps no props at this element');
      return Reflect.get(element, name);
    };
    const partsOf = (row: Element) => [row, ...row.querySelectorAll('*')];
    const all = () => [...document.querySelectorAll(selector)];
    const before = new Map(
      all()
        .flatMap(partsOf)
        .map((part) => [part, drawingOf(part)]),
    );
    const isNew = (part: Element) => before.get(part) !== drawingOf(part);
    const textOf = (row: Element) => (row.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    Reflect.set(window, 'drawnRows', () =>
      all()
        .filter((row) => partsOf(row).some(isNew))
        .map(textOf),
    );
  }, rows);
  return () => page.evaluate((): string[] => Reflect.get(window, 'drawnRows')());
}
