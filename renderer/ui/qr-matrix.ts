import { create } from 'qrcode';

/** Modules of white around the code, inside the tile. */
export const QUIET = 4;

/** A code's dark modules as one SVG path over a grid of `side` units, quiet zone included. */
export type QrDrawing = { readonly side: number; readonly path: string };

/** Draws `text` at error correction level M; runs of dark modules become one rectangle each. */
export function drawQr(text: string): QrDrawing {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const size = modules.size;
  let path = '';
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (!isDark(modules, row, column)) continue;
      const start = column;
      while (column + 1 < size && isDark(modules, row, column + 1)) column += 1;
      const run = column - start + 1;
      path += `M${start + QUIET} ${row + QUIET}h${run}v1h-${run}z`;
    }
  }
  return { side: size + 2 * QUIET, path };
}

function isDark(
  modules: { readonly size: number; readonly data: Uint8Array },
  row: number,
  column: number,
): boolean {
  return modules.data[row * modules.size + column] === 1;
}

/**
 * Side of the tile in CSS pixels: the largest that fits `space` with whole device pixels per
 * module, so that no module is blurred.
 */
export function tileSide(side: number, space: number, pixelRatio: number): number {
  const perModule = Math.max(1, Math.floor((space * pixelRatio) / side));
  return (perModule * side) / pixelRatio;
}
