import type { Express } from 'express';
import { mountMethods } from '../../shared/node/http/methods.ts';
import type { Reply } from '../../shared/node/http/reply.ts';
import type { TransportDeps } from '../../shared/node/http/transport.ts';
import { JSON_TYPE } from '../../shared/protocol/media.ts';
import type { Readiness } from './readiness.ts';

export type HealthDeps = TransportDeps & { readonly readiness: Pick<Readiness, 'reasons'> };

/**
 * `/health/live`: the process answers. `/health/ready`: the service does its work; a 503 names each reason
 * why it does not.
 */
export function mountHealth(app: Express, deps: HealthDeps): void {
  const jsonDeps = { ...deps, mediaType: JSON_TYPE };
  const live = async (): Promise<Reply> => ({ status: 200, body: { status: 'ok' } });
  const ready = () => readyReply(deps.readiness);
  mountMethods(app, '/health/live', new Map([['GET', live]]), jsonDeps);
  mountMethods(app, '/health/ready', new Map([['GET', ready]]), jsonDeps);
}

async function readyReply(readiness: HealthDeps['readiness']): Promise<Reply> {
  const reasons = await readiness.reasons();
  if (reasons.length === 0) return { status: 200, body: { status: 'ok' } };
  const body = { status: 'unavailable', reasons };
  return { status: 503, body, headers: { 'retry-after': '1' } };
}
