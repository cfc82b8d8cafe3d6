import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { extractAll, listPackage } from '@electron/asar';
import { build } from 'esbuild';
import type { Contents } from './contents.ts';

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
