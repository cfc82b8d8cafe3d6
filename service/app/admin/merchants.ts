import { z } from 'zod';
import { type MoneyInteger, subtract, toDecimalString } from '../../../shared/money/money.ts';
import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { formatDateTime } from '../../../shared/time/date-time.ts';
import { readLogo } from '../../merchants/logo.ts';
import { changeMerchant } from '../../merchants/merchant-access.ts';
import type { Settlement } from '../../store/ledger-store.ts';
import { STORAGE_KINDS } from '../../store/storage-store.ts';
import { type Command, printList } from './command.ts';
import { checkInput, printListOf, readInput } from './problems.ts';

/** `list-merchants`: id, name, integrator, in byte order of the ids; with `--stored` what each has stored. */
export const listMerchants: Command = {
  usage: 'list-merchants [--stored]',
  summary: 'list the merchants',
  words: [],
  options: [
    {
      name: 'stored',
      kind: 'flag',
      help: 'also rows and bytes of its payments, receipts, attachments, closed periods and pictures; reads all of them',
    },
  ],
  async run(deps, { options }) {
    const { merchants, storage } = await deps.store();
    const storedBy = async (id: string) => {
      const columns: string[] = [];
      for (const kind of options.stored === true ? STORAGE_KINDS : []) {
        const { count, bytes } = await storage.of(id, kind);
        columns.push(`${kind} ${count} ${bytes}`);
      }
      return columns;
    };
    return printList({
      page: (after: string | null, limit) => merchants.list(after, limit),
      first: null,
      cursorOf: (id) => id,
      columnsOf: async (id) => {
        const record = await merchants.record(id);
        if (record === null) return null;
        return [id, record.name, record.integratorId ?? '', ...(await storedBy(id))];
      },
    });
  },
};

/** `set-integrator`: sets the integrator that may act for a merchant (D-05). */
export const setIntegrator: Command = {
  usage: 'set-integrator MERCHANT INTEGRATOR|none',
  summary: 'say which integrator may act for a merchant',
  words: ['MERCHANT', 'INTEGRATOR'],
  options: [],
  async run(deps, { words: [merchant = '', integrator = ''] }) {
    const store = await deps.store();
    const integratorId = integrator === 'none' ? null : integrator;
    if (integratorId !== null && (await store.integrators.read(integratorId)) === null) {
      return refuse('Not Found', `There is no integrator ${integratorId}; create it first.`);
    }
    const changed = await changeMerchant(store, merchant, (record) =>
      answer({ ...record, integratorId }),
    );
    if (!changed.ok) return changed;
    return answer([`merchant ${merchant}: integrator ${integratorId ?? 'none'}`]);
  },
};

/** `set-logo`: the image of `GET /merchant/<id>/logo` (D-68). */
export const setLogo: Command = {
  usage: 'set-logo MERCHANT FILE',
  summary: 'set the logo of a merchant, a PNG image',
  words: ['MERCHANT', 'FILE'],
  options: [],
  async run(deps, { words: [merchant = '', file = ''] }) {
    const bytes = await readInput(file, LIMITS.logoBytesMax);
    if (!bytes.ok) return bytes;
    const logo = readLogo(bytes.value);
    if (!logo.ok) return logo;
    const { merchants } = await deps.store();
    if ((await merchants.read(merchant)) === null) {
      return refuse('Not Found', `There is no merchant ${merchant}.`);
    }
    await merchants.putLogo(merchant, logo.value);
    return answer([`merchant ${merchant}: logo of ${bytes.value.length} bytes`]);
  },
};

/** `show-settlements`: one line for each, in the order of their ids; amounts in major units. */
export const showSettlements: Command = {
  usage: 'show-settlements MERCHANT',
  summary: 'list settlements: id, from, to, currency, gross, fees, payout, carried on',
  words: ['MERCHANT'],
  options: [],
  run: (deps, { words: [merchant = ''] }) =>
    printListOf(deps, merchant, ({ settlements }) => ({
      page: (after: number, limit) => settlements.list(merchant, after, limit),
      first: 0,
      cursorOf: (number) => number,
      columnsOf: async (number) => {
        const settlement = await settlements.read(merchant, number);
        return settlement === null ? null : columnsOf(settlement);
      },
    })),
};

function columnsOf({ number, start, end, currency, sums }: Settlement): readonly string[] {
  // The difference between gross and net: all fees, the tax on fees, and interchange.
  const fees = subtract(sums.gross, sums.net);
  const inMajor = (amount: MoneyInteger) => toDecimalString(amount, currency);
  const amounts = [sums.gross, fees, sums.payout, sums.after].map(inMajor);
  return [String(number), formatDateTime(start), formatDateTime(end), currency, ...amounts];
}

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
