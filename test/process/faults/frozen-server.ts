import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freezeServer } from '../../support/postgres/freeze.ts';
import { databaseUrl, startServer, stopServer } from '../../support/postgres/server.ts';
import { runSql } from '../../support/raw.ts';

/** A separate PostgreSQL server that the test can pause. */
export type FreezableServer = {
  readonly url: string;
  /** Stops all of its processes with SIGSTOP. */
  readonly freeze: () => Promise<void>;
  readonly thaw: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

export async function startFreezableServer(): Promise<FreezableServer> {
  const home = await mkdtemp(join(tmpdir(), 'tillkit-freeze-'));
  await chmod(home, 0o755);
  const { pid, port } = await startServer(home);
  await runSql(databaseUrl(port, 'postgres'), 'CREATE DATABASE frozen');
  let thaw = async () => {};
  return {
    url: databaseUrl(port, 'frozen'),
    async freeze() {
      thaw = await freezeServer(pid, databaseUrl(port, 'postgres'));
    },
    thaw: () => thaw(),
    async stop() {
      await thaw();
      await stopServer(pid);
      await rm(home, { recursive: true, force: true });
    },
  };
}
