import { replaceFile } from '../../../shared/node/replace-file.ts';
import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { isPostgresAddress, movedMark } from '../../store/open-store.ts';
import { type Command, textOf } from './command.ts';

/** How much of a hash is printed: enough to compare two outputs. */
const HASH_SHOWN = 16;

/** `move-to-postgresql`: copies the embedded database and compares every row. */
export const moveToPostgresql: Command = {
  usage: 'move-to-postgresql --to URL',
  summary: 'Copy the embedded database to an empty PostgreSQL database and compare all rows',
  words: [],
  options: [
    { name: 'to', kind: 'text', help: 'address of the PostgreSQL database', required: true },
  ],
  onFile: 'any',
  async run({ database }, { options }) {
    const url = textOf(options, 'to') ?? '';
    if (!isPostgresAddress(url)) {
      return refuse('Bad Request', '--to must begin with postgres:// or postgresql://.');
    }
    // Loaded only if it is used: most commands do not need the driver.
    const { moveToPostgres } = await import('../../store/move-to-postgres.ts');
    const moved = await moveToPostgres(database, url);
    const mark = movedMark(database);
    replaceFile(mark, 'The data of this folder is in PostgreSQL now.\n', { flush: true });
    const lines = moved
      .filter(({ rows }) => rows > 0)
      .map(({ table, rows, hash }) => [table, rows, hash.slice(0, HASH_SHOWN)].join('\t'));
    const all = moved.reduce((sum, { rows }) => sum + rows, 0);
    return answer({
      lines: [
        ...lines,
        `moved ${all} rows; all rows and the sums of the ledger are equal`,
        'start the service with --database-url and the same --data folder, which has the keys',
      ],
    });
  },
};
