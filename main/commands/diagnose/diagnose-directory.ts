import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import {
  DIAGNOSIS_CHECKS,
  type DiagnosisId,
  type DiagnosisResult,
  type Found,
} from '../../../shared/device/diagnosis/checks.ts';
import type { CheckResult } from '../../../shared/device/pairing/checks.ts';
import type { DeviceClock } from '../../../shared/time/clock.ts';
import { thisMachine } from '../../host/adapters/machine.ts';
import { realFiles } from '../../host/adapters/small-files.ts';
import { aboutThisMachine } from '../../host/diagnosis/machine-access.ts';
import {
  checkCloses,
  checkDisk,
  checkFiscal,
  checkJournal,
  checkPrinter,
  checkReceipts,
  checkSecrets,
  checkVersion,
  skip,
} from '../../host/diagnosis/machine-checks.ts';
import { readConnection } from '../../host/pairing/connection-file.ts';
import { type AccessRead, hostChecks, readAccess } from '../../host/pairing/pair-till.ts';
import { openPort } from '../../host/printing/open-printing.ts';
import { openSecretStore } from '../../host/secrets/secret-store.ts';
import { loadSettings, SETTINGS_FILE } from '../../host/settings/till-settings.ts';
import { MACHINE_PORTS } from '../../host/till/ports.ts';

/** The results of a diagnosis without the till's screen, and the secrets to redact. */
export type DiagnosisReport = {
  readonly results: readonly DiagnosisResult[];
  readonly secrets: readonly string[];
};

/**
 * Runs the checks of the till's screen from its data directory alone. The connection to the service
 * is checked only if this process can read the till's key: not with a key in the operating system's
 * store, and not for a till with an embedded service.
 */
export async function diagnoseDirectory(
  directory: string,
  clock: DeviceClock,
): Promise<DiagnosisReport> {
  const connection = await readConnection(directory);
  const read: AccessRead =
    connection?.secrets === 'file'
      ? await readAccess(directory, openSecretStore(directory, null))
      : { kind: 'none' };
  const settings = settingsOf(directory);
  const found = new Map<DiagnosisId, Found>();
  for (const { id, ...rest } of await serviceChecks(read, settings)) found.set(id, rest);
  const about = aboutThisMachine();
  found.set('journal', await checkJournal(directory));
  found.set('disk', await checkDisk(directory));
  found.set('secrets', secretsFound(connection?.secrets ?? null, read));
  found.set('printer', await printerFound(settings, clock));
  found.set('fiscal', await checkFiscal(settings, MACHINE_PORTS.devices.fiscal));
  found.set('closes', await checkCloses(directory, realFiles));
  found.set('receipts', checkReceipts(directory, realFiles));
  found.set('version', checkVersion(`Tillkit ${about.tillkit}, Node ${about.node}`, null));
  return {
    results: DIAGNOSIS_CHECKS.map((id, index) => ({
      number: index + 1,
      id,
      ...(found.get(id) ?? skip('not_asked')),
    })),
    secrets: read.kind === 'found' ? secretOf(read) : [],
  };
}

function secretOf({ access }: Extract<AccessRead, { readonly kind: 'found' }>): readonly string[] {
  const { credentials } = access.identity;
  return [credentials.kind === 'key' ? credentials.privateKey : credentials.secret];
}

async function serviceChecks(
  read: AccessRead,
  settings: TillSettings | null,
): Promise<readonly CheckResult[]> {
  if (read.kind !== 'found') return [];
  return hostChecks(read.access, read.connection.pos_id, settings?.currency ?? null, MACHINE_PORTS);
}

function secretsFound(place: 'os' | 'file' | null, read: AccessRead): Found {
  if (place === null) return checkSecrets('none');
  if (place === 'os') return skip('not_asked');
  if (read.kind === 'found') return checkSecrets('file');
  return { state: 'failed', reason: 'secrets_unreadable', fact: null };
}

/** Reads existing settings; unlike a start, it writes none. */
function settingsOf(directory: string): TillSettings | null {
  if (!existsSync(join(directory, SETTINGS_FILE))) return null;
  const shop = { name: 'Tillkit', address: null, organisationNumber: null };
  return loadSettings(directory, {
    shop,
    posId: 'till',
    systemLanguage: undefined,
    machineZone: thisMachine.zone,
  });
}

async function printerFound(settings: TillSettings | null, clock: DeviceClock): Promise<Found> {
  const printer = settings?.printer;
  if (printer === undefined) return skip('no_printer');
  const port = openPort(printer, clock, null);
  if (port === null) return skip('not_asked');
  const nothing = { printer: printer.connection.kind, receipts: printer.receipts, jobs: [] };
  return checkPrinter(printer, { view: () => nothing, printerState: () => port.state() });
}
