import { utilityProcess } from 'electron';
import type { ServiceProcess } from '../host/supervise.ts';

/** Starts the service in a utility process; `file` is the bundle beside main. */
export function spawnService(file: string): ServiceProcess {
  const child = utilityProcess.fork(file, [], { serviceName: 'Tillkit service', stdio: 'inherit' });
  let gone = false;
  child.on('exit', () => {
    gone = true;
  });
  return {
    send(message) {
      // Posting to a process that has ended would bring main down.
      if (!gone) child.postMessage(message);
    },
    kill: () => child.kill(),
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => child.on('exit', listener),
  };
}
