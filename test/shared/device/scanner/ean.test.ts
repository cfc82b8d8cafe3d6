import { expect, it } from 'vitest';
import { ean13, eanBars } from '../../../../shared/device/scanner/ean.ts';

it.each([
  ['400638133393', '4006381333931'],
  ['978020137962', '9780201379624'],
  ['590123412345', '5901234123457'],
])('the check digit of %s makes it %s', (digits, code) => {
  expect(ean13(digits)).toBe(code);
});

it('the bars of a code are those of the standard', () => {
  // 5901234123457, the example of the article on the code that every encyclopedia has.
  expect(eanBars('5901234123457')).toBe(
    '101' +
      ['0001011', '0100111', '0110011', '0010011', '0111101', '0011101'].join('') +
      '01010' +
      ['1100110', '1101100', '1000010', '1011100', '1001110', '1000100'].join('') +
      '101',
  );
});

it('a code has 95 modules, and its halves differ as a scanner needs it', () => {
  for (const code of ['2000000125053', '7000000000031', '0000000000000']) {
    expect(eanBars(code)).toMatch(/^101[01]{42}01010[01]{42}101$/);
  }
});
