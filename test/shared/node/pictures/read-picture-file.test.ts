import { describe, expect, it } from 'vitest';
import { PICTURE_LIMITS } from '../../../../shared/node/pictures/picture-limits.ts';
import { readPictureFile } from '../../../../shared/node/pictures/read-picture-file.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';
import {
  chunk,
  exif,
  header,
  jpegWith,
  pixels,
  png,
  pngOf,
  scan,
  scanned,
  segment,
  withExif,
} from './picture-files.ts';

const PAGE = Buffer.from('<script>alert(1)</script>');
const ROWS = 8 * 8 * 4 + 8;
const palette = chunk('PLTE', Buffer.alloc(3));
const side = LIMITS.cataloguePictureSideMax;

/** A component that a scan names again and again, and one that the frame does not have. */
const REPEATED = Array<number>(255).fill(1);
const COLOURS = [
  [1, 0x22],
  [2, 0x11],
  [3, 0x11],
] as const;

describe('the headers of a picture', () => {
  it.each([
    ['is larger than the limit', Buffer.alloc(LIMITS.cataloguePictureBytesMax + 1)],
    ['is an SVG file', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['is a GIF file', Buffer.from('GIF89a')],
    ['is empty', Buffer.alloc(0)],
    ['is wider than the limit', png(side + 1, 1, [0, 0, 0])],
    ['has 30,000 by 30,000 pixels', pngOf(header(30_000), pixels(4_000_000))],
    ['has no pixels', pngOf(header(0), pixels(ROWS))],
    ['has a second, larger header', pngOf(header(8), header(30_000), pixels(ROWS))],
    ['has a second header of its own size', pngOf(header(8), header(8), pixels(ROWS))],
    ['has three bits in each sample', pngOf(header(8, 0, [3, 0]), pixels(ROWS))],
    ['has two palettes', pngOf(header(8), palette, palette, pixels(ROWS))],
    ['has a palette after its data', pngOf(header(8), pixels(ROWS), palette)],
    ['has no data', pngOf(header(8))],
    ['has a part that nobody knows', pngOf(header(8), chunk('ABCD', PAGE), pixels(ROWS))],
    ['has data that cannot come to its size', pngOf(header(1_000), pixels(1_000))],
    ['has thousands of chunks', pngOf(header(8), ...Array<Buffer>(2_000).fill(pixels(1)))],
    ['is another file after its end', Buffer.concat([png(8, 8, [1, 2, 3]), PAGE])],
    ['is cut', png(300, 300, [1, 2, 3]).subarray(0, 60)],
    ['is no JPEG file after its first bytes', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0])],
    ['is a JPEG file with a thousand scans', scanned(1_000)],
    ['goes over its pixels too often', scanned(PICTURE_LIMITS.passesMax + 1)],
    ['names a component 255 times in a scan', jpegWith([scan(REPEATED, [1, 63, 0])])],
    ['names a component twice in a scan', jpegWith([scan([1, 1], [0, 0, 0])])],
    ['names a component that it does not have', jpegWith([scan([2], [1, 63, 0])])],
    ['has more coefficients than a block', jpegWith([scan([1], [1, 255, 0])])],
    ['ends before it begins', jpegWith([scan([1], [9, 3, 0])])],
    ['mixes means and details', jpegWith([scan([1], [0, 63, 0])])],
    ['begins with bit 14', jpegWith([scan([1], [1, 63, 0x0e])])],
    [
      'has details of several components in one scan',
      jpegWith([scan([1, 2, 3], [1, 63, 0])], { components: COLOURS }),
    ],
    ['is in order and has a part', jpegWith([scan([1], [0, 5, 0])], { frame: 0xc0 })],
    [
      'is in order and has a component twice',
      jpegWith([scan([1], [0, 63, 0]), scan([1], [0, 63, 0])], { frame: 0xc0 }),
    ],
    ['has arithmetic codes', jpegWith([scan([1], [1, 63, 0])], { frame: 0xca })],
    ['has twelve bits', jpegWith([scan([1], [1, 63, 0])], { bits: 12 })],
    ['has two components', jpegWith([], { components: COLOURS.slice(0, 2) })],
    [
      'has a component twice',
      jpegWith([scan([1], [1, 63, 0])], { components: [COLOURS[0], COLOURS[0], COLOURS[1]] }),
    ],
    ['has a component of no blocks', jpegWith([scan([1], [0, 0, 0])], { components: [[1, 0x01]] })],
    [
      'has more than ten blocks in a unit',
      jpegWith([scan([1, 2, 3], [0, 0, 0])], { components: [[1, 0x44], ...COLOURS.slice(1)] }),
    ],
    ['has no scan', jpegWith([])],
    ['has a scan before its frame', insertAfterStart(scan([1], [1, 63, 0]), scanned(1))],
    ['has two frames', insertAfterStart(segment(0xc2, 8, 0, 8, 0, 8, 1, 1, 0x11, 0), scanned(1))],
    ['has a segment of no length', insertAfterStart(Buffer.from([0xff, 0xdb, 0, 1]), scanned(1))],
    ['is wider than the limit as a JPEG file', jpegWith([scan([1], [1, 63, 0])], { side: 1_100 })],
  ])('that %s are refused before anything is decoded', (_what, bytes) => {
    expect(readPictureFile(bytes)).toMatchObject({ ok: false, refusal: { type: 'Bad Request' } });
  });

  it('of usual files give size and orientation, and only what pixels need goes on', () => {
    const notes = [chunk('tEXt', PAGE), chunk('iCCP', PAGE), chunk('eXIf', exif(6))];
    expect(readPictureFile(pngOf(header(8), ...notes, pixels(ROWS)))).toMatchObject({
      ok: true,
      value: { kind: 'png', width: 8, height: 8, orientation: 6, rowBytes: ROWS },
    });
    const colours = jpegWith([scan([1, 2, 3], [0, 0, 0])], { components: COLOURS });
    const noted = Buffer.concat([insertAfterStart(segment(0xfe, ...PAGE), colours), PAGE]);
    for (const order of ['II', 'MM'] as const) {
      const read = readPictureFile(withExif(noted, 8, order));
      expect(read).toMatchObject({ ok: true, value: { width: 64, orientation: 8 } });
      if (read.ok) expect(Buffer.from(read.value.bytes)).toEqual(colours);
    }
  });

  it('with broken notes of a camera are upright', () => {
    for (const orientation of [0, 9, 65_535]) {
      expect(readPictureFile(withExif(scanned(1), orientation))).toMatchObject({
        value: { orientation: 1 },
      });
    }
    for (const length of [7, 13, 20]) {
      const body = [...Buffer.from('Exif\0\0', 'latin1'), ...exif(6).subarray(0, length)];
      const cut = insertAfterStart(segment(0xe1, ...body), scanned(1));
      expect(readPictureFile(cut)).toMatchObject({ value: { orientation: 1 } });
    }
  });
});

function insertAfterStart(part: Buffer, file: Buffer): Buffer {
  return Buffer.concat([file.subarray(0, 2), part, file.subarray(2)]);
}
