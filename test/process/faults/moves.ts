import { existsSync, renameSync, rmSync } from 'node:fs';
import { openSqliteStore } from '../../../service/store/sqlite/open.ts';
import { createPrng } from '../../simulation/prng.ts';
import { newDatabase } from '../../support/new-database.ts';
import { auditStore } from './audit-store.ts';
import { type FaultReport, play, type Round } from './report.ts';
import { startWriter } from './writer.ts';

/** What is done to which files, in turn. */
const CASES = [
  { how: 'renamed', files: [''] },
  { how: 'deleted', files: ['-wal'] },
  { how: 'renamed', files: ['-wal'] },
  { how: 'deleted', files: ['', '-wal'] },
  { how: 'deleted', files: [''] },
] as const;

/**
 * Renames or deletes the database or its log under a running writer. The writer must be refused, no
 * second process may start meanwhile, and no new file may be made in its place. After a renamed file is
 * back, all acknowledged data is there; after a deletion the next start is refused.
 */
export function runMoves(seed: number, rounds: number): Promise<FaultReport> {
  return play(seed, rounds, async (one) => {
    const prng = createPrng(one);
    const { how, files } = CASES[one % CASES.length] ?? CASES[0];
    return move(how, files, prng.between(20, 120));
  });
}

async function move(
  how: 'renamed' | 'deleted',
  files: readonly string[],
  count: number,
): Promise<Round> {
  const { path, remove } = newDatabase();
  const writer = startWriter(path);
  try {
    await writer.more(count);
    const paths = files.map((suffix) => path + suffix);
    for (const file of paths) {
      if (how === 'renamed') renameSync(file, `${file}.away`);
      else rmSync(file);
    }
    const findings: string[] = [];
    const what = `${paths.join(' and ')} ${how}`;
    if (!isHeld(path)) findings.push(`${what}: a second process starts on the folder`);
    // A refused write ends the writer.
    await writer.ended;
    for (const file of paths) {
      if (existsSync(file)) findings.push(`${what}: another file was made in the place of ${file}`);
      if (how === 'renamed') renameSync(`${file}.away`, file);
    }
    const audit = await auditStore(path, writer.acknowledged, what);
    if (how === 'renamed' && audit.refused) findings.push(`${what}: it does not come back`);
    return { ...audit, refused: true, findings: [...findings, ...audit.findings] };
  } finally {
    await writer.kill();
    remove();
  }
}

function isHeld(path: string): boolean {
  try {
    void openSqliteStore(path).close();
    return false;
  } catch {
    return true;
  }
}
