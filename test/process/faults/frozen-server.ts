import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseUrl, startServer, stopServer } from '../../support/postgres/server.ts';
import { rawPostgres } from '../../support/raw.ts';

/** A separate PostgreSQL server that the test can pause. */
export type FreezableServer = {
  readonly url: string;
  /** Stops all of its processes with SIGSTOP. */
  readonly freeze: () => Promise<void>;
  readonly thaw: () => void;
  readonly stop: () => Promise<void>;
};

export async function startFreezableServer(): Promise<FreezableServer> {
  const home = await mkdtemp(join(tmpdir(), 'tillkit-freeze-'));
  await chmod(home, 0o755);
  const { pid, port } = await startServer(home);
  const raw = await rawPostgres(databaseUrl(port, 'postgres'));
  await raw.exec('CREATE DATABASE frozen');
  let stopped: number[] = [];
  const thaw = () => {
    for (const one of stopped) process.kill(one, 'SIGCONT');
    stopped = [];
  };
  return {
    url: databaseUrl(port, 'frozen'),
    async freeze() {
      // The server's main process starts the others. It is stopped first, so that no new process is
      // missed.
      process.kill(pid, 'SIGSTOP');
      stopped = [pid];
      const rows = await raw.rows('SELECT pid FROM pg_stat_activity');
      for (const row of rows) {
        const one = Number(row.pid);
        process.kill(one, 'SIGSTOP');
        stopped.push(one);
      }
    },
    thaw,
    async stop() {
      thaw();
      await raw.close();
      await stopServer(pid);
      await rm(home, { recursive: true, force: true });
    },
  };
}
