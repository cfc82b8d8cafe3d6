import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { takePort } from '../free-port.ts';
import { LAST_RESORT } from '../last-resort.ts';
import { postgresPrograms } from './binaries.ts';
import { adminUrl, launch, startServer, stopServer } from './server.ts';

/** A primary with one standby, on two ports that stay the same. */
export type Cluster = {
  /** `primary:port,standby:port`, as an address names both servers; the order never changes. */
  readonly servers: string;
  /** The port of the server that accepts writes. */
  readonly primaryPort: () => number;
  /** Kills the primary as a power cut does, with every connection. */
  readonly killPrimary: () => Promise<void>;
  /** Makes the standby the primary. */
  readonly promote: () => Promise<void>;
  /** Ends the replication: the standby gets no more writes. */
  readonly detachStandby: () => Promise<void>;
  /** Waits until a query has a row on the primary. */
  readonly until: (sql: string) => Promise<void>;
  /** Starts a standby on a copy of the primary, and waits until it receives every write. */
  readonly addStandby: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

type Member = { readonly pid: number; readonly port: number; readonly data: string };

const SETTINGS = [
  // The machine stays on while tests run, so a killed server loses nothing by this.
  'fsync=off',
  'max_connections=200',
  'shared_buffers=64MB',
  'listen_addresses=127.0.0.1',
  'wal_keep_size=256MB',
];

/**
 * Starts a primary and a standby with streaming replication in `home`. With `synchronous`, a commit is
 * acknowledged after the standby has flushed it; otherwise before.
 */
export async function startCluster(
  home: string,
  { synchronous }: { readonly synchronous: boolean },
): Promise<Cluster> {
  chmodSync(home, 0o755);
  const programs = postgresPrograms(home);
  const first = await startServer(home, SETTINGS);
  const ports = [first.port, await takePort()] as const;
  let primary: Member | null = { pid: first.pid, port: first.port, data: join(home, 'data') };
  let standby: Member | null = null;
  let made = 0;

  const alive = (): Member => {
    if (primary === null) throw new Error('the cluster has no primary');
    return primary;
  };

  async function addStandby(): Promise<void> {
    const { port, data } = alive();
    made += 1;
    const folder = join(home, `standby-${made}`);
    mkdirSync(folder, { mode: 0o755 });
    const copy = join(folder, 'data');
    await copyOf(port, data, copy);
    const own = ports.find((one) => one !== port) ?? 0;
    const options = [...SETTINGS, `port=${own}`, 'unix_socket_directories='];
    const args = ['-D', copy, ...options.flatMap((setting) => ['-c', setting])];
    const pid = await launch({ program: join(programs, 'postgres'), args }, own, folder);
    standby = { pid, port: own, data: copy };
    await until(port, "SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'");
    if (!synchronous) return;
    await say(port, "ALTER SYSTEM SET synchronous_standby_names = '*'", 'SELECT pg_reload_conf()');
    await until(port, "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'");
  }

  await addStandby();
  return {
    servers: ports.map((port) => `127.0.0.1:${port}`).join(','),
    primaryPort: () => alive().port,
    async killPrimary() {
      const { pid, data } = alive();
      primary = null;
      await stopServer(pid, 'immediate');
      rmSync(data, { recursive: true, force: true });
    },
    async promote() {
      if (standby === null) throw new Error('the cluster has no standby');
      await say(standby.port, 'SELECT pg_promote(true, 60)');
      primary = standby;
      standby = null;
    },
    async detachStandby() {
      if (standby === null) throw new Error('the cluster has no standby');
      await say(standby.port, "ALTER SYSTEM SET primary_conninfo = ''", 'SELECT pg_reload_conf()');
      const none = 'SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM pg_stat_replication)';
      await until(alive().port, none);
    },
    until: (sql) => until(alive().port, sql),
    addStandby,
    async stop() {
      for (const member of [standby, primary]) if (member !== null) await stopServer(member.pid);
    },
  };
}

/** A base backup of a running server: its files, with the label that starts the recovery. */
async function copyOf(port: number, data: string, copy: string): Promise<void> {
  const client = new Client(adminUrl(port));
  await client.connect();
  try {
    await client.query("SELECT pg_backup_start('standby', true)");
    // A file that the server removes meanwhile cannot be copied; the recovery does not need it.
    const copied = spawnSync('cp', ['-a', data, copy], { encoding: 'utf8' });
    const lines = copied.stderr.split('\n').filter((line) => line !== '');
    const failed = lines.find((line) => !/No such file or directory/.test(line));
    if (failed !== undefined) throw new Error(`the primary cannot be copied: ${failed}`);
    const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(false)');
    writeFileSync(join(copy, 'backup_label'), rows[0].labelfile);
  } finally {
    await client.end();
  }
  rmSync(join(copy, 'postmaster.pid'), { force: true });
  writeFileSync(join(copy, 'standby.signal'), '');
  const source = `host=127.0.0.1 port=${port} user=postgres application_name=standby`;
  writeFileSync(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  // The server's user owns the files, and may be another one than that of the tests.
  spawnSync('chown', ['-R', `--reference=${join(data, 'PG_VERSION')}`, copy]);
}

async function say(port: number, ...statements: readonly string[]): Promise<number> {
  const client = new Client(adminUrl(port));
  await client.connect();
  try {
    let count = 0;
    for (const sql of statements) count = (await client.query(sql)).rowCount ?? 0;
    return count;
  } finally {
    await client.end();
  }
}

/** Waits until a query has a row. */
async function until(port: number, sql: string): Promise<void> {
  for (const end = Date.now() + LAST_RESORT; (await say(port, sql)) === 0; ) {
    if (Date.now() > end) throw new Error(`still nothing: ${sql}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
