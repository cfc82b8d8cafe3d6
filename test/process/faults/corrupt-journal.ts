import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJournal } from '../../../main/host/on-this-machine.ts';
import { opened } from '../../main/host/journal/records.ts';
import type { Prng } from '../../simulation/prng.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { testIds } from '../../support/till.ts';
import { damage } from './damage.ts';
import type { Round } from './report.ts';

/**
 * Damages a till's journal and opens it again. Zeros up to the end of the file look like a write that a
 * power cut interrupted; only there may the damaged records be dropped.
 */
export async function corruptJournal(prng: Prng): Promise<Round> {
  const directory = await mkdtemp(join(tmpdir(), 'tillkit-fault-journal-'));
  const path = join(directory, 'journal');
  const clock = createManualClock();
  const open = () => openJournal({ path, clock, ids: testIds() });
  try {
    const journal = await open();
    if (!journal.ok) throw new Error(journal.failure.description);
    const count = prng.between(2, 40);
    /** Where each record ends in the file. */
    const ends: number[] = [];
    for (let number = 1; number <= count; number += 1) {
      await journal.journal.append(opened(number));
      ends.push(statSync(path).size);
    }
    await journal.journal.close();
    const { offset, length, size, what } = damage(path, prng);
    const again = await open();
    if (!again.ok) return refused(again.failure.description, path, what, count);
    const found = again.journal.records.length;
    await again.journal.close();
    const untouched = ends.filter((end) => end <= offset).length;
    const atEnd = offset + length === size;
    const least = atEnd ? untouched : count;
    const lost = `${what}: ${count - found} of ${count} records are gone without a word`;
    return { refused: false, acknowledged: count, findings: found < least ? [lost] : [] };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function refused(description: string, path: string, what: string, acknowledged: number): Round {
  const clear = description.includes(path) && description.includes('damaged');
  const findings = clear ? [] : [`${what}: the journal is refused with ${description}`];
  return { refused: true, acknowledged, findings };
}
