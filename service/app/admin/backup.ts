import { existsSync } from 'node:fs';
import { link, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isSoundFile, readPrivateFiles } from '../../../shared/node/private-files.ts';
import { syncFolder } from '../../../shared/node/replace-file.ts';
import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';
import { movedMark } from '../../store/open-store.ts';
import {
  type CheckedDatabase,
  checkDatabase,
  completeBackup,
  removeCopy,
} from '../../store/sqlite/backup.ts';
import type { Command } from './command.ts';

/** `backup`: a whole, checked copy of the database and of its keys in one file. */
export const backup: Command = {
  usage: 'backup FILE',
  summary: 'Write a checked copy of the database and the keys to a new file',
  words: ['FILE'],
  options: [],
  act: 'databaseCopy',
  onFile: 'of-service',
  async run(deps, { words: [name = ''] }) {
    const file = resolve(name);
    const folder = dirname(deps.database);
    if (existsSync(file)) return refuse('Conflict', `${name} is there already; name a new file.`);
    const mark = movedMark(deps.database);
    if (existsSync(mark)) return refuse('Conflict', movedAway(mark));
    // An interrupted backup never has the name of a complete one.
    const partial = `${file}.partial`;
    const copied = await deps.copyTo(partial);
    if (!copied.ok) return copied;
    if (!existsSync(partial)) return refuse('Conflict', notHere(partial));
    try {
      const files = await readPrivateFiles(folder);
      // A restore would refuse a damaged backup, so the backup is refused now.
      const damaged = files.find((one) => !isSoundFile(one));
      if (damaged !== undefined) {
        const path = join(folder, damaged.name);
        return refuse('Conflict', `${path} cannot be read; mend it or move it.`);
      }
      const checked = completeBackup(partial, files);
      await giveName(partial, file);
      return answer({ lines: [`backup ${name}`, ...inWords(checked)] });
    } finally {
      removeCopy(partial);
    }
  },
};

/** The file of a folder whose data is in PostgreSQL has only what was there before the move. */
const movedAway = (mark: string) =>
  'The data was moved to PostgreSQL: back PostgreSQL up with its own tools, ' +
  `or remove ${mark} to back up the old data.`;

/** The unit of a running service has `PrivateTmp`: what it writes to /tmp or /var/tmp is nowhere else. */
const notHere = (partial: string) =>
  `The service wrote ${partial} where nobody else sees it: its unit has folders /tmp and /var/tmp of ` +
  'its own, and the file is removed when the service stops. Name a file in another folder, ' +
  'such as /var/backups/tillkit.';

/** Gives the backup its name without replacing a file that appeared meanwhile. */
async function giveName(partial: string, file: string): Promise<void> {
  try {
    await link(partial, file);
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (exists) throw new Error(`${file} is there already; name a new file.`);
    // A file system without hard links.
    await rename(partial, file);
  }
  await syncFolder(dirname(file));
}

/** `verify`: checks a backup and changes nothing. */
export const verify: Command = {
  usage: 'verify FILE',
  summary: 'Check a backup: every page, the sums of the ledger, and the keys',
  words: ['FILE'],
  options: [],
  withoutData: true,
  onFile: 'any',
  async run(_, { words: [file = ''] }) {
    const checked = checkedBackup(file);
    return checked.ok
      ? answer({ lines: [`${file} can be restored`, ...inWords(checked.value)] })
      : checked;
  },
};

/** Checks that a backup can be restored. */
export function checkedBackup(file: string): Answer<CheckedDatabase> {
  const checked = checkDatabase(file);
  const damaged = checked.files.find((one) => !isSoundFile(one));
  if (damaged === undefined) return answer(checked);
  return refuse('Bad Request', `${file} is damaged: ${damaged.name} in it cannot be read.`);
}

/** The content of a backup: one line for the data and one for the files. */
export function inWords({ step, merchants, payments, files }: CheckedDatabase): readonly string[] {
  const names = files.map(({ name }) => name).join(' ');
  return [
    `sound; ${merchants} merchants, ${payments} payments, schema step ${step}`,
    names === '' ? 'no keys; no service has run on it yet' : `with ${names}`,
  ];
}
