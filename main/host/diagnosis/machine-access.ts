import type { SystemPrinter } from '../printing/open-printing.ts';

/** What Electron or the operating system gives a till: windows, printers, secret storage, updates. */
export type MachineAccess = {
  /** Null where every print opens a dialog. */
  readonly systemPrinter: SystemPrinter | null;
  /** Where the till's key is kept; `none`: its embedded service issued one for this run. */
  readonly secrets: 'os' | 'file' | 'none';
  /** The windows and displays of this machine; null where the screens are pages of a browser. */
  readonly screens: (() => ScreenCount) | null;
  /** The update that waits, as text for the operator; null where updates are off. */
  readonly update: () => string | null;
};

export type ScreenCount = {
  readonly windows: number;
  readonly displays: number;
  /** `missing`: the settings name a customer display and it is not connected. */
  readonly customerDisplay: 'shown' | 'none' | 'missing';
};

/** A till in a browser: no windows and no printers of the system. */
export const NO_MACHINE_ACCESS: MachineAccess = {
  systemPrinter: null,
  secrets: 'none',
  screens: null,
  update: () => null,
};
