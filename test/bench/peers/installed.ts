import { type ExecFileOptions, execFile } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The folder of an installed peer, or the reason why it is not installed. */
export type InstalledPeer =
  | { readonly ok: true; readonly folder: string }
  | { readonly ok: false; readonly why: string };

/** npm installs only versions from before this day, also of dependencies. */
const AS_OF = '2026-11-01';
/** Milliseconds until the bench skips a peer because the registry does not answer. */
const ANSWER_WITHIN = 8_000;
const INSTALL_WITHIN = 300_000;
const DONE = 'installed.json';

/**
 * Installs packages by name and exact version into a folder below the system's temporary folder. Later
 * runs use the same folder. npm runs no script of a package and changes nothing in the project.
 */
export async function installPeer(
  packages: readonly string[],
  answerWithin = ANSWER_WITHIN,
): Promise<InstalledPeer> {
  const [first = ''] = packages;
  const home = packageFolder();
  if (home === null)
    return { ok: false, why: 'other users may write to the folder of the peers: remove it' };
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

/** The folder of the peers, or null if other users may write to it: the bench runs code from it. */
function packageFolder(): string | null {
  const user = process.getuid?.();
  const folder = join(tmpdir(), `tillkit-bench-peers-${user ?? 'own'}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(folder);
  // Windows has neither user ids nor these modes.
  const ours = user === undefined || (uid === user && (mode & 0o022) === 0);
  return ours ? folder : null;
}

function read(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

async function registryHas(name: string, within: number): Promise<boolean> {
  try {
    const options = ['--fetch-retries=0', '--fetch-timeout=5000', '--prefer-online'];
    const { stdout } = await npm(['view', name, 'version', ...options], within);
    return String(stdout).trim() !== '';
  } catch {
    return false;
  }
}

function npm(args: readonly string[], timeout: number) {
  const options: ExecFileOptions = {
    timeout,
    killSignal: 'SIGKILL',
    // In the project's folder npm would use the project's settings.
    cwd: tmpdir(),
  };
  return run('npm', [...args], options);
}
