import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, Platform } from 'electron-builder';
import { findElectron } from '../../start/electron.ts';
import { FUSES } from '../fuses.ts';

export type Packed = {
  /** The application's archive. */
  readonly archive: string;
  /** `placeholder`: no Electron is here, so fuses were not flipped and nothing can be started. */
  readonly electron: 'real' | 'placeholder';
};

/** What is packaged, and the file that says how. */
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
      // A stand-in has no fuses to flip.
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
 * Makes what the packager takes for an unpacked Electron where there is none: everything around the
 * application is a stand-in, the application's own archive is the real one.
 */
export function makePlaceholder(folder: string, version: string): void {
  mkdirSync(join(folder, 'locales'), { recursive: true });
  mkdirSync(join(folder, 'resources'), { recursive: true });
  writeFileSync(join(folder, 'electron'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  writeFileSync(join(folder, 'version'), version);
  for (const language of ['en-US', 'nb'])
    writeFileSync(join(folder, `locales/${language}.pak`), '');
}
