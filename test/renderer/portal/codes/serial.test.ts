import { expect, it } from 'vitest';
import { serialOf } from '../../../../renderer/portal/codes/codes-page.tsx';

it.each([
  ['0123456789012', '0123456789012'],
  [' 0123 4567 89012 ', '0123456789012'],
  ['https://pay.example/s/0123456789012/', '0123456789012'],
  ['https://pay.example/s/0123456789012/table-4?x=1', '0123456789012'],
  ['', ''],
])('the serial number of %j is %j', (text, serial) => {
  expect(serialOf(text)).toBe(serial);
});
