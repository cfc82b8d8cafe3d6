import { type ExecFileOptions, execFile } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where a peer is, or in a plain sentence why it is not there. */
export type InstalledPeer =
  | { readonly ok: true; readonly folder: string }
  | { readonly ok: false; readonly why: string };

/** Packages are taken as the registry had them on this day, also those that peers depend on. */
const AS_OF = '2026-11-01';
/** A run without a registry must not wait for one: npm gives up, and so do we. */
const ANSWER_WITHIN = 8_000;
const INSTALL_WITHIN = 300_000;
const DONE = 'installed.json';

/**
 * Installs packages by name and exact version into a folder below the system's temporary one, which
 * later runs find again; nothing of it comes near the project. No script of a package is run.
 */
export async function installPeer(
  packages: readonly string[],
  answerWithin = ANSWER_WITHIN,
): Promise<InstalledPeer> {
  const [first = ''] = packages;
  const home = cache();
  if (home === null)
    return { ok: false, why: 'the folder of the peers is open to others: remove it' };
  const folder = join(home, first.replaceAll(/[^\w.-]+/g, '-').replace(/^-/, ''));
  const wanted = JSON.stringify({ packages, asOf: AS_OF });
  if (read(join(folder, DONE)) === wanted) return { ok: true, folder };
  if (!(await registryHas(first, answerWithin))) {
    return { ok: false, why: `the registry does not answer for ${first}` };
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const options = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'];
  try {
    await npm(['install', ...options, '--before', AS_OF, ...packages], INSTALL_WITHIN);
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return { ok: false, why: `npm cannot install ${packages.join(' ')}` };
  }
  writeFileSync(join(folder, DONE), wanted);
  return { ok: true, folder };
}

/** Null where others may have written: what is run from here must be ours. */
function cache(): string | null {
  const user = process.getuid?.();
  const folder = join(tmpdir(), `tillkit-bench-peers-${user ?? 'own'}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(folder);
  // Where there are no users, there are no such modes either.
  const ours = user === undefined || (uid === user && (mode & 0o022) === 0);
  return ours ? folder : null;
}

function read(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

async function registryHas(name: string, within: number): Promise<boolean> {
  try {
    const impatient = ['--fetch-retries=0', '--fetch-timeout=5000', '--prefer-online'];
    const { stdout } = await npm(['view', name, 'version', ...impatient], within);
    return String(stdout).trim() !== '';
  } catch {
    return false;
  }
}

function npm(args: readonly string[], timeout: number) {
  const options: ExecFileOptions = {
    timeout,
    killSignal: 'SIGKILL',
    // Not in the project, whose own settings are not the peers'.
    cwd: tmpdir(),
  };
  return run('npm', [...args], options);
}
