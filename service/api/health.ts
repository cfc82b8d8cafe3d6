import type { Express } from 'express';
import type { Logger } from 'pino';
import { mountMethods } from '../../shared/node/http/methods.ts';
import type { Reply } from '../../shared/node/http/reply.ts';
import type { TransportDeps } from '../../shared/node/http/transport.ts';
import { JSON_TYPE } from '../../shared/protocol/media.ts';

export type HealthDeps = TransportDeps & {
  readonly log: Logger;
  /** True between the start and the stop of the service. */
  readonly ready: () => boolean;
  /** Throws when the store cannot write. */
  readonly check: () => Promise<void>;
};

/**
 * `/health/live`: the process answers. `/health/ready`: the service accepts requests and its store
 * can write.
 */
export function mountHealth(app: Express, deps: HealthDeps): void {
  const jsonDeps = { ...deps, mediaType: JSON_TYPE };
  const live = async (): Promise<Reply> => ({ status: 200, body: { status: 'ok' } });
  mountMethods(app, '/health/live', new Map([['GET', live]]), jsonDeps);
  mountMethods(app, '/health/ready', new Map([['GET', () => readiness(jsonDeps)]]), jsonDeps);
}

async function readiness(deps: Pick<HealthDeps, 'log' | 'ready' | 'check'>): Promise<Reply> {
  const ready = deps.ready() && (await works(deps));
  return ready
    ? { status: 200, body: { status: 'ok' } }
    : { status: 503, body: { status: 'unavailable' }, headers: { 'retry-after': '1' } };
}

async function works(deps: Pick<HealthDeps, 'log' | 'check'>): Promise<boolean> {
  try {
    await deps.check();
    return true;
  } catch (error) {
    deps.log.error({ error }, 'the store takes no writes');
    return false;
  }
}
