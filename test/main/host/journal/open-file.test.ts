import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type JournalDisk, realDisk } from '../../../../main/host/journal/disk.ts';
import { type JournalOptions, openJournal } from '../../../../main/host/on-this-machine.ts';
import type { Journal, JournalRecord } from '../../../../shared/terminal/index.ts';
import { DAY } from '../../../../shared/time/clock.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { testIds } from '../../../support/till.ts';
import { opened, seen } from './records.ts';

let directory: string;
let path: string;
let clock: ReturnType<typeof createManualClock>;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tillkit-compaction-'));
  path = join(directory, 'journal');
  clock = createManualClock();
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** A till that never stops: its journal is compacted from 8 KiB on. */
async function opens(options: Partial<JournalOptions> = {}): Promise<Journal> {
  const result = await openJournal({
    path,
    clock,
    ids: testIds(),
    compactAbove: 8 * 1024,
    ...options,
  });
  if (!result.ok) throw new Error(result.failure.description);
  return result.journal;
}

/** A sale that ends, of this many days after the first. */
async function sell(journal: Journal, number: number, code = 2000): Promise<void> {
  for (const record of [opened(number), seen(number, code)]) {
    expect(await journal.append({ ...record, at: clock.now() })).toEqual({ ok: true });
  }
}

/** The sales that a next start finds. */
async function numbersThere(): Promise<number[]> {
  const journal = await opens();
  await journal.close();
  return numbersOf(journal.records);
}

const numbersOf = (records: readonly JournalRecord[]) =>
  records.flatMap((record) => (record.kind === 'opened' ? [record.number] : []));

describe('a journal that stays open for months', () => {
  it('stays small and keeps open, recent and newest sales', async () => {
    const journal = await opens();
    await sell(journal, 1, 1003);
    for (let number = 2; number <= 400; number += 1) {
      clock.advance(DAY / 4);
      await sell(journal, number);
      expect((await stat(path)).size).toBeLessThan(96 * 1024);
    }
    await journal.close();
    const again = await opens();
    const numbers = numbersOf(again.records);
    expect(numbers[0]).toBe(1);
    expect(numbers.slice(-50)).toEqual(Array.from({ length: 50 }, (_, index) => 351 + index));
    await again.close();
    expect(await readdir(directory)).toEqual(['journal']);
  });

  it('loses no record that is written during a compaction', async () => {
    const journal = await opens();
    const waiting: Promise<unknown>[] = [];
    for (let number = 1; number <= 120; number += 1) {
      clock.advance(DAY);
      waiting.push(journal.append({ ...opened(number), at: clock.now() }));
      waiting.push(journal.append({ ...seen(number, 2000), at: clock.now() }));
      if (number % 10 === 0) await Promise.all(waiting);
    }
    await Promise.all(waiting);
    await journal.close();
    const numbers = await numbersThere();
    expect(numbers.slice(-50)).toEqual(Array.from({ length: 50 }, (_, index) => 71 + index));
  });

  it('refuses a record while the name of the compacted file is not synced', async () => {
    let failing = false;
    const journal = await opens({ disk: failingDisk('syncNames', () => failing) });
    failing = true;
    let number = 0;
    let refused: number | null = null;
    while (refused === null && number < 200) {
      number += 1;
      clock.advance(DAY);
      const record = { ...opened(number), at: clock.now() };
      if (!(await journal.append(record)).ok) refused = number;
      else await journal.append({ ...seen(number, 2000), at: clock.now() });
    }
    expect(refused).not.toBeNull();
    failing = false;
    await sell(journal, 1_000);
    await journal.close();
    const numbers = await numbersThere();
    expect(numbers).not.toContain(refused);
    expect(numbers.at(-1)).toBe(1_000);
  });

  it.each(['write', 'sync', 'rename'] as const)(
    'continues with the old file when the compaction fails at %s',
    async (step) => {
      let failing = false;
      let failed = 0;
      const disk = failingDisk(step, () => {
        if (!failing) return false;
        failed += 1;
        return true;
      });
      const journal = await opens({ disk });
      for (let number = 1; number <= 60; number += 1) {
        clock.advance(DAY);
        await sell(journal, number);
      }
      const shorter = (await stat(path)).size;
      failing = true;
      // What may fail is the compaction alone: the journal's own writes are let through.
      for (let number = 61; number <= 160; number += 1) {
        clock.advance(DAY);
        await journal.append({ ...opened(number), at: clock.now() });
        await journal.append({ ...seen(number, 2000), at: clock.now() });
      }
      failing = false;
      await sell(journal, 161);
      await journal.close();
      expect(failed).toBeGreaterThan(0);
      expect((await readFile(path)).length).toBeGreaterThan(shorter);
      expect((await numbersThere()).at(-1)).toBe(161);
    },
  );
});

/** A disk on which only the making of a new file fails, at one of its steps. */
function failingDisk(step: 'write' | 'sync' | 'rename' | 'syncNames', fails: () => boolean) {
  const made = new WeakSet<object>();
  const trouble = () => Object.assign(new Error('trouble'), { code: 'EIO' });
  const disk: JournalDisk = {
    ...realDisk,
    create: async (name) => {
      const file = await realDisk.create(name);
      made.add(file);
      return file;
    },
    write: async (file, bytes, position) => {
      if (step === 'write' && made.has(file) && position === 0 && fails()) throw trouble();
      await realDisk.write(file, bytes, position);
    },
    sync: async (file) => {
      if (step === 'sync' && made.has(file) && fails()) throw trouble();
      await realDisk.sync(file);
    },
    rename: async (from, to) => {
      if (step === 'rename' && fails()) throw trouble();
      await realDisk.rename(from, to);
    },
    syncNames: async (name) => {
      if (step === 'syncNames' && fails()) throw trouble();
      await realDisk.syncNames(name);
    },
  };
  return disk;
}
