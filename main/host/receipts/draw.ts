import { crc32, deflateSync } from 'node:zlib';
import { RECEIPT_COLUMNS, type ReceiptLine } from '../../../shared/documents/layout.ts';
import { GLYPH_HEIGHT, GLYPH_WIDTH, hasDot, printable } from './font.ts';

/** Picture dots per font dot, and the margin. */
const SCALE = 3;
const MARGIN = 24;

const CELL = GLYPH_WIDTH + 1;
const ROW = GLYPH_HEIGHT + 3;
const WIDTH = RECEIPT_COLUMNS * CELL * SCALE + 2 * MARGIN;

type Placed = { readonly line: ReceiptLine; readonly top: number; readonly height: number };

/** Draws a receipt's lines as a PNG, about 700 dots wide: readable on a phone, a few kilobytes. */
export function drawReceipt(lines: readonly ReceiptLine[]): Buffer {
  return encodePng(bitmapOf(lines));
}

/** The bitmap, for tests. */
export function bitmapOf(lines: readonly ReceiptLine[]): Bitmap {
  const placed: Placed[] = [];
  let top = MARGIN;
  for (const line of lines) {
    const height = heightOf(line);
    placed.push({ line, top, height });
    top += height;
  }
  const height = top + MARGIN;
  const dots = new Uint8Array(WIDTH * height);
  for (const one of placed) draw(one, (x, y) => dots.set([1], y * WIDTH + x));
  return { width: WIDTH, height, isSet: (x, y) => dots[y * WIDTH + x] === 1 };
}

function heightOf(line: ReceiptLine): number {
  const scale = 'size' in line && line.size === 'large' ? SCALE * 2 : SCALE;
  return line.kind === 'space' ? (ROW * SCALE) / 2 : ROW * scale;
}

type Plot = (x: number, y: number) => void;

function draw({ line, top, height }: Placed, plot: Plot): void {
  switch (line.kind) {
    case 'space':
      return;
    case 'rule':
      // A dashed line.
      for (let x = MARGIN; x < WIDTH - MARGIN; x += 1) {
        if (x % 12 < 8) for (let y = 0; y < 2; y += 1) plot(x, top + height / 2 + y);
      }
      return;
    case 'text': {
      const text = printable(line.text);
      const scale = scaleOf(line.size);
      const left = line.align === 'left' ? MARGIN : (WIDTH - widthOf(text, scale)) / 2;
      write(text, left, top, scale, plot);
      return;
    }
    case 'pair': {
      const scale = scaleOf(line.size);
      const right = printable(line.right);
      write(printable(line.left), MARGIN, top, scale, plot);
      write(right, WIDTH - MARGIN - widthOf(right, scale), top, scale, plot);
    }
  }
}

function scaleOf(size: 'normal' | 'large'): number {
  return size === 'large' ? SCALE * 2 : SCALE;
}

function widthOf(text: string, scale: number): number {
  return [...text].length * CELL * scale;
}

function write(text: string, left: number, top: number, scale: number, plot: Plot): void {
  [...text].forEach((character, index) => {
    const from = Math.round(left) + index * CELL * scale;
    for (let y = 0; y < GLYPH_HEIGHT * scale; y += 1) {
      for (let x = 0; x < GLYPH_WIDTH * scale; x += 1) {
        const isDot = hasDot(character, Math.floor(x / scale), Math.floor(y / scale));
        const inside = from + x >= 0 && from + x < WIDTH;
        if (isDot && inside) plot(from + x, Math.round(top) + y);
      }
    }
  });
}

/** A black and white picture; a set dot is black. */
export type Bitmap = {
  readonly width: number;
  readonly height: number;
  readonly isSet: (x: number, y: number) => boolean;
};

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG of one bit for each dot (PNG, second edition: greyscale, depth 1, no filter). */
export function encodePng({ width, height, isSet }: Bitmap): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const stride = Math.ceil(width / 8) + 1;
  const rows = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (isSet(x, y)) continue;
      const at = y * stride + 1 + (x >> 3);
      rows.writeUInt8(rows.readUInt8(at) | (0x80 >> (x & 7)), at);
    }
  }
  const data = deflateSync(rows);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
