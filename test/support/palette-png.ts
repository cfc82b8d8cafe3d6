import { crc32, deflateSync } from 'node:zlib';
import type { Pixels } from './png.ts';

/** The number of colours: a screen has few, and its letters shades of them. */
const COLOURS_MAX = 64;
/** Colours are counted by the five upper bits of each channel. */
const SHIFT = 3;

type Bin = { readonly key: number; readonly rgb: readonly number[]; readonly count: number };

/** A picture with a palette: about an eighth of the size, for documents. */
export function palettePng({ width, height, data }: Pixels): Buffer {
  const counts = new Map<number, number>();
  const keys = new Uint16Array(width * height);
  for (let at = 0; at < keys.length; at += 1) {
    const key = keyOf(data, at * 4);
    keys[at] = key;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const bins = [...counts].map(([key, count]) => ({ key, rgb: rgbOf(key), count }));
  const palette = split(bins);
  const place = new Map<number, number>();
  for (const [index, box] of palette.entries()) for (const bin of box) place.set(bin.key, index);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      rows[y * (width + 1) + 1 + x] = place.get(keys[y * width + x] ?? 0) ?? 0;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(meanOf))),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function keyOf(data: Uint8ClampedArray, at: number): number {
  const [red, green, blue] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
  return ((red >> SHIFT) << 10) | ((green >> SHIFT) << 5) | (blue >> SHIFT);
}

/** The middle of a bin; the bins at both ends give pure black and white, the colours of codes. */
function rgbOf(key: number): readonly number[] {
  return [key >> 10, (key >> 5) & 31, key & 31].map((part) => Math.round((part * 255) / 31));
}

/**
 * Halves the box with the most pixels along its longest side, until there are as many boxes as colours.
 */
function split(bins: readonly Bin[]): readonly (readonly Bin[])[] {
  const boxes: (readonly Bin[])[] = [bins];
  while (boxes.length < COLOURS_MAX) {
    const [widest] = [...boxes].sort((a, b) => worth(b) - worth(a));
    if (widest === undefined || widest.length < 2) break;
    const channel = sides(widest).indexOf(Math.max(...sides(widest)));
    const sorted = [...widest].sort((a, b) => (a.rgb[channel] ?? 0) - (b.rgb[channel] ?? 0));
    const middle = Math.ceil(sorted.length / 2);
    boxes.splice(boxes.indexOf(widest), 1, sorted.slice(0, middle), sorted.slice(middle));
  }
  return boxes;
}

function sides(box: readonly Bin[]): readonly number[] {
  return [0, 1, 2].map((channel) => {
    const values = box.map(({ rgb }) => rgb[channel] ?? 0);
    return Math.max(...values) - Math.min(...values);
  });
}

function worth(box: readonly Bin[]): number {
  if (box.length < 2) return 0;
  return Math.max(...sides(box)) * Math.sqrt(weight(box));
}

const weight = (box: readonly Bin[]) => box.reduce((sum, { count }) => sum + count, 0);

function meanOf(box: readonly Bin[]): readonly number[] {
  const total = weight(box);
  return [0, 1, 2].map((channel) =>
    Math.round(box.reduce((sum, { rgb, count }) => sum + (rgb[channel] ?? 0) * count, 0) / total),
  );
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
