import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { adminUrl, databaseUrl, startServer, stopServer } from '../support/postgres/server.ts';

/** A PostgreSQL that exists for a measurement alone. */
export type Cluster = {
  readonly port: number;
  /** What it says of itself, such as `PostgreSQL 18.4`, and how durable its commits are. */
  readonly says: string;
  /** Makes an empty database; answers its address. */
  readonly database: (name: string) => Promise<string>;
  /** Writes everything to the disk now, so that no measurement pays for the one before. */
  readonly checkpoint: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** As an operator would have it: every commit is on the disk before its answer. */
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

/** Makes a cluster in a temporary folder and starts it; `stop` removes it. */
export async function startCluster(): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'tillkit-bench-postgres-'));
  const { pid, port } = await startServer(folder, SETTINGS);
  const [version = {}] = await ask(port, 'SHOW server_version');
  const durable = `fsync ${await shown(port, 'fsync')}`;
  const commits = `synchronous_commit ${await shown(port, 'synchronous_commit')}`;
  return {
    port,
    says: `PostgreSQL ${version.server_version}, ${durable}, ${commits}`,
    async database(name) {
      await ask(port, `CREATE DATABASE ${name}`);
      return databaseUrl(port, name);
    },
    async checkpoint() {
      await ask(port, 'CHECKPOINT');
    },
    async stop() {
      await stopServer(pid);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function shown(port: number, name: string): Promise<string> {
  const [row = {}] = await ask(port, `SHOW ${name}`);
  return String(row[name]);
}

async function ask(port: number, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(adminUrl(port));
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
