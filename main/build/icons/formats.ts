import { crc32, deflateSync } from 'node:zlib';
import type { Raster } from './raster.ts';

/** A PNG of eight bits a channel with opacity. */
export function encodePng({ side, pixels }: Raster): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const stride = side * 4;
  // Each line begins with the number of its filter; none of them is used.
  const lines = Buffer.alloc((stride + 1) * side);
  for (let row = 0; row < side; row += 1) {
    lines.set(pixels.subarray(row * stride, (row + 1) * stride), row * (stride + 1) + 1);
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const body = deflateSync(lines, { level: 9 });
  const chunks = [chunk('IHDR', header), chunk('IDAT', body), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...chunks]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))]);
}

/** One picture in a file of several. */
export type Sized = { readonly side: number; readonly png: Buffer };

/** An icon file of Windows, with a PNG for each size; 256 is the largest it can name. */
export function encodeIco(pictures: readonly Sized[]): Buffer {
  const head = Buffer.alloc(6);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length + 16 * pictures.length;
  const entries = pictures.map(({ side, png }) => {
    const entry = Buffer.alloc(16);
    // 0 stands for 256, which a byte cannot hold.
    entry.set([side % 256, side % 256, 0, 0, 1, 0, 32, 0], 0);
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += png.length;
    return entry;
  });
  return Buffer.concat([head, ...entries, ...pictures.map(({ png }) => png)]);
}

/** The type names of a size on macOS; some sizes have a second one for dense displays. */
const ICNS_TYPES: Readonly<Record<number, readonly string[]>> = {
  16: ['icp4'],
  32: ['icp5', 'ic11'],
  64: ['icp6', 'ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
};

/** An icon file of macOS; sizes that it has no name for are left out. */
export function encodeIcns(pictures: readonly Sized[]): Buffer {
  const parts = pictures.flatMap(({ side, png }) =>
    (ICNS_TYPES[side] ?? []).map((type) =>
      Buffer.concat([Buffer.from(type, 'latin1'), uint32(png.length + 8), png]),
    ),
  );
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from('icns', 'latin1'), uint32(body.length + 8), body]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
