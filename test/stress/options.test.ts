import { describe, expect, it } from 'vitest';
import { HARD_DATES } from './dates.ts';
import { dateOf, readOptions, seedsOf } from './options.ts';

const sentenceOf = (...words: string[]) => {
  const read = readOptions(words);
  return read.ok ? null : read.sentence;
};

describe('the options of the stress command', () => {
  it('default to one run of all tests without load', () => {
    const options = { runs: 1, load: 0, disk: false, seed: null, only: [], dates: [] };
    expect(readOptions([])).toEqual({ ok: true, options });
  });

  it('are read as numbers and paths', () => {
    const words = '--runs 20 --load 4 --seed 7 --only test/shared --only test/main'.split(' ');
    const only = ['test/shared', 'test/main'];
    const options = { runs: 20, load: 4, disk: true, seed: 7, only, dates: [] };
    expect(readOptions(words)).toEqual({ ok: true, options });
  });

  it('turn on the flushing to the disk with any load, and without a load only on request', () => {
    const diskOf = (...words: string[]) => {
      const read = readOptions(words);
      return read.ok && read.options.disk;
    };
    expect(diskOf('--load', '1')).toBe(true);
    expect(diskOf('--load', '0')).toBe(false);
    expect(diskOf('--disk')).toBe(true);
  });

  it.each([
    ['--runs', '0', 'Give --runs a whole number from 1 to 1000, not "0".'],
    ['--runs', '1001', 'Give --runs a whole number from 1 to 1000, not "1001".'],
    ['--runs', 'many', 'Give --runs a whole number from 1 to 1000, not "many".'],
    ['--runs', '1.5', 'Give --runs a whole number from 1 to 1000, not "1.5".'],
    ['--load', '65', 'Give --load a whole number from 0 to 64, not "65".'],
    ['--seed', '0', 'Give --seed a whole number from 1 to 2147000000, not "0".'],
    ['--only', '', 'Give --only the path of a test file or a folder.'],
    ...['2027-02-29T12:00', '2027-03-01', 'tomorrow'].map((date) => [
      '--date',
      date,
      `Give --date a date such as 2027-03-28T00:55 in UTC, or "hard", not "${date}".`,
    ]),
  ])('%s "%s" is refused in one sentence', (option, value, sentence) => {
    expect(sentenceOf(`${option}=${value}`)).toBe(sentence);
  });

  it.each([[['--run', '3']], [['--runs']], [['test/shared']], [['--disk=1']]])(
    'the arguments %j are refused with the list of options',
    (words) => {
      expect(sentenceOf(...words)).toBe(
        'Options are --runs N, --load L, --seed S, --disk, --only PATH and --date T.',
      );
    },
  );

  it('name dates, which the runs have in turn', () => {
    const read = readOptions(['--date', '2028-02-29T23:55', '--date', 'hard']);
    const dates = ['2028-02-29T23:55', ...HARD_DATES];
    expect(read).toMatchObject({ ok: true, options: { runs: 1 + HARD_DATES.length, dates } });
    expect([0, 1, dates.length].map((run) => dateOf(dates, run))).toEqual([
      dates[0],
      dates[1],
      dates[0],
    ]);
    expect(dateOf([], 0)).toBeNull();
  });

  it('give each run the next seed, beginning with the first one', () => {
    expect(seedsOf(41, 3)).toEqual([41, 42, 43]);
  });
});
