import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { valueOrNull, withinMilliseconds } from '../within.ts';
import { peerEnvironment } from './program.ts';

export const MEDUSA = {
  name: 'Medusa payment 2.21.2',
  packages: ['@medusajs/payment@2.21.2', '@medusajs/framework@2.21.2'],
  calls: 'create collection and session, authorise, capture, called in its process without HTTP',
} as const;

const SCRIPT = fileURLToPath(new URL('medusa-process.ts', import.meta.url));
const READY_WITHIN = 60_000;

const figures = z.object({ rate: z.number(), p99: z.number(), cores: z.number() });
/** Flows per second, the p99 of a flow in milliseconds, and the cores that the process used. */
export type MedusaFigures = z.infer<typeof figures>;

export type MedusaProcess = {
  readonly measure: (seconds: number) => Promise<MedusaFigures>;
  readonly stop: () => Promise<void>;
};

/** Starts the module on an empty database. `flows` is the number of flows at once. */
export async function startMedusa(
  installed: string,
  database: string,
  home: string,
  flows: number,
): Promise<MedusaProcess> {
  const child = fork(SCRIPT, [installed, database, String(flows)], {
    cwd: home,
    env: peerEnvironment(home),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
  });
  const exited = once(child, 'exit');
  const gone = exited.then(() => Promise.reject(new Error('its process ended')));
  // If no call waits for a message, the rejection would be unhandled.
  gone.catch(() => {});
  const nextMessage = async (within: number): Promise<unknown> => {
    const message = Promise.race([once(child, 'message'), gone]);
    const [value] = await withinMilliseconds(within, 'it sent no message', message);
    return value;
  };
  const stop = async () => {
    if (child.connected) child.disconnect();
    await valueOrNull(5_000, exited);
    if (child.exitCode === null) child.kill('SIGKILL');
    await exited;
  };
  try {
    await nextMessage(READY_WITHIN);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    async measure(seconds) {
      const answer = nextMessage(seconds * 1_000 + READY_WITHIN);
      child.send(seconds);
      return figures.parse(await answer);
    },
    stop,
  };
}
