import { isTimeZone } from '../../../shared/ledger/calendar.ts';
import { oneFolder, readArguments } from '../../../shared/node/read-arguments.ts';
import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';
import { thisMachine } from '../../host/adapters/machine.ts';

export const BOOKS_HELP = `Writes the books of a till as a file for an accountant or an authority.

  tillkit books export [DIR] [options] > FILE

  DIR                 the till's data folder; the usual folder by default
  --format FORMAT     receipts (default): a table (CSV) with one row for each receipt and refund
                      accounts: a table with the sums of each day, account, VAT rate and tender
                      json: one line for each entry, as the till wrote it
                      saf-t: SAF-T Cash Register (Norway), with --organisation and --name
  --from DAY          first business day, such as 2026-03-01; all days by default
  --to DAY            last business day, included
  --time-zone ZONE    of the shop, such as Europe/Oslo; that of this machine by default
  --accounts FILE     the shop's account numbers, in JSON; those that it leaves out keep their defaults
  --organisation NO   nine digits of the company, for saf-t
  --name TEXT         its name, for saf-t
  --version           print the version
  --help              this text

The command only reads, also while the till runs. tillkit journal verify finds out whether somebody changed
the books.`;

const FORMATS = ['receipts', 'accounts', 'json', 'saf-t'] as const;

export type BooksExport = {
  readonly path: string | null;
  readonly format: (typeof FORMATS)[number];
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly accounts: string | null;
  /** Of `saf-t` only. */
  readonly company: { readonly organisation: string; readonly name: string } | null;
};

export type BooksRequest =
  | { readonly kind: 'help' }
  | { readonly kind: 'export'; readonly command: BooksExport };

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the command line; a refusal's description is printed for the operator. */
export function parseBooks(args: readonly string[]): Answer<BooksRequest> {
  const parsed = readArguments({
    args: [...args],
    allowPositionals: true,
    options: {
      format: { type: 'string', default: 'receipts' },
      from: { type: 'string', default: '0001-01-01' },
      to: { type: 'string', default: '9999-12-31' },
      'time-zone': { type: 'string', default: thisMachine.zone },
      accounts: { type: 'string' },
      organisation: { type: 'string' },
      name: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  if (values.help === true) return answer({ kind: 'help' });
  const [act, ...folders] = positionals;
  if (act !== 'export') return refuse('Bad Request', 'Say what to do: tillkit books export.');
  const path = oneFolder(folders);
  if (!path.ok) return path;
  const format = FORMATS.find((one) => one === values.format);
  if (format === undefined) {
    return refuse('Bad Request', `--format is one of ${FORMATS.join(', ')}.`);
  }
  const { from, to, 'time-zone': timeZone, accounts = null } = values;
  if (!DAY.test(from) || !DAY.test(to) || from > to) {
    return refuse('Bad Request', '--from and --to are days such as 2026-03-01, in this order.');
  }
  if (!isTimeZone(timeZone)) {
    return refuse('Bad Request', '--time-zone is a name such as Europe/Oslo.');
  }
  const company = companyOf(values.organisation, values.name);
  if (format === 'saf-t' && company === null) {
    return refuse(
      'Bad Request',
      'SAF-T names the company: give --organisation with its nine digits, and --name.',
    );
  }
  return answer({
    kind: 'export',
    command: { path: path.value, format, from, to, timeZone, accounts, company },
  });
}

function companyOf(organisation: string | undefined, name: string | undefined) {
  if (organisation === undefined || name === undefined || name === '') return null;
  return /^\d{9}$/.test(organisation) ? { organisation, name } : null;
}
