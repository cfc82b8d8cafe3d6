import { randomBytes } from 'node:crypto';
import { openJournal } from '../../../main/host/on-this-machine.ts';
import { createIds } from '../../../shared/ids/ids.ts';
import { opened } from '../../main/host/journal/records.ts';
import { createManualClock } from '../../support/manual-clock.ts';

/** A till that does nothing but write, and says after each record how many are durable. */
const path = process.argv[2] ?? '';
const ids = createIds((length) => randomBytes(length));
const result = await openJournal({ path, clock: createManualClock(), ids });
if (!result.ok) throw new Error(result.failure.description);
const { journal } = result;
for (let count = journal.records.length + 1; ; count += 1) {
  const written = await journal.append(opened(count));
  if (!written.ok) throw new Error(written.failure.description);
  process.stdout.write(`${count}\n`);
}
