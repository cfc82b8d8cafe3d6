import type { Page } from 'playwright-core';

/** The two families of every page of the product, by what is written in them. */
export const PRODUCT_FONTS = {
  text: ['Atkinson Hyperlegible Next'],
  code: ['Atkinson Hyperlegible Mono'],
} as const;

/**
 * The first computed family of each visible element that has text of its own, once each: `code` is what
 * stands in `code` and `pre`, `text` is the rest, with inputs and text that the style sheet adds.
 */
export function fontFamilies(page: Page): Promise<{ text: string[]; code: string[] }> {
  return page.evaluate(() => {
    const families = { text: new Set<string>(), code: new Set<string>() };
    for (const element of document.body.querySelectorAll('*')) {
      const own = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      );
      const parts: (string | null)[] = own || element.matches('input') ? [null] : [];
      for (const pseudo of ['::before', '::after']) {
        // A generated text is a quoted string; other pseudo-elements have no content.
        if (/"[^"]/.test(getComputedStyle(element, pseudo).content)) parts.push(pseudo);
      }
      if (parts.length === 0 || !element.checkVisibility()) continue;
      const kind = element.closest('code, pre') === null ? 'text' : 'code';
      for (const part of parts) {
        const [first = ''] = getComputedStyle(element, part).fontFamily.split(',');
        families[kind].add(first.trim().replaceAll(/^["']|["']$/g, ''));
      }
    }
    return { text: [...families.text], code: [...families.code] };
  });
}

/** The families of the font files that the page itself has loaded, in alphabetical order. */
export function loadedFonts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    const loaded = [...document.fonts].filter(({ status }) => status === 'loaded');
    return loaded.map(({ family }) => family.replaceAll(/^["']|["']$/g, '')).toSorted();
  });
}
