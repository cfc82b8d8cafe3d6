import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { BookEntry } from '../../shared/books/entry.ts';
import {
  type Accounts,
  accountRows,
  DEFAULT_ACCOUNTS,
} from '../../shared/books/export/accounts.ts';
import { cashRegisterFile } from '../../shared/books/export/cash-register-file.ts';
import { accountTable, receiptTable } from '../../shared/books/export/tables.ts';
import { csvFile } from '../../shared/csv/write.ts';
import { startCommand } from '../../shared/node/command.ts';
import { appDataDirectory } from '../../shared/node/folders.ts';
import { createSystemClock } from '../../shared/node/system-clock.ts';
import { productVersion } from '../../shared/node/version.ts';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';
import { thisMachine } from '../host/adapters/machine.ts';
import { BOOKS_HELP, type BooksExport, parseBooks } from './books/arguments.ts';
import { readBooks } from './books/read-books.ts';

/** Prints the books in a form for others; returns the exit code. */
async function exportBooks(command: BooksExport): Promise<number> {
  const directory = resolve(
    command.path ?? appDataDirectory(thisMachine.platform, thisMachine.env),
  );
  const [entries, accounts] = await Promise.all([
    readBooks(directory),
    accountsOf(command.accounts),
  ]);
  const file = !entries.ok
    ? entries
    : !accounts.ok
      ? accounts
      : written(entries.value, accounts.value, command);
  if (!file.ok) {
    console.error(file.refusal.description);
    return 1;
  }
  process.stdout.write(file.value);
  return 0;
}

function written(
  all: readonly BookEntry[],
  accounts: Accounts,
  command: BooksExport,
): Answer<string> {
  const { format, from, to, timeZone, company } = command;
  const entries = all.filter(({ day }) => day >= from && day <= to);
  const begin = all[0]?.fact;
  const currency = begin?.kind === 'begin' ? begin.currency : 'NOK';
  switch (format) {
    case 'json':
      return answer(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    case 'receipts':
      return answer(csvFile(receiptTable(entries, all, { currency, timeZone })));
    case 'accounts':
      return answer(csvFile(accountTable(accountRows(entries, accounts), currency)));
    case 'saf-t':
      return cashRegisterFile(all, {
        // The command line is refused without it.
        company: company ?? { organisation: '', name: '' },
        from: from === '0001-01-01' ? (all[0]?.day ?? from) : from,
        to: to === '9999-12-31' ? (all.at(-1)?.day ?? to) : to,
        timeZone,
        created: createSystemClock().now(),
        software: { name: 'Tillkit', version: productVersion() },
      });
  }
}

const account = z.string().min(1).max(35);
const byRate = z.record(z.union([z.literal('else'), z.string().regex(/^\d{1,5}$/)]), account);
const accountsFile = z
  .strictObject({
    cash: account,
    phone: account,
    other: account,
    sales: byRate,
    vat: byRate,
    tips: account,
    rounding: account,
    difference: account,
    transfer: account,
    payOut: account,
  })
  .partial();

async function accountsOf(path: string | null): Promise<Answer<Accounts>> {
  if (path === null) return answer(DEFAULT_ACCOUNTS);
  try {
    const { sales, vat, ...rest } = accountsFile.parse(JSON.parse(await readFile(path, 'utf8')));
    const given = Object.fromEntries(
      Object.entries(rest).filter(([, number]) => number !== undefined),
    );
    return answer({
      ...DEFAULT_ACCOUNTS,
      ...given,
      sales: { ...DEFAULT_ACCOUNTS.sales, ...sales },
      vat: { ...DEFAULT_ACCOUNTS.vat, ...vat },
    });
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    return refuse('Bad Request', `The account numbers in ${path} cannot be used. ${why}`);
  }
}

await startCommand({
  help: BOOKS_HELP,
  parse: parseBooks,
  run: ({ command }) => exportBooks(command),
});
