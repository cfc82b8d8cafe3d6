import { join } from 'node:path';
import type { Ready } from '../../service/index.ts';
import type { TillSettings } from '../../shared/device/bridge/contract.ts';
import type { PrinterSettings } from '../../shared/device/printing/settings.ts';
import type { Terminal, TerminalSetup } from '../../shared/terminal/index.ts';
import type { DeviceClock } from '../../shared/time/clock.ts';
import { keepIn } from '../host/adapters/kept-value.ts';
import { packageRoot, secureRandom, systemClock, systemIds } from '../host/adapters/machine.ts';
import { openBackOffice } from '../host/back-office/back-office.ts';
import { billRules, openBills } from '../host/bills/bills.ts';
import { openPort } from '../host/printing/open-printing.ts';
import type { PrinterPort } from '../host/printing/port.ts';
import { createPrinting } from '../host/printing/printing.ts';
import { printFile } from '../host/printing/queue.ts';
import { startHost } from '../host/till/screen-host.ts';
import type { Activity } from './clock.ts';

export type TillFeaturesDeps = {
  readonly ready: Ready;
  readonly directory: string;
  readonly activity: Activity;
  readonly setup: TerminalSetup;
  /** The clock of this run of the till. */
  readonly clock: DeviceClock;
  readonly printerPort: number | null;
  readonly screen: boolean;
};

/** The receipt printing and the screen of one run of a till. */
export type TillFeatures = {
  readonly screenAddress: () => string;
  readonly close: () => Promise<void>;
};

const NO_SCREEN = 'This shop has no screen; create it with the option screen: true.';

/** Opens the features that the options of the shop name. */
export async function openFeatures(
  terminal: Terminal,
  { ready, directory, activity, setup, clock, printerPort, screen }: TillFeaturesDeps,
): Promise<TillFeatures> {
  if (printerPort === null && !screen) {
    return { screenAddress: noScreen, close: async () => undefined };
  }
  const { name, address, organisation_number: organisationNumber } = ready.merchant;
  const { posId, currency } = setup;
  const settings: TillSettings = {
    shop: { name, address, organisationNumber },
    currency,
    locale: 'en-GB',
    language: 'en',
    posId,
    paidDwellSeconds: 8,
    timeZone: 'UTC',
  };
  const report = () => undefined;
  const common = { terminal, settings, directory, clock, ids: systemIds, report };
  const backOffice = await openBackOffice({
    staff: 'here',
    ...common,
    random: secureRandom,
    refunds: 'possible',
    settlements: null,
    terms: () => ({ timeZone: 'UTC', startOfDay: '00:00:00' }),
    // This till has no books.
    books: { ofDay: async () => [], days: () => [] },
  });
  const printer = printerPort === null ? null : printerAt(printerPort);
  // The deadlines of the connection to the printer are real: the printer is a server of this process.
  const port = printer === null ? null : openPort(printer, systemClock, null);
  const printing =
    printer === null || port === null
      ? null
      : createPrinting({
          ...common,
          settings: () => settings,
          printer,
          port: counted(port, activity),
          keep: keepIn(join(directory, 'printing.json'), printFile),
          days: backOffice,
        });
  // The screen sells by bills. This till has no books, drawer and fiscal device, so no payment waits for them or is in them.
  const bills = openBills({
    terminal,
    staff: { approver: () => null },
    language: settings.language,
    rules: () => billRules(settings),
    isBooked: () => false,
    drawer: () => null,
    paidHere: () => undefined,
    permit: async () => ({ ok: true, value: () => undefined }),
  });
  const assetsDir = join(packageRoot(), 'dist/screens/cashier');
  const host = screen
    ? await startHost({ ...common, backOffice, bills, printing, assetsDir, port: 0 })
    : null;
  return {
    screenAddress: () => host?.launchAddress() ?? noScreen(),
    async close() {
      await host?.stop();
      bills.stop();
      printing?.stop();
      backOffice.stop();
    },
  };
}

function noScreen(): never {
  throw new Error(NO_SCREEN);
}

function printerAt(port: number): PrinterSettings {
  const form = { columns: 48, codePage: 'pc858', cut: 'partial', drawer: 'left_shut' } as const;
  const connection = { kind: 'network', host: '127.0.0.1', port, form } as const;
  return { receipts: 'always', connection };
}

/** A printer whose jobs count as work in progress. */
function counted(port: PrinterPort, activity: Activity): PrinterPort {
  return {
    ...port,
    async print(receipt) {
      const end = activity.begin();
      try {
        return await port.print(receipt);
      } finally {
        end();
      }
    },
  };
}
