import { beforeAll, describe, expect, it } from 'vitest';
import { journalRecord } from '../../../shared/terminal/sale/records.ts';
import { STORIES } from './stories.ts';
import { gapPage, gapsOf, type StoryGaps } from './table.ts';

/**
 * Records that no story writes: what people do apart from sales, and bills, whose till is killed at each record in
 * `test/till/bills-killed.test.ts` and `test/till/shared-bill-refunds.test.ts`.
 */
const BILLS = ['bill', 'bill_kept', 'bill_refunded', 'bills_done'];
const ELSEWHERE = ['unclaimed', 'claimed', 'check', 'last_tender', 'tendered', 'receipt', ...BILLS];

const all = new Map<string, StoryGaps>();
beforeAll(async () => {
  for (const story of STORIES) all.set(story.name, await gapsOf(story));
});

describe('a till that stops between two records of its journal', () => {
  it.each(STORIES)('ends the sale and captures at most once: $name', (story) => {
    const { whole, gaps } = all.get(story.name) ?? { whole: null, gaps: [] };
    expect(gaps.length).toBeGreaterThan(0);
    for (const { number, run } of gaps) {
      const at = `before record ${number}`;
      const ends = [whole?.ends.join(), ...Object.keys(story.otherEnds ?? {})];
      expect(ends, at).toContain(run.ends.join());
      const due = run.ends.includes('paid') ? (whole?.captured ?? 0) - (whole?.refunded ?? 0) : 0;
      expect(run.captured - run.refunded, at).toBe(due);
      expect(run.captures, at).toBeLessThanOrEqual(whole?.captures ?? 0);
      expect(run.delivered, at).toBeLessThanOrEqual(1);
    }
  });

  it('reaches each of the other ends that the story allows', () => {
    for (const { name, otherEnds = {} } of STORIES) {
      if (name.startsWith('a machine')) continue;
      const ends = new Set(all.get(name)?.gaps.map(({ run }) => run.ends.join()));
      for (const end of Object.keys(otherEnds)) expect(ends, name).toContain(end);
    }
  });

  it('does what write-gaps.md describes', async () => {
    const page = gapPage(STORIES.flatMap(({ name }) => all.get(name) ?? []));
    await expect(page).toMatchFileSnapshot('./write-gaps.md');
  });

  it('has a story for each kind of record that a sale, a refund or a request writes', () => {
    const kinds = new Set(
      [...all.values()].flatMap(({ whole }) => whole.before.map((r) => r.kind)),
    );
    const every = journalRecord.options.flatMap((union) =>
      union.options.map(({ shape }) => shape.kind.value),
    );
    expect(every.filter((kind) => !kinds.has(kind)).sort()).toEqual([...ELSEWHERE].sort());
  });
});
