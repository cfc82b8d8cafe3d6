import type { Pixels } from '../support/png.ts';

/** Side of a cell in pixels of the kept picture; each is blurred with those around it. */
const CELL = 4;
/** How many cells a thing may be off. */
const REACH = 2;
/** How far a cell may be from everything around it in the other picture, of 255: light, colour. */
const TOLERANCE = [14, 8, 8] as const;
const TOLERANCE_LEAST = Math.min(...TOLERANCE);
/** Share of the cells that may be that far: letters of another machine, never a key or a colour. */
export const WRONG_MAX = 0.004;

type Grid = {
  readonly columns: number;
  readonly rows: number;
  /** Lightness and two colour differences of each cell, one after the other. */
  readonly cells: Float64Array;
};

/**
 * How different two pictures are, as the share of their cells that have nothing like them around
 * the same place of the other. Cells are blurred and may be one cell off, so that letters drawn by
 * another machine are alike; a thing that moved, went or lost its colour is not.
 */
export function difference(one: Pixels, other: Pixels): number {
  if (one.width !== other.width || one.height !== other.height) return 1;
  const [first, second] = [blurred(gridOf(one)), blurred(gridOf(other))];
  return Math.max(strangers(first, second), strangers(second, first));
}

function gridOf({ width, height, data }: Pixels): Grid {
  const [columns, rows] = [Math.ceil(width / CELL), Math.ceil(height / CELL)];
  const cells = new Float64Array(columns * rows * 3);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const right = Math.min(width, (column + 1) * CELL);
      const below = Math.min(height, (row + 1) * CELL);
      let [red, green, blue, count] = [0, 0, 0, 0];
      for (let y = row * CELL; y < below; y += 1) {
        for (let x = column * CELL; x < right; x += 1) {
          const at = (y * width + x) * 4;
          red += data[at] ?? 0;
          green += data[at + 1] ?? 0;
          blue += data[at + 2] ?? 0;
          count += 1;
        }
      }
      const light = (0.299 * red + 0.587 * green + 0.114 * blue) / count;
      const colours = [light, (blue / count - light) / 2, (red / count - light) / 2];
      cells.set(colours, (row * columns + column) * 3);
    }
  }
  return { columns, rows, cells };
}

/** Each cell the mean of itself and those around it, so that where a cell begins does not matter. */
function blurred({ columns, rows, cells }: Grid): Grid {
  const soft = new Float64Array(cells.length);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        let [sum, count] = [0, 0];
        for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y += 1) {
          for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x += 1) {
            sum += cells[(y * columns + x) * 3 + channel] ?? 0;
            count += 1;
          }
        }
        soft[(row * columns + column) * 3 + channel] = sum / count;
      }
    }
  }
  return { columns, rows, cells: soft };
}

/** Share of `of`'s cells that are unlike every cell around their place in `among`. */
function strangers(of: Grid, among: Grid): number {
  let found = 0;
  for (let row = 0; row < of.rows; row += 1) {
    for (let column = 0; column < of.columns; column += 1) {
      if (TOLERANCE.some((most, channel) => away(of, among, row, column, channel) > most)) {
        found += 1;
      }
    }
  }
  return found / (of.rows * of.columns);
}

/** How far a cell is outside of what the cells around its place in the other picture span. */
function away(of: Grid, among: Grid, row: number, column: number, channel: number): number {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const own = of.cells[(row * of.columns + column) * 3 + channel] ?? 0;
  const same = among.cells[(row * of.columns + column) * 3 + channel] ?? 0;
  // Most of two pictures is alike, and then nothing around it need be looked at.
  if (Math.abs(own - same) <= TOLERANCE_LEAST) return 0;
  const below = Math.min(of.rows - 1, row + REACH);
  const right = Math.min(of.columns - 1, column + REACH);
  for (let y = Math.max(0, row - REACH); y <= below; y += 1) {
    for (let x = Math.max(0, column - REACH); x <= right; x += 1) {
      const value = among.cells[(y * among.columns + x) * 3 + channel] ?? 0;
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
  }
  return Math.max(least - own, own - most, 0);
}
