import { createHash } from 'node:crypto';
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { type Answer, answer, refuse } from '../../protocol/errors.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { isBoundJpeg, isBoundPng } from './picture-bounds.ts';

/** A picture that was written anew, by a name that is made from its bytes. */
export type WrittenPicture = {
  readonly name: string;
  readonly type: string;
  readonly image: Uint8Array;
};

/** Four bytes for each pixel, row by row. */
type Pixels = { readonly width: number; readonly height: number; readonly data: Uint8Array };

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const QUALITY = 82;
/** Megapixels and megabytes for the decoder of JPEG files, which has no other bound. */
const JPEG_BOUNDS = { maxResolutionInMP: 1.1, maxMemoryUsageInMB: 64 };

const NOT_A_PICTURE = refuse(
  'Bad Request',
  'This is no PNG or JPEG picture that can be read; save it again with another program.',
);

/**
 * Decodes a PNG or JPEG picture, scales it down and writes it again, so that no byte of a sender reaches a till. The service does so
 * with the pictures of a shop, and a till whose shop has no service with its own (D-268, D-404).
 * Refuses other files and those beyond the limits. The result is a JPEG file if no pixel is transparent, and a
 * PNG file otherwise.
 */
export function rewritePicture(bytes: Uint8Array): Answer<WrittenPicture> {
  const { cataloguePictureBytesMax, cataloguePictureSideMax, cataloguePictureSide } = LIMITS;
  const buffer = Buffer.from(bytes);
  if (buffer.length > cataloguePictureBytesMax) {
    const most = cataloguePictureBytesMax / 1_024;
    return refuse('Bad Request', `A picture may have at most ${most} kB; make it smaller.`);
  }
  const kind = kindOf(buffer);
  const size = kind === 'png' ? sizeOfPng(buffer) : kind === 'jpeg' ? sizeOfJpeg(buffer) : null;
  if (size === null) return NOT_A_PICTURE;
  const side = Math.max(size.width, size.height);
  if (side > cataloguePictureSideMax || Math.min(size.width, size.height) < 1) {
    return refuse(
      'Bad Request',
      `A picture may be at most ${cataloguePictureSideMax} pixels wide and high; make it smaller.`,
    );
  }
  if (!(kind === 'png' ? isBoundPng(buffer, size) : isBoundJpeg(buffer))) return NOT_A_PICTURE;
  const pixels = decode(buffer, kind === 'png');
  if (pixels === null) return NOT_A_PICTURE;
  return answer(encode(scaledTo(pixels, cataloguePictureSide)));
}

function kindOf(buffer: Buffer): 'png' | 'jpeg' | null {
  if (buffer.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return 'png';
  return buffer.length > 4 && buffer.readUInt16BE(0) === 0xffd8 ? 'jpeg' : null;
}

type Size = { readonly width: number; readonly height: number };

function sizeOfPng(buffer: Buffer): Size | null {
  if (buffer.length < 33 || buffer.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { width: buffer.readUInt32BE(16), height: buffer.readUInt32BE(20) };
}

/** Reads the header of the frame, before anything is decoded. */
function sizeOfJpeg(buffer: Buffer): Size | null {
  let at = 2;
  while (at + 9 <= buffer.length && buffer[at] === 0xff) {
    const marker = buffer[at + 1] ?? 0;
    // Baseline, extended and progressive frames; the rest are tables and texts.
    if (marker >= 0xc0 && marker <= 0xc2) {
      return { height: buffer.readUInt16BE(at + 5), width: buffer.readUInt16BE(at + 7) };
    }
    at += 2 + buffer.readUInt16BE(at + 2);
  }
  return null;
}

function decode(buffer: Buffer, isPng: boolean): Pixels | null {
  try {
    return isPng
      ? PNG.sync.read(buffer)
      : jpeg.decode(buffer, { useTArray: true, formatAsRGBA: true, ...JPEG_BOUNDS });
  } catch {
    // The decoder's message names bytes of the file and helps nobody.
    return null;
  }
}

/** The mean of the pixels that become one; transparent ones count by their opacity. */
function scaledTo(from: Pixels, side: number): Pixels {
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

function encode({ width, height, data }: Pixels): WrittenPicture {
  const isOpaque = data.every((value, at) => at % 4 !== 3 || value === 255);
  const image = isOpaque
    ? jpeg.encode({ width, height, data }, QUALITY).data
    : PNG.sync.write(Object.assign(new PNG({ width, height }), { data: Buffer.from(data) }));
  const hash = createHash('sha256').update(image).digest('hex').slice(0, 32);
  return isOpaque
    ? { name: `${hash}.jpg`, type: 'image/jpeg', image }
    : { name: `${hash}.png`, type: 'image/png', image };
}
