import { z } from 'zod';
import { readCsv } from '../../shared/csv/read.ts';
import type { Ids } from '../../shared/ids/ids.ts';
import { ownTurn } from '../../shared/node/own-turn.ts';
import { line } from '../../shared/protocol/basic.ts';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { MSISDN, readPhoneNumber } from '../../shared/protocol/phone-number.ts';
import { formatDateTime } from '../../shared/time/date-time.ts';
import { finished } from '../../shared/time/in-pieces.ts';
import type { CustomerStatus } from '../store/customer-store.ts';
import type { CustomerRecord, Store } from '../store/store.ts';

/** What the operator's commands on customers, and the operator API, need. */
export type CustomerAdministration = {
  readonly store: Store;
  readonly ids: Ids;
  readonly now: () => number;
};

/** A number as people write it. */
export const typedNumber = z
  .string()
  .transform((text) => readPhoneNumber(text) ?? text)
  .pipe(
    z.string().regex(MSISDN, 'must be a phone number with its country code, such as 4798765432'),
  );

export const customerName = line(LIMITS.personNameMax);

/** A customer as the operator reads it, in an export and in the operator API. */
export function customerView(record: CustomerRecord) {
  const { id, msisdn, name, status, allowCredit, created, terms } = record;
  return {
    id,
    msisdn,
    name,
    status,
    allow_credit: allowCredit,
    created: formatDateTime(created),
    terms: terms && { version: terms.version, accepted: formatDateTime(terms.accepted) },
  };
}

/** Creates an active customer, or one that is invited to register. */
export async function createCustomer(
  { store, ids, now }: CustomerAdministration,
  values: { readonly msisdn: string; readonly name: string; readonly allowCredit: boolean },
  status: 'active' | 'invited',
): Promise<Answer<CustomerRecord>> {
  const record = { id: ids.short(), ...values, status, created: now(), terms: null };
  if ((await store.customers.add(record)) === 'added') return answer(record);
  return refuse('Conflict', `There is a customer with the number ${values.msisdn} already.`);
}

/** The customer of an id or a number, of any status. */
export async function readCustomer(
  { store }: Pick<CustomerAdministration, 'store'>,
  idOrNumber: string,
): Promise<Answer<CustomerRecord>> {
  const { customers } = store;
  const msisdn = typedNumber.safeParse(idOrNumber);
  const found =
    (msisdn.success ? await customers.recordByMsisdn(msisdn.data) : null) ??
    (await customers.record(idOrNumber));
  if (found !== null) return answer(found);
  return refuse('Not Found', 'There is no customer with this number or id.');
}

const PAGE = 200;

/**
 * Customers in the order of their ids, after the id `after`; with `text` only those whose number, id
 * or name contains it, ignoring case. Reads all customers in pages when few match, until `gone` aborts;
 * other work of the service runs between the pages.
 */
export async function listCustomers(
  { store }: Pick<CustomerAdministration, 'store'>,
  query: {
    readonly text: string;
    readonly after: string | null;
    readonly limit: number;
    readonly gone?: AbortSignal;
  },
): Promise<readonly CustomerRecord[]> {
  const { limit, gone } = query;
  const digits = query.text.replaceAll(/[\s+]/g, '');
  const text = query.text.toLowerCase();
  const matches = ({ id, msisdn, name }: CustomerRecord) =>
    id === query.text ||
    (/^\d+$/.test(digits) && (msisdn ?? '').includes(digits)) ||
    name.toLowerCase().includes(text);
  const found: CustomerRecord[] = [];
  for (let { after } = query; found.length < limit && gone?.aborted !== true; ) {
    const page = await store.customers.records(after, PAGE);
    found.push(...page.filter(matches));
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.id;
    await ownTurn();
  }
  return found.slice(0, limit);
}

/** Statuses from which each change of status is possible. */
const BEFORE: Readonly<Record<'blocked' | 'active', CustomerStatus>> = {
  blocked: 'active',
  active: 'blocked',
};

/**
 * Blocks a customer, or unblocks one. A blocked customer is signed out, cannot sign in, and is
 * refused in payment and permission requests like an unknown number (4004).
 */
export async function setBlocked(
  deps: CustomerAdministration,
  idOrNumber: string,
  status: 'blocked' | 'active',
): Promise<Answer<CustomerRecord>> {
  const read = await readCustomer(deps, idOrNumber);
  if (!read.ok || read.value.status === status) return read;
  const next = { ...read.value, status };
  const was = BEFORE[status];
  if (read.value.status === was && (await deps.store.customers.change(next, was))) {
    return answer(next);
  }
  return refuse('Conflict', `Customer ${next.id} is ${read.value.status} and not ${was}.`);
}

