import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { startCommand } from '../../shared/node/command.ts';
import { appDataDirectory } from '../../shared/node/folders.ts';
import { thisMachine } from '../host/adapters/machine.ts';
import { decode } from '../host/journal/line-format.ts';
import { failureOf } from '../host/journal/writer.ts';
import { JOURNAL_HELP, type JournalRequest, parseJournal } from './journal/arguments.ts';
import { cover, healthOf, inWords } from './journal/print.ts';
import { recoverJournal } from './journal/recover.ts';
import { verifyAt } from './journal/verify.ts';

const FILE = 'terminal.journal';
const GONE: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR']);

/**
 * Prints a journal without changing it, its lock or its till, or recovers one; returns the exit
 * code.
 */
async function run(request: Exclude<JournalRequest, { kind: 'help' }>): Promise<number> {
  if (request.kind === 'recover') {
    const done = await recoverJournal(await pathOf(request.path));
    (done.ok ? console.log : console.error)(done.sentence);
    return done.ok ? 0 : 1;
  }
  if (request.kind === 'verify') {
    const done = await verify(request.path, request.copy);
    (done.ok ? console.log : console.error)(done.sentence);
    return done.ok ? 0 : 1;
  }
  const { command } = request;
  const path = await pathOf(command.path);
  const bytes = await readFile(path).catch((error: unknown) => sentenceOf(error, path));
  if (typeof bytes === 'string') {
    console.error(bytes);
    return 1;
  }
  const read = decode(bytes);
  if (command.form === 'words') console.log(inWords(path, read, command.personal));
  else {
    for (const record of read.records) {
      console.log(JSON.stringify(command.personal === 'shown' ? record : cover(record)));
    }
    // Standard output contains the records only.
    if (read.damage !== null || read.tornBytes > 0) console.error(healthOf(read));
  }
  return read.damage === null ? 0 : 1;
}

function verify(path: string | null, copy: string | null) {
  const folder = path ?? appDataDirectory(thisMachine.platform, thisMachine.env);
  return verifyAt(resolve(folder), copy === null ? null : resolve(copy));
}

function pathOf(path: string | null): Promise<string> {
  return fileAt(resolve(path ?? appDataDirectory(thisMachine.platform, thisMachine.env)));
}

async function fileAt(path: string): Promise<string> {
  const stats = await stat(path).catch(() => null);
  return stats?.isDirectory() ? join(path, FILE) : path;
}

function sentenceOf(error: unknown, path: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (GONE.has(code)) return `There is no journal at ${path}; name the till's data folder.`;
  return `${path} cannot be read. ${failureOf(error).description}`;
}

await startCommand({ help: JOURNAL_HELP, parse: parseJournal, run });
