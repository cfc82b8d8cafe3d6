import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';

/* Files of pictures that no program writes. */

/** A PNG picture of one colour. */
export function png(width: number, height: number, colour: readonly number[]): Buffer {
  const picture = new PNG({ width, height });
  const [red = 0, green = 0, blue = 0, alpha = 255] = colour;
  for (let at = 0; at < picture.data.length; at += 4) {
    picture.data.set([red, green, blue, alpha], at);
  }
  return PNG.sync.write(picture);
}

/** A chunk of a PNG file with its checksum. */
export function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

export function header(side: number, interlaced = 0, [bits, colour] = [8, 6]): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(side, 0);
  data.writeUInt32BE(side, 4);
  data.set([bits ?? 8, colour ?? 6, 0, 0, interlaced], 8);
  return chunk('IHDR', data);
}

export const SIGNATURE = png(1, 1, []).subarray(0, 8);
export const pngOf = (...chunks: readonly Buffer[]) =>
  Buffer.concat([SIGNATURE, ...chunks, chunk('IEND', Buffer.alloc(0))]);
export const pixels = (bytes: number) =>
  chunk('IDAT', deflateSync(Buffer.alloc(bytes), { level: 9 }));

/** A segment of a JPEG file. */
export const segment = (marker: number, ...data: readonly number[]) =>
  Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255, ...data]);

/** The header of a scan of these components. */
export const scan = (
  components: readonly number[],
  [first, last, bits]: readonly [number, number, number],
) => segment(0xda, components.length, ...components.flatMap((id) => [id, 0]), first, last, bits);

type Jpeg = {
  readonly frame?: number;
  readonly side?: number;
  readonly bits?: number;
  readonly components?: readonly (readonly [id: number, sampling: number])[];
};

/** A JPEG file, progressive unless said, whose scans are these headers with data of zeros. */
export function jpegWith(
  scans: readonly Buffer[],
  { frame = 0xc2, side = 64, bits = 8, components = [[1, 0x11]] }: Jpeg = {},
): Buffer {
  const code = (of: number, symbol: number) =>
    segment(0xc4, of, 1, ...Array<number>(15).fill(0), symbol);
  const size = [side >> 8, side & 255];
  const each = components.flatMap(([id, sampling]) => [id, sampling, 0]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...Array<number>(64).fill(1)),
    segment(frame, bits, ...size, ...size, components.length, ...each),
    // Codes of one bit: an end of 32,768 blocks, and a difference of zero.
    code(0x10, 0xe0),
    code(0, 0),
    ...scans.map((one) => Buffer.concat([one, Buffer.alloc(side > 64 ? 64 : 3)])),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** A progressive JPEG file with this many scans of nothing. */
export const scanned = (scans: number) =>
  jpegWith(Array<Buffer>(scans).fill(scan([1], [1, 63, 0])));

/** A JPEG file with notes of a camera: EXIF in either order of bytes. */
export function withExif(file: Buffer, orientation: number, order: 'II' | 'MM' = 'MM'): Buffer {
  const tiff = exif(orientation, order);
  const body = [...Buffer.from('Exif\0\0', 'latin1'), ...tiff];
  return Buffer.concat([file.subarray(0, 2), segment(0xe1, ...body), file.subarray(2)]);
}

export function exif(orientation: number, order: 'II' | 'MM' = 'MM'): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write(order, 0, 'latin1');
  const short = (value: number, at: number) =>
    order === 'II' ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    order === 'II' ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at);
  short(42, 2);
  long(8, 4);
  short(1, 8);
  short(0x0112, 10);
  short(3, 12);
  long(1, 14);
  short(orientation, 18);
  return tiff;
}
