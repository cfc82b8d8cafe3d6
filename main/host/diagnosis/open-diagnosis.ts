import type { Credentials } from '../../../shared/client/index.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import { answer } from '../../../shared/protocol/errors.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import { instantOf } from '../../../shared/time/clock.ts';
import type { SmallFiles } from '../adapters/small-files.ts';
import type { FiscalDeviceAt } from '../fiscal/device.ts';
import { type CheckPorts, hostChecks } from '../pairing/pair-till.ts';
import type { Printing } from '../printing/printing.ts';
import type { TillAccess } from '../service/access.ts';
import { keepBundle, supportBundle } from './bundle.ts';
import { createDiagnosis, type Diagnosis } from './diagnosis.ts';
import { aboutThisMachine, type MachineAccess } from './machine-access.ts';
import {
  checkCloses,
  checkDisk,
  checkFiscal,
  checkJournal,
  checkPrinter,
  checkReceipts,
  checkScreens,
  checkSecrets,
  checkVersion,
} from './machine-checks.ts';

export type OpenDiagnosisOptions = {
  readonly terminal: Pick<Terminal, 'view'>;
  readonly access: TillAccess;
  readonly settings: TillSettings;
  readonly directory: string;
  readonly machineAccess: MachineAccess;
  readonly printing: Printing | null;
  readonly ports: CheckPorts & {
    readonly devices: { readonly fiscal: FiscalDeviceAt };
    readonly files: SmallFiles;
  };
};

/** Opens the diagnosis of a till on this machine. */
export function openDiagnosis(options: OpenDiagnosisOptions): Diagnosis {
  const { terminal, access, settings, directory, machineAccess, printing, ports } = options;
  const { clock } = ports;
  const about = aboutThisMachine();
  const version = `Tillkit ${about.tillkit}, Node ${about.node}, Electron ${about.electron}`;
  return createDiagnosis({
    service: () => hostChecks(access, settings.posId, settings.currency, ports),
    machine: {
      journal: () => checkJournal(directory),
      disk: () => checkDisk(directory),
      secrets: async () => checkSecrets(machineAccess.secrets),
      printer: () => checkPrinter(settings.printer, printing),
      fiscal: () => checkFiscal(settings, ports.devices.fiscal),
      closes: () => checkCloses(directory, ports.files),
      receipts: async () => checkReceipts(directory, ports.files),
      screens: async () => checkScreens(machineAccess.screens?.() ?? null),
      version: async () => checkVersion(version, machineAccess.update()),
    },
    view: () => terminal.view(),
    clock,
    write: async (results) => {
      const at = instantOf(clock.now());
      try {
        const bytes = await supportBundle({
          directory,
          at,
          about: aboutThisMachine(),
          results,
          printing: printing?.view() ?? null,
          secrets: secretsOf(access.identity.credentials),
        });
        return answer({ id: await keepBundle(directory, bytes, at) });
      } catch {
        return refuseTill('file_not_written');
      }
    },
  });
}

export function secretsOf(credentials: Credentials): readonly string[] {
  return [credentials.kind === 'key' ? credentials.privateKey : credentials.secret];
}
