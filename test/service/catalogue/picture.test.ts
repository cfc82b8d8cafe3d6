import fc from 'fast-check';
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { rewritePicture } from '../../../service/catalogue/picture.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';

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

  it.each([
    ['is larger than the limit', Buffer.alloc(LIMITS.cataloguePictureBytesMax + 1)],
    ['has too many pixels', png(LIMITS.cataloguePictureSideMax + 1, 1, [0, 0, 0])],
    ['is an SVG file', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['is a GIF file', Buffer.from('GIF89a')],
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
