import type { Page } from 'playwright-core';

/** A text that may be cut on purpose, with an ellipsis or a count, and where the rest of it is read. */
export type MayBeCut = {
  readonly selector: string;
  /** `side`: one line that ends with an ellipsis; `lines`: lines above or below that are not shown. */
  readonly way: 'side' | 'lines';
  /** Amounts too. Only a list that scrolls by itself: an amount without a digit is another amount. */
  readonly amounts?: true;
  readonly reason: string;
};

export const MAY_BE_CUT: readonly MayBeCut[] = [
  {
    ...{ selector: '.strip-shop', way: 'lines' },
    reason: 'two lines of the shop’s name; the whole name is on the receipt',
  },
  {
    ...{ selector: '.strip-shop', way: 'side' },
    reason: 'one line beside a keyboard; the whole name is on the receipt',
  },
  {
    ...{ selector: '.strip-person-name', way: 'side' },
    reason: 'the key opens the lock screen, where the whole name is',
  },
  {
    ...{ selector: '.product-name', way: 'lines' },
    reason: 'two lines on a key of a good; the whole name is on the slip',
  },
  {
    ...{ selector: '.items-categories', way: 'side' },
    reason: 'the categories scroll sideways; a cut one shows that there are more',
  },
  {
    ...{ selector: '.good-name', way: 'lines' },
    reason:
      'two lines on the kiosk’s key of a good; the next screen has more of it, and it is spoken',
  },
  {
    ...{ selector: '.kiosk :is(.sale-name, .slip-name, .rail-label)', way: 'lines' },
    reason: 'two lines with hyphenation, so that the code keeps its size; it is spoken completely',
  },
  {
    ...{ selector: '.display-bill, .display-shop, .display-line', way: 'lines', amounts: true },
    reason: 'a long bill shows its end, and says how many lines are above it',
  },
  {
    ...{ selector: '.slide-words bdi', way: 'side' },
    reason: 'one line of the payee’s name; the head of the page has the complete name',
  },
  {
    ...{ selector: '.row-link, .rows-where, .rows-reference, .rows-even td > .mono', way: 'side' },
    reason: 'one line in a list; the slip of the row has the whole text',
  },
  {
    ...{ selector: '.portal-who', way: 'side' },
    reason: 'one line in the portal’s head, with the whole name as its title; complete on a phone',
  },
  {
    ...{ selector: '.chart', way: 'side', amounts: true },
    reason: 'the chart scrolls sideways by touch and with the arrow keys',
  },
];

/**
 * The texts of a page that cannot be read completely, as sentences: cut off at a side, or with lines
 * that something hides without scrolling. `mayBeCut` are the exceptions.
 */
export function cutTexts(
  page: Page,
  mayBeCut: readonly MayBeCut[] = MAY_BE_CUT,
): Promise<string[]> {
  return page.evaluate(findCut, mayBeCut);
}

