import { readdir, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { productVersion } from '../../../../shared/node/version.ts';
import { dateTime, line, optional } from '../../../../shared/protocol/basic.ts';
import { answer, refuse } from '../../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';
import type { Instant } from '../../../../shared/time/clock.ts';
import { formatDateTime } from '../../../../shared/time/date-time.ts';
import type { Store } from '../../../store/store.ts';
import { StoreBusy, StoreNotOpened, StoreUnavailable } from '../../../store/store-errors.ts';
import { act } from '../act.ts';
import { CHECKS, checksOf, UNMATCHED_AFTER } from '../state.ts';

const serial = z
  .string()
  .regex(/^\d+$/, 'must be digits')
  .max(LIMITS.serialNumberMax, `must be at most ${LIMITS.serialNumberMax} digits`);

/** The most cases that a check of `status` names. */
const CASES = 20;

/** Acts on the whole service. */
export const SERVICE_ACTS = {
  status: act({
    method: 'GET',
    path: '/status/',
    summary: 'Say on one page what needs a person: the exit code is 1 if anything does',
    about: `The answer has every check. A check that is not \`fine\` has a \`next\`, and names at most ${CASES} cases (D-680).`,
    input: z.strictObject({
      backups: optional(
        line(LIMITS.uriMax).refine(isAbsolute, 'must be an absolute path'),
      ).describe('The absolute path of the folder with the backups, for the age of the newest.'),
    }),
    output: z.object({
      version: z.string().describe('The version of the product.'),
      time: dateTime.describe('The time of the clock, UTC.'),
      checks: z.array(
        z.object({
          check: z.enum(CHECKS).describe('What is checked.'),
          fine: z.boolean().describe('Whether nobody has to do anything.'),
          sentence: z.string().describe('What is so.'),
          cases: z.array(z.string()).describe('Each case, such as a till that is silent.'),
          next: z.string().nullable().describe('What to do or to look at next; null if fine.'),
        }),
      ),
    }),
    success: 200,
    errors: [],
    async run({ store, now, notReady, disk }, { backups }) {
      const time = now();
      const none = store.copyTo === null ? 'elsewhere' : null;
      const checks = checksOf({
        now: time,
        notReady: notReady === null ? none : await notReady(),
        disk: await disk(),
        backup: backups === null ? 'unknown' : await newestIn(backups),
        stored: await storedOf(store, time).catch(nullIfSilent),
      });
      return answer({
        version: productVersion(),
        time: formatDateTime(time),
        // The schema's type has no read-only lists.
        checks: checks.map(({ cases, ...check }) => ({ ...check, cases: [...cases] })),
      });
    },
  }),
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

async function storedOf(store: Store, now: Instant) {
  return {
    backlog: await store.deliveries.backlog(),
    failingHosts: await store.deliveries.failingHosts(CASES),
    oldestEmail: await store.receipts.oldestWaiting(),
    unmatched: await store.payments.unmatched(now - UNMATCHED_AFTER, CASES),
    silentTills: await store.tillStatus.silentTills(CASES),
    books: await store.periods.problemsInAll(),
  };
}

function nullIfSilent(error: unknown): null {
  if (error instanceof StoreUnavailable || error instanceof StoreBusy) return null;
  throw error;
}

/** When the newest file of a folder was written; null for a folder without files, and for none. */
async function newestIn(folder: string): Promise<Instant | null> {
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => null)));
  const times = files.flatMap((file) => (file?.isFile() ? [file.mtimeMs] : []));
  return times.length === 0 ? null : Math.max(...times);
}
