import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const SERVICE = fileURLToPath(new URL('../../../service/app/cli.ts', import.meta.url));

const readyLine = z.object({
  base_url: z.string(),
  simulator_url: z.string(),
  pid: z.number(),
  merchant: z.object({ id: z.string() }),
  other_merchant: z.object({
    id: z.string(),
    users: z.array(z.object({ id: z.string(), secret: z.string() })),
  }),
  users: z.array(z.object({ id: z.string(), secret: z.string() })),
  pos: z.array(z.object({ id: z.string() })),
  customers: z.array(z.object({ msisdn: z.string() })),
});
export type Ready = z.infer<typeof readyLine>;

/** A service that is killed and started again, each time at another address. */
export type KillableService = {
  /** Null while the process is not running. */
  readonly ready: () => Ready | null;
  readonly start: () => Promise<void>;
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Called after each try of a request, with its status or null without a reply. */
  readonly replied?: (status: number | null, tries: number) => void;
};

/** The program of a service, and its environment variables. */
type Program = { readonly entry: string; readonly env: Readonly<Record<string, string>> };
const THIS: Program = { entry: SERVICE, env: {} };

/** `program` is asked at each start. With port 0 the system assigns another port at each start. */
export function createKillableService(
  args: readonly string[],
  program: () => Program = () => THIS,
  port = 0,
): KillableService {
  let child: ChildProcess | null = null;
  let ready: Ready | null = null;

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const dying = child;
    child = null;
    ready = null;
    if (dying === null || dying.exitCode !== null || dying.signalCode !== null) return;
    const gone = once(dying, 'exit');
    dying.kill(signal);
    await gone;
  }

  return {
    ready: () => ready,
    async start() {
      const all = [...args, '--demo', '--simulator', '--port', `${port}`, '--ready-json'];
      const { entry, env } = program();
      const born = spawn(process.execPath, [entry, ...all], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', process.env.FIRE_LOG ? 'inherit' : 'ignore'],
      });
      child = born;
      for await (const line of createInterface({ input: born.stdout })) {
        ready = readyLine.parse(JSON.parse(line));
        // Discards the other output, so that a full pipe does not stop the service.
        born.stdout.resume();
        return;
      }
      throw new Error('the service did not start');
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}
