import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { type JournalOptions, openJournal } from '../../../../main/host/on-this-machine.ts';
import type { Journal } from '../../../../shared/terminal/index.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { testIds } from '../../../support/till.ts';

export type Place = {
  readonly directory: string;
  /** The journal's file, which is not there yet. */
  readonly path: string;
};

/** A place for a journal, new for each test of the file, and what a test does with journals there. */
export function journalsOfTest() {
  const clock = createManualClock();
  let place: Place = { directory: '', path: '' };
  let journals: Journal[] = [];
  beforeEach(async () => {
    const directory = await mkdtemp(join(tmpdir(), 'tillkit-journal-'));
    place = { directory, path: join(directory, 'till', 'journal') };
    journals = [];
  });
  afterEach(async () => {
    await Promise.all(journals.map((journal) => journal.close()));
    await rm(place.directory, { recursive: true, force: true });
  });

  /** A journal that opens is closed at the end of the test. */
  async function open(options: Partial<JournalOptions> = {}) {
    const result = await openJournal({ path: place.path, clock, ids: testIds(), ...options });
    if (result.ok) journals.push(result.journal);
    return result;
  }

  async function opens(options: Partial<JournalOptions> = {}): Promise<Journal> {
    const result = await open(options);
    if (!result.ok) throw new Error(result.failure.description);
    return result.journal;
  }

  async function close(journal: Journal): Promise<void> {
    journals = journals.filter((other) => other !== journal);
    await journal.close();
  }

  async function written(...records: Parameters<Journal['append']>[0][]): Promise<void> {
    const journal = await opens();
    for (const record of records) expect(await journal.append(record)).toEqual({ ok: true });
    await close(journal);
    // The next open leaves out the record that a new journal begins with.
    await close(await opens());
  }

  return { clock, place: () => place, open, opens, close, written };
}
