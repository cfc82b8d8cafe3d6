import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rulesOf } from '../../../../shared/device/scanner/profile.ts';
import { openKeyboard } from '../../../support/keyboard.ts';

const TOKEN = 'token:123456789012345678';
const EAN = '7000000000031';
const { gap, lengthMax } = rulesOf(null);

describe('a keyboard scanner', () => {
  it('enters a code, and the page receives none of its keys', () => {
    const one = openKeyboard();
    one.write(TOKEN);
    one.press('Enter', 8);
    expect(one.scans).toEqual([[TOKEN]]);
    expect(one.page).toEqual([]);
  });

  it.each([1, 15, 44, 57, 69, 99])('is recognised with %i ms between its keys', (after) => {
    for (const code of [EAN, '00012505', TOKEN]) {
      const one = openKeyboard();
      one.write(code, after);
      one.press('Enter', after);
      expect(one.scans).toEqual([[code]]);
      expect(one.page).toEqual([]);
    }
  });

  it.each([
    ['Enter'],
    ['Tab'],
    ['Ctrl+j'],
    ['\r'],
    ['\n'],
    ['Enter', 'Enter'],
    ['Enter', 'Ctrl+j'],
    ['\r', '\n'],
    ['Tab', 'Enter'],
  ])('may end a code with %j %j, and the page gets neither', (...suffix) => {
    for (const after of [2, 69]) {
      const one = openKeyboard();
      one.write(EAN, after);
      for (const key of suffix) one.press(key, after);
      expect(one.scans).toEqual([[EAN]]);
      expect(one.page).toEqual([]);
    }
  });

  it('is recognised without an end key after a pause, and the next Enter is a person’s', () => {
    const one = openKeyboard();
    one.write(TOKEN);
    one.press('Enter', 400);
    expect(one.scans).toEqual([[TOKEN]]);
    expect(one.page).toEqual(['Enter']);
  });

  it('may stop for a moment within a code that is recognised already', () => {
    const one = openKeyboard();
    one.write('70000000');
    one.press('0', 280);
    one.write('0031');
    one.press('Enter', 280);
    expect(one.scans).toEqual([[EAN]]);
    expect(one.page).toEqual([]);
  });

  it('may send an end key between the parts of a code: no part reaches the page', () => {
    const one = openKeyboard();
    one.write('0107000000000031');
    one.press('Tab', 8);
    one.write('12505');
    one.press('Enter', 8);
    expect(one.scans).toEqual([['0107000000000031'], ['12505']]);
    expect(one.page).toEqual([]);
  });

  it('may send an end key between the parts of a code as slowly as a hand', () => {
    for (const part of ['125', '12505']) {
      const one = openKeyboard();
      for (const text of [EAN, part]) {
        one.write(text, 69);
        one.press('Enter', 69);
      }
      expect(one.scans).toEqual([[EAN], [part]]);
      expect(one.page).toEqual([]);
    }
  });

  it('may send the shift key before a capital letter', () => {
    const one = openKeyboard();
    one.write('https://x.no', 5);
    one.press('Shift', 5);
    one.press('S', 5);
    one.press('Enter', 5);
    expect(one.scans).toEqual([['https://x.noS']]);
    expect(one.page).toEqual(['Shift']);
  });

  it('is recognised twice in a row', () => {
    const one = openKeyboard();
    for (const after of [500, 80]) {
      one.press('t', after);
      one.write(TOKEN.slice(1));
      one.press('Enter', 8);
    }
    expect(one.scans).toEqual([[TOKEN], [TOKEN]]);
    expect(one.page).toEqual([]);
  });

  it('may send control characters, which are no part of the code and do not reach the page', () => {
    const one = openKeyboard();
    one.write('token:12345');
    one.press('\u001d', 8);
    one.press('b', 8, { chord: 'control' });
    one.write('6789');
    one.press('Enter', 8);
    expect(one.scans).toEqual([['token:123456789']]);
    expect(one.page).toEqual([]);
  });

  it('enters an unreadable code if it sends a dead key, or too many keys', () => {
    const one = openKeyboard();
    one.write('token:12345');
    one.press('Dead', 8);
    one.write('6789');
    one.press('Enter', 8);
    one.write('x'.repeat(50_000), 1);
    expect(one.held()).toBeLessThanOrEqual(lengthMax + 1);
    one.press('Enter', 1);
    expect(one.scans).toEqual([[], []]);
    expect(one.page).toEqual([]);
  });

  it('with a known prefix is recognised at any speed, after typed digits and for short codes', () => {
    const profile = { prefix: ['F9'], suffix: ['Enter', 'Ctrl+j'], gap: 400 };
    const one = openKeyboard({ profile });
    one.write('42', 150);
    one.press('F9', 30);
    one.write('125', 900);
    one.press('Enter', 900);
    one.press('Ctrl+j', 30);
    expect(one.scans).toEqual([['125']]);
    expect(one.page).toEqual(['4', '2']);
  });

  it('with a prefix of several keys gives the page the keys of a person that begin alike', () => {
    const one = openKeyboard({ profile: { prefix: ['~', '#'], suffix: [], gap: 5 } });
    one.press('~', 200);
    one.press('5', 200);
    one.press('~', 20);
    one.press('#', 20);
    one.write('12505', 20);
    one.rest();
    expect(one.page).toEqual(['~', '5']);
    expect(one.scans).toEqual([['12505']]);
  });

  it('that is known to be faster than a hand is recognised by four keys and its suffix', () => {
    const profile = { prefix: [], suffix: ['Enter'], gap: 5 };
    const [scanner, person] = [openKeyboard({ profile }), openKeyboard({ profile })];
    scanner.write('1250', 6);
    scanner.press('Enter', 6);
    person.write('1250', 50);
    person.press('Enter', 50);
    expect([scanner.scans, scanner.page]).toEqual([[['1250']], []]);
    expect([person.scans, person.page]).toEqual([[], ['1', '2', '5', '0', 'Enter']]);
  });

  it('with a suffix of its own ends a code with it', () => {
    const one = openKeyboard({ profile: { prefix: [], suffix: ['#', 'F10'], gap: 60 } });
    one.write(`${EAN}#`, 60);
    one.press('F10', 60);
    expect(one.scans).toEqual([[EAN]]);
    expect(one.page).toEqual([]);
  });
});