/** Allows a customer to pay by credit where the merchant accepts it, or forbids it. */
export async function setCredit(
  deps: CustomerAdministration,
  idOrNumber: string,
  allowCredit: boolean,
): Promise<Answer<CustomerRecord>> {
  const read = await readCustomer(deps, idOrNumber);
  if (!read.ok) return read;
  const next = { ...read.value, allowCredit };
  if (next.status !== 'erased' && (await deps.store.customers.change(next, next.status))) {
    return answer(next);
  }
  return refuse('Conflict', `Customer ${next.id} is erased, or was changed at the same time.`);
}

/** Removes a customer's personal data; ledger and log keep the pseudonym `erased:<id>`. */
export async function eraseCustomer(
  deps: CustomerAdministration,
  idOrNumber: string,
): Promise<Answer<string>> {
  const read = await readCustomer(deps, idOrNumber);
  if (!read.ok) return read;
  const { id, status } = read.value;
  if (status !== 'erased' && (await deps.store.customers.erase(id))) return answer(id);
  return refuse('Conflict', `Customer ${id} is erased already.`);
}

const row = z.object({
  msisdn: typedNumber,
  name: customerName,
  allow_credit: z
    .enum(['yes', 'no', ''], 'must be yes or no')
    .default('no')
    .transform((word) => word === 'yes'),
});

/** The result of an import: customers that were created, and numbers that had a customer already. */
export type Imported = { readonly created: number; readonly present: number };

const PROBLEMS_SHOWN = 20;

/** Rows that an import checks or looks up at a time; other work of the service runs between them. */
const ROWS_AT_ONCE = 100;

/**
 * Creates the customers of a CSV file with the columns `msisdn`, `name` and optionally
 * `allow_credit` (yes or no). All rows are checked first; with one wrong row nothing is written. A
 * number that has a customer is left as it is, so that an import can be repeated. Customers are written a hundred at a time
 * (D-504); a repeat goes on with the rest after a power cut.
 */
export async function importCustomers(
  deps: CustomerAdministration,
  csv: string,
): Promise<Answer<Imported>> {
  const { store, ids, now } = deps;
  // The names of the columns are a row too, and a file may have a column that is not read.
  const rowsMax = LIMITS.importRowsMax + 1;
  const file = await finished(readCsv(csv, { rows: rowsMax, cells: 4 * rowsMax }), ownTurn);
  if (!file.ok) return file;
  const { columns, rows } = file.value;
  if (!['msisdn', 'name'].every((name) => columns.includes(name))) {
    return refuse('Bad Request', 'The first line must name the columns msisdn and name.');
  }
  const records = new Map<string, CustomerRecord>();
  const problems: string[] = [];
  for (const { row: number, cells } of rows) {
    if (number % ROWS_AT_ONCE === 0) await ownTurn();
    const read = row.safeParse(Object.fromEntries(cells));
    if (!read.success) {
      const wrong = read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
      problems.push(`row ${number}: ${wrong.join(' and ')}`);
    } else if (records.has(read.data.msisdn)) {
      problems.push(`row ${number}: the number ${read.data.msisdn} comes twice`);
    } else {
      const { msisdn, name, allow_credit: allowCredit } = read.data;
      const known = { id: ids.short(), msisdn, name, allowCredit, created: now() };
      records.set(msisdn, { ...known, status: 'active', terms: null });
    }
  }
  if (problems.length > 0) {
    const more = problems.length - PROBLEMS_SHOWN;
    const shown = problems.slice(0, PROBLEMS_SHOWN).concat(more > 0 ? [`and ${more} more`] : []);
    return refuse('Bad Request', `Nothing was imported: ${shown.join('; ')}.`);
  }
  const numbers = [...records.keys()];
  for (let from = 0; from < numbers.length; from += ROWS_AT_ONCE) {
    await Promise.all(
      numbers.slice(from, from + ROWS_AT_ONCE).map(async (msisdn) => {
        if ((await store.customers.recordByMsisdn(msisdn)) !== null) records.delete(msisdn);
      }),
    );
    await ownTurn();
  }
  const fresh = [...records.values()];
  let created = 0;
  for (let from = 0; from < fresh.length; from += ROWS_AT_ONCE) {
    created += await addedOf(store, fresh.slice(from, from + ROWS_AT_ONCE));
    await ownTurn();
  }
  return answer({ created, present: rows.length - created });
}

/** Adds the customers whose number nobody else has taken meanwhile, and returns how many these were. */
async function addedOf(
  store: CustomerAdministration['store'],
  records: readonly CustomerRecord[],
): Promise<number> {
  if ((await store.customers.addAll(records)) === 'added') return records.length;
  const each = await Promise.all(records.map((one) => store.customers.addAll([one])));
  return each.filter((result) => result === 'added').length;
}
