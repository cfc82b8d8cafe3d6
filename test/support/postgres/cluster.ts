import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { takePort } from '../free-port.ts';
import { until } from '../last-resort.ts';
import { rawPostgres, runSql } from '../raw.ts';
import { postgresPrograms } from './binaries.ts';
import { freezeServer } from './freeze.ts';
import { adminUrl, launch, startServer, stopServer } from './server.ts';

/** A primary with one standby, on two ports that stay the same. */
export type Cluster = {
  /** `primary:port,standby:port`, as an address names both servers; the order never changes. */
  readonly servers: string;
  /** The port of the server that accepts writes. */
  readonly primaryPort: () => number;
  /** Kills the primary as a power cut does, with every connection. */
  readonly killPrimary: () => Promise<void>;
  /**
   * Stops all processes of the primary with SIGSTOP: its connections stay open, and it answers
   * nothing. It is no longer the primary of this cluster.
   */
  readonly silencePrimary: () => Promise<SilentServer>;
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

/** A server that was the primary until it stopped answering. */
export type SilentServer = {
  readonly port: number;
  /** Continues its processes: it still accepts connections as a primary. */
  readonly continue: () => Promise<void>;
  /** Ends its processes at once and removes its data, as an operator does who fences it. */
  readonly fence: () => Promise<void>;
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
 * acknowledged after the standby has flushed it; otherwise before. The primary knows the standby by
 * `name`.
 */
export async function startCluster(
  home: string,
  { synchronous, name = 'standby' }: { readonly synchronous: boolean; readonly name?: string },
): Promise<Cluster> {
  chmodSync(home, 0o755);
  const programs = postgresPrograms(home);
  const first = await startServer(home, { settings: SETTINGS });
  const ports = [first.port, await takePort()] as const;
  let primary: Member | null = { pid: first.pid, port: first.port, data: join(home, 'data') };
  let standby: Member | null = null;
  let made = 0;
  const silent: SilentServer[] = [];

  const alive = (): Member => {
    if (primary === null) throw new Error('the cluster has no primary');
    return primary;
  };

  async function addStandby(): Promise<void> {
    const { port, data } = alive();
    made += 1;
    const folder = join(home, `standby-${made}`);
    mkdirSync(folder);
    const copy = join(folder, 'data');
    await copyOf(port, data, copy, name);
    const own = ports.find((one) => one !== port) ?? 0;
    const options = [...SETTINGS, `port=${own}`, 'unix_socket_directories='];
    const args = ['-D', copy, ...options.flatMap((setting) => ['-c', setting])];
    const pid = await launch({ program: join(programs, 'postgres'), args }, own, folder);
    standby = { pid, port: own, data: copy };
    await untilRow(port, "SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'");
    if (!synchronous) return;
    const names = "ALTER SYSTEM SET synchronous_standby_names = '*'";
    await runSql(adminUrl(port), names, 'SELECT pg_reload_conf()');
    await untilRow(port, "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'");
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
    async silencePrimary() {
      const { pid, port, data } = alive();
      const thaw = await freezeServer(pid, adminUrl(port));
      primary = null;
      let fenced = false;
      const former: SilentServer = {
        port,
        continue: thaw,
        async fence() {
          if (fenced) return;
          fenced = true;
          await thaw();
          await stopServer(pid, 'immediate');
          rmSync(data, { recursive: true, force: true });
        },
      };
      silent.push(former);
      return former;
    },
    async promote() {
      if (standby === null) throw new Error('the cluster has no standby');
      await runSql(adminUrl(standby.port), 'SELECT pg_promote(true, 60)');
      primary = standby;
      standby = null;
    },
    async detachStandby() {
      if (standby === null) throw new Error('the cluster has no standby');
      const no = "ALTER SYSTEM SET primary_conninfo = ''";
      await runSql(adminUrl(standby.port), no, 'SELECT pg_reload_conf()');
      const none = 'SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM pg_stat_replication)';
      await untilRow(alive().port, none);
    },
    until: (sql) => untilRow(alive().port, sql),
    addStandby,
    async stop() {
      for (const former of silent) await former.fence();
      for (const member of [standby, primary]) if (member !== null) await stopServer(member.pid);
    },
  };
}

/** A base backup of a running server: its files, with the label that starts the recovery. */
async function copyOf(port: number, data: string, copy: string, name: string): Promise<void> {
  const raw = await rawPostgres(adminUrl(port));
  try {
    await raw.exec("SELECT pg_backup_start('standby', true)");
    // A file that the server removes meanwhile cannot be copied; the recovery does not need it.
    const copied = spawnSync('cp', ['-a', data, copy], { encoding: 'utf8' });
    const lines = copied.stderr.split('\n').filter((line) => line !== '');
    const failed = lines.find((line) => !/No such file or directory/.test(line));
    if (failed !== undefined) throw new Error(`the primary cannot be copied: ${failed}`);
    const [row] = await raw.rows('SELECT labelfile FROM pg_backup_stop(false)');
    writeFileSync(join(copy, 'backup_label'), String(row?.labelfile));
  } finally {
    await raw.close();
  }
  rmSync(join(copy, 'postmaster.pid'), { force: true });
  writeFileSync(join(copy, 'standby.signal'), '');
  const source = `host=127.0.0.1 port=${port} user=postgres application_name=${name}`;
  writeFileSync(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  // The server's user owns the files, and may be another one than that of the tests.
  spawnSync('chown', ['-R', `--reference=${join(data, 'PG_VERSION')}`, copy]);
}

/** Waits until a query has a row. */
async function untilRow(port: number, sql: string): Promise<void> {
  await until(
    () => runSql(adminUrl(port), sql),
    (rows) => rows.length > 0,
  );
}
