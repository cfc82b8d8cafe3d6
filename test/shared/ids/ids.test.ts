import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createIds } from '../../../shared/ids/ids.ts';

/** The same ids in every run: among 20,000 random ones, two equal ends are rare, but they occur. */
function sameIds() {
  let drawn = 0;
  return createIds((length) => {
    drawn += 1;
    return createHash('shake256', { outputLength: length }).update(`${drawn}`).digest();
  });
}

describe('transaction ids', () => {
  it('have the format of the protocol and are unique', () => {
    const ids = sameIds();
    const made = Array.from({ length: 20_000 }, () => ids.tid());
    for (const tid of made) expect(tid).toMatch(/^p[0-9a-z]{11}$/);
    expect(new Set(made).size).toBe(made.length);
  });

  it('share a prefix within a run and have other prefixes in other runs', () => {
    const ids = sameIds();
    const made = Array.from({ length: 640 }, () => ids.tid());
    const runs = new Map<string, number>();
    for (const tid of made) runs.set(tid.slice(0, 5), (runs.get(tid.slice(0, 5)) ?? 0) + 1);
    expect(Math.max(...runs.values())).toBeGreaterThanOrEqual(16);
    expect(runs.size).toBeGreaterThanOrEqual(10);
  });

  it('have a unique random part after the prefix of a run', () => {
    const ids = sameIds();
    const ends = new Set(Array.from({ length: 20_000 }, () => ids.tid().slice(5)));
    expect(ends.size).toBe(20_000);
  });
});
