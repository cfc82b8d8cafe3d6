import type { Page } from 'playwright-core';
import { cutTexts } from './cut-text.ts';

/**
 * The parts of a page that cannot be read, as sentences: a text that is cut off, an amount that is
 * clipped, covered or outside the window, and texts or keys that overlap. An amount without one of its
 * digits is read as another amount, so no part of it may be hidden sideways; a list may scroll.
 */
export async function unreadable(page: Page): Promise<string[]> {
  return [...(await page.evaluate(findUnreadable)), ...(await cutTexts(page))];
}

/** Which of these parts are not completely in the window without scrolling. */
export function outOfSight(page: Page, selectors: readonly string[]): Promise<string[]> {
  return page.evaluate((given) => {
    const found: string[] = [];
    const { clientWidth, clientHeight } = document.documentElement;
    for (const selector of given) {
      for (const part of document.querySelectorAll(selector)) {
        if (!part.checkVisibility({ visibilityProperty: true })) continue;
        const { left, right, top, bottom } = part.getBoundingClientRect();
        const inside =
          left >= -1 && right <= clientWidth + 1 && top >= -1 && bottom <= clientHeight + 1;
        const x = left + (right - left) / 2;
        const seen = [top + 2, bottom - 2].every((y) => {
          const over = document.elementFromPoint(x, y);
          return over !== null && (part.contains(over) || over.contains(part));
        });
        if (!inside || !seen) found.push(`${selector} is not completely in sight`);
      }
    }
    return found;
  }, selectors);
}

