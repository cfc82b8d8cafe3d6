import { join } from 'node:path';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import type { PrinterSettings } from '../../../shared/device/printing/settings.ts';
import type { Ids } from '../../../shared/ids/ids.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import type { DeviceClock } from '../../../shared/time/clock.ts';
import { keepIn } from '../adapters/kept-value.ts';
import type { SmallFiles } from '../adapters/small-files.ts';
import type { ReceiptCodes } from '../books/receipt-codes.ts';
import type { Fiscal } from '../fiscal/fiscal.ts';
import type { NamedProducts } from '../receipts/paper-text.ts';
import { createDevicePrinter } from './device-printer.ts';
import { escposPort, type PrinterPort } from './port.ts';
import { createPrinting, type Days, type PrintedBooks, type Printing } from './printing.ts';
import { printFile } from './queue.ts';
import { createTcpPrinter } from './tcp-printer.ts';

/** Prints through the operating system; only Electron provides this. */
export type SystemPrinter = (connection: {
  readonly name: string | null;
  readonly paper: 58 | 80;
}) => PrinterPort;

/** The port of these settings; null when this process cannot reach the printer. */
export type PrinterAt = (
  printer: PrinterSettings,
  systemPrinter: SystemPrinter | null,
) => PrinterPort | null;

export type OpenPrintingOptions = {
  readonly terminal: Terminal;
  readonly settings: () => TillSettings;
  readonly directory: string;
  readonly systemPrinter: SystemPrinter | null;
  readonly report: (sentence: string) => void;
  readonly days: Days;
  readonly books: PrintedBooks;
  readonly fiscal: Pick<Fiscal, 'mark'> | null;
  readonly codeOf: ReceiptCodes['codeOf'];
  readonly named: NamedProducts;
  readonly printerAt: PrinterAt;
  readonly clock: DeviceClock;
  readonly ids: Ids;
  readonly files: SmallFiles;
};

/** Opens the receipt printer of the settings; null without one. */
export function openPrinting(options: OpenPrintingOptions): Printing | null {
  const { terminal, settings, directory, systemPrinter, report, days, named, books } = options;
  const { fiscal, codeOf, printerAt, clock, ids, files } = options;
  const { printer } = settings();
  if (printer === undefined) return null;
  const port = printerAt(printer, systemPrinter);
  if (port === null) {
    report('The settings name a printer of the operating system, which only Electron can use.');
    return null;
  }
  const keep = keepIn(files, join(directory, 'printing.json'), printFile);
  const deps = { clock, ids, report, days, named, fiscal, codeOf, books };
  return createPrinting({ terminal, settings, printer, port, keep, ...deps });
}

/** The port of these settings; null when this process cannot reach the printer. */
export function openPort(
  { connection }: PrinterSettings,
  clock: DeviceClock,
  systemPrinter: SystemPrinter | null,
): PrinterPort | null {
  switch (connection.kind) {
    case 'network':
      return escposPort(
        createTcpPrinter({ host: connection.host, port: connection.port, clock }),
        connection.form,
      );
    case 'device':
      return escposPort(createDevicePrinter({ path: connection.path, clock }), connection.form);
    case 'system':
      return systemPrinter?.(connection) ?? null;
  }
}
