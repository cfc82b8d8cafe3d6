import { constants } from 'node:fs';
import { access, readdir, readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import type { Found } from '../../../shared/device/diagnosis/checks.ts';
import { fiscalRuleOf } from '../../../shared/device/fiscal/setting.ts';
import type { PrinterSettings } from '../../../shared/device/printing/settings.ts';
import { newestReceipts } from '../../../shared/device/receipts/receipt-label.ts';
import { keepIn } from '../adapters/kept-value.ts';
import type { SmallFiles } from '../adapters/small-files.ts';
import { bookFileName, periodsIn, readBookFile } from '../books/book-files.ts';
import { lastTaken } from '../books/hand-over.ts';
import { BOOKS_FOLDER } from '../books/open-books.ts';
import type { FiscalDeviceAt } from '../fiscal/device.ts';
import { decode } from '../journal/line-format.ts';
import type { Printing } from '../printing/printing.ts';
import { HANDED_OVER_FILE, handedOver, unseenOf } from '../receipts/hand-over.ts';
import type { MachineAccess, ScreenCount } from './machine-access.ts';

const MEGABYTE = 1024 * 1024;
/** Free space for a warning, and for a failure because sales are about to stop. */
const DISK_LOW_MB = 500;
const DISK_FULL_MB = 50;
const JOURNAL = 'terminal.journal';

/** Whether the journal is intact and writable. */
export async function checkJournal(directory: string): Promise<Found> {
  const path = join(directory, JOURNAL);
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null) return warn('journal_missing', null);
  const { damage } = decode(bytes);
  if (damage !== null) return fail('journal_damaged', `byte ${damage.offset}`);
  try {
    // Compaction writes a second file, so the folder must be writable too.
    await access(path, constants.R_OK | constants.W_OK);
    await access(directory, constants.W_OK);
  } catch {
    return fail('not_writable', JOURNAL);
  }
  return pass(String(Math.ceil(bytes.length / 1024)));
}

/** Free space on the till's disk. */
export async function checkDisk(directory: string): Promise<Found> {
  const disk = await statfs(directory).catch(() => null);
  if (disk === null) return warn('disk_unknown', null);
  const free = Math.floor((disk.bavail * disk.bsize) / MEGABYTE);
  if (free < DISK_FULL_MB) return fail('disk_full', String(free));
  return free < DISK_LOW_MB ? warn('disk_low', String(free)) : pass(String(free));
}

/** Where the till's key is. */
export function checkSecrets(place: MachineAccess['secrets']): Found {
  switch (place) {
    case 'os':
      return pass('operating system');
    case 'file':
      return warn('secrets_in_file', null);
    case 'none':
      return pass('own service');
  }
}

/** Queries the printer, unless waiting jobs already show a problem. */
export async function checkPrinter(
  settings: PrinterSettings | undefined,
  printing: Pick<Printing, 'view' | 'printerState'> | null,
): Promise<Found> {
  if (settings === undefined || printing === null) return skip('no_printer');
  const { connection } = settings;
  const name =
    connection.kind === 'network' ? `${connection.host}:${connection.port}` : nameOf(connection);
  const state = await printing.printerState();
  if (state.kind === 'fault') return fail(state.why, name);
  const { jobs } = printing.view();
  if (jobs.length > 0) return warn('receipts_waiting', String(jobs.length));
  if (state.kind === 'silent') return warn('printer_silent', name);
  return state.paper === 'low' ? warn('paper_low', name) : pass(name);
}

function nameOf(
  connection: Exclude<PrinterSettings['connection'], { readonly kind: 'network' }>,
): string {
  return connection.kind === 'device' ? connection.path : (connection.name ?? '-');
}

/** Whether the fiscal device answers. */
export async function checkFiscal(
  settings: Pick<TillSettings, 'fiscal' | 'country' | 'locale' | 'posId'> | null,
  deviceAt: FiscalDeviceAt,
): Promise<Found> {
  const place = settings?.fiscal;
  if (settings === null || place === undefined || fiscalRuleOf(settings) === null) {
    return skip('no_fiscal');
  }
  const { host, port } = place;
  const said = await deviceAt({ host, port })({ till: settings.posId, do: 'status' });
  const name = `${host}:${port}`;
  return said === null ? fail('fiscal_absent', name) : pass(name);
}

/** Whether the service has taken each Z report. Reads the files of the books and changes nothing. */
export async function checkCloses(directory: string, files: SmallFiles): Promise<Found> {
  const folder = join(directory, BOOKS_FOLDER);
  const taken = lastTaken(directory, files).read()?.number ?? 0;
  const periods = periodsIn(await readdir(folder).catch(() => []));
  const [first] = periods.filter((period) => period > taken);
  if (first === undefined) return pass(null);
  const { entries } = readBookFile(await readFile(join(folder, bookFileName(first))));
  return entries.at(-1)?.fact.kind === 'close' ? warn('close_waiting', String(first)) : pass(null);
}

/** The newest receipts that the service has refused; a warning until a person has seen them (D-401). */
export function checkReceipts(directory: string, files: SmallFiles): Found {
  const state = keepIn(files, join(directory, HANDED_OVER_FILE), handedOver).read();
  if (state === null || state.refused.length === 0) return pass(null);
  const unseen = unseenOf(state);
  return unseen.length > 0
    ? warn('receipts_refused', newestReceipts(unseen))
    : { ...pass(newestReceipts(state.refused)), reason: 'refused_seen' };
}

/** The windows and displays of this machine. */
export function checkScreens(count: ScreenCount | null): Found {
  if (count === null) return pass('browser');
  const fact = `${count.windows}/${count.displays}`;
  if (count.windows === 0) return fail('no_screen', fact);
  return count.customerDisplay === 'missing' ? warn('display_missing', fact) : pass(fact);
}

/** The running version, and an update that waits. */
export function checkVersion(about: string, update: string | null): Found {
  return pass(update === null ? about : `${about}, ${update}`);
}

export const pass = (fact: string | null): Found => ({ state: 'passed', reason: null, fact });
const warn = (reason: Found['reason'], fact: string | null): Found => ({
  state: 'warning',
  reason,
  fact,
});
const fail = (reason: Found['reason'], fact: string | null): Found => ({
  state: 'failed',
  reason,
  fact,
});
export const skip = (reason: Found['reason']): Found => ({ state: 'skipped', reason, fact: null });
