import { afterAll, expect, it } from 'vitest';
import { testSeed } from '../../simulation/first-seed.ts';
import { closePages, openBrowser } from '../../support/browser.ts';
import { difficultDrawings, shareOf } from './difficult.ts';
import { CONTENT_SCREENS } from './kinds.ts';
import { findOn, placeOf, randomDrawing, type Size } from './random-content.ts';

/*
 * Screens with random and with difficult amounts, names and sizes can be read completely. Each commit
 * draws other ones; `npm run screens:random` and `npm run gallery` draw a given number.
 */

type Found = readonly [seed: number, state: string, size: Size];

/**
 * Drawings that once had a finding, such as a key cut off or an amount that touches a name. State and
 * size are kept with the seed, because the seed chooses others after a list becomes longer.
 */
const FOUND: Readonly<Record<string, readonly Found[]>> = {
  cashier: [
    [116_714_761, 'typed', [800, 600]],
    [161_130_183, 'basket', [800, 600]],
    [161_130_196, 'refunded', [800, 600]],
    [161_130_640, 'authorised-due', [1024, 768]],
    [161_132_262, 'waiting-sticker', [320, 568]],
    [2, 'authorised-race', [320, 568]],
    [220_134_808, 'waiting-qr', [320, 568]],
  ],
  'cashier-desk': [
    [49, 'refund-amount', [1280, 800]],
    [911, 'refunds', [1024, 768]],
    [1_266, 'setup-ready', [800, 600]],
    [1_554, 'day', [800, 600]],
    [20_043, 'staff', [320, 568]],
    [20_075, 'past-sale', [320, 568]],
    [20_103, 'locked-out', [2560, 1440]],
    [20_124, 'staff-remove', [2560, 1440]],
    [30_027, 'day-open', [320, 568]],
    [30_077, 'locked-failed', [320, 568]],
    [30_189, 'refund-wrong-pin', [320, 568]],
    [50_366, 'setup-key', [1024, 600]],
    [50_374, 'setup-revoked', [1024, 768]],
    [215_002_249, 'day-open', [320, 568]],
    [146_516_819, 'staff-rename', [390, 844]],
    [233_447_581, 'refund-amount', [320, 568]],
    [480_406, 'refund-too-much', [800, 600]],
  ],
  'customer-display': [
    [176_091_389, 'question-choice', [800, 600]],
    [176_091_391, 'question-text', [1024, 600]],
    [176_091_392, 'question-number', [1024, 600]],
    [253_423_575, 'question-member', [800, 600]],
  ],
  kiosk: [
    [1_006, 'delivering-long', [1080, 1920]],
    [131_818_369, 'choose-not-now', [1280, 800]],
    [149_274_470, 'attract-plain', [1024, 768]],
    [480_582, 'closed', [1080, 1920]],
  ],
  portal: [
    [79, 'payments', [390, 844]],
    [485, 'tills', [320, 568]],
    [569, 'callbacks', [320, 568]],
    [20_004, 'code-off', [320, 568]],
    [215_002_405, 'callbacks', [320, 568]],
    [256_903_686, 'settlement-slip', [1024, 768]],
  ],
  wallet: [
    [20_089, 'sure', [320, 568]],
    [20_113, 'sure', [360, 640]],
  ],
  oauth: [[131_818_357, 'consent-bare', [320, 568]]],
};
const { seed: FIRST } = testSeed();

afterAll(closePages);

it.each(CONTENT_SCREENS.map((kind) => [kind.name, kind] as const))(
  'every random or difficult screen of the %s is readable',
  async (name, kind) => {
    const screens = await kind.serve();
    const chosen = Array.from({ length: kind.each }, (_, place) => FIRST + place);
    const drawings = [
      ...chosen.map((seed) => ({ title: `seed ${seed}`, drawing: randomDrawing(kind, seed) })),
      ...(FOUND[name] ?? []).map(([seed, state, size]) => ({
        title: `found with seed ${seed}`,
        drawing: randomDrawing(kind, seed, { state, size }),
      })),
      ...shareOf(difficultDrawings(kind), FIRST).map((drawing) => ({
        title: 'difficult',
        drawing,
      })),
    ];
    try {
      const screen = await kind.open(await openBrowser(), screens.origin);
      const found: string[] = [];
      for (const { title, drawing } of drawings) {
        for (const one of await findOn(screen, drawing)) {
          found.push(`${title}, ${placeOf(drawing)}: ${one}`);
        }
      }
      expect(found).toEqual([]);
      expect(screen.errors()).toEqual([]);
    } finally {
      await closePages();
      await screens.stop();
    }
  },
);
