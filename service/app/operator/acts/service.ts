import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { dateTime, line } from '../../../../shared/protocol/basic.ts';
import { answer, refuse } from '../../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';
import { formatDateTime } from '../../../../shared/time/date-time.ts';
import { StoreNotOpened } from '../../../store/store-errors.ts';
import { act } from '../act.ts';

const serial = z
  .string()
  .regex(/^\d+$/, 'must be digits')
  .max(LIMITS.serialNumberMax, `must be at most ${LIMITS.serialNumberMax} digits`);

/** Acts on the whole service. */
export const SERVICE_ACTS = {
  serialIssue: act({
    method: 'POST',
    path: '/serials/',
    summary: 'Issue a range of serial numbers for printed codes, which merchants then attach',
    about: `At most ${LIMITS.serialsAtOnceMax} numbers at a time. Repeating a range changes nothing (D-149).`,
    input: z.strictObject({
      first: serial.describe('The first number.'),
      last: serial.describe('The last number, with as many digits.'),
    }),
    output: z.object({
      issued: z.int().describe('Numbers that are new.'),
      present: z.int().describe('Numbers that were issued before.'),
    }),
    success: 200,
    errors: [],
    async run({ store }, { first, last }) {
      if (first.length !== last.length) {
        return refuse('Bad Request', 'FIRST and LAST must have the same number of digits.');
      }
      const [from, to] = [BigInt(first), BigInt(last)];
      const count = Number(to - from + 1n);
      const most = LIMITS.serialsAtOnceMax;
      if (count < 1 || count > most) {
        const sentence = `LAST must be FIRST or later, at most ${most} numbers at a time.`;
        return refuse('Bad Request', sentence);
      }
      const number = (at: number) => String(from + BigInt(at)).padStart(first.length, '0');
      const numbers = Array.from({ length: count }, (_, at) => number(at));
      const issued = await store.shortlinks.addSerials(numbers);
      return answer({ issued, present: count - issued });
    },
  }),
  clockConfirm: act({
    method: 'POST',
    path: '/clock/confirm/',
    summary: 'Say that the clock of this machine is right, for a service that doubts it',
    about: 'The service trusts its clock again within ten seconds, or at its next start (D-216).',
    input: z.strictObject({}),
    output: z.object({
      time: dateTime.describe('The time of the clock, UTC.'),
      newest: dateTime.nullable().describe('When the newest commit was, UTC.'),
    }),
    success: 200,
    errors: [],
    async run({ store, now }) {
      const before = await store.clockMark.read();
      const time = now();
      await store.clockMark.confirm(time);
      return answer({
        time: formatDateTime(time),
        newest: before === null ? null : formatDateTime(before),
      });
    },
  }),
  databaseCopy: act({
    method: 'POST',
    path: '/database/copy/',
    summary: 'Write a copy of the embedded database, without the keys, to a new file',
    about:
      'The service writes the file. The command `backup` adds the keys and checks the copy (D-528).',
    input: z.strictObject({
      path: line(LIMITS.uriMax)
        .refine(isAbsolute, 'must be an absolute path')
        .describe('The absolute path of the file.'),
    }),
    output: z.object({}),
    success: 200,
    errors: ['Conflict'],
    alone: true,
    async run({ copyTo }, { path }, gone) {
      if (copyTo === null) {
        return refuse('Conflict', 'The data is in PostgreSQL: back it up with its own tools.');
      }
      try {
        await copyTo(path, gone());
        return answer({});
      } catch (error) {
        if (error instanceof StoreNotOpened) return refuse('Conflict', error.message);
        throw error;
      }
    },
  }),
};
