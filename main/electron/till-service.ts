import type { Ready } from '../../service/index.ts';
import type { Clock } from '../../shared/time/clock.ts';
import type { ServicePlan } from '../host/service-options.ts';
import { type ServiceProcess, type Supervised, superviseService } from '../host/supervise.ts';

/** The till's service in its own process, restarted on the port that it had. */
export function superviseTillService(
  plan: ServicePlan,
  spawn: () => ServiceProcess,
  clock: Clock,
  report: (sentence: string) => void,
): Supervised<Ready> {
  return superviseService<Ready>({
    spawn,
    clock,
    report,
    readReady,
    startOptions: (earlier): ServicePlan =>
      earlier === null ? plan : { ...plan, port: portOf(earlier) },
  });
}

function portOf(ready: Ready): number {
  return Number(new URL(ready.base_url).port);
}

/** The message comes from our own child, which sends what `createService` gave it. */
function readReady(message: unknown): Ready | null {
  return isReady(message) ? message.ready : null;
}

function isReady(message: unknown): message is { readonly ready: Ready } {
  return typeof message === 'object' && message !== null && 'ready' in message;
}