describe('a person who types', () => {
  it('right after a fast scan has typed these keys', () => {
    const one = openKeyboard();
    one.write(EAN, 1);
    one.press('Enter', 1);
    one.press('2', 20);
    one.press('5', 20);
    one.rest();
    expect(one.page).toEqual(['2', '5']);
  });

  it('right after a scan as slow as a hand has typed these keys', () => {
    const one = openKeyboard();
    one.write('00012505', 69);
    one.press('Enter', 69);
    one.press('4', 30);
    for (const key of ['2', '0', '0', 'Enter']) one.press(key, 130);
    expect(one.page).toEqual(['4', '2', '0', '0', 'Enter']);
    expect(one.scans).toEqual([['00012505']]);
  });

  it('at any moment after a scan as slow as a hand loses no digit, and the scan gets none of them', () => {
    const at = { pace: fc.integer({ min: 16, max: gap }), first: fc.integer({ min: 1, max: 400 }) };
    const later = fc.array(fc.integer({ min: gap + 1, max: 400 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.record({ ...at, later }), ({ pace, first, later: pauses }) => {
        const one = openKeyboard();
        one.write(EAN, pace);
        one.press('Enter', pace);
        for (const after of [first, ...pauses]) one.press('4', after);
        one.rest();
        expect(one.page).toEqual([first, ...pauses].map(() => '4'));
        expect(one.scans).toEqual([[EAN]]);
      }),
    );
  });

  it.each([1, 10, 50, 120])(
    '12505 and Enter with %i ms between the keys has typed them',
    (after) => {
      const one = openKeyboard();
      const keys = ['1', '2', '5', '0', '5', 'Enter'];
      for (const key of keys) one.press(key, after);
      expect(one.page).toEqual(keys);
      expect(one.scans).toEqual([]);
    },
  );

  it('writes a word as fast as the best typists', () => {
    const one = openKeyboard();
    one.write('cappuccino', 60);
    one.rest();
    expect(one.page.join('')).toBe('cappuccino');
  });

  it('is not taken for a scanner while a key is held down', () => {
    const one = openKeyboard();
    one.press('0', 500);
    for (let repeat = 0; repeat < 40; repeat += 1) one.press('0', 33, { press: 'held' });
    one.rest();
    expect(one.scans).toEqual([]);
    expect(one.page).toHaveLength(41);
  });

  it('has every key passed to a focused field, also at the speed of a scanner', () => {
    const one = openKeyboard();
    one.write(`;${TOKEN}`, 3, { focus: 'field' });
    one.press('Enter', 3, { focus: 'field' });
    expect(one.scans).toEqual([]);
    expect(one.page.join('')).toBe(`;${TOKEN}Enter`);
  });

  it('has shortcuts, arrow keys, space and Escape passed to the page at once', () => {
    const one = openKeyboard();
    one.press('c', 500, { chord: 'control' });
    one.press('ArrowDown', 20);
    one.press(' ', 20);
    one.press('Escape', 20);
    expect(one.page).toEqual(['c', 'ArrowDown', ' ', 'Escape']);
    expect(one.held()).toBe(0);
  });

  it('has every key passed to the page when typing slowly', () => {
    const key = fc.constantFrom('1', 'a', ' ', 'Enter', 'Tab', 'Shift', 'Dead', 'F1', 'Escape');
    const pressed = fc.tuple(key, fc.integer({ min: gap + 1, max: 2_000 }));
    fc.assert(
      fc.property(fc.array(pressed, { maxLength: 60 }), (keys) => {
        const one = openKeyboard();
        for (const [name, after] of keys) one.press(name, after);
        one.rest();
        expect(one.page).toEqual(keys.map(([name]) => name));
        expect(one.scans).toEqual([]);
      }),
    );
  });

  it('has every character either passed to the page or scanned, never both or neither', () => {
    const key = fc.constantFrom('1', 'a', 't', ':', 'Enter', 'Shift', 'ArrowUp');
    const pressed = fc.tuple(key, fc.integer({ min: 1, max: 250 }));
    fc.assert(
      fc.property(fc.array(pressed, { maxLength: 120 }), (keys) => {
        const one = openKeyboard();
        for (const [name, after] of keys) one.press(name, after);
        one.rest();
        const letters = (names: readonly string[]) => names.filter((name) => name.length === 1);
        const scanned = one.scans.map(([text]) => text).join('').length;
        expect(letters(one.page).length + scanned).toBe(letters(keys.map(([name]) => name)).length);
      }),
    );
  });
});
