import { readdirSync, rmSync, statSync } from 'node:fs';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { PrintingView } from '../../../shared/device/bridge/maintenance.ts';
import type { DiagnosisResult } from '../../../shared/device/diagnosis/checks.ts';
import { sayDiagnosis } from '../../../shared/device/diagnosis/say.ts';
import { formatAmount } from '../../../shared/money/format.ts';
import { readPrivateFile } from '../../../shared/node/private-file.ts';
import { stateOf } from '../../../shared/terminal/sale/sale-state.ts';
import { recoverState } from '../../../shared/terminal/start/recover.ts';
import type { Instant } from '../../../shared/time/clock.ts';
import { decode } from '../journal/line-format.ts';
import { tokenPath } from '../local-api/token-file.ts';
import { redact } from './redact.ts';
import { type ZipEntry, zip } from './zip.ts';

const LOG_BYTES = 256 * 1024;
const SALES = 100;
const CRASHES = 50;
const SETTINGS_BYTES = 64 * 1024;

/** The last lines of the shell's log and of the log before it. */
async function lastLog(directory: string): Promise<string> {
  const [before, now] = await Promise.all(
    ['electron.log.1', 'electron.log'].map((name) => tail(join(directory, name), LOG_BYTES)),
  );
  const text = `${before}${now}`;
  return text === '' ? 'There is no log; only the till in Electron writes one.\n' : text;
}

/** Numbers, amounts and states of the last sales in the journal; no customer and no text. */
async function journalSummary(directory: string): Promise<string> {
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
    `${sales.size} sales, ${refunds.size} refunds, ${unclaimed.size} unmatched payments`,
  ];
  return `${[...head, '', ...lines].join('\n')}\n`;
}

/** Times and sizes of crash dumps; the dumps contain memory and stay where they are. */
function crashList(directory: string): string {
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
async function settingsText(directory: string, name: string): Promise<string | null> {
  const text = await tail(join(directory, name), SETTINGS_BYTES);
  return text === '' ? null : text;
}

function iso(at: Instant): string {
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

export type BundleContent = {
  /** The till's data directory. */
  readonly directory: string;
  readonly at: Instant;
  /** Versions and machine data, one per line. */
  readonly about: Readonly<Record<string, string>>;
  readonly results: readonly DiagnosisResult[];
  readonly printing: PrintingView | null;
  /** Values that must not appear, whichever file contains them. */
  readonly secrets: readonly string[];
};

/** Folder of the support files in the data directory, and how many it keeps. */
export const SUPPORT_FOLDER = 'support';
const KEPT = 5;
const NAME = /^tillkit-support-[\dT]+\.zip$/;
const SETTINGS = ['settings.json', 'shell.json', 'connection.json'] as const;

const apiToken = z.object({ token: z.string() });

/**
 * A zip with the data that support needs: versions, checks, settings, figures of the journal, the
 * last log lines and crash times. It contains no secret, token, phone number or text of a sale.
 */
export async function supportBundle(content: BundleContent): Promise<Buffer> {
  const { directory, at, about, results, printing } = content;
  const own = await readPrivateFile(tokenPath(directory), apiToken).catch(() => null);
  const secrets = [...content.secrets, ...(own === null ? [] : [own.token])];
  const settings = await Promise.all(
    SETTINGS.map(async (name) => ({ name, text: await settingsText(directory, name) })),
  );
  const entries: ZipEntry[] = [
    { name: 'about.txt', text: aboutText({ ...about, written: iso(at) }) },
    { name: 'checks.txt', text: checksText(results) },
    { name: 'checks.json', text: `${JSON.stringify(results, null, 2)}\n` },
    { name: 'journal.txt', text: await journalSummary(directory) },
    { name: 'log.txt', text: await lastLog(directory) },
    { name: 'crashes.txt', text: crashList(directory) },
    { name: 'printing.json', text: `${JSON.stringify(printing, null, 2)}\n` },
    ...settings.flatMap(({ name, text }) => (text === null ? [] : [{ name, text }])),
  ];
  // All texts are redacted: a harmless text may contain a secret after an update.
  return zip(
    entries.map(({ name, text }) => ({ name, text: redact(text, secrets) })),
    at,
  );
}

/** Writes a bundle readable by its owner only, and keeps the newest few. Returns its path. */
export async function keepBundle(directory: string, bytes: Buffer, at: Instant): Promise<string> {
  const folder = join(directory, SUPPORT_FOLDER);
  const stamp = iso(at).replaceAll(/[-:]|\.\d+Z/g, '');
  const path = join(folder, `tillkit-support-${stamp}.zip`);
  await writeBundle(path, bytes);
  const old = readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort()
    .slice(0, -KEPT);
  for (const name of old) rmSync(join(folder, name), { force: true });
  return path;
}

export async function writeBundle(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, bytes, { mode: 0o600, flush: true });
}

/** The checks as text, one line each. */
export function checksText(results: readonly DiagnosisResult[]): string {
  const lines = results.map((result) => {
    const number = String(result.number).padStart(2);
    return `${number}  ${result.state.padEnd(7)}  ${sayDiagnosis(result)}`;
  });
  return `${lines.join('\n')}\n`;
}

function aboutText(about: Readonly<Record<string, string>>): string {
  return Object.entries(about)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
}
