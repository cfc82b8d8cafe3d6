import { z } from 'zod';
import { decodeText } from '../../../shared/csv/decode.ts';
import { writeSecretFile } from '../../../shared/node/private-file.ts';
import { type Answer, answer } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { formatDateTime } from '../../../shared/time/date-time.ts';
import {
  type CustomerAdministration,
  createCustomer as create,
  customerName,
  eraseCustomer as erase,
  importCustomers as importAll,
  listCustomers as list,
  setBlocked,
  setCredit,
  typedNumber,
} from '../../customers/administration.ts';
import { exportCustomer as exportOne } from '../../customers/export-customer.ts';
import type { CustomerRecord } from '../../store/store.ts';
import { type AdminDeps, type Command, textOf } from './command.ts';
import { checkInput, readInput, writeFailure } from './problems.ts';

const yesOrNo = z.enum(['yes', 'no'], 'must be yes or no').transform((word) => word === 'yes');

async function on({
  store,
  ids,
  now,
}: Pick<AdminDeps, 'ids' | 'now' | 'store'>): Promise<CustomerAdministration> {
  return { store: await store(), ids, now };
}

const NAMED = ['NUMBER|ID'];

/** `create-customer`: an active customer, who has accepted no terms. */
const createCustomer: Command = {
  usage: 'create-customer NUMBER --name NAME [options]',
  summary: 'create a customer, who can sign in at once',
  words: ['NUMBER'],
  options: [
    { name: 'name', kind: 'text', help: 'name of the customer', required: true },
    { name: 'credit', kind: 'flag', help: 'the customer may pay by credit' },
  ],
  makesData: true,
  async run(deps, { words: [number = ''], options }) {
    const checked = checkInput(z.object({ number: typedNumber, name: customerName }), {
      number,
      name: textOf(options, 'name') ?? '',
    });
    if (!checked.ok) return checked;
    const { number: msisdn, name } = checked.value;
    const values = { msisdn, name, allowCredit: options.credit === true };
    const made = await create(await on(deps), values, 'active');
    return made.ok ? answer([`customer ${made.value.id} with the number ${msisdn}`]) : made;
  },
};

/** `invite-customer`: permits a number to register under `--registration invited`. */
const inviteCustomer: Command = {
  usage: 'invite-customer NUMBER',
  summary: 'let a number register where registration is for invited customers',
  words: ['NUMBER'],
  options: [],
  makesData: true,
  async run(deps, { words: [number = ''] }) {
    const checked = checkInput(z.object({ number: typedNumber }), { number });
    if (!checked.ok) return checked;
    const msisdn = checked.value.number;
    const values = { msisdn, name: '', allowCredit: false };
    const made = await create(await on(deps), values, 'invited');
    return made.ok ? answer([`the number ${msisdn} may register`]) : made;
  },
};

const LINES_DEFAULT = 100;
const LINES_MAX = 10_000;

const page = z.object({
  limit: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(1).max(LINES_MAX))
    .nullable(),
});

const PAGE_OPTIONS = [
  { name: 'limit', kind: 'text', help: `lines at a time, to ${LINES_MAX} (${LINES_DEFAULT})` },
  { name: 'after', kind: 'text', help: 'go on after the customer of this id' },
] as const;

/** `list-customers`: in byte order of the ids, a page at a time. */
const listCustomers: Command = {
  usage: 'list-customers [options]',
  summary: 'list the customers: id, number, status, credit, created, terms, name',
  words: [],
  options: PAGE_OPTIONS,
  run: (deps, { options }) => shown(deps, '', options),
};

/** `find-customer`: by a part of the number or of the name, or by the id. */
const findCustomer: Command = {
  usage: 'find-customer TEXT [options]',
  summary: 'list the customers whose number or name contains TEXT, or whose id it is',
  words: ['TEXT'],
  options: PAGE_OPTIONS,
  run: (deps, { words: [text = ''], options }) => shown(deps, text, options),
};

async function shown(
  deps: Pick<AdminDeps, 'ids' | 'now' | 'store'>,
  text: string,
  options: Parameters<typeof textOf>[0],
): Promise<Answer<readonly string[]>> {
  const checked = checkInput(page, { limit: textOf(options, 'limit') });
  if (!checked.ok) return checked;
  const limit = checked.value.limit ?? LINES_DEFAULT;
  const query = { text, after: textOf(options, 'after'), limit };
  return answer((await list(await on(deps), query)).map(lineOf));
}

