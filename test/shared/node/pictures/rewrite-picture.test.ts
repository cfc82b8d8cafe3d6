import fc from 'fast-check';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { readPictureFile } from '../../../../shared/node/pictures/read-picture-file.ts';
import { rewritePicture } from '../../../../shared/node/pictures/rewrite-picture.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';
import { jpegOf, plain, readJpeg } from '../../../support/jpeg.ts';
import type { Pixels } from '../../../support/png.ts';
import {
  chunk,
  exif,
  header,
  pixels,
  png,
  pngOf,
  scanned,
  segment,
  withExif,
} from './picture-files.ts';

/** What becomes of a file; null if it is refused. */
async function made(bytes: Uint8Array) {
  const read = readPictureFile(bytes);
  return read.ok ? rewritePicture(read.value) : null;
}

async function written(bytes: Uint8Array) {
  const done = await made(bytes);
  if (done === null) throw new Error('the picture was refused');
  return done;
}

const PAGE = Buffer.from('<script>alert(1)</script><svg onload="alert(2)"/>');
const GREY = plain(8, 8, [90, 90, 90]);

describe('a picture of a product', () => {
  it('is scaled down and keeps its proportions and its colour', async () => {
    const { name, type, image } = await written(png(1_000, 500, [200, 100, 50]));
    expect([name.endsWith('.jpg'), type]).toEqual([true, 'image/jpeg']);
    const { width, height, data } = await readJpeg(image);
    expect([width, height]).toEqual([LIMITS.cataloguePictureSide, LIMITS.cataloguePictureSide / 2]);
    for (const [at, channel] of [200, 100, 50].entries()) {
      expect(Math.abs((data[at] ?? 0) - channel)).toBeLessThan(6);
    }
  });

  it('with transparent pixels stays a PNG file', async () => {
    const { name, image } = await written(png(20, 10, [10, 20, 30, 128]));
    expect(name).toMatch(/^[0-9a-f]{32}\.png$/);
    const { width, height, data } = PNG.sync.read(Buffer.from(image));
    expect([width, height, ...data.subarray(0, 4)]).toEqual([20, 10, 10, 20, 30, 128]);
  });

  it('may be a JPEG file, and the same picture has the same name', async () => {
    const file = await jpegOf(plain(40, 40, [255, 255, 255]));
    expect((await written(file)).name).toBe((await written(file)).name);
  });

  it('may have every kind of pixel that a PNG file can have', async () => {
    const kinds = [
      ...[1, 2, 4, 8, 16].map((bits) => ({ bits, colour: 0, samples: 1 })),
      ...[8, 16].map((bits) => ({ bits, colour: 2, samples: 3 })),
      ...[1, 2, 4, 8].map((bits) => ({ bits, colour: 3, samples: 1 })),
      ...[8, 16].map((bits) => ({ bits, colour: 4, samples: 2 })),
      ...[8, 16].map((bits) => ({ bits, colour: 6, samples: 4 })),
    ];
    for (const { bits, colour, samples } of kinds) {
      const rows = 8 * (1 + Math.ceil((8 * samples * bits) / 8));
      const parts = colour === 3 ? [chunk('PLTE', Buffer.from([9, 9, 9]))] : [];
      const file = pngOf(header(8, 0, [bits, colour]), ...parts, pixels(rows));
      expect(await made(file), `${bits} bits of kind ${colour}`).not.toBeNull();
    }
  });

  it('may be as large as the limit in the kinds that need the most memory', async () => {
    const side = LIMITS.cataloguePictureSideMax;
    const rows = side * side * 8 + side;
    expect(await made(pngOf(header(side, 0, [16, 6]), pixels(rows)))).not.toBeNull();
    const colours = await jpegOf(plain(side, side, [9, 99, 199]), { progressive: true });
    expect(await made(colours)).not.toBeNull();
  });

  it('loses everything that is no pixel', async () => {
    const note = 'a note with a place';
    const data = await jpegOf(GREY);
    const noted = Buffer.concat([
      data.subarray(0, 2),
      segment(0xfe, ...Buffer.from(note)),
      data.subarray(2),
    ]);
    expect(Buffer.from((await written(noted)).image).includes(note)).toBe(false);
  });

  it('may be interlaced or progressive, as programs write it', async () => {
    // Seven passes of eight by eight pixels have 15 rows.
    expect((await written(pngOf(header(8, 1), pixels(8 * 8 * 4 + 15)))).type).toBe('image/png');
    expect((await written(scanned(12))).type).toBe('image/jpeg');
  });

  it('that is animated is its first picture', async () => {
    const still = pngOf(header(8), pixels(264));
    const frames = chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
    const frame = chunk('fdAT', Buffer.alloc(40, 7));
    const animated = pngOf(header(8), frames, pixels(264), frame);
    expect(await written(animated)).toEqual(await written(still));
  });

  it('that is another file too keeps nothing of it', async () => {
    const text = chunk('tEXt', Buffer.from(`Comment\0${PAGE}`));
    const both = Buffer.concat([await jpegOf(GREY), PAGE]);
    for (const bytes of [both, pngOf(header(8), text, pixels(264))]) {
      const image = Buffer.from((await written(bytes)).image).toString('latin1');
      expect(image).not.toMatch(/script|svg|Comment/);
    }
  });

  it('loses the place and the device that a camera wrote', async () => {
    const data = await jpegOf(GREY);
    const notes = 'Exif\0\0MM\0*GPSLatitude 59.9139 Pixel 9';
    const taken = Buffer.concat([
      data.subarray(0, 2),
      segment(0xe1, ...Buffer.from(notes)),
      data.subarray(2),
    ]);
    const image = Buffer.from((await written(taken)).image).toString('latin1');
    expect(image).not.toMatch(/Exif|GPS|Pixel/);
  });

  it.each([
    ['has more data than an interlaced picture needs', pngOf(header(8, 1), pixels(1_000_000))],
    ['has less data than its rows need', pngOf(header(8), pixels(200))],
    ['has no packed data', pngOf(header(8), chunk('IDAT', Buffer.alloc(40, 7)))],
    ['has data after its pixels', pngOf(header(8), pixels(265))],
  ])('that %s is refused', async (_what, bytes) => {
    expect(await made(bytes)).toBeNull();
  });

  it('of damaged bytes never gives an error, and never bytes of its sender', async () => {
    const sources = [
      await jpegOf(plain(16, 16, [60, 60, 60])),
      await jpegOf(plain(16, 16, [60, 90, 200]), { progressive: true }),
      png(16, 16, [9, 9, 9, 9]),
    ];
    const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...sources), damage, async (source, changes) => {
        const bytes = Buffer.from(source);
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        const done = await made(bytes);
        if (done === null) return;
        const image = Buffer.from(done.image);
        if (done.type === 'image/png') PNG.sync.read(image);
        else await readJpeg(image);
      }),
    );
  });
});

