import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type Configuration, Platform } from 'electron-builder';
import { findElectron } from '../../start/electron.ts';

export type Packed = {
  /** The application's archive. */
  readonly archive: string;
  /**
   * `placeholder`: Electron is not installed, so no fuse was set and the application cannot start.
   */
  readonly electron: 'real' | 'placeholder';
};

/** The packages and their configuration files. */
export const PROFILES = {
  cashier: 'electron-builder.yml',
  kiosk: 'electron-builder.kiosk.yml',
} as const;
export type Profile = keyof typeof PROFILES;

/** Packs the application's folder into `output`, without the network. dist/ must be built. */
export async function packApp(root: string, output: string, profile: Profile): Promise<Packed> {
  const binary = findElectron(root, process.env);
  const placeholder = join(output, 'electron');
  if (binary === null) makePlaceholder(placeholder, electronVersion(root));
  await build({
    projectDir: root,
    targets: Platform.LINUX.createTarget('dir'),
    publish: 'never',
    config: {
      extends: join(root, PROFILES[profile]),
      electronDist: binary === null ? placeholder : dirname(binary),
      directories: { output },
      // A placeholder has no fuses.
      electronFuses: binary === null ? null : FUSES,
    },
  });
  const archive = join(output, 'linux-unpacked/resources/app.asar');
  return { archive, electron: binary === null ? 'placeholder' : 'real' };
}

function electronVersion(root: string): string {
  const text = readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8');
  const { version }: { readonly version: string } = JSON.parse(text);
  return version;
}

/**
 * Creates a placeholder for an unpacked Electron: everything around the application is a stand-in,
 * the application's archive is real.
 */
export function makePlaceholder(folder: string, version: string): void {
  mkdirSync(join(folder, 'locales'), { recursive: true });
  mkdirSync(join(folder, 'resources'), { recursive: true });
  writeFileSync(join(folder, 'electron'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  writeFileSync(join(folder, 'version'), version);
  for (const language of ['en-US', 'nb'])
    writeFileSync(join(folder, `locales/${language}.pak`), '');
}

type Known = NonNullable<Configuration['electronFuses']>;
/** Not a fuse: it controls the signature on macOS. */
type NotAFuse = 'resetAdHocDarwinSignature';

/** Every fuse of the packager with a decision; a new fuse does not compile until it has one. */
export type Fuses = Readonly<Required<Omit<Known, NotAFuse>>>;

/** The decisions. `electron-builder.yml` repeats them for the packager; a test compares both. */
export const FUSES: Fuses = {
  // The program cannot run as plain Node.js with other scripts.
  runAsNode: false,
  enableCookieEncryption: true,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  // Checked on macOS and Windows; Linux has no such check.
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  // The app serves no file: addresses.
  grantFileProtocolExtraPrivileges: false,
};
