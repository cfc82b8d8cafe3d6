import { readFileSync } from 'node:fs';
import { freemem, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { findPackageRoot } from '../../../shared/node/folders.ts';
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

const packageFile = z.object({ version: z.string().max(50) });
const MEGABYTE = 1024 * 1024;

/** Versions and memory of this machine, for support. */
export function aboutThisMachine(): Readonly<Record<string, string>> {
  const { platform, arch, versions } = process;
  const megabytes = (bytes: number) => `${Math.round(bytes / MEGABYTE)} MB`;
  return {
    tillkit: ownVersion(),
    node: versions.node,
    electron: versions.electron ?? 'none',
    system: `${platform} ${release()} ${arch}`,
    language: Intl.DateTimeFormat().resolvedOptions().locale,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    'up for': `${Math.round(process.uptime() / 60)} min`,
    memory: `${megabytes(freemem())} of ${megabytes(totalmem())} free`,
    'own memory': megabytes(process.memoryUsage.rss()),
  };
}

/** The product's version; unknown in a bundle by others. */
export function ownVersion(): string {
  const root = findPackageRoot();
  if (root === null) return 'unknown';
  const text: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return packageFile.safeParse(text).data?.version ?? 'unknown';
}
