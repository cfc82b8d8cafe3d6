import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { rewritePicture } from '../../../../shared/node/pictures/rewrite-picture.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';

/** A PNG picture of one colour. */
function png(width: number, height: number, [red, green, blue, alpha]: readonly number[]): Buffer {
  const picture = new PNG({ width, height });
  for (let at = 0; at < picture.data.length; at += 4) {
    picture.data.set([red ?? 0, green ?? 0, blue ?? 0, alpha ?? 255], at);
  }
  return PNG.sync.write(picture);
}

function written(bytes: Uint8Array) {
  const done = rewritePicture(bytes);
  if (!done.ok) throw new Error(done.refusal.description);
  return done.value;
}

/** A chunk of a PNG file with its checksum. */
function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function header(side: number, interlaced = 0): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(side, 0);
  data.writeUInt32BE(side, 4);
  data.set([8, 6, 0, 0, interlaced], 8);
  return chunk('IHDR', data);
}

const pngOf = (...chunks: readonly Buffer[]) =>
  Buffer.concat([png(1, 1, []).subarray(0, 8), ...chunks, chunk('IEND', Buffer.alloc(0))]);
const pixels = (bytes: number) => chunk('IDAT', deflateSync(Buffer.alloc(bytes), { level: 9 }));

const PAGE = Buffer.from('<script>alert(1)</script><svg onload="alert(2)"/>');

/** A progressive JPEG file of 64 by 64 pixels with this many scans of nothing. */
function scanned(scans: number): Buffer {
  const part = (marker: number, ...data: readonly number[]) =>
    Buffer.from([0xff, marker, 0, data.length + 2, ...data]);
  const one = (of: number, symbol: number) =>
    part(0xc4, of, 1, ...Array<number>(15).fill(0), symbol);
  const scan = Buffer.concat([part(0xda, 1, 1, 0, 1, 63, 0), Buffer.alloc(3)]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    part(0xdb, 0, ...Array<number>(64).fill(1)),
    part(0xc2, 8, 0, 64, 0, 64, 1, 1, 0x11, 0),
    one(0x10, 0xe0),
    one(0, 0),
    ...Array<Buffer>(scans).fill(scan),
    Buffer.from([0xff, 0xd9]),
  ]);
}

describe('a picture of a product', () => {
  it('is scaled down and keeps its proportions and its colour', () => {
    const { name, type, image } = written(png(1_000, 500, [200, 100, 50]));
    expect([name.endsWith('.jpg'), type]).toEqual([true, 'image/jpeg']);
    const { width, height, data } = jpeg.decode(image, { useTArray: true });
    expect([width, height]).toEqual([LIMITS.cataloguePictureSide, LIMITS.cataloguePictureSide / 2]);
    for (const [at, channel] of [200, 100, 50].entries()) {
      expect(Math.abs((data[at] ?? 0) - channel)).toBeLessThan(6);
    }
  });

  it('with transparent pixels stays a PNG file', () => {
    const { name, image } = written(png(20, 10, [10, 20, 30, 128]));
    expect(name).toMatch(/^[0-9a-f]{32}\.png$/);
    const { width, height, data } = PNG.sync.read(Buffer.from(image));
    expect([width, height, ...data.subarray(0, 4)]).toEqual([20, 10, 10, 20, 30, 128]);
  });

  it('may be a JPEG file, and the same picture has the same name', () => {
    const { data } = jpeg.encode({ width: 40, height: 40, data: Buffer.alloc(6_400, 255) }, 90);
    expect(written(data).name).toBe(written(data).name);
  });

  it('loses everything that is no pixel', () => {
    const note = 'a note with a place';
    const { data } = jpeg.encode({ width: 8, height: 8, data: Buffer.alloc(256, 90) }, 90);
    const length = Buffer.from([0xff, 0xfe, 0, note.length + 2]);
    const noted = Buffer.concat([data.subarray(0, 2), length, Buffer.from(note), data.subarray(2)]);
    expect(Buffer.from(written(noted).image).includes(note)).toBe(false);
  });

  it('may be interlaced or progressive, as programs write it', () => {
    // Seven passes of eight by eight pixels have 15 rows.
    expect(written(pngOf(header(8, 1), pixels(8 * 8 * 4 + 15))).type).toBe('image/png');
    expect(written(scanned(12)).type).toBe('image/jpeg');
  });

  it('that is animated is its first picture', () => {
    const still = pngOf(header(8), pixels(264));
    const frames = chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
    const frame = chunk('fdAT', Buffer.alloc(40, 7));
    const animated = pngOf(header(8), frames, pixels(264), frame);
    expect(written(animated)).toEqual(written(still));
  });

  it('that is another file too keeps nothing of it', () => {
    const { data } = jpeg.encode({ width: 8, height: 8, data: Buffer.alloc(256, 90) }, 90);
    const text = chunk('tEXt', Buffer.from(`Comment\0${PAGE}`));
    for (const bytes of [Buffer.concat([data, PAGE]), pngOf(header(8), text, pixels(264))]) {
      const image = Buffer.from(written(bytes).image).toString('latin1');
      expect(image).not.toMatch(/script|svg|Comment/);
    }
  });

  it('loses the place and the device that a camera wrote', () => {
    const exif = 'Exif\0\0MM\0*GPSLatitude 59.9139 Pixel 9';
    const { data } = jpeg.encode({ width: 8, height: 8, data: Buffer.alloc(256, 90) }, 90);
    const length = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
    const taken = Buffer.concat([data.subarray(0, 2), length, Buffer.from(exif), data.subarray(2)]);
    expect(Buffer.from(written(taken).image).toString('latin1')).not.toMatch(/Exif|GPS|Pixel/);
  });

  it.each([
    ['is larger than the limit', Buffer.alloc(LIMITS.cataloguePictureBytesMax + 1)],
    ['has too many pixels', png(LIMITS.cataloguePictureSideMax + 1, 1, [0, 0, 0])],
    ['is an SVG file', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['is a GIF file', Buffer.from('GIF89a')],
    ['has 30,000 by 30,000 pixels', pngOf(header(30_000), pixels(1_000))],
    ['has a second, larger header', pngOf(header(8), header(30_000), pixels(1_000))],
    ['has a second header of its own size', pngOf(header(8), header(8), pixels(264))],
    ['has more data than an interlaced picture needs', pngOf(header(8, 1), pixels(1_000_000))],
    ['is another file after its end', Buffer.concat([png(8, 8, [1, 2, 3]), PAGE])],
    ['is a JPEG file with a thousand scans', scanned(1_000)],
    ['is cut', png(300, 300, [1, 2, 3]).subarray(0, 60)],
    ['is no JPEG file after its first bytes', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0])],
    ['is empty', Buffer.alloc(0)],
  ])('that %s is refused', (_what, bytes) => {
    expect(rewritePicture(bytes)).toMatchObject({ ok: false, refusal: { type: 'Bad Request' } });
  });

  it('of damaged bytes never gives an error, and never bytes of its sender', () => {
    const { data } = jpeg.encode({ width: 16, height: 16, data: Buffer.alloc(1_024, 60) }, 80);
    const sources = [Buffer.from(data), png(16, 16, [9, 9, 9, 9])];
    const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 });
    fc.assert(
      fc.property(fc.constantFrom(...sources), damage, (source, changes) => {
        const bytes = Buffer.from(source);
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        const done = rewritePicture(bytes);
        if (!done.ok) return;
        const again = done.value.type === 'image/png' ? PNG.sync.read : jpeg.decode;
        expect(() => again(Buffer.from(done.value.image))).not.toThrow();
      }),
    );
  });
});
