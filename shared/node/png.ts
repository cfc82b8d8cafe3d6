import { crc32, deflateSync } from 'node:zlib';

/** The first bytes of every PNG file. */
export const PNG_SIGNATURE: Buffer = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** What the header of a PNG file says of its pixels. */
export type PngShape = {
  readonly width: number;
  readonly height: number;
  /** Bits of a sample. */
  readonly bits: number;
  /** The kind of the pixels by its number in the standard: 0 is grey, 2 is red, green and blue. */
  readonly colour: number;
};

/** A PNG file of rows that are not packed yet; each begins with the number of its filter. */
export function pngFile({ width, height, bits, colour }: PngShape, rows: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // The last three bytes have only one value for a file that is not interlaced.
  header.set([bits, colour, 0, 0, 0], 8);
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
