import type { Ids, RandomBytes } from '../../../shared/ids/ids.ts';
import type { Environment } from '../../../shared/node/tracing/tracing.ts';
import {
  createTerminal,
  type Terminal,
  type TerminalDeps,
} from '../../../shared/terminal/index.ts';
import type { DeviceClock } from '../../../shared/time/clock.ts';
import {
  secureRandom,
  systemClock,
  systemFetch,
  systemIds,
  thisMachine,
} from '../adapters/machine.ts';
import { realFiles, type SmallFiles } from '../adapters/small-files.ts';
import { type BooksDisk, realBooksDisk } from '../books/book-files.ts';
import { openTillBooks, type TillBooks, type TillBooksOptions } from '../books/till-books.ts';
import { type FiscalDeviceAt, tcpFiscalDevice } from '../fiscal/device.ts';
import { type JournalDisk, type JournalFile, realDisk } from '../journal/disk.ts';
import { openPort, type PrinterAt } from '../printing/open-printing.ts';
import { type ScaleAt, serialLine } from '../scale/serial-line.ts';

/** How the devices at a till are reached. */
export type Devices = {
  readonly printer: PrinterAt;
  readonly fiscal: FiscalDeviceAt;
  readonly scale: ScaleAt;
};

/**
 * What a till uses of its machine. Everything in it gets its clock, its randomness, its requests and its devices from
 * here (D-550), so that a test opens the till that is sold.
 */
export type TillPorts = {
  readonly clock: DeviceClock;
  readonly ids: Ids;
  readonly random: RandomBytes;
  readonly fetch: typeof fetch;
  /** The disk of the journal. */
  readonly disk: JournalDisk<JournalFile>;
  readonly booksDisk: BooksDisk;
  /** The till's files beside its journal and its books. */
  readonly files: SmallFiles;
  readonly devices: Devices;
  /** The base address below which the event socket is reached: that of the API, but in a test that cuts the socket. */
  readonly pushBase: (baseUrl: string) => string;
  /** Opens the books of the parts that the till has for them. */
  readonly books: (parts: TillBooksOptions) => Promise<TillBooks>;
  /** Makes the engine of the parts that the till has for it; a test puts other parts or settings in their place. */
  readonly engine: (parts: TerminalDeps) => Terminal;
  /** Environment variables; the standard ones of OpenTelemetry request traces. */
  readonly env: Environment;
};

/** The ports of a till on this machine. */
export const MACHINE_PORTS: TillPorts = {
  clock: systemClock,
  ids: systemIds,
  random: secureRandom,
  fetch: systemFetch,
  disk: realDisk,
  booksDisk: realBooksDisk,
  files: realFiles,
  devices: {
    printer: (printer, systemPrinter) => openPort(printer, systemClock, systemPrinter),
    fiscal: (at) => tcpFiscalDevice({ ...at, clock: systemClock }),
    scale: (connection) => serialLine(connection),
  },
  pushBase: (baseUrl) => baseUrl,
  books: openTillBooks,
  engine: createTerminal,
  env: thisMachine.env,
};
