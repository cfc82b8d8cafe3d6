import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TASKSET = '/usr/bin/taskset';

export type ServerProcess = {
  /** The parsed JSON line that the server printed when it was ready. */
  readonly ready: unknown;
  /** Milliseconds from the start of the process to that line. */
  readonly startMilliseconds: number;
  readonly pid: number;
  stop(): Promise<void>;
  /** Ends the process without notice, like a power cut. */
  kill(): Promise<void>;
};

/** Binds the command to one core with `taskset`, or returns it unchanged if `taskset` is missing. */
export function onOwnCore(command: readonly string[]): readonly string[] {
  return existsSync(TASKSET) ? [TASKSET, '-c', firstCore(), ...command] : command;
}

/** The first core that this process may use. In a container this is not always core 0. */
function firstCore(): string {
  const status = readFileSync('/proc/self/status', 'utf8');
  return /^Cpus_allowed_list:\s*(\d+)/m.exec(status)?.[1] ?? '0';
}

/**
 * Starts a server of this product and waits for its ready line. With `own` the server is bound to one
 * core if the operating system allows it. With `anywhere` it shares all cores with other processes.
 * Throws if the process ends before it is ready.
 */
export async function startServer(
  script: string,
  args: readonly string[],
  core: 'own' | 'anywhere' = 'own',
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const command = [process.execPath, script, ...args];
  const pinned = core === 'own' ? onOwnCore(command) : command;
  const begun = performance.now();
  const child = spawn(pinned[0] ?? '', pinned.slice(1), {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal);
    await exited;
  };
  for await (const line of createInterface({ input: child.stdout })) {
    return {
      ready: JSON.parse(line),
      startMilliseconds: performance.now() - begun,
      pid: child.pid ?? 0,
      stop: () => end('SIGTERM'),
      kill: () => end('SIGKILL'),
    };
  }
  throw new Error(`${script} ended before it was ready`);
}

/** Processor time of a process, in microseconds: in its own code, and in the system for it. */
export type ProcessorTime = { readonly user: number; readonly system: number };

/** Microseconds of a tick, in which Linux counts processor time. */
const TICK = 10_000;

/** The processor time of a process so far; null if it has ended, or if the system is not Linux. */
export function processorTimeOf(pid: number): ProcessorTime | null {
  try {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [user, system] = fields.split(' ').slice(11, 13);
    return { user: Number(user) * TICK, system: Number(system) * TICK };
  } catch {
    return null;
  }
}