function lineOf({ id, msisdn, status, allowCredit, created, terms, name }: CustomerRecord): string {
  const accepted =
    terms === null ? 'no terms' : `${terms.version} ${formatDateTime(terms.accepted)}`;
  const credit = allowCredit ? 'credit' : 'no credit';
  const columns = [id, msisdn ?? '', status, credit, formatDateTime(created), accepted, name];
  return columns.join('\t').trimEnd();
}

const blocking = (status: 'blocked' | 'active', name: string, summary: string): Command => ({
  usage: `${name} NUMBER|ID`,
  summary,
  words: NAMED,
  options: [],
  async run(deps, { words: [who = ''] }) {
    const changed = await setBlocked(await on(deps), who, status);
    return changed.ok ? answer([`customer ${changed.value.id} is ${status}`]) : changed;
  },
});

/** `allow-credit`: whether a customer may pay by credit. */
const allowCredit: Command = {
  usage: 'allow-credit NUMBER|ID yes|no',
  summary: 'say whether a customer may pay by credit where the merchant accepts it',
  words: [...NAMED, 'yes|no'],
  options: [],
  async run(deps, { words: [who = '', word = ''] }) {
    const checked = checkInput(z.object({ answer: yesOrNo }), { answer: word });
    if (!checked.ok) return checked;
    const allowed = checked.value.answer;
    const changed = await setCredit(await on(deps), who, allowed);
    if (!changed.ok) return changed;
    return answer([`customer ${changed.value.id} may ${allowed ? '' : 'not '}pay by credit`]);
  },
};

/** `import-customers`: the customers of a CSV file; a wrong row refuses the whole file. A repeat goes on after a power cut. */
const importCustomers: Command = {
  usage: 'import-customers FILE',
  summary: 'create the customers of a CSV file with the columns msisdn, name, allow_credit',
  words: ['FILE'],
  options: [],
  makesData: true,
  async run(deps, { words: [file = ''] }) {
    const bytes = await readInput(file, LIMITS.importBytesMax);
    if (!bytes.ok) return bytes;
    const done = await importAll(await on(deps), decodeText(bytes.value));
    if (!done.ok) return done;
    const { created, present } = done.value;
    return answer([`${created} customers created, ${present} were there already`]);
  },
};

/** `export-customer`: everything about one customer, to a file or to standard output. */
const exportCustomer: Command = {
  usage: 'export-customer NUMBER|ID [--out FILE]',
  summary: 'write all data of a customer as JSON',
  words: NAMED,
  options: [{ name: 'out', kind: 'text', help: 'new file for the JSON; otherwise it is printed' }],
  async run(deps, { words: [who = ''], options }) {
    const data = await exportOne(await deps.store(), who);
    if (!data.ok) return data;
    const json = JSON.stringify(data.value, null, 2);
    const out = textOf(options, 'out');
    if (out === null) return answer([json]);
    const failure = await writeSecretFile(out, `${json}\n`).catch(writeFailure(out));
    return failure ?? answer([`data of the customer in ${out}`]);
  },
};

/** `erase-customer`: the removal of the personal data cannot be undone, so the command asks for `--yes`. */
const eraseCustomer: Command = {
  usage: 'erase-customer NUMBER|ID --yes',
  summary: 'remove the personal data of a customer; ledger and log keep a pseudonym',
  words: NAMED,
  options: [{ name: 'yes', kind: 'flag', help: 'the data cannot be restored', required: true }],
  async run(deps, { words: [who = ''] }) {
    const erased = await erase(await on(deps), who);
    return erased.ok ? answer([`customer ${erased.value} is erased`]) : erased;
  },
};

/** The commands on customers, by their names. */
export const CUSTOMER_COMMANDS: readonly (readonly [string, Command])[] = [
  ['create-customer', createCustomer],
  ['invite-customer', inviteCustomer],
  ['import-customers', importCustomers],
  ['list-customers', listCustomers],
  ['find-customer', findCustomer],
  [
    'block-customer',
    blocking('blocked', 'block-customer', 'refuse a customer like an unknown one'),
  ],
  ['unblock-customer', blocking('active', 'unblock-customer', 'let a blocked customer pay again')],
  ['allow-credit', allowCredit],
  ['export-customer', exportCustomer],
  ['erase-customer', eraseCustomer],
];
