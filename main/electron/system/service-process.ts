import { utilityProcess } from 'electron';
import type { Ready } from '../../../service/index.ts';
import { endsWithThis } from '../../../shared/node/children.ts';
import type { DeviceClock } from '../../../shared/time/clock.ts';
import type { EmbeddedServiceConfig } from '../../host/service/options.ts';
import {
  type ServiceProcess,
  type Supervised,
  superviseService,
} from '../../host/service/supervise.ts';

/** Starts the service in a utility process; `file` is its bundle. */
export function spawnService(file: string): ServiceProcess {
  const child = utilityProcess.fork(file, [], { serviceName: 'Tillkit service', stdio: 'inherit' });
  let gone = false;
  const forget = endsWithThis(() => child.kill());
  child.on('exit', () => {
    gone = true;
    forget();
  });
  return {
    send(message) {
      // Posting to a process that has ended would crash main.
      if (!gone) child.postMessage(message);
    },
    kill: () => child.kill(),
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => child.on('exit', listener),
  };
}

/** Supervises the till's service in its own process; a restarted service uses the same port. */
export function superviseTillService(
  config: EmbeddedServiceConfig,
  spawn: () => ServiceProcess,
  clock: DeviceClock,
  report: (sentence: string) => void,
): Supervised<Ready> {
  return superviseService<Ready>({
    spawn,
    clock,
    report,
    readReady,
    startOptions: (earlier): EmbeddedServiceConfig =>
      earlier === null ? config : { ...config, port: portOf(earlier) },
  });
}

function portOf(ready: Ready): number {
  return Number(new URL(ready.base_url).port);
}

/** Our own child sends the message, so it is what `createService` returned. */
function readReady(message: unknown): Ready | null {
  return isReady(message) ? message.ready : null;
}

function isReady(message: unknown): message is { readonly ready: Ready } {
  return typeof message === 'object' && message !== null && 'ready' in message;
}
