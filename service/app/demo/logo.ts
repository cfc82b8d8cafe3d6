import { pngFile } from '../../../shared/node/png.ts';

const SIDE = 96;
const COFFEE = [0x5b, 0x37, 0x22] as const;
const CREAM = [0xf6, 0xec, 0xdd] as const;

/**
 * The demo merchant's logo: a cup seen from above, drawn by code so that no image file is needed.
 */
export function demoLogo(): Uint8Array {
  const rows: number[] = [];
  for (let y = 0; y < SIDE; y += 1) {
    rows.push(0);
    for (let x = 0; x < SIDE; x += 1) rows.push(...colourAt(x, y));
  }
  return pngFile({ width: SIDE, height: SIDE, bits: 8, colour: 2 }, Buffer.from(rows));
}

function colourAt(x: number, y: number): readonly number[] {
  const distance = Math.hypot(x - SIDE / 2 + 0.5, y - SIDE / 2 + 0.5);
  return distance < 24 || (distance > 30 && distance < 36) ? COFFEE : CREAM;
}
