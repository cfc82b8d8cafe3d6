import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminUrl, databaseUrl, startServer, stopServer } from '../support/postgres/server.ts';
import { runSql } from '../support/raw.ts';

/** A PostgreSQL server that the bench starts for one measurement. */
export type Cluster = {
  readonly port: number;
  readonly pid: number;
  /** The version, such as `PostgreSQL 18.4`, and the settings that decide how durable a commit is. */
  readonly description: string;
  /** Creates an empty database and returns its URL. */
  readonly database: (name: string) => Promise<string>;
  /** Runs a checkpoint, so that a measurement does not include the writes of the previous one. */
  readonly checkpoint: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Settings of a production server: PostgreSQL answers a commit after it is on the disk. */
const SETTINGS = [
  'fsync=on',
  'synchronous_commit=on',
  'full_page_writes=on',
  'max_connections=100',
  'shared_buffers=256MB',
  'max_wal_size=4GB',
  'checkpoint_timeout=30min',
  'listen_addresses=127.0.0.1',
];

/** Creates a cluster in a temporary folder and starts it. `stop` removes the folder. */
export async function startCluster(): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'tillkit-bench-postgres-'));
  const { pid, port } = await startServer(folder, { settings: SETTINGS });
  const [version = {}] = await runSql(adminUrl(port), 'SHOW server_version');
  const fsync = `fsync ${await setting(port, 'fsync')}`;
  const commit = `synchronous_commit ${await setting(port, 'synchronous_commit')}`;
  return {
    port,
    pid,
    description: `PostgreSQL ${version.server_version}, ${fsync}, ${commit}`,
    async database(name) {
      await runSql(adminUrl(port), `CREATE DATABASE ${name}`);
      return databaseUrl(port, name);
    },
    async checkpoint() {
      await runSql(adminUrl(port), 'CHECKPOINT');
    },
    async stop() {
      await stopServer(pid);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function setting(port: number, name: string): Promise<string> {
  const [row = {}] = await runSql(adminUrl(port), `SHOW ${name}`);
  return String(row[name]);
}
