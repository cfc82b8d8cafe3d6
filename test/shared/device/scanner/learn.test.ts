import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { learnScanner, SET_UP_CODE } from '../../../../shared/device/scanner/learn.ts';
import { rulesOf } from '../../../../shared/device/scanner/profile.ts';
import { keyOf, openKeyboard } from '../../../support/keyboard.ts';

/** The keys of a scan with this prefix and suffix. */
function scanOf(names: readonly string[], apart: number) {
  return names.map((name, index) => keyOf(name, 1_000 + index * apart));
}

const learn = (names: readonly string[], apart = 8, codes: readonly string[] = [SET_UP_CODE]) =>
  learnScanner(scanOf(names, apart), codes);

describe('a till learns of its scanner', () => {
  it.each([
    [[], ['Enter']],
    [[], ['Enter', 'Ctrl+j']],
    [[], ['Tab']],
    [[], []],
    [['F9'], ['F10']],
    [
      ['~', 'A'],
      ['#', 'Enter'],
    ],
    [['Ctrl+b'], ['Ctrl+c']],
  ])('the keys %j before a code and %j after it, and its speed', (prefix, suffix) => {
    expect(learn([...prefix, ...SET_UP_CODE, ...suffix])).toEqual({
      kind: 'learned',
      profile: { prefix, suffix, gap: 8 },
    });
  });

  it('nothing of an AIM identifier, which is another one for each kind of code', () => {
    for (const before of [']E0', '~]E0', ']E0~']) {
      const prefix = before.includes('~') ? ['~'] : [];
      expect(learn([...before, ...SET_UP_CODE])).toMatchObject({ profile: { prefix, suffix: [] } });
    }
  });

  it('from the code of an item, of which the longest counts', () => {
    const codes = ['12505000', '7012505000031', SET_UP_CODE];
    expect(learn([...'~7012505000031', 'Enter'], 8, codes)).toMatchObject({
      profile: { prefix: ['~'], suffix: ['Enter'] },
    });
  });

  it('on a system with a layout that writes other characters with the same keys', () => {
    const keys = [...SET_UP_CODE].map((digit, index) =>
      keyOf('à&é"\'(-è_ç'[Number(digit)] ?? '', index * 8, { code: `Digit${digit}` }),
    );
    expect(learnScanner([...keys, keyOf('Enter', 110)], [SET_UP_CODE])).toMatchObject({
      profile: { prefix: [], suffix: ['Enter'] },
    });
  });

  it('nothing from a code that it does not know', () => {
    expect(learn([...'00012505', 'Enter'])).toEqual({ kind: 'problem', problem: 'other_code' });
  });

  it('nothing if the scanner is as slow as a hand, unless it has a prefix that nobody types', () => {
    const slow = [...SET_UP_CODE, 'Enter'];
    expect(learn(slow, 180)).toEqual({ kind: 'problem', problem: 'too_slow' });
    expect(learn(['A', ...slow], 180)).toEqual({ kind: 'problem', problem: 'too_slow' });
    expect(learn(['F9', ...slow], 180)).toMatchObject({ kind: 'learned' });
  });
});

it('every scan of a scanner that was learned is read without prefix and suffix, and no key gets through', () => {
  const prefix = fc.constantFrom([], ['F9'], ['~'], ['Ctrl+b'], ['#', '1'], ['A']);
  const suffix = fc.constantFrom(
    [],
    ['Enter'],
    ['Tab'],
    ['Enter', 'Ctrl+j'],
    ['$', 'Enter'],
    ['F10'],
  );
  const code = fc.stringMatching(/^\d{8,20}$/);
  const apart = fc.integer({ min: 1, max: 99 });
  fc.assert(
    fc.property(
      prefix,
      suffix,
      fc.array(code, { minLength: 1, maxLength: 4 }),
      apart,
      (...given) => {
        const [before, behind, codes, pace] = given;
        const learned = learn([...before, ...SET_UP_CODE, ...behind], pace);
        if (learned.kind !== 'learned') throw new Error(learned.problem);
        const one = openKeyboard({ profile: learned.profile });
        for (const each of codes) {
          const keys = [...before, ...each, ...behind];
          for (const [index, key] of keys.entries()) one.press(key, index === 0 ? 1_200 : pace);
        }
        one.rest();
        expect(one.scans.map(([text]) => text)).toEqual(codes);
        expect(one.page).toEqual([]);
      },
    ),
  );
});

it('a prefix of letters or digits does not begin a scan by itself', () => {
  for (const prefix of [['A'], ['1', '2'], ['+'], ['Enter']]) {
    expect(rulesOf({ prefix, suffix: [], gap: 5 }).prefixIs).toBe('part_of_the_code');
  }
});