/** Runs in the page, where nothing else of this module exists. */
function findCut(mayBeCut: readonly MayBeCut[]): string[] {
  /** Tolerance in pixels for the rounding of fractions. */
  const SLACK = 1.5;
  /** A line's box is higher than its letters, so a part of it may be outside. */
  const LETTERS = 0.7;

  type Frame = {
    readonly box: DOMRect;
    /** In which directions it cuts its content off, and whether a person can scroll to it instead. */
    readonly cutsX: boolean;
    readonly cutsY: boolean;
    readonly scrollsY: boolean;
    readonly position: string;
    readonly isForReaders: boolean;
  };
  const frames = new Map<Element, Frame>();
  const root = document.documentElement;
  const window_ = new DOMRect(0, 0, root.clientWidth, root.clientHeight);

  function measured(element: Element): Frame {
    const style = getComputedStyle(element);
    const { overflowX, overflowY, contain, maskImage, position } = style;
    const all = maskImage !== 'none' || contain.includes('paint') || contain === 'strict';
    const has = style.display !== 'inline' && style.display !== 'contents';
    const isPage = element === root || element === document.body;
    const own = element.getBoundingClientRect();
    const tiny = position === 'absolute' && own.width <= 1 && own.height <= 1;
    return {
      box: isPage ? window_ : own,
      cutsX: has && (all || overflowX !== 'visible' || isPage),
      cutsY: has && (all || overflowY === 'hidden' || overflowY === 'clip'),
      scrollsY: has && /auto|scroll/.test(overflowY),
      position,
      isForReaders: style.clipPath === 'inset(50%)' || style.opacity === '0' || tiny,
    };
  }
  function frameOf(element: Element): Frame {
    const known = frames.get(element) ?? measured(element);
    frames.set(element, known);
    return known;
  }
  /** The element around this one, out of a shadow tree too. */
  function around(element: Element): Element | null {
    const { parentNode } = element;
    return parentNode instanceof ShadowRoot ? parentNode.host : element.parentElement;
  }
  function isForReaders(element: Element): boolean {
    for (let one: Element | null = element; one !== null; one = around(one)) {
      if (frameOf(one).isForReaders) return true;
    }
    return false;
  }

  /** How the frames around an element cut a line of it. */
  function cutsOf(element: Element, line: DOMRect): { side: string | null; lines: string | null } {
    let side: string | null = null;
    let lines: string | null = null;
    let scrolled = false;
    let placed = 'static';
    for (let one: Element | null = element; one !== null; one = around(one)) {
      const frame = frameOf(one);
      // What is placed freely is cut only by the frame that it is placed in, and those around it.
      const passes = placed === 'fixed' || (placed === 'absolute' && frame.position === 'static');
      if (!passes || one === root) {
        const { box } = frame;
        const isPage = one === root || one === document.body;
        const name = isPage ? 'the window' : `.${one.className}`;
        const wide = line.left < box.left - SLACK || line.right > box.right + SLACK;
        if (frame.cutsX && wide) side ??= name;
        const tall = Math.min(line.bottom, box.bottom) - Math.max(line.top, box.top);
        if (frame.scrollsY) scrolled = true;
        if (frame.cutsY && !scrolled && tall < line.height * LETTERS) lines ??= name;
        placed = 'static';
      }
      if (frame.position === 'absolute' || frame.position === 'fixed') placed = frame.position;
    }
    return { side, lines };
  }

  const may = (element: Element, way: string, isAmount: boolean) =>
    mayBeCut.some(
      (one) =>
        one.way === way &&
        (!isAmount || one.amounts === true) &&
        element.closest(one.selector) !== null,
    );
  const found: string[] = [];

  function look(inside: Document | ShadowRoot): void {
    const walker = document.createTreeWalker(inside, NodeFilter.SHOW_ALL);
    while (walker.nextNode()) {
      const { currentNode: node } = walker;
      if (node instanceof Element && node.shadowRoot !== null) look(node.shadowRoot);
      if (node instanceof Text) lookAt(node);
    }
  }

  function lookAt(node: Text): void {
    const { parentElement: parent } = node;
    const text = (node.textContent ?? '').trim();
    if (parent === null || text === '') return;
    if (parent.closest('head, svg, [popover], script, style, option, textarea') !== null) return;
    if (!parent.checkVisibility({ visibilityProperty: true }) || isForReaders(parent)) return;
    const isAmount = parent.closest('.amount, .figures') !== null;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      if (line.width <= 1) continue;
      const { side, lines } = cutsOf(parent, line);
      const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
      if (side !== null && !may(parent, 'side', isAmount)) {
        found.push(`"${shown}" of .${parent.className} is cut off at its side by ${side}`);
        return;
      }
      if (lines !== null && !may(parent, 'lines', isAmount)) {
        found.push(`"${shown}" of .${parent.className} has lines that ${lines} hides`);
        return;
      }
    }
  }
  look(document);
  return found;
}
