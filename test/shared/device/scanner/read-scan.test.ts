import { describe, expect, it } from 'vitest';
import { rulesOf } from '../../../../shared/device/scanner/profile.ts';
import { readScan } from '../../../../shared/device/scanner/read-scan.ts';
import type { ScannerKey } from '../../../../shared/device/scanner/scanner-key.ts';
import { keyOf } from '../../../support/keyboard.ts';

const RULES = rulesOf(null);

const keysOf = (text: string, change: Partial<ScannerKey> = {}) =>
  [...text].map((key, at) => keyOf(key, at, change));
const read = (text: string, change: Partial<ScannerKey> = {}) =>
  readScan(keysOf(text, change), RULES).readings;

/** The keys of a US scanner: what the system's layout makes of each, and its place. */
const placed = (...keys: readonly (readonly [key: string, code: string])[]) =>
  keys.map(([key, code], at) => {
    const shift = /[A-Z]/.test(key) && key.length === 1 ? 'down' : 'up';
    return keyOf(key, at, { code, shift });
  });

describe('the text of a scan', () => {
  it.each([']E0', ']C1', ']Q3', ']d2'])('has no AIM identifier %s', (aim) => {
    expect(read(`${aim}7000000000031`)).toEqual(['7000000000031']);
  });

  it('has no prefix and no suffix, also with an AIM identifier before or after the prefix', () => {
    const rules = rulesOf({ prefix: ['~', 'A'], suffix: ['#', 'Enter'], gap: 5 });
    for (const text of ['~A00012505#', ']E0~A00012505#', '~A]E000012505#', '00012505']) {
      expect(readScan(keysOf(text), rules).readings).toEqual(['00012505']);
    }
  });

  it('has the case of the code although Caps Lock is on, whether the scanner minds it or not', () => {
    expect(read('HTTPS://PAY.EXAMPLE/S/Ab3-_', { capsLock: 'on' })).toEqual([
      'https://pay.example/s/aB3-_',
      'HTTPS://PAY.EXAMPLE/S/Ab3-_',
    ]);
  });

  it('is read by the places of the keys if the system has another layout than the scanner', () => {
    const french = placed(['à', 'Digit0'], ['&', 'Digit1'], ['é', 'Digit2'], ['q', 'KeyA']);
    expect(readScan(french, RULES).readings).toEqual(['à&éq', '012a']);
  });

  it('is read by the places of the keys if the layout makes a dead key of one', () => {
    const norwegian = placed(['Dead', 'BracketRight'], ['E', 'KeyE'], ['0', 'Digit0']);
    const code = placed(['7', 'Digit7'], ['0', 'Numpad0']);
    expect(readScan([...norwegian, ...code], RULES).readings).toEqual(['70']);
  });

  it('is unreadable if a dead key has no known place', () => {
    expect(readScan([keyOf('Dead', 1), ...keysOf('12505000')], RULES).readings).toEqual([]);
  });
});
