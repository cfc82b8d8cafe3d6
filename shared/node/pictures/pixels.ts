/** Four bytes for each pixel, row by row. */
export type Pixels = {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array<ArrayBuffer>;
};

/** The mean of the pixels that become one; transparent ones count by their opacity. Never makes a picture larger. */
export function scaledTo(from: Pixels, side: number): Pixels {
  const factor = Math.max(from.width, from.height) / side;
  if (factor <= 1) return from;
  const width = Math.max(1, Math.round(from.width / factor));
  const height = Math.max(1, Math.round(from.height / factor));
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    const rows = span(y, height, from.height);
    for (let x = 0; x < width; x += 1) {
      data.set(meanOf(from, span(x, width, from.width), rows), (y * width + x) * 4);
    }
  }
  return { width, height, data };
}

type Span = { readonly start: number; readonly end: number };

function span(at: number, of: number, length: number): Span {
  const start = Math.floor((at * length) / of);
  return { start, end: Math.max(start + 1, Math.floor(((at + 1) * length) / of)) };
}

function meanOf({ width, data }: Pixels, columns: Span, rows: Span): number[] {
  let [red, green, blue, opacity, count] = [0, 0, 0, 0, 0];
  for (let y = rows.start; y < rows.end; y += 1) {
    for (let x = columns.start; x < columns.end; x += 1) {
      const at = (y * width + x) * 4;
      const alpha = data[at + 3] ?? 0;
      red += (data[at] ?? 0) * alpha;
      green += (data[at + 1] ?? 0) * alpha;
      blue += (data[at + 2] ?? 0) * alpha;
      opacity += alpha;
      count += 1;
    }
  }
  if (opacity === 0) return [0, 0, 0, 0];
  return [red / opacity, green / opacity, blue / opacity, opacity / count].map(Math.round);
}

/** What is done to a picture of an orientation of EXIF: first mirrored, then its rows become columns. */
const TURNS: Readonly<Record<number, readonly [across: boolean, down: boolean, swap: boolean]>> = {
  2: [true, false, false],
  3: [true, true, false],
  4: [false, true, false],
  5: [false, false, true],
  6: [false, true, true],
  7: [true, true, true],
  8: [true, false, true],
};

/** The picture as a person saw it, by the orientation of EXIF (1 to 8). */
export function upright(from: Pixels, orientation: number): Pixels {
  const turn = TURNS[orientation];
  if (turn === undefined) return from;
  const [across, down, swap] = turn;
  const [width, height] = swap ? [from.height, from.width] : [from.width, from.height];
  const [source, data] = [wordsOf(from.data), new Uint8Array(from.data.length)];
  const target = wordsOf(data);
  for (let y = 0; y < from.height; y += 1) {
    for (let x = 0; x < from.width; x += 1) {
      const column = across ? from.width - 1 - x : x;
      const row = down ? from.height - 1 - y : y;
      const at = swap ? column * width + row : row * width + column;
      target[at] = source[y * from.width + x] ?? 0;
    }
  }
  return { width, height, data };
}

/** A pixel as one number. */
const wordsOf = ({ buffer, byteOffset, length }: Uint8Array<ArrayBuffer>) =>
  new Uint32Array(buffer, byteOffset, length / 4);
