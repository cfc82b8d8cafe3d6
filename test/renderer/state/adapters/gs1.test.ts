import { expect, it } from 'vitest';
import { readGs1 } from '../../../../renderer/state/adapters/gs1.ts';

const GTIN = '09506000134352';
const NOTHING_ELSE = { quantity: null, price: null, until: null };

it.each([
  [`01${GTIN}`, NOTHING_ELSE],
  [`01${GTIN}10AB-12\u001d3103000195`, { ...NOTHING_ELSE, quantity: 195 }],
  [`01${GTIN}3102001234`, { ...NOTHING_ELSE, quantity: 12_340 }],
  // A price is that of the packet, whatever its weight.
  [
    `01${GTIN}31030001953922001995\u001d17270100`,
    { quantity: 1_000, price: { digits: 1_995, decimals: 2 }, until: '2027-01-31' },
  ],
  [`01${GTIN}15261130\u001d17261215`, { ...NOTHING_ELSE, until: '2026-11-30' }],
  [`(01)${GTIN}(30)6`, { ...NOTHING_ELSE, quantity: 6_000 }],
  [
    `https://id.gs1.org/01/${GTIN}/10/AB%2F12?3103=000195&17=261215&linkType=all`,
    { ...NOTHING_ELSE, quantity: 195, until: '2026-12-15' },
  ],
  ['https://shop.example/some/01/9506000134352', NOTHING_ELSE],
])('reads %s', (text, rest) => {
  expect(readGs1(text)).toEqual({ number: { kind: 'barcode', text: GTIN }, ...rest });
});

it.each([
  '7000000000031',
  `01${GTIN.slice(0, -1)}3`,
  `01${GTIN}310300019`,
  `01${GTIN}3932752001995`,
  `01${GTIN}17269900`,
  'https://id.gs1.org/8003/0950600013435',
  'https://shop.example/s/aB3_x/',
])('does not take %s for goods', (text) => {
  expect(readGs1(text)).toBeNull();
});
