import { describe, expect, it } from 'vitest';
import { drawQr, tileSide } from '../../../renderer/ui/qr-matrix.ts';

/** The white border that a reader needs, in modules. */
const QUIET = 4;

describe('the tile of a code', () => {
  it('has a quiet zone of four modules on every side', () => {
    const { side, path } = drawQr('http://127.0.0.1:4600/p/p2ybyw4tq73n/');
    expect(side).toBe(29 + 2 * QUIET);
    for (const [, x, y] of path.matchAll(/M(\d+) (\d+)/g)) {
      expect(Number(x)).toBeGreaterThanOrEqual(QUIET);
      expect(Number(y)).toBeGreaterThanOrEqual(QUIET);
    }
  });

  it('has a whole number of device pixels per module', () => {
    for (const ratio of [1, 1.25, 1.5, 2, 3]) {
      for (const space of [228, 300, 444]) {
        const perModule = (tileSide(37, space, ratio) * ratio) / 37;
        expect(perModule).toBeCloseTo(Math.round(perModule), 9);
        expect(tileSide(37, space, ratio)).toBeLessThanOrEqual(space);
      }
    }
  });
});
