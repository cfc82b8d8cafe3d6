import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type HostLine, type HostSetup, hostLine } from './host-lines.ts';

const SERVICE = fileURLToPath(new URL('../../service/app/cli.ts', import.meta.url));
const HOST = fileURLToPath(new URL('./host.ts', import.meta.url));

const readyLine = z.object({
  base_url: z.string(),
  simulator_url: z.string(),
  merchant: z.object({ id: z.string() }),
  users: z.array(z.object({ id: z.string(), secret: z.string() })),
  pos: z.array(z.object({ id: z.string() })),
  customers: z.array(z.object({ msisdn: z.string() })),
});
export type RunningService = z.infer<typeof readyLine> & { readonly stop: () => Promise<void> };

function gone(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once('exit', (code) => resolve(code)));
}

/** Starts the service in a separate process, with the demo's shop and the simulator. */
export async function startServiceProcess(): Promise<RunningService> {
  const args = ['--ephemeral', '--demo', '--simulator', '--port', '0', '--ready-json'];
  const child = spawn(process.execPath, [SERVICE, ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const stop = async () => {
      child.kill('SIGTERM');
      await gone(child);
    };
    return { ...readyLine.parse(JSON.parse(line)), stop };
  }
  throw new Error('the service did not start');
}

export type HostProcess = {
  /** Resolves with the exit code after the process has ended and all its output was read. */
  readonly ended: Promise<number | null>;
  readonly kill: () => void;
};

/** Starts a till in a separate process and passes on each of its messages. */
export function startHostProcess(setup: HostSetup, hear: (line: HostLine) => void): HostProcess {
  const child = spawn(process.execPath, [HOST, JSON.stringify(setup)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const heard = new Promise<void>((resolve) => lines.once('close', resolve));
  lines.on('line', (line) => {
    // The last line of a killed process may be incomplete.
    const parsed = hostLine.safeParse(jsonOf(line));
    if (parsed.success) hear(parsed.data);
  });
  const ended = Promise.all([gone(child), heard]).then(([code]) => code);
  return { ended, kill: () => void child.kill('SIGKILL') };
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
