import { readdirSync, statSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatAmount } from '../../../shared/money/format.ts';
import { stateOf } from '../../../shared/terminal/sale/sale-state.ts';
import { recoverState } from '../../../shared/terminal/start/recover.ts';
import type { Instant } from '../../../shared/time/clock.ts';
import { decode } from '../journal/line-format.ts';

const LOG_BYTES = 256 * 1024;
const SALES = 100;
const CRASHES = 50;
const SETTINGS_BYTES = 64 * 1024;

/** The last lines of the shell's log and of the log before it. */
export async function lastLog(directory: string): Promise<string> {
  const [before, now] = await Promise.all(
    ['electron.log.1', 'electron.log'].map((name) => tail(join(directory, name), LOG_BYTES)),
  );
  const text = `${before}${now}`;
  return text === '' ? 'There is no log; only the till in Electron writes one.\n' : text;
}

/** Numbers, amounts and states of the last sales in the journal; no customer and no text. */
export async function journalSummary(directory: string): Promise<string> {
  const bytes = await readFile(join(directory, 'terminal.journal')).catch(() => null);
  if (bytes === null) return 'There is no journal.\n';
  const read = decode(bytes);
  const { sales, unclaimed, refunds } = recoverState(read.records);
  const lines = [...sales.values()].slice(-SALES).map((sale) => {
    const { facts } = sale;
    const { amount, currency } = facts.body;
    const tid = facts.created?.tid ?? '-';
    const started = iso(facts.started);
    return [started, facts.number, formatAmount(amount, currency, 'en'), tid, stateOf(sale).kind]
      .map(String)
      .join('  ');
  });
  const head = [
    `${read.records.length} records, ${bytes.length} bytes, ${read.tornBytes} of them torn`,
    read.damage === null ? 'whole' : `DAMAGED at byte ${read.damage.offset}: ${read.damage.why}`,
    `${sales.size} sales, ${refunds.size} refunds, ${unclaimed.size} unclaimed results`,
  ];
  return `${[...head, '', ...lines].join('\n')}\n`;
}

/** Times and sizes of crash dumps; the dumps contain memory and stay where they are. */
export function crashList(directory: string): string {
  const folder = join(directory, 'crashes');
  try {
    const dumps = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.dmp'))
      .map((name) => ({ name, ...statSync(join(folder, name)) }))
      .sort((a, b) => b.mtimeMs - a.mtimeMs)
      .slice(0, CRASHES)
      .map(({ size, mtimeMs }) => `${iso(mtimeMs)}  ${size} bytes`);
    return dumps.length === 0 ? 'No crashes are kept.\n' : `${dumps.join('\n')}\n`;
  } catch {
    return 'No crashes are kept.\n';
  }
}

/** The text of a settings file; secrets are in other files, which are not read. */
export async function settingsText(directory: string, name: string): Promise<string | null> {
  const text = await tail(join(directory, name), SETTINGS_BYTES);
  return text === '' ? null : text;
}

export function iso(at: Instant): string {
  return new Date(at).toISOString();
}

/** The end of a file from a whole line on; empty if the file is missing. */
async function tail(path: string, most: number): Promise<string> {
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return '';
  try {
    const { size } = await file.stat();
    const length = Math.min(size, most);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    const text = buffer.subarray(0, bytesRead).toString();
    return size > most ? text.slice(text.indexOf('\n') + 1) : text;
  } catch {
    return '';
  } finally {
    await file.close();
  }
}