/** Runs in the page, where nothing else of this module exists. */
function findUnreadable(): string[] {
  /** Tolerance in pixels for the rounding of fractions. */
  const SLACK = 1.5;
  const found: string[] = [];
  const hosts = [...document.querySelectorAll('*')].map(({ shadowRoot }) => shadowRoot ?? []);
  const roots = [document, ...hosts.flat()];
  const all = (selector: string) => roots.flatMap((root) => [...root.querySelectorAll(selector)]);
  const topAt = (x: number, y: number) => {
    const top = document.elementFromPoint(x, y);
    return top?.shadowRoot?.elementFromPoint(x, y) ?? top;
  };
  const shown = (element: Element) => element.checkVisibility({ visibilityProperty: true });

  /** For screen readers only: drawn on one pixel, or clipped to nothing. */
  function isForReaders(element: Element): boolean {
    for (let one: Element | null = element; one !== null; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (style.clipPath === 'inset(50%)' || style.opacity === '0') return true;
      const { width, height } = one.getBoundingClientRect();
      if (style.position === 'absolute' && width <= 1 && height <= 1) return true;
    }
    return false;
  }

  /**
   * The directions in which this element clips its content: sideways, and up and down unless it scrolls.
   */
  function clipOf(element: Element): { x: boolean; y: boolean } {
    const { overflowX, overflowY, maskImage, contain } = getComputedStyle(element);
    const all = maskImage !== 'none' || contain.includes('paint') || contain === 'strict';
    const y = overflowY === 'hidden' || overflowY === 'clip';
    return { x: all || overflowX !== 'visible', y: all || y };
  }

  function clipped(element: Element, box: DOMRect): string | null {
    if (box.left < -SLACK || box.right > document.documentElement.clientWidth + SLACK) {
      return 'is partly outside the window';
    }
    let one: Element | null = element;
    for (; one !== null && one !== document.body; one = one.parentElement) {
      if (getComputedStyle(one).display === 'inline') continue;
      const clip = clipOf(one);
      const frame = one.getBoundingClientRect();
      const wide = box.left < frame.left - SLACK || box.right > frame.right + SLACK;
      const tall = box.top < frame.top - SLACK || box.bottom > frame.bottom + SLACK;
      if ((clip.x && wide) || (clip.y && tall)) return `is clipped by .${one.className}`;
      // The content of a scrolling element may be outside it now, so the frames around it are not
      // checked.
      if (clip.x && tall) return null;
    }
    return null;
  }

  /** The part of a box that the frames around it leave visible. */
  function seen(element: Element, box: DOMRect): DOMRect {
    let { left, right, top, bottom } = box;
    for (let one: Element | null = element; one !== null; one = one.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(one);
      if (overflowX !== 'visible' || overflowY !== 'visible') {
        const frame = one.getBoundingClientRect();
        [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
        [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
      }
      if (position === 'fixed') break;
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
  }

  /** A link over a whole row takes presses, and the content below it is still visible. */
  function isClear(top: Element, below: Element): boolean {
    for (let one: Element | null = top; one !== null && !one.contains(below); ) {
      const { backgroundColor, backgroundImage } = getComputedStyle(one);
      if (!/^rgba\(.*, 0\)$/.test(backgroundColor) || backgroundImage !== 'none') return false;
      one = one.parentElement;
    }
    return !/^(svg|img|canvas)$/i.test(top.tagName);
  }

  function covered(element: Element, box: DOMRect): string | null {
    const y = box.top + box.height / 2;
    for (const x of [box.left + 2, box.left + box.width / 2, box.right - 2]) {
      const top = topAt(x, y);
      if (top === null || element.contains(top) || top.contains(element)) continue;
      if (isClear(top, element)) continue;
      return `is covered by .${top.className}`;
    }
    return null;
  }

  /** A dialogue covers the rest of the page on purpose. */
  const LAYERS = 'dialog, [role="dialog"], .dialog, .options';
  const layerOf = (element: Element | null) => element?.closest(LAYERS) ?? null;
  const [front = null] = all(LAYERS);

  const scrolled = new Map<Element, readonly [left: number, top: number]>();
  const keepPlaces = (element: Element) => {
    for (let one: Element | null = element; one !== null; one = one.parentElement) {
      if (!scrolled.has(one)) scrolled.set(one, [one.scrollLeft, one.scrollTop]);
    }
  };
  for (const amount of all('.amount, .figures')) {
    if (!shown(amount) || isForReaders(amount) || layerOf(amount) !== front) continue;
    keepPlaces(amount);
    amount.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const range = document.createRange();
    range.selectNodeContents(amount);
    const box = range.getBoundingClientRect();
    const problem = clipped(amount, box) ?? covered(amount, box);
    if (problem !== null) found.push(`"${amount.textContent}" ${problem}`);
  }
  // The next drawing of the same page starts where this one started.
  for (const [element, [left, top]] of scrolled) {
    if (element.scrollLeft !== left || element.scrollTop !== top) element.scrollTo(left, top);
  }

  /** Words of up to twelve letters, amounts and times that continue on the next line. */
  function brokenWords(nodes: readonly Text[]): string[] {
    const broken: string[] = [];
    for (const node of nodes) {
      const range = document.createRange();
      range.selectNodeContents(node);
      if (range.getClientRects().length < 2) continue;
      // A long name may break: without a dictionary the browser cannot hyphenate it.
      const mayHyphenate =
        node.parentElement !== null && getComputedStyle(node.parentElement).hyphens === 'auto';
      for (const match of (node.textContent ?? '').matchAll(/[^ \n\t]+/g)) {
        const [word] = match;
        const whole =
          /^\p{L}{3,12}[.,:;!?…]?$/u.test(word) || /^\D{0,4}\d[\d\s.,:]*\D{0,4}$/u.test(word);
        if (!whole || (word.length > 9 && mayHyphenate)) continue;
        range.setStart(node, match.index);
        range.setEnd(node, match.index + word.length);
        const [first, ...more] = range.getClientRects();
        const next = more.some(
          ({ top }) => first !== undefined && top > first.top + first.height / 2,
        );
        if (next) broken.push(`"${word}" continues on the next line`);
      }
    }
    return broken;
  }

  /** Elements that stay in place while the rest scrolls. */
  const stays = (element: Element): boolean => {
    for (let one: Element | null = element; one !== null; one = one.parentElement) {
      if (/sticky|fixed/.test(getComputedStyle(one).position)) return true;
    }
    return false;
  };
  const canvas = document.createElement('canvas').getContext('2d');
  /**
   * The part of a line's box that letters cover: the box also has the room that the font keeps above and below
   * them, which is large in a large font.
   */
  function inkOf(parent: Element, text: string, box: DOMRect): DOMRect {
    if (canvas === null) return box;
    const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(parent);
    canvas.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
    const ink = canvas.measureText(text);
    const top = box.top + ink.fontBoundingBoxAscent - ink.actualBoundingBoxAscent;
    const bottom = box.top + ink.fontBoundingBoxAscent + ink.actualBoundingBoxDescent;
    const from = Math.max(box.top, top);
    return new DOMRect(box.left, from, box.width, Math.max(1, Math.min(box.bottom, bottom) - from));
  }
  type Piece = {
    readonly node: Text;
    readonly parent: Element;
    readonly text: string;
    readonly boxes: readonly DOMRect[];
    /** Pieces of two layers may overlap, and so may pieces of which one does not scroll. */
    readonly layer: Element | null;
    readonly stays: boolean;
    readonly top: number;
    readonly bottom: number;
  };
  function textsOf(root: Node): Text[] {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode())
      if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    return texts;
  }
  const pieces: Piece[] = [];
  for (const node of roots.flatMap(textsOf)) {
    const parent = node.parentElement;
    if (parent === null || (node.textContent ?? '').trim() === '') continue;
    if (parent.closest('head, svg, [popover], script, style') !== null) continue;
    if (!shown(parent) || isForReaders(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes: DOMRect[] = [];
    for (const box of range.getClientRects()) {
      const rest = seen(parent, box);
      if (rest.width <= 1 || rest.height <= box.height / 2) continue;
      boxes.push(rest.height === box.height ? inkOf(parent, node.data, rest) : rest);
    }
    if (boxes.length === 0) continue;
    const text = (node.textContent ?? '').trim();
    const top = Math.min(...boxes.map((box) => box.top));
    const bottom = Math.max(...boxes.map((box) => box.bottom));
    pieces.push({
      ...{ node, parent, text, boxes, top, bottom },
      ...{ layer: layerOf(parent), stays: stays(parent) },
    });
  }
  found.push(...brokenWords(pieces.map(({ node }) => node)));
  for (const { parent, text, boxes } of pieces) {
    const key = parent.closest('button, .key, .ghost');
    const frame = key?.getBoundingClientRect();
    if (frame === undefined) continue;
    const out = boxes.some(
      ({ left, right }) => left < frame.left - SLACK || right > frame.right + SLACK,
    );
    if (out) found.push(`"${text}" is wider than its key`);
  }
  const nameOf = (key: Element) => key.textContent || key.getAttribute('aria-label');
  const keys = all('button, a.key, a.ghost')
    .filter((key) => shown(key) && !isForReaders(key) && key.closest('[popover]') === null)
    .map((key) => ({ key, box: seen(key, key.getBoundingClientRect()) }))
    .filter(({ box }) => box.width > 1 && box.height > 1);
  for (const [place, { key, box }] of keys.entries()) {
    const whole = key.getBoundingClientRect().width;
    // Categories scroll sideways, and a cut key shows that there are more.
    if (key.matches('.category')) continue;
    if (box.width < whole - 3) found.push(`the key "${nameOf(key)}" is cut off at its side`);
    for (const { key: other, box: its } of keys.slice(place + 1)) {
      if (key.contains(other) || other.contains(key)) continue;
      if (layerOf(key) !== layerOf(other) || stays(key) !== stays(other)) continue;
      const wide = Math.min(box.right, its.right) - Math.max(box.left, its.left);
      const tall = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
      if (wide <= 3 || tall <= 3) continue;
      found.push(`the keys "${nameOf(key)}" and "${nameOf(other)}" lie on each other`);
    }
  }
  /** An amount directly beside another text: a reader takes both for one. */
  function touches(one: Piece, other: Piece): boolean {
    const [mine, its] = [one, other].map(({ parent }) => parent.closest('.amount, .figures'));
    if (mine === its || one.stays !== other.stays) return false;
    return one.boxes.some((a) =>
      other.boxes.some((b) => {
        const tall = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        const gap = Math.max(a.left, b.left) - Math.min(a.right, b.right);
        return tall > 0.35 * Math.min(a.height, b.height) && gap > -1 && gap < 3;
      }),
    );
  }
  // From top to bottom, so that each piece is compared with those that start above its lower edge.
  pieces.sort((one, other) => one.top - other.top);
  for (const [place, one] of pieces.entries()) {
    for (let next = place + 1; next < pieces.length; next += 1) {
      const other = pieces[next];
      if (other === undefined || other.top >= one.bottom) break;
      if (one.layer !== other.layer || one.stays !== other.stays) continue;
      const lies = one.boxes.some((a) =>
        other.boxes.some((b) => {
          const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const tall = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          return wide > 3 && tall > 0.35 * Math.min(a.height, b.height);
        }),
      );
      if (lies) found.push(`"${one.text}" and "${other.text}" lie on each other`);
      else if (touches(one, other))
        found.push(`"${one.text}" and "${other.text}" touch each other`);
    }
  }
  return found;
}
