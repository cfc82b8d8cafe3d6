import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../main/host/adapters/machine.ts';
import type { UtilityDouble } from './electron.ts';

const isRunning = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode === null && signalCode === null;

/**
 * Lets the double's utility processes be real ones that run the source of the service's child.
 * Answers the processes in the order of their start, and how to end those that are left.
 */
export function realServices(): {
  readonly processes: ChildProcess[];
  readonly onFork: (child: UtilityDouble) => void;
  readonly end: () => Promise<void>;
} {
  const processes: ChildProcess[] = [];
  const shim = pathToFileURL(join(packageRoot(), 'main/build/pack/parent-port.ts')).href;
  return {
    processes,
    onFork(child) {
      const real = fork(join(packageRoot(), 'main/electron/service-child.ts'), [], {
        execArgv: ['--import', shim],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      processes.push(real);
      child.postMessage = (message) => {
        if (typeof message === 'object' && message !== null) real.send(message);
      };
      real.on('message', (message) => child.emit('message', message));
      real.once('exit', (code) => child.die(code ?? 1));
    },
    async end() {
      const left = processes.splice(0).filter((real) => isRunning(real));
      await Promise.all(
        left.map(async (real) => {
          const gone = once(real, 'exit');
          real.kill('SIGKILL');
          await gone;
        }),
      );
    },
  };
}
