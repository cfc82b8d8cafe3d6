import { crc32, deflateSync } from 'node:zlib';

const SIDE = 96;
const COFFEE = [0x5b, 0x37, 0x22] as const;
const CREAM = [0xf6, 0xec, 0xdd] as const;

/**
 * The demo merchant's logo: a cup seen from above, drawn by code so that no image file is needed.
 */
export function demoLogo(): Uint8Array {
  const rows: number[] = [];
  for (let y = 0; y < SIDE; y += 1) {
    rows.push(0);
    for (let x = 0; x < SIDE; x += 1) rows.push(...colourAt(x, y));
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  // Eight bits per channel, red, green and blue. The last three bytes have only one valid value in
  // PNG.
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function colourAt(x: number, y: number): readonly number[] {
  const distance = Math.hypot(x - SIDE / 2 + 0.5, y - SIDE / 2 + 0.5);
  return distance < 24 || (distance > 30 && distance < 36) ? COFFEE : CREAM;
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
