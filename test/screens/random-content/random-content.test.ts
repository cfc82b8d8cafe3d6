import { afterAll, expect, it } from 'vitest';
import { firstSeed } from '../../simulation/first-seed.ts';
import { closePages, openBrowser } from '../../support/browser.ts';
import { difficultDrawings, shareOf } from './difficult.ts';
import { CONTENT_SCREENS } from './kinds.ts';
import { findOn, placeOf, randomDrawing } from './random-content.ts';

/*
 * Screens with random and with difficult amounts, names and sizes can be read completely. Each commit
 * draws other ones; `npm run screens:random` and `npm run gallery` draw as many as are asked for.
 */

/** Seeds that once had a finding, such as a key cut off or an amount that touches a name. */
const FOUND: Readonly<Record<string, readonly number[]>> = {
  cashier: [116_714_761, 161_130_183, 161_130_196, 161_130_640, 161_132_262],
  'cashier-desk': [
    ...[49, 911, 1_266, 1_554, 20_043, 20_075, 20_103, 20_124, 30_027, 30_077, 30_189],
    ...[50_366, 50_374],
    ...[146_516_819, 233_447_581],
  ],
  kiosk: [1_006, 131_818_369, 149_274_470],
  oauth: [131_818_357],
  portal: [79, 485, 569, 20_004],
  wallet: [20_089, 20_113],
};
const { seed: FIRST } = firstSeed();

afterAll(closePages);

it.each(CONTENT_SCREENS.map((kind) => [kind.name, kind] as const))(
  'every random or difficult screen of the %s is readable',
  async (name, kind) => {
    const screens = await kind.serve();
    const chosen = Array.from({ length: kind.each }, (_, place) => FIRST + place);
    const seeds = [...chosen, ...(FOUND[name] ?? [])];
    const drawings = [
      ...seeds.map((seed) => ({ title: `seed ${seed}`, drawing: randomDrawing(kind, seed) })),
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
