import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startCluster } from '../../support/postgres/cluster.ts';
import { freezeServer } from '../../support/postgres/freeze.ts';
import {
  adminUrl,
  databaseUrl,
  launch,
  startServer,
  stopServer,
} from '../../support/postgres/server.ts';
import { runSql } from '../../support/raw.ts';
import { giveKeys } from '../../support/seeded-data.ts';
import type { StoreKind } from '../../support/stores.ts';
import { startProxy } from './proxy.ts';

/** The data of the services of a run, and what the test can do to it from outside. */
export type Place = {
  /** Command-line arguments of a service. */
  readonly args: readonly string[];
  /** Closes every connection between the services and the database. */
  readonly cut: (() => void) | null;
  /** Kills the database server and starts it again. */
  readonly restart: (() => Promise<void>) | null;
  /** Stops the database server with SIGSTOP, and continues it after this number of milliseconds. */
  readonly freeze: ((milliseconds: number) => Promise<void>) | null;
  /** Kills the primary, promotes its standby, and starts a new standby. */
  readonly failover: (() => Promise<void>) | null;
  /** Ends the leases of killed processes before their minute is over. */
  readonly endLeases: (() => Promise<void>) | null;
  readonly remove: () => Promise<void>;
};

/** A separate database, or for `cluster` a primary with a synchronous standby. */
export async function openPlace(kind: StoreKind | 'cluster'): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'tillkit-kills-'));
  const data = ['--data', join(folder, 'keys')];
  // In a run of tests the keys exist already; for the command each service makes its own.
  await giveKeys(join(folder, 'keys'));
  if (kind === 'sqlite') {
    const remove = () => rm(folder, { recursive: true, force: true });
    const faults = { cut: null, restart: null, freeze: null, failover: null };
    return { args: data, ...faults, endLeases: null, remove };
  }
  if (kind === 'cluster') return openCluster(folder, data);
  return openPostgres(folder, data);
}

async function openPostgres(folder: string, data: readonly string[]): Promise<Place> {
  const home = await mkdtemp(join(tmpdir(), 'tillkit-kills-pg-'));
  await chmod(home, 0o755);
  const server = await startServer(home);
  let { pid } = server;
  await runSql(adminUrl(server.port), 'CREATE DATABASE fire');
  const proxy = await startProxy(server.port);
  return {
    args: [...data, '--database-url', databaseUrl(proxy.port, 'fire')],
    cut: proxy.cut,
    async restart() {
      await stopServer(pid, 'immediate');
      pid = await launch(server.again, server.port, home);
    },
    async freeze(milliseconds) {
      const thaw = await freezeServer(pid, adminUrl(server.port));
      await setTimeout(milliseconds);
      await thaw();
    },
    failover: null,
    endLeases: () => endLeases(databaseUrl(server.port, 'fire')),
    async remove() {
      await proxy.close();
      await stopServer(pid);
      for (const one of [folder, home]) await rm(one, { recursive: true, force: true });
    },
  };
}

/** The services name both servers; the run's faults decide which one is the primary. */
async function openCluster(folder: string, data: readonly string[]): Promise<Place> {
  const home = await mkdtemp(join(tmpdir(), 'tillkit-kills-pg-'));
  const cluster = await startCluster(home, { synchronous: true });
  await runSql(adminUrl(cluster.primaryPort()), 'CREATE DATABASE fire');
  const url = `postgres://postgres@${cluster.servers}/fire?target_session_attrs=read-write`;
  return {
    args: [...data, '--database-url', url],
    cut: null,
    restart: null,
    freeze: null,
    async failover() {
      await cluster.killPrimary();
      await cluster.promote();
      await cluster.addStandby();
    },
    endLeases: () => endLeases(databaseUrl(cluster.primaryPort(), 'fire')),
    async remove() {
      await cluster.stop();
      for (const one of [folder, home]) await rm(one, { recursive: true, force: true });
    },
  };
}

async function endLeases(url: string): Promise<void> {
  await runSql(url, "UPDATE delivery SET lease_until = 0 WHERE lease > ''");
}