describe('the orientation that a camera wrote', () => {
  /** Three squares wide and two high; the one in the corner at the top left is white. */
  const cornered = (): Pixels => {
    const picture = plain(96, 64, [0, 0, 0]);
    for (let y = 0; y < 32; y += 1) {
      for (let x = 0; x < 32; x += 1)
        picture.data.set([255, 255, 255, 255], (y * picture.width + x) * 4);
    }
    return picture;
  };

  /** Corners in which white squares can be, in the words of the specification of EXIF. */
  async function whereIsTheCorner(file: Buffer): Promise<string> {
    const { width, height, data } = await readJpeg((await written(file)).image);
    const isWhite = (x: number, y: number) => (data[(y * width + x) * 4] ?? 0) > 128;
    const corners = [
      ['top left', 4, 4],
      ['top right', width - 4, 4],
      ['bottom left', 4, height - 4],
      ['bottom right', width - 4, height - 4],
    ] as const;
    const found = corners.filter(([, x, y]) => isWhite(x, y)).map(([name]) => name);
    return `${width} x ${height}, ${found}`;
  }

  it.each([
    [1, '96 x 64, top left'],
    [2, '96 x 64, top right'],
    [3, '96 x 64, bottom right'],
    [4, '96 x 64, bottom left'],
    [5, '64 x 96, top left'],
    [6, '64 x 96, top right'],
    [7, '64 x 96, bottom right'],
    [8, '64 x 96, bottom left'],
  ])('%i shows the picture as the photographer saw it', async (orientation, corner) => {
    const picture = cornered();
    const file = await jpegOf(picture);
    expect(await whereIsTheCorner(withExif(file, orientation))).toBe(corner);
    expect(await whereIsTheCorner(withExif(file, orientation, 'II'))).toBe(corner);
    const still = Object.assign(new PNG(picture), { data: Buffer.from(picture.data) });
    const bytes = PNG.sync.write(still);
    const noted = Buffer.concat([
      bytes.subarray(0, 33),
      chunk('eXIf', exif(orientation)),
      bytes.subarray(33),
    ]);
    expect(await whereIsTheCorner(noted)).toBe(corner);
  });
});
