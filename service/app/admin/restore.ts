import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeSecretFile } from '../../../shared/node/private-file.ts';
import { privateFilesIn } from '../../../shared/node/private-files.ts';
import { replaceWithCopy, syncFolder } from '../../../shared/node/replace-file.ts';
import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';
import { formatDateTime } from '../../../shared/time/date-time.ts';
import { type BackupFile, settleDatabase, unpackBackup } from '../../store/sqlite/backup.ts';
import { goOnWithoutLost } from '../../store/sqlite/database.ts';
import { checkedBackup, inWords } from './backup.ts';
import type { Command } from './command.ts';

/** `restore`: checks a backup, and installs its database and keys. */
export const restore: Command = {
  usage: 'restore FILE [--verify] [--replace]',
  summary: 'Put the database and the keys of a backup in place',
  words: ['FILE'],
  makesData: true,
  onFile: 'of-service',
  options: [
    { name: 'verify', kind: 'flag', help: 'only check the backup; change nothing' },
    { name: 'replace', kind: 'flag', help: 'keep what is there beside it and take its place' },
  ],
  async run(deps, { words: [file = ''], options }) {
    const { database } = deps;
    const sound = checkedBackup(file);
    if (!sound.ok) return sound;
    const checked = sound.value;
    if (options.verify === true)
      return answer({ lines: [`${file} can be restored`, ...inWords(checked)] });
    const stamp = formatDateTime(deps.now()).replace(/\D/g, '');
    const there = await present(database, checked.files);
    if (there.length > 0 && options.replace !== true) {
      const what = `There is ${there.join(', ')} in ${dirname(database)} already`;
      return refuse(
        'Conflict',
        `${what}; give --replace to keep that beside it, or another --data.`,
      );
    }
    const aside = await keepAside(database, there, stamp);
    if (!aside.ok) return aside;
    await putInPlace(file, database, checked.files, aside.value);
    const kept = there.map((name) => `${name} before is ${name}.before-${stamp}`);
    return answer({ lines: [`restored ${file}`, ...inWords(checked), ...kept] });
  },
};

const DATABASE = 'tillkit.db';

/** Names of the files that a restore would replace. */
async function present(database: string, files: readonly BackupFile[]): Promise<string[]> {
  const own = existsSync(database) ? [DATABASE] : [];
  // A backup without keys leaves the existing keys; a backup with keys replaces all of them.
  return files.length === 0 ? own : [...own, ...(await privateFilesIn(dirname(database)))];
}

/** Moves the keys aside. The database is moved when the new one takes its place. */
async function keepAside(
  database: string,
  names: readonly string[],
  stamp: string,
): Promise<Answer<string | null>> {
  const folder = dirname(database);
  const keep = (name: string) => join(folder, `${name}.before-${stamp}`);
  const taken = names.map(keep).find((path) => existsSync(path));
  if (taken !== undefined) {
    return refuse('Conflict', `${taken} is there already; try again in a second.`);
  }
  const there = names.includes(DATABASE);
  // Another process that has the database open would continue to write to a file without a name.
  if (there) settleDatabase(database);
  // The log of a damaged database, named so that SQLite finds it next to the file that was moved
  // aside.
  const log = `${database}-wal`;
  if (there && existsSync(log)) await rename(log, `${keep(DATABASE)}-wal`);
  for (const name of names) {
    if (name !== DATABASE) await rename(join(folder, name), keep(name));
  }
  return answer(there ? keep(DATABASE) : null);
}

async function putInPlace(
  file: string,
  database: string,
  files: readonly BackupFile[],
  keep: string | null,
): Promise<void> {
  const folder = dirname(database);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Keys first: a service that starts with a database and no keys would create new ones.
  for (const { name, content } of files) await writeSecretFile(join(folder, name), content);
  await syncFolder(folder);
  // The commit mark counts the commits of the previous database.
  const stale = ['-wal', '-shm', '-mark'].map((end) => database + end);
  await replaceWithCopy(file, database, { keep, stale, prepare: unpackBackup });
}

/** `accept-loss`: continues with a database that has lost acknowledged commits. */
export const acceptLoss: Command = {
  usage: 'accept-loss',
  summary: 'Go on with a database that has lost acknowledged commits',
  words: [],
  options: [],
  onFile: 'of-service',
  async run({ database }) {
    const { lost, commits } = goOnWithoutLost(database);
    if (lost === 0) {
      return refuse('Conflict', 'The database has every acknowledged commit; nothing is lost.');
    }
    return answer({
      lines: [
        `accepted that ${lost} acknowledged commits are lost`,
        `sound; the database goes on with ${commits} commits`,
      ],
    });
  },
};
