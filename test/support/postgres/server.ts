import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { takePort } from '../free-port.ts';
import { LAST_RESORT, until } from '../last-resort.ts';
import { RUN_FOLDER, SERVERS } from '../run-folder.ts';
import { postgresPrograms, ROOT, SERVER_USER } from './binaries.ts';

/** A PostgreSQL server that the tests started. */
export type StartedServer = {
  readonly pid: number;
  readonly port: number;
  /** The command that starts it again with the same data after it was stopped. */
  readonly again: { readonly program: string; readonly args: readonly string[] };
};

const SETTINGS = [
  // The machine stays on while tests run, so a killed server loses nothing by this.
  'fsync=off',
  'full_page_writes=off',
  // The data may be in memory.
  'max_wal_size=128MB',
  'max_connections=200',
  'shared_buffers=64MB',
  'listen_addresses=127.0.0.1',
  'autovacuum_naptime=10s',
];

/**
 * Makes a cluster in `data` and starts a server on it, on any free port of this machine. `folder` has its
 * log and, if needed, a copy of its programs.
 */
export async function startServer(
  folder: string,
  { settings = SETTINGS, data = join(folder, 'data') } = {},
): Promise<StartedServer> {
  chmodSync(folder, 0o755);
  mkdirSync(data, { mode: 0o700, recursive: true });
  const { uid, gid } = SERVER_USER;
  if (ROOT && uid !== undefined && gid !== undefined) chownSync(data, uid, gid);
  const programs = postgresPrograms(folder);
  const env = { ...process.env, LC_ALL: 'C' };
  const created = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...SERVER_USER, env, encoding: 'utf8' },
  );
  if (created.status !== 0) {
    const reason = created.error?.message ?? firstError(created.stderr);
    throw new Error(`PostgreSQL cannot create a database in ${data} (${reason}).`);
  }
  const port = await takePort();
  const options = [...settings, `port=${port}`, 'unix_socket_directories='];
  const args = ['-D', data, ...options.flatMap((setting) => ['-c', setting])];
  const again = { program: join(programs, 'postgres'), args };
  const pid = await launch(again, port, folder);
  return { pid, port, again };
}

/** Starts the program and waits until it answers. */
export async function launch(
  { program, args }: StartedServer['again'],
  port: number,
  folder: string,
): Promise<number> {
  const file = join(folder, 'server.log');
  const log = openSync(file, 'a');
  const child = spawn(program, [...args], {
    ...SERVER_USER,
    env: { ...process.env, LC_ALL: 'C' },
    // The worker that starts the server may end long before the run does.
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  if (child.pid === undefined) throw new Error('PostgreSQL did not start');
  noteServer(child.pid);
  if (await answers(port, () => child.exitCode !== null)) return child.pid;
  const reason = firstError(readFileSync(file, 'utf8'));
  throw new Error(`PostgreSQL does not answer on port ${port} (${reason}).`);
}

/**
 * Writes a server's process to the run's folder, so that the end of the run stops it if a test did not.
 */
function noteServer(pid: number): void {
  const run = process.env[RUN_FOLDER];
  if (run === undefined) return;
  mkdirSync(join(run, SERVERS), { recursive: true });
  writeFileSync(join(run, SERVERS, String(pid)), '');
}

/** The first error in the output of a PostgreSQL program, otherwise the whole output in one line. */
function firstError(text: string): string {
  const lines = text.trim().split('\n');
  return lines.find((line) => /\b(error|FATAL|PANIC):/.test(line)) ?? lines.join(' ');
}

async function answers(port: number, ended: () => boolean): Promise<boolean> {
  for (const end = Date.now() + LAST_RESORT; Date.now() < end; ) {
    const client = new Client(adminUrl(port));
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      if (ended()) return false;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  return false;
}

/** Stops a server: `fast` closes its connections, `immediate` is a crash. */
export async function stopServer(pid: number, how: 'fast' | 'immediate' = 'fast'): Promise<void> {
  const run = process.env[RUN_FOLDER];
  if (run !== undefined) rmSync(join(run, SERVERS, String(pid)), { force: true });
  const signal = how === 'fast' ? 'SIGINT' : 'SIGQUIT';
  try {
    process.kill(pid, signal);
  } catch {
    return;
  }
  await until(
    () => (runs(pid) ? 'PostgreSQL runs' : 'stopped'),
    (state) => state === 'stopped',
  );
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export const adminUrl = (port: number): string => databaseUrl(port, 'postgres');
export const databaseUrl = (port: number, name: string): string =>
  `postgres://postgres@127.0.0.1:${port}/${name}`;
