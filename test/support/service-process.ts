import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const CLI = fileURLToPath(new URL('../../service/app/cli.ts', import.meta.url));

const readyLine = z.object({
  base_url: z.string(),
  simulator_url: z.string(),
  merchant: z.object({ id: z.string() }),
  users: z.array(z.object({ id: z.string(), secret: z.string() })),
});

export type ServiceProcess = z.infer<typeof readyLine> & {
  readonly port: number;
  readonly pid: number;
  /** Bytes of memory that it uses; null if the system does not report it. */
  readonly memory: () => number | null;
  /** Sockets that it has open; null if the system does not report them. */
  readonly sockets: () => number | null;
  readonly isRunning: () => boolean;
  /** Asks it to end; returns the exit code. */
  readonly stop: () => Promise<number | null>;
};

/** The service as a command in a separate process, so that its memory and sockets can be measured. */
export async function startServiceProcess(ownPort = 0): Promise<ServiceProcess> {
  const args = ['--ephemeral', '--demo', '--simulator', '--port', `${ownPort}`, '--ready-json'];
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  for await (const line of createInterface({ input: child.stdout })) {
    const ready = readyLine.parse(JSON.parse(line));
    return {
      ...ready,
      port: Number(new URL(ready.base_url).port),
      pid: child.pid ?? 0,
      memory: () => memoryOf(child),
      sockets: () => socketsOf(child),
      isRunning: () => child.exitCode === null && child.signalCode === null,
      async stop() {
        if (child.exitCode !== null) return child.exitCode;
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
        return child.exitCode;
      },
    };
  }
  throw new Error('the service did not start');
}

function memoryOf({ pid }: ChildProcess): number | null {
  if (process.platform !== 'linux') return null;
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

function socketsOf({ pid }: ChildProcess): number | null {
  if (process.platform !== 'linux') return null;
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((name) => isSocket(`${folder}/${name}`)).length;
}

/** A file that was closed meanwhile is no socket. */
function isSocket(path: string): boolean {
  try {
    return readlinkSync(path).startsWith('socket:');
  } catch {
    return false;
  }
}
