import { inflateSync } from 'node:zlib';

export type Pixels = {
  readonly width: number;
  readonly height: number;
  /** Four bytes a pixel: red, green, blue, alpha. */
  readonly data: Uint8ClampedArray;
};

const SIGNATURE = 8;
const PALETTE = 3;
const CHANNELS: Readonly<Record<number, number>> = { 2: 3, [PALETTE]: 1, 6: 4 };

/**
 * Reads a browser's screenshot, or a small picture made from one: 8 bits a channel, with or without alpha
 * or a palette, not interlaced.
 */
export function readPng(file: Buffer): Pixels {
  const parts: Buffer[] = [];
  let [width, height, channels] = [0, 0, 0];
  let palette: Buffer | null = null;
  for (let at = SIGNATURE; at < file.length; at += file.readUInt32BE(at) + 12) {
    const body = file.subarray(at + 8, at + 8 + file.readUInt32BE(at));
    const type = file.toString('latin1', at + 4, at + 8);
    if (type === 'IHDR') {
      [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)];
      channels = CHANNELS[body.readUInt8(9)] ?? 0;
      if (body.readUInt8(8) !== 8 || channels === 0 || body.readUInt8(12) !== 0) {
        throw new Error('not a picture of a kind that a browser makes');
      }
    } else if (type === 'PLTE') palette = body;
    else if (type === 'IDAT') parts.push(body);
  }
  const data = unfilter(inflateSync(Buffer.concat(parts)), width, height, channels);
  if (palette !== null) paint(data, palette);
  return { width, height, data };
}

/** Replaces each palette index by its colour. */
function paint(data: Uint8ClampedArray, palette: Buffer): void {
  for (let at = 0; at < data.length; at += 4) {
    const colour = (data[at] ?? 0) * 3;
    data[at] = palette[colour] ?? 0;
    data[at + 1] = palette[colour + 1] ?? 0;
    data[at + 2] = palette[colour + 2] ?? 0;
  }
}

/** Undoes the filter of each row and adds the alpha that an opaque picture leaves out. */
function unfilter(raw: Uint8Array, width: number, height: number, channels: number) {
  const stride = width * channels;
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  let above: Uint8Array = new Uint8Array(stride);
  for (let y = 0; y < height; y += 1) {
    const start = y * (stride + 1) + 1;
    const row = raw.subarray(start, start + stride);
    undo(raw[start - 1] ?? 0, row, above, channels);
    spread(row, data, y * width * 4, channels);
    above = row;
  }
  return data;
}

/** Writes a row's pixels to their places in the picture of four bytes a pixel. */
function spread(row: Uint8Array, data: Uint8ClampedArray, start: number, channels: number): void {
  if (channels === 4) {
    data.set(row, start);
    return;
  }
  let to = start;
  for (let x = 0; x < row.length; x += channels) {
    for (let channel = 0; channel < channels; channel += 1) {
      data[to + channel] = row[x + channel] ?? 0;
    }
    to += 4;
  }
}

/**
 * Reverses one row's filter in place. Each filter has its own loop, because a picture has millions of
 * bytes.
 */
function undo(filter: number, row: Uint8Array, above: Uint8Array, channels: number): void {
  switch (filter) {
    case 0:
      return;
    case 1:
      for (let x = channels; x < row.length; x += 1) {
        row[x] = (row[x] ?? 0) + (row[x - channels] ?? 0);
      }
      return;
    case 2:
      for (let x = 0; x < row.length; x += 1) row[x] = (row[x] ?? 0) + (above[x] ?? 0);
      return;
    case 3:
      for (let x = 0; x < row.length; x += 1) {
        const left = x < channels ? 0 : (row[x - channels] ?? 0);
        row[x] = (row[x] ?? 0) + ((left + (above[x] ?? 0)) >> 1);
      }
      return;
    default:
      for (let x = 0; x < row.length; x += 1) {
        const left = x < channels ? 0 : (row[x - channels] ?? 0);
        const corner = x < channels ? 0 : (above[x - channels] ?? 0);
        row[x] = (row[x] ?? 0) + nearest(left, above[x] ?? 0, corner);
      }
  }
}

/** The neighbour that is nearest to left + up - corner (Paeth). */
function nearest(left: number, up: number, corner: number): number {
  const [fromLeft, fromUp] = [Math.abs(up - corner), Math.abs(left - corner)];
  const fromCorner = Math.abs(left + up - 2 * corner);
  if (fromLeft <= fromUp && fromLeft <= fromCorner) return left;
  return fromUp <= fromCorner ? up : corner;
}
