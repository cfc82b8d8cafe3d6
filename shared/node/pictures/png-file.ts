import { PNG_SIGNATURE } from '../png.ts';
import { orientationOf } from './exif.ts';
import { joined, type ReadFile } from './picture-file.ts';
import { PICTURE_LIMITS } from './picture-limits.ts';

/** Deflate packs 1,032 bytes into one at most. */
const RATIO_MAX = 1_032;

/** The kinds of pixels by the number in the header: samples of a pixel, and the bits that a sample may have. */
const PIXELS: Readonly<Record<number, { readonly samples: number; readonly bits: number[] }>> = {
  0: { samples: 1, bits: [1, 2, 4, 8, 16] },
  2: { samples: 3, bits: [8, 16] },
  3: { samples: 1, bits: [1, 2, 4, 8] },
  4: { samples: 2, bits: [8, 16] },
  6: { samples: 4, bits: [8, 16] },
};

/** First column and row of each pass of an interlaced picture, and the steps to the next ones. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

type Chunk = { readonly type: string; readonly data: Buffer; readonly whole: Buffer };

/**
 * Reads the chunks of a PNG file: one header at the start, at most one palette, data in one piece, and one end, after
 * which nothing follows. Null for any other file. Chunks that no pixel needs, such as texts, colour profiles and the
 * frames of an animation, are left out, so that no decoder unpacks them.
 */
export function readPng(file: Buffer): ReadFile | null {
  if (!file.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return null;
  const chunks = chunksOf(file);
  if (chunks === null) return null;
  const needed = chunks.filter(({ type }) => PARTS.has(type));
  const order = needed.map(({ type }) => PARTS.get(type)).join('');
  const isUnknown = chunks.some(({ type }) => /^[A-Z]/.test(type) && !PARTS.has(type));
  if (isUnknown || !/^HP?T?D+E$/.test(order)) return null;
  const header = headerOf(needed[0]?.data);
  if (header === null) return null;
  const packed = dataOf(needed).reduce((sum, { length }) => sum + length, 0);
  if (header.rowBytes > packed * RATIO_MAX) return null;
  const exif = chunks.find(({ type }) => type === 'eXIf')?.data;
  return {
    ...header,
    kind: 'png',
    orientation: exif === undefined ? 1 : orientationOf(exif),
    bytes: joined([PNG_SIGNATURE, ...needed.map(({ whole }) => whole)]),
    cost: 1,
  };
}

/** The packed rows of a file that {@link readPng} has read. */
export const packedRows = (file: Buffer): Buffer => Buffer.concat(dataOf(chunksOf(file) ?? []));

const dataOf = (chunks: readonly Chunk[]) =>
  chunks.flatMap(({ type, data }) => (type === 'IDAT' ? data : []));

/** The chunks that make pixels, with the letter by which their order is checked. */
const PARTS: ReadonlyMap<string, string> = new Map([
  ['IHDR', 'H'],
  ['PLTE', 'P'],
  ['tRNS', 'T'],
  ['IDAT', 'D'],
  ['IEND', 'E'],
]);

function chunksOf(file: Buffer): readonly Chunk[] | null {
  const chunks: Chunk[] = [];
  let at = PNG_SIGNATURE.length;
  while (at < file.length) {
    if (at + 12 > file.length || chunks.length === PICTURE_LIMITS.chunksMax) return null;
    const end = at + 12 + file.readUInt32BE(at);
    if (end > file.length) return null;
    chunks.push({
      type: file.toString('latin1', at + 4, at + 8),
      data: file.subarray(at + 8, end - 4),
      whole: file.subarray(at, end),
    });
    at = end;
  }
  return chunks;
}

/** Size of the picture and of its rows; null if the header has no picture that exists. */
function headerOf(data: Buffer | undefined) {
  if (data?.length !== 13) return null;
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  const [bits = 0, colour = 0, packing, filter, interlaced = 0] = data.subarray(8);
  const pixels = PIXELS[colour];
  if (pixels?.bits.includes(bits) !== true || width < 1 || height < 1) return null;
  if (packing !== 0 || filter !== 0 || interlaced > 1) return null;
  const passes = interlaced === 1 ? PASSES : ([[0, 0, 1, 1]] as const);
  let rowBytes = 0;
  for (const [left, top, right, down] of passes) {
    const columns = Math.ceil((width - left) / right);
    const rows = Math.ceil((height - top) / down);
    // Each row begins with the number of its filter.
    if (columns > 0 && rows > 0) {
      rowBytes += rows * (1 + Math.ceil((columns * pixels.samples * bits) / 8));
    }
  }
  return { width, height, rowBytes };
}
