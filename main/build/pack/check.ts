import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractAll, listPackage } from '@electron/asar';
import { build } from 'esbuild';
import { windowMode } from '../../host/settings/window-mode.ts';
import { type Contents, missingScreens, problemsOf, productionOf } from './contents.ts';
import { type Packed, packApp } from './pack.ts';
import { sellWith } from './sell-with.ts';

export type PackReport = {
  readonly electron: Packed['electron'];
  readonly files: number;
  /** Bytes of the archive. */
  readonly size: number;
  /** The problems as sentences; empty when the application may be released. */
  readonly problems: readonly string[];
};

/**
 * Packs the application, opens its archive, and checks that all imports resolve inside, that it
 * contains nothing forbidden, and that the packed service answers a payment.
 */
export async function checkPack(root: string): Promise<PackReport> {
  const output = mkdtempSync(join(tmpdir(), 'tillkit-pack-'));
  try {
    const { archive, electron } = await packApp(root, output, 'cashier');
    const folder = join(output, 'opened');
    const production = productionOf(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    const contents = openArchive(archive, folder, production);
    const sold = await sellWith(folder, join(output, 'data'));
    const problems = [
      ...problemsOf(contents),
      ...missingScreens(contents.files),
      ...(await kioskProblems(root, join(output, 'kiosk'))),
      ...(await unresolved(folder)),
      ...(sold === null ? [] : [sold]),
    ];
    return { electron, files: contents.files.length, size: contents.size, problems };
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}

/** Packs the kiosk and returns problems with its start. */
export async function kioskProblems(root: string, output: string): Promise<readonly string[]> {
  mkdirSync(output, { recursive: true });
  const { archive } = await packApp(root, output, 'kiosk');
  const folder = join(output, 'opened');
  extractAll(archive, folder);
  const mode = windowMode({ root: folder, window: 'as_set' }, {});
  return mode === 'kiosk' ? [] : ['the kiosk would open an ordinary window'];
}

/** Extracts an archive into `folder`, as Electron would see it. */
export function openArchive(
  archive: string,
  folder: string,
  production: ReadonlySet<string>,
): Contents {
  rmSync(folder, { recursive: true, force: true });
  extractAll(archive, folder);
  const files = listPackage(archive, { isPack: false })
    .map((path) => path.replace(/^[\\/]/, '').replaceAll('\\', '/'))
    .filter((path) => statSync(join(folder, path)).isFile());
  return {
    files,
    size: statSync(archive).size,
    production,
    textOf: (file) => readFileSync(join(folder, file), 'utf8'),
  };
}

/** The entry points of the packed program. */
export const PROGRAMS = [
  'main.js',
  'service-child.js',
  'preload.cjs',
  'display-preload.cjs',
] as const;

/** Imports of the packed programs that do not resolve inside `folder`. */
export async function unresolved(folder: string): Promise<readonly string[]> {
  const done = await build({
    entryPoints: PROGRAMS.map((name) => join(folder, 'dist/electron', name)),
    absWorkingDir: folder,
    bundle: true,
    write: false,
    outdir: join(folder, 'nowhere'),
    platform: 'node',
    format: 'esm',
    external: ['electron'],
    logLevel: 'silent',
  }).catch((failed: { readonly errors: readonly { readonly text: string }[] }) => failed);
  return done.errors.map(({ text }) => text);
}
