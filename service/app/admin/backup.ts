import { dirname, join } from 'node:path';
import { isSoundFile, readPrivateFiles } from '../../../shared/node/private-files.ts';
import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { backupDatabase, type CheckedDatabase } from '../../store/sqlite/backup.ts';
import type { Command } from './command.ts';

/** `backup`: a whole, checked copy of the database and of its keys in one file. */
export const backup: Command = {
  usage: 'backup FILE',
  summary: 'write a checked copy of the database and the keys to a new file',
  words: ['FILE'],
  options: [],
  onFile: true,
  async run(deps, { words: [file = ''] }) {
    const folder = dirname(deps.database);
    const files = await readPrivateFiles(folder);
    // A restore would refuse a damaged backup, so the backup is refused now.
    const damaged = files.find((one) => !isSoundFile(one));
    if (damaged !== undefined) {
      return refuse(
        'Conflict',
        `${join(folder, damaged.name)} cannot be read; mend it or move it.`,
      );
    }
    return answer([`backup ${file}`, ...inWords(backupDatabase(deps.database, file, files))]);
  },
};

/** The content of a backup: one line for the data and one for the files. */
export function inWords({ step, merchants, payments, files }: CheckedDatabase): readonly string[] {
  const names = files.map(({ name }) => name).join(' ');
  return [
    `sound; ${merchants} merchants, ${payments} payments, schema step ${step}`,
    names === '' ? 'no keys; no service has run on it yet' : `with ${names}`,
  ];
}
