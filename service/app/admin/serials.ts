import { z } from 'zod';
import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { Command } from './command.ts';
import { checkInput } from './problems.ts';

const serial = z
  .string()
  .regex(/^\d+$/, 'must be digits')
  .max(LIMITS.serialNumberMax, `must be at most ${LIMITS.serialNumberMax} digits`);

/** `issue-serials`: numbers that are printed on codes and that merchants attach (D-149). */
export const issueSerials: Command = {
  usage: 'issue-serials FIRST LAST',
  summary: 'issue a range of serial numbers for printed codes, which merchants then attach',
  words: ['FIRST', 'LAST'],
  options: [],
  makesData: true,
  async run(deps, { words: [first = '', last = ''] }) {
    const checked = checkInput(z.object({ first: serial, last: serial }), { first, last });
    if (!checked.ok) return checked;
    if (first.length !== last.length) {
      return refuse('Bad Request', 'FIRST and LAST must have the same number of digits.');
    }
    const [from, to] = [BigInt(first), BigInt(last)];
    const count = Number(to - from + 1n);
    if (count < 1 || count > LIMITS.serialsAtOnceMax) {
      const most = LIMITS.serialsAtOnceMax;
      return refuse(
        'Bad Request',
        `LAST must be FIRST or later, at most ${most} numbers at a time.`,
      );
    }
    const { shortlinks } = await deps.store();
    const number = (index: number) => String(from + BigInt(index)).padStart(first.length, '0');
    const added = await shortlinks.addSerials(Array.from({ length: count }, (_, at) => number(at)));
    return answer([`${added} serial numbers issued, ${count - added} were issued before`]);
  },
};
