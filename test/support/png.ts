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
 * Reads a browser's screenshot, or a small picture made of one: 8 bits a channel, with or without
 * alpha or a palette, not interlaced.
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

/** Puts the palette's colours in place of their numbers. */
function paint(data: Uint8ClampedArray, palette: Buffer): void {
  for (let at = 0; at < data.length; at += 4) {
    const colour = (data[at] ?? 0) * 3;
    data.set(palette.subarray(colour, colour + 3), at);
  }
}

/** Undoes the filter of each row and adds the alpha that an opaque picture leaves out. */
function unfilter(raw: Buffer, width: number, height: number, channels: number) {
  const stride = width * channels;
  const rows = Buffer.alloc(stride * height);
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const left = x >= channels ? (rows[y * stride + x - channels] ?? 0) : 0;
      const up = y > 0 ? (rows[(y - 1) * stride + x] ?? 0) : 0;
      const corner = y > 0 && x >= channels ? (rows[(y - 1) * stride + x - channels] ?? 0) : 0;
      const value = (raw[y * (stride + 1) + 1 + x] ?? 0) + predict(filter, left, up, corner);
      rows[y * stride + x] = value & 255;
      data[(y * width + Math.floor(x / channels)) * 4 + (x % channels)] = value & 255;
    }
  }
  return data;
}

function predict(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 0:
      return 0;
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    default: {
      const guess = left + up - corner;
      const [a, b, c] = [left, up, corner].map((value) => Math.abs(guess - value));
      if ((a ?? 0) <= (b ?? 0) && (a ?? 0) <= (c ?? 0)) return left;
      return (b ?? 0) <= (c ?? 0) ? up : corner;
    }
  }
}
