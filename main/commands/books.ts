import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { BookEntry } from '../../shared/books/entry.ts';
import {
  type Accounts,
  accountRows,
  DEFAULT_ACCOUNTS,
} from '../../shared/books/export/accounts.ts';
import { cashRegisterFile } from '../../shared/books/export/cash-register-file.ts';
import { accountTable, receiptTable } from '../../shared/books/export/tables.ts';
import { csvPieces } from '../../shared/csv/write.ts';
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
  await pipeline(Readable.from(inBlocks(file.value)), process.stdout, { end: false });
  return 0;
}

const BLOCK = 64 * 1024;

/** Pieces of a file, joined so that one is worth a write. */
function* inBlocks(pieces: Iterable<string>): Generator<string> {
  let block = '';
  for (const piece of pieces) {
    block += piece;
    if (block.length < BLOCK) continue;
    yield block;
    block = '';
  }
  yield block;
}

function* linesOf(entries: readonly BookEntry[]): Generator<string> {
  for (const entry of entries) yield `${JSON.stringify(entry)}\n`;
}

/** The file in pieces, each made when it is written: the books of a year are longer than a text can be (D-548). */
function written(
  all: readonly BookEntry[],
  accounts: Accounts,
  command: BooksExport,
): Answer<Iterable<string>> {
  const { format, from, to, timeZone, company } = command;
  const entries = all.filter(({ day }) => day >= from && day <= to);
  // A clock that was wrong gives an entry an earlier or a later day than those around it.
  const days = entries.map(({ day }) => day).sort();
  const begin = all[0]?.fact;
  const currency = begin?.kind === 'begin' ? begin.currency : 'NOK';
  switch (format) {
    case 'json':
      return answer(linesOf(entries));
    case 'receipts':
      return answer(csvPieces(receiptTable(entries, all, { currency, timeZone })));
    case 'accounts':
      return answer(csvPieces(accountTable(accountRows(entries, accounts), currency)));
    case 'saf-t':
      return cashRegisterFile(all, {
        // The command line is refused without it.
        company: company ?? { organisation: '', name: '' },
        from: from === '0001-01-01' ? (days[0] ?? from) : from,
        to: to === '9999-12-31' ? (days.at(-1) ?? to) : to,
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
