import type { Page } from 'playwright-core';

export type Pair = {
  readonly text: string;
  readonly ground: string;
  /** 4.5 for text, 3 for the edge of a control and for what shows where the focus is (WCAG 2.2). */
  readonly least: 3 | 4.5;
};

const on = (least: Pair['least'], text: string, ...grounds: readonly string[]): readonly Pair[] =>
  grounds.map((ground) => ({ text, ground, least }));

/** Every pair of tokens that is drawn one on the other, beside those of the states. */
export const PAIRS: readonly Pair[] = [
  ...on(4.5, 'ink', 'counter', 'counter-low', 'slip', 'slip-low'),
  ...on(4.5, 'ink-2', 'counter', 'counter-low', 'slip', 'slip-low'),
  ...on(4.5, 'ink-3', 'counter', 'slip', 'slip-low'),
  ...on(4.5, 'on-deck', 'deck', 'deck-low', 'deck-soft'),
  ...on(4.5, 'on-deck-2', 'deck', 'deck-low', 'deck-soft'),
  ...on(4.5, 'on-key', 'key'),
  ...on(4.5, 'on-key-fn', 'key-fn'),
  ...on(4.5, 'on-signal', 'signal'),
  ...on(4.5, 'qr-dark', 'qr-light'),
  ...on(3, 'edge', 'slip', 'slip-low', 'counter'),
  ...on(3, 'key', 'deck'),
  ...on(3, 'key-fn', 'deck'),
  ...on(3, 'signal', 'deck', 'deck-low'),
  ...on(3, 'focus', 'slip', 'counter'),
];

/** States with colours of their own; released and refunded have those of aborted and paid. */
export const STATES = [
  ...['idle', 'waiting', 'phone', 'authorised', 'paid', 'part', 'declined', 'expired', 'aborted'],
  ...['unclear', 'offline'],
] as const;

/** Where the words and marks of a state stand. */
export const STATE_PAIRS = (state: string): readonly Pair[] => [
  ...on(4.5, `state-${state}`, 'slip', 'counter'),
  ...on(4.5, `on-state-${state}`, `state-${state}`),
  ...on(4.5, `on-field-${state}`, `field-${state}`),
  ...on(4.5, `on-field-${state}-2`, `field-${state}`),
];

/** The contrast of each pair, in the page's own theme, from the colours that the browser draws. */
export async function contrasts(page: Page, pairs: readonly Pair[]): Promise<readonly number[]> {
  const names = [...new Set(pairs.flatMap(({ text, ground }) => [text, ground]))];
  const drawn = await page.evaluate((tokens) => {
    const element = document.body.appendChild(document.createElement('i'));
    const brush = document.createElement('canvas').getContext('2d');
    const colours = tokens.map((token): readonly [string, number[]] => {
      element.style.color = `var(--${token})`;
      if (brush === null) throw new Error('nothing to draw with');
      brush.fillStyle = getComputedStyle(element).color;
      brush.fillRect(0, 0, 1, 1);
      return [token, [...brush.getImageData(0, 0, 1, 1).data]];
    });
    element.remove();
    return colours;
  }, names);
  const light = new Map(drawn.map(([token, rgb]) => [token, luminance(rgb)]));
  return pairs.map(({ text, ground }) => {
    const [one, other] = [light.get(text) ?? 0, light.get(ground) ?? 0];
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  });
}

/** Relative luminance of a colour in sRGB (WCAG 2.2). */
function luminance([red = 0, green = 0, blue = 0]: readonly number[]): number {
  const linear = (value: number) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
