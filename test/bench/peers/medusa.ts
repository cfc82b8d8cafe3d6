import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { atMost, inTime } from '../within.ts';
import { surroundings } from './program.ts';

export const MEDUSA = {
  name: 'Medusa payment 2.21.2',
  packages: ['@medusajs/payment@2.21.2', '@medusajs/framework@2.21.2'],
  asked: 'create collection and session, authorise, capture, in its own process without http',
} as const;

const SCRIPT = fileURLToPath(new URL('medusa-process.ts', import.meta.url));
const READY_WITHIN = 60_000;

const figures = z.object({ rate: z.number(), p99: z.number(), cores: z.number() });
/** Flows a second, milliseconds of a flow, and how many cores its process used. */
export type MedusaFigures = z.infer<typeof figures>;

export type MedusaProcess = {
  readonly measure: (seconds: number) => Promise<MedusaFigures>;
  readonly stop: () => Promise<void>;
};

/** Starts the module on an empty database, for so many flows at once. */
export async function startMedusa(
  installed: string,
  database: string,
  home: string,
  flows: number,
): Promise<MedusaProcess> {
  const child = fork(SCRIPT, [installed, database, String(flows)], {
    cwd: home,
    env: surroundings(home),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
  });
  const exited = once(child, 'exit');
  const gone = exited.then(() => Promise.reject(new Error('its process ended')));
  // Resolves the wait for a message, if there is one.
  gone.catch(() => {});
  const heard = async (within: number): Promise<unknown> => {
    const message = Promise.race([once(child, 'message'), gone]);
    const [said] = await inTime(within, 'it says nothing', message);
    return said;
  };
  const stop = async () => {
    if (child.connected) child.disconnect();
    await atMost(5_000, exited);
    if (child.exitCode === null) child.kill('SIGKILL');
    await exited;
  };
  try {
    await heard(READY_WITHIN);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    async measure(seconds) {
      const answer = heard(seconds * 1_000 + READY_WITHIN);
      child.send(seconds);
      return figures.parse(await answer);
    },
    stop,
  };
}
