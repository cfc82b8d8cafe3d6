import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  SCANNER_IDLE,
  SCANNER_TIMING,
  type ScannerKey,
  type ScannerState,
  scannerKey,
  scannerRest,
} from '../../../shared/scanner/keyboard-scanner.ts';

const TOKEN = 'token:123456789012345678';

/** A page and a keyboard: what the page was given, and what was taken for a scan. */
function keyboard() {
  let state: ScannerState = SCANNER_IDLE;
  let at = 1_000;
  const page: string[] = [];
  const scans: (string | null)[] = [];
  const take = (step: ReturnType<typeof scannerKey>, key: string | null) => {
    state = step.state;
    page.push(...step.release);
    if (step.scanned !== null) scans.push(step.scanned.text);
    if (key !== null && step.verdict === 'pass') page.push(key);
  };
  const press = (key: string, after: number, more: Partial<ScannerKey> = {}) => {
    // The listener's own timer: nothing came for the gap.
    if (state.held.length > 0 && after > SCANNER_TIMING.gap) take(scannerRest(state), null);
    at += after;
    const whole = { key, at, focus: 'page', press: 'first', chord: 'none', ...more } as const;
    take(scannerKey(state, whole), key);
  };
  const scan = (text: string, after = 8, more: Partial<ScannerKey> = {}) => {
    for (const key of text) press(key, after, more);
  };
  const rest = () => take(scannerRest(state), null);
  return { page, scans, press, scan, rest, held: () => state.held };
}

describe('a keyboard scanner', () => {
  it('enters a code, and the page receives none of its keys', () => {
    const one = keyboard();
    one.scan(TOKEN);
    one.press('Enter', 8);
    expect(one.scans).toEqual([TOKEN]);
    expect(one.page).toEqual([]);
  });

  it.each([1, 5, 15, 30, 44])('is recognised with %i ms between its keys', (gap) => {
    const one = keyboard();
    one.scan(TOKEN, gap);
    one.press('Tab', gap);
    expect(one.scans).toEqual([TOKEN]);
  });

  it('is recognised without an end key after a pause, and a late end key does not reach the page', () => {
    const one = keyboard();
    one.scan(TOKEN);
    one.rest();
    expect(one.scans).toEqual([TOKEN]);
    one.press('Enter', 200);
    expect(one.page).toEqual([]);
    one.press('Enter', 400);
    expect(one.page).toEqual(['Enter']);
  });

  it('may send the shift key before a capital letter', () => {
    const one = keyboard();
    one.scan('https://x.no', 5);
    one.press('Shift', 5);
    one.press('S', 5);
    one.press('Enter', 5);
    expect(one.scans).toEqual(['https://x.noS']);
    expect(one.page).toEqual(['Shift']);
  });

  it('is recognised twice in a row', () => {
    const one = keyboard();
    for (const after of [500, 80]) {
      one.press('t', after);
      one.scan(TOKEN.slice(1));
      one.press('Enter', 8);
    }
    expect(one.scans).toEqual([TOKEN, TOKEN]);
    expect(one.page).toEqual([]);
  });

  it('may send control characters, which are no part of the code and do not reach the page', () => {
    const one = keyboard();
    one.scan('token:12345');
    one.press('\u001d', 8);
    one.press('b', 8, { chord: 'command' });
    one.scan('6789');
    one.press('Enter', 8);
    expect(one.scans).toEqual(['token:123456789']);
    expect(one.page).toEqual([]);
  });

  it('enters an unreadable code if it sends a dead key', () => {
    const one = keyboard();
    one.scan('token:12345');
    one.press('Dead', 8);
    one.scan('6789');
    one.press('Enter', 8);
    expect(one.scans).toEqual([null]);
  });

  it('enters an unreadable code if it sends too many keys, and the held keys are limited', () => {
    const one = keyboard();
    one.scan('x'.repeat(50_000), 1);
    expect(one.held().length).toBeLessThanOrEqual(SCANNER_TIMING.lengthMax + 1);
    one.press('Enter', 1);
    expect(one.scans).toEqual([null]);
    expect(one.page).toEqual([]);
  });
});

describe('a person who types', () => {
  it('has every key passed to the page in order', () => {
    const one = keyboard();
    for (const key of ['1', '2', '5', '0', '0', 'Enter']) one.press(key, 120);
    expect(one.page).toEqual(['1', '2', '5', '0', '0', 'Enter']);
    expect(one.scans).toEqual([]);
  });

  it('has every key passed to the page if a few keys follow within 10 ms', () => {
    const one = keyboard();
    one.press('1', 500);
    one.press('2', 10);
    one.press('5', 10);
    one.press('Enter', 10);
    expect(one.page).toEqual(['1', '2', '5', 'Enter']);
  });

  it('is not taken for a scanner while a key is held down', () => {
    const one = keyboard();
    one.press('0', 500);
    for (let repeat = 0; repeat < 40; repeat += 1) one.press('0', 33, { press: 'held' });
    one.rest();
    expect(one.scans).toEqual([]);
    expect(one.page).toHaveLength(41);
  });

  it('has every key passed to a focused field, also at the speed of a scanner', () => {
    const one = keyboard();
    one.scan(`;${TOKEN}`, 3, { focus: 'field' });
    one.press('Enter', 3, { focus: 'field' });
    expect(one.scans).toEqual([]);
    expect(one.page.join('')).toBe(`;${TOKEN}Enter`);
  });

  it('has shortcuts, arrow keys, space and Escape passed to the page at once', () => {
    const one = keyboard();
    one.press('c', 500, { chord: 'command' });
    one.press('ArrowDown', 20);
    one.press(' ', 20);
    one.press('Escape', 20);
    expect(one.page).toEqual(['c', 'ArrowDown', ' ', 'Escape']);
    expect(one.held()).toEqual([]);
  });

  it('has every key passed to the page when typing slowly', () => {
    const key = fc.constantFrom('1', 'a', ' ', 'Enter', 'Tab', 'Shift', 'Dead', 'F1', 'Escape');
    const pressed = fc.tuple(key, fc.integer({ min: SCANNER_TIMING.gap + 1, max: 2_000 }));
    fc.assert(
      fc.property(fc.array(pressed, { maxLength: 60 }), (keys) => {
        const one = keyboard();
        for (const [name, after] of keys) one.press(name, after);
        one.rest();
        expect(one.page).toEqual(keys.map(([name]) => name));
        expect(one.scans).toEqual([]);
      }),
    );
  });

  it('has every character either passed to the page or scanned, never both or neither', () => {
    const key = fc.constantFrom('1', 'a', 't', ':', 'Enter', 'Shift', 'ArrowUp');
    const pressed = fc.tuple(key, fc.integer({ min: 1, max: 120 }));
    fc.assert(
      fc.property(fc.array(pressed, { maxLength: 120 }), (keys) => {
        const one = keyboard();
        for (const [name, after] of keys) one.press(name, after);
        one.rest();
        const letters = (names: readonly string[]) => names.filter((name) => name.length === 1);
        const scanned = one.scans.join('').length;
        expect(letters(one.page).length + scanned).toBe(letters(keys.map(([name]) => name)).length);
      }),
    );
  });
});
