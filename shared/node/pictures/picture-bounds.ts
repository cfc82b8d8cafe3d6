import { inflateSync } from 'node:zlib';

/*
 * What the decoders do not bound. `pngjs` takes the size of the last header of a file, not of the first, and inflates an
 * interlaced picture whatever it comes to. `jpeg-js` goes through all pixels once for each scan. A small file could so
 * take seconds and gigabytes.
 */

/** Scans of a progressive JPEG file; programs write about ten. */
const SCANS_MAX = 40;

/** True if a PNG file has one header, and data for no more than this size. */
export function isBoundPng(
  file: Buffer,
  { width, height }: { readonly width: number; readonly height: number },
): boolean {
  const chunks = chunksOf(file);
  if (chunks.filter(({ type }) => type === 'IHDR').length !== 1) return false;
  const data = chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data);
  // Eight bytes for a pixel. Interlaced pictures have fewer than 2 * height + 8 rows with two bytes more for each.
  const maxOutputLength = 8 * width * height + 4 * height + 16;
  try {
    inflateSync(Buffer.concat(data), { maxOutputLength });
    return true;
  } catch {
    return false;
  }
}

/** True if a JPEG file has no more scans than pictures need. */
export function isBoundJpeg(file: Buffer): boolean {
  let scans = 0;
  for (let at = file.indexOf(START_OF_SCAN); at >= 0; at = file.indexOf(START_OF_SCAN, at + 2)) {
    scans += 1;
  }
  return scans <= SCANS_MAX;
}

/** Inside of the data of a scan a byte 0xff is followed by zero, so this marker is found nowhere else. */
const START_OF_SCAN = Buffer.from([0xff, 0xda]);

function chunksOf(file: Buffer) {
  const chunks: { readonly type: string; readonly data: Buffer }[] = [];
  let at = 8;
  while (at + 12 <= file.length) {
    const end = at + 8 + file.readUInt32BE(at);
    chunks.push({
      type: file.toString('latin1', at + 4, at + 8),
      data: file.subarray(at + 8, end),
    });
    at = end + 4;
  }
  return chunks;
}
