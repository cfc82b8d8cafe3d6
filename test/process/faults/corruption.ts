import { openSqliteStore } from '../../../service/store/sqlite/open.ts';
import { createPrng, type Prng } from '../../simulation/prng.ts';
import { newDatabase } from '../../support/new-database.ts';
import { auditStore } from './audit-store.ts';
import { corruptJournal } from './corrupt-journal.ts';
import { corruptKeys } from './corrupt-keys.ts';
import { damage } from './damage.ts';
import { type FaultReport, play, type Round } from './report.ts';
import { writeAndKill } from './writer.ts';

/** What is damaged, in turn. */
const KINDS = [
  (prng: Prng) => corruptDatabase(prng, 'log'),
  (prng: Prng) => corruptDatabase(prng, 'page'),
  corruptJournal,
  corruptKeys,
] as const;

/**
 * Damages a random piece of a database's log, of its pages, of a till's journal or of a service's keys,
 * in turn, and starts on it. Either the start or a read is refused, or all acknowledged data is there.
 */
export function runCorruption(seed: number, rounds: number): Promise<FaultReport> {
  return play(seed, rounds, async (one) => {
    const corrupt = KINDS[one % KINDS.length];
    if (corrupt === undefined) throw new Error('no such kind');
    return corrupt(createPrng(one));
  });
}

/**
 * The log is damaged as the killed writer left it; pages are damaged when they are all in the database
 * file.
 */
async function corruptDatabase(prng: Prng, where: 'log' | 'page'): Promise<Round> {
  const { path, remove } = newDatabase();
  try {
    const written = await writeAndKill(path, prng.between(50, 200));
    if (where === 'page') await openSqliteStore(path).close();
    const { what } = damage(where === 'log' ? `${path}-wal` : path, prng);
    return await auditStore(path, written, what);
  } finally {
    remove();
  }
}
