import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { goOnWithoutLost } from '../../store/sqlite/database.ts';
import type { Command } from './command.ts';

/** `accept-loss`: continues with a database that has lost acknowledged commits. */
export const acceptLoss: Command = {
  usage: 'accept-loss',
  summary: 'go on with a database that has lost acknowledged commits',
  words: [],
  options: [],
  onFile: true,
  async run({ database }) {
    const { lost, commits } = goOnWithoutLost(database);
    if (lost === 0) {
      return refuse('Conflict', 'The database has every acknowledged commit; nothing is lost.');
    }
    return answer([
      `accepted that ${lost} acknowledged commits are lost`,
      `sound; the database goes on with ${commits} commits`,
    ]);
  },
};
