import type { TillSettings } from '../../shared/bridge/contract.ts';
import type { Terminal } from '../../shared/terminal/terminal.ts';
import type { Tools } from './bridge/tools.ts';
import type { Desk } from './desk/desk.ts';
import { openDiagnosis } from './diagnosis/open-diagnosis.ts';
import { openPrinting, type SystemPrinter } from './printing/open-printing.ts';
import type { TillAccess } from './till.ts';

/** What is around a till: the windows, the system's printers and its store for secrets. */
export type Surroundings = {
  /** Null where nothing prints without a dialog. */
  readonly systemPrinter: SystemPrinter | null;
  /** Where the till's key is; `none`: its own service gave it one for this run. */
  readonly secrets: 'os' | 'file' | 'none';
  /** The windows and displays of this machine; null where the screens are pages of a browser. */
  readonly screens: (() => ScreensFound) | null;
  /** What is known of updates, for people; null where nobody looks for them. */
  readonly update: () => string | null;
};

export type ScreensFound = {
  readonly windows: number;
  readonly displays: number;
  /** Whether a display for the customer is named in the settings and is not there. */
  readonly customerDisplay: 'shown' | 'none' | 'missing';
};

export const NO_SURROUNDINGS: Surroundings = {
  systemPrinter: null,
  secrets: 'none',
  screens: null,
  update: () => null,
};

export type OpenToolsOptions = {
  readonly terminal: Terminal;
  readonly access: TillAccess;
  readonly settings: TillSettings;
  readonly directory: string;
  readonly desk: Desk;
  readonly surroundings: Surroundings;
  readonly report: (sentence: string) => void;
};

/** The printer and the diagnosis of a till that runs; `close` ends what they have begun. */
export function openTools(options: OpenToolsOptions): Tools & { readonly close: () => void } {
  const { terminal, settings, directory, desk, surroundings, report } = options;
  const { systemPrinter } = surroundings;
  const given = { terminal, settings, directory, systemPrinter, report };
  const printing = openPrinting({ ...given, days: desk });
  const diagnosis = openDiagnosis({ ...options, printing });
  return { printing, diagnosis, close: () => printing?.stop() };
}
