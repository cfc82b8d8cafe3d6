import type { Page } from 'playwright-core';
import { outOfSight } from './readable.ts';

/** The key of the next move, and the keys that leave a step. */
const MAIN_KEYS = [
  '.key-yellow',
  '.state-cancel',
  '.deck-foot > .key',
  '.deck-foot > .ghost',
  '.unclear-wait ~ .state-keys .ghost',
];
/** What a step is typed on. A till's own panel shows it completely. */
const KEYBOARDS = ['.pad', '.keypad', '.setup-keys', '.letter-keys'];

/**
 * What a cashier cannot reach or read on a step of the till, as sentences: a main key out of sight, a
 * keyboard whose rows are broken or whose keys are low, and a word that touches the border of its key.
 */
export async function stepFaults(
  page: Page,
  [width, height]: readonly [width: number, height: number],
): Promise<string[]> {
  const stacked = width < 700 || (width < 900 && height >= 720);
  const covered = await page.locator('dialog[open], .options').count();
  // On a phone a locked till shows the running payment first, and the keys that unlock it below.
  const below = stacked && (await page.locator('.till-locked-sale').count()) > 0;
  const parts = covered > 0 || below ? [] : [...MAIN_KEYS, ...(stacked ? [] : KEYBOARDS)];
  if (stacked) parts.push('.waiting-middle .qr');
  return [...(await outOfSight(page, parts)), ...(await page.evaluate(findFaults))];
}

/** Runs in the page, where nothing else of this module exists. */
function findFaults(): string[] {
  const found: string[] = [];
  /** Keys of one row of a keyboard, and a key of the next row, in every language's layout. */
  const ROWS = [
    ['1', '5', '0', 'q'],
    ['q', 't', 'p', 'a'],
    ['a', 'g', 'l', 'x'],
  ] as const;
  for (const board of document.querySelectorAll('.setup-keys, .letter-keys')) {
    const keys = [...board.querySelectorAll('.key')];
    const boxOf = (sign: string) =>
      keys.find((key) => key.textContent?.toLowerCase() === sign)?.getBoundingClientRect();
    for (const [first, middle, last, below] of ROWS) {
      const row = [first, middle, last].map(boxOf).filter((box) => box !== undefined);
      const next = boxOf(below);
      const tops = new Set(row.map(({ top }) => Math.round(top)));
      const under = next === undefined || row.every(({ bottom }) => next.top >= bottom - 1);
      if (tops.size > 1 || !under) found.push(`the row of "${first}" is broken`);
    }
    for (const key of keys) {
      const { width, height } = key.getBoundingClientRect();
      const name = key.textContent || key.getAttribute('aria-label');
      if (height < 47.5) found.push(`the key "${name}" is ${Math.round(height)} high`);
      if (innerWidth >= 700 && width < 47.5) {
        found.push(`the key "${name}" is ${Math.round(width)} wide`);
      }
    }
  }
  /** Pixels between a word and the border of its key. */
  const AIR = 3;
  const CONTROLS = '.till .key, .till .ghost, .till .choice-option span, .till .person';
  for (const key of document.querySelectorAll(CONTROLS)) {
    if (!key.checkVisibility({ visibilityProperty: true })) continue;
    const frame = key.getBoundingClientRect();
    const { borderLeftWidth, borderRightWidth } = getComputedStyle(key);
    const left = frame.left + Number.parseFloat(borderLeftWidth) + AIR;
    const right = frame.right - Number.parseFloat(borderRightWidth) - AIR;
    const walker = document.createTreeWalker(key, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = (walker.currentNode.textContent ?? '').trim();
      if (text.length < 2) continue;
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      const boxes = [...range.getClientRects()].filter((box) => box.width > 1.5);
      const touches = boxes.some((box) => box.left < left - 0.5 || box.right > right + 0.5);
      if (touches) found.push(`"${text}" touches the border of its key`);
    }
  }
  for (const amount of document.querySelectorAll('.till .amount')) {
    if (!amount.checkVisibility({ visibilityProperty: true })) continue;
    if (amount.getBoundingClientRect().width < 4) {
      found.push(`"${amount.textContent}" has no width`);
    }
  }
  return found;
}
