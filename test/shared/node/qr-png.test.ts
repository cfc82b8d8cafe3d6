import jsqr from 'jsqr';
import QRCode from 'qrcode';
import { expect, it } from 'vitest';
import { qrPng } from '../../../shared/node/qr-png.ts';
import { readPng } from '../../support/png.ts';

it.each([1, 60, 300, 560, 2_000])('a QR code of %i characters is read as its text', (length) => {
  const text = 'https://pay.example/'.repeat(100).slice(0, length);
  const { width, height, data } = readPng(qrPng(text, 4));
  expect(jsqr.default(data, width, height)?.data).toBe(text);
});

it.each([4, 6])(
  'a QR code has the pixels that the library draws, %i for each module',
  async (scale) => {
    const text = `https://pay.example/s/abc/${'x'.repeat(99)}`;
    const drawn = await QRCode.toBuffer(text, { type: 'png', margin: 4, scale });
    expect(readPng(qrPng(text, scale))).toEqual(readPng(drawn));
  },
);
