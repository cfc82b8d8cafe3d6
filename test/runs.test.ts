import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PARTS } from './mutation/parts.ts';
import { filesOf, RULES, ruleOf, testFiles } from './runs.ts';

describe('the split of the tests into two runs', () => {
  it('names a run for every file', () => {
    expect(testFiles().length).toBeGreaterThan(300);
    expect(testFiles().filter((file) => ruleOf(file) === null)).toEqual([]);
  });

  it('gives every file to one of the two commands', () => {
    const both = new Set([...filesOf('test'), ...filesOf('full')]);
    expect(testFiles().filter((file) => !both.has(file))).toEqual([]);
  });

  it('has no rule that decides no file', () => {
    const used = new Set(testFiles().map(ruleOf));
    expect(RULES.filter((rule) => !used.has(rule)).map(({ files }) => files)).toEqual([]);
  });

  it('keeps every test that judges a mutation in `npm test`', () => {
    const judges = PARTS.flatMap(({ tests }) => globSync([...tests]));
    expect(judges.length).toBeGreaterThan(50);
    const first = new Set(filesOf('test'));
    expect(judges.filter((file) => !first.has(file))).toEqual([]);
  });
});
