import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Something that is measured on a screen: what people call it, and where it is. */
export type Thing = { readonly name: string; readonly place: string };
export type Control = Thing & {
  /** Pixels in both directions that it must have at least. */
  readonly least: number;
};

/** What is measured when the named picture is on the screen. */
export type Measured = {
  readonly screen: string;
  readonly type: readonly Thing[];
  readonly controls: readonly Control[];
};

const control = (name: string, place: string, least: number): Control => ({ name, place, least });
const thing = (name: string, place: string): Thing => ({ name, place });

export const CASHIER = {
  amount: {
    screen: 'Till, typing',
    type: [
      thing('amount being typed', '.deck-amount .amount'),
      thing('digit key', '.key-digit'),
      thing('total on the slip', '.slip-total .amount'),
    ],
    controls: [
      control('digit key', '.key-digit', 76),
      control('yellow key', '.entry-yellow', 72),
      control('way to pay', '.entry-methods .key', 56),
      control('strip', '.strip-key', 56),
    ],
  },
  waiting: {
    screen: 'Till, code',
    type: [thing('state', 'h1'), thing('slip row', '.slip-lines td'), thing('log', '.log-line')],
    controls: [control('code', '.qr', 228), control('cancel', '.state-cancel', 64)],
  },
  paid: {
    screen: 'Till, paid',
    type: [thing('amount', '.paid-amount .amount'), thing('sentence', '.state-text')],
    controls: [control('yellow key', '.state-yellow', 84)],
  },
} as const satisfies Record<string, Measured>;

export const DISPLAY = {
  scan: {
    screen: 'Display, code',
    type: [
      thing('state', 'h1'),
      thing('total', '.display-total .amount'),
      thing('rail', '.rail-label'),
    ],
    controls: [control('code', '.qr', 228)],
  },
  paid: {
    screen: 'Display, paid',
    type: [thing('state', 'h1'), thing('amount', '.display-hero .amount')],
    controls: [],
  },
} as const satisfies Record<string, Measured>;

export const WALLET: Measured = {
  screen: 'Phone, request',
  type: [
    thing('amount', '.wallet-slip .amount'),
    thing('shop', 'h1'),
    thing('slide', '.slide-words'),
  ],
  controls: [
    control('slide', '.slide', 88),
    control('its knob', '.slide-knob', 76),
    control('reject', '.link', 48),
  ],
};

export const PORTAL: Measured = {
  screen: 'Portal, payments',
  type: [thing('head', 'h1'), thing('row', '.rows td'), thing('amount', '.portal-amount .amount')],
  controls: [control('refund', '.portal-acts .ghost', 48)],
};

/** Sizes of the letters, pixels, as `name 48`. */
export async function typeSizes(page: Page, { type }: Measured): Promise<readonly string[]> {
  const sizes: string[] = [];
  for (const { name, place } of type) {
    const first = page.locator(place).first();
    let size = Number.NaN;
    // What is drawn anew between the finding and the measuring has no size.
    await expect
      .poll(async () => {
        size = await first.evaluate((one) => Number.parseInt(getComputedStyle(one).fontSize, 10));
        return size;
      })
      .toBeGreaterThan(0);
    sizes.push(`${name} ${size}`);
  }
  return sizes;
}

export type Box = Control & { readonly width: number; readonly height: number };

/** Sizes of the controls, whole pixels. */
export async function boxes(page: Page, { controls }: Measured): Promise<readonly Box[]> {
  const found: Box[] = [];
  for (const one of controls) {
    const box = await page.locator(one.place).first().boundingBox();
    if (box === null) throw new Error(`${one.name} is not on the screen`);
    found.push({ ...one, width: Math.round(box.width), height: Math.round(box.height) });
  }
  return found;
}
