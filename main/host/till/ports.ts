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
import { type BooksDisk, realBooksDisk } from '../books/book-files.ts';
import { type FiscalDeviceAt, tcpFiscalDevice } from '../fiscal/device.ts';
import { type JournalDisk, realDisk } from '../journal/disk.ts';
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
  readonly disk: JournalDisk;
  readonly booksDisk: BooksDisk;
  readonly devices: Devices;
  /** The base address below which the event socket is reached: that of the API, but in a test that cuts the socket. */
  readonly pushBase: (baseUrl: string) => string;
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
  devices: {
    printer: (printer, systemPrinter) => openPort(printer, systemClock, systemPrinter),
    fiscal: (at) => tcpFiscalDevice({ ...at, clock: systemClock }),
    scale: (connection) => serialLine(connection),
  },
  pushBase: (baseUrl) => baseUrl,
  engine: createTerminal,
  env: thisMachine.env,
};
