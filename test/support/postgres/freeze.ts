import { readFileSync } from 'node:fs';
import { until } from '../last-resort.ts';
import { rawPostgres } from '../raw.ts';

/**
 * Stops all processes of a PostgreSQL server with SIGSTOP: its connections stay open, and it answers
 * nothing. The result continues them. `url` is an address of the server.
 */
export async function freezeServer(pid: number, url: string): Promise<() => Promise<void>> {
  const raw = await rawPostgres(url);
  // The server's main process starts the others. It is stopped first, so that no new process is missed.
  const stopped = [pid];
  signal(pid, 'SIGSTOP');
  const others = 'SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()';
  for (const row of await raw.rows(others))
    if (signal(Number(row.pid), 'SIGSTOP')) stopped.push(Number(row.pid));
  await until(() => stopped.every(isStopped), Boolean);
  let continued = false;
  return async () => {
    if (continued) return;
    continued = true;
    for (const one of stopped) signal(one, 'SIGCONT');
    // Before, a stopped process may hold a lock that the end of this connection needs.
    await raw.close();
  };
}

/** False if the process has ended by itself. */
function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}

/**
 * A signal may arrive late. A process that has just ended remains until the stopped server collects it (Z).
 * Systems without `/proc` do not tell; there this returns true.
 */
function isStopped(pid: number): boolean {
  try {
    return /\) [TtZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}
