import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { takePort } from '../../support/free-port.ts';
import { onOwnCore } from '../server-process.ts';
import { valueOrNull } from '../within.ts';

const ANSWER_WITHIN = 40_000;
const END_WITHIN = 5_000;

/** The running server of a peer. */
export type Program = {
  readonly url: URL;
  readonly stop: () => Promise<void>;
};

/** The environment variables of a peer: no settings, no home folder and no secrets of the user. */
export function peerEnvironment(home: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: home,
    NODE_ENV: 'production',
    NO_UPDATE_NOTIFIER: '1',
    MEDUSA_DISABLE_TELEMETRY: 'true',
    SCARF_ANALYTICS: 'false',
  };
}

/** Starts a server in `home`, on the core of the service, and waits until it accepts connections. */
export async function startProgram(
  command: (port: number) => readonly string[],
  home: string,
): Promise<Program> {
  const port = await takePort();
  const [program = '', ...args] = onOwnCore(command(port));
  const child = spawn(program, args, { cwd: home, env: peerEnvironment(home), stdio: 'ignore' });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  let ended = false;
  void exited.then(() => {
    ended = true;
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await valueOrNull(END_WITHIN, exited);
    if (!ended) child.kill('SIGKILL');
    await exited;
  };
  try {
    await waitForConnection(port, () => ended);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: new URL(`http://127.0.0.1:${port}`), stop };
}

async function waitForConnection(port: number, ended: () => boolean): Promise<void> {
  for (const end = performance.now() + ANSWER_WITHIN; performance.now() < end; ) {
    if (ended()) throw new Error('its process ended at once');
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch {
      await after(50);
    } finally {
      socket.destroy();
    }
  }
  throw new Error('it accepts no connection');
}
