import { create } from 'qrcode';

/** Width of the quiet zone, in modules. */
export const QUIET = 4;

/** A code's dark modules as one SVG path over a grid of `side` units, quiet zone included. */
export type QrDrawing = { readonly side: number; readonly path: string };

/** Adjacent dark modules of a row. Positions count from the upper left of the quiet zone. */
export type QrRun = { readonly row: number; readonly column: number; readonly length: number };

/** The code of `text` at error correction level M. Adjacent dark modules become one run. */
export function drawRuns(text: string): {
  readonly side: number;
  readonly runs: readonly QrRun[];
} {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const size = modules.size;
  const runs: QrRun[] = [];
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (!isDark(modules, row, column)) continue;
      const start = column;
      while (column + 1 < size && isDark(modules, row, column + 1)) column += 1;
      runs.push({ row: row + QUIET, column: start + QUIET, length: column - start + 1 });
    }
  }
  return { side: size + 2 * QUIET, runs };
}

/** The code of `text` as one path of rectangles. */
export function drawQr(text: string): QrDrawing {
  const { side, runs } = drawRuns(text);
  const path = runs.map(({ row, column, length }) => `M${column} ${row}h${length}v1h-${length}z`);
  return { side, path: path.join('') };
}

function isDark(
  modules: { readonly size: number; readonly data: Uint8Array },
  row: number,
  column: number,
): boolean {
  return modules.data[row * modules.size + column] === 1;
}

/**
 * Side of the tile in CSS pixels: the largest that fits `space` with a whole number of device
 * pixels per module, so that modules are sharp.
 */
export function tileSide(side: number, space: number, pixelRatio: number): number {
  const perModule = Math.max(1, Math.floor((space * pixelRatio) / side));
  return (perModule * side) / pixelRatio;
}
