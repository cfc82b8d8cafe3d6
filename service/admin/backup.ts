import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { answer, refuse } from '../../shared/protocol/errors.ts';
import { formatDateTime } from '../../shared/time/date-time.ts';
import { replaceFile } from '../operate/copy-file.ts';
import {
  backupDatabase,
  type CheckedDatabase,
  checkDatabase,
  settleDatabase,
} from '../store/sqlite/backup.ts';
import type { Command } from './command.ts';

/** `backup`: a whole, checked copy of the database in one file. */
export const backup: Command = {
  usage: 'backup FILE',
  summary: 'write a checked copy of the database to a new file',
  words: ['FILE'],
  options: [],
  async run(context, { words: [file = ''] }) {
    return answer([`backup ${file}`, inWords(backupDatabase(context.database, file))]);
  },
};

/** `restore`: checks a backup, and puts it in the place of the database. */
export const restore: Command = {
  usage: 'restore FILE [--verify]',
  summary: 'put a backup in the place of the database, which is kept beside it',
  words: ['FILE'],
  makesData: true,
  options: [{ name: 'verify', kind: 'flag', help: 'only check the backup; change nothing' }],
  async run(context, { words: [file = ''], given }) {
    const { database } = context;
    const found = inWords(checkDatabase(file));
    if (given.verify === true) return answer([`${file} can be restored`, found]);
    const there = existsSync(database);
    // Whoever owns the database would go on writing into a file that has no name any more.
    if (there) settleDatabase(database);
    const stamp = formatDateTime(context.now()).replace(/\D/g, '');
    const keep = there ? `${database}.before-${stamp}` : null;
    if (keep !== null && existsSync(keep)) {
      return refuse('Conflict', `${keep} is there already; try again in a second.`);
    }
    await mkdir(dirname(database), { recursive: true, mode: 0o700 });
    await replaceFile(file, database, { keep, stale: [`${database}-wal`, `${database}-shm`] });
    const kept = keep === null ? [] : [`the database before is ${keep}`];
    return answer([`restored ${file}`, found, ...kept]);
  },
};

function inWords({ step, merchants, payments }: CheckedDatabase): string {
  return `sound; ${merchants} merchants, ${payments} payments, schema step ${step}`;
}
