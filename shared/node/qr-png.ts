import { create } from 'qrcode';
import { pngFile } from './png.ts';

/** White modules around the code, as its standard wants them. */
const MARGIN = 4;

/**
 * A text as a QR code in a PNG file, with so many pixels for each module. A pixel is one bit: the writer of the library
 * has four bytes for each, and needs ten times as long for an address that anybody may ask for (D-443). Throws if the
 * text does not fit into a code.
 */
export function qrPng(text: string, scale: number): Buffer {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const side = (modules.size + 2 * MARGIN) * scale;
  // Each row begins with the number of its filter.
  const rowBytes = 1 + Math.ceil(side / 8);
  const rows = Buffer.alloc(rowBytes * side, 0xff);
  for (let y = 0; y < side; y += 1) rows[y * rowBytes] = 0;
  for (let row = 0; row < modules.size; row += 1) {
    const first = (row + MARGIN) * scale * rowBytes;
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column) === 0) continue;
      const left = (column + MARGIN) * scale;
      for (let x = left; x < left + scale; x += 1) {
        const at = first + 1 + (x >> 3);
        rows[at] = (rows[at] ?? 0) & ~(0x80 >> (x & 7));
      }
    }
    for (let copy = 1; copy < scale; copy += 1) {
      rows.copy(rows, first + copy * rowBytes, first, first + rowBytes);
    }
  }
  // One bit of grey.
  return pngFile({ width: side, height: side, bits: 1, colour: 0 }, rows);
}
