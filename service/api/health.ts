import type { Express } from 'express';
import type { Logger } from 'pino';
import { mountMethods } from '../../shared/node/http/methods.ts';
import type { Reply } from '../../shared/node/http/reply.ts';
import type { TransportParts } from '../../shared/node/http/transport.ts';
import { JSON_TYPE } from '../../shared/protocol/media.ts';

export type HealthParts = TransportParts & {
  readonly log: Logger;
  /** True between the start and the stop of the service. */
  readonly ready: () => boolean;
  /** Throws when the store takes no writes. */
  readonly check: () => Promise<void>;
};

/** `/health/live`: the process answers. `/health/ready`: it takes work, and its store takes writes. */
export function mountHealth(app: Express, given: HealthParts): void {
  const parts = { ...given, mediaType: JSON_TYPE };
  const live = async (): Promise<Reply> => ({ status: 200, body: { status: 'ok' } });
  mountMethods(app, '/health/live', new Map([['GET', live]]), parts);
  mountMethods(app, '/health/ready', new Map([['GET', () => readiness(parts)]]), parts);
}

async function readiness(parts: HealthParts): Promise<Reply> {
  const ready = parts.ready() && (await works(parts));
  return ready
    ? { status: 200, body: { status: 'ok' } }
    : { status: 503, body: { status: 'unavailable' }, headers: { 'retry-after': '1' } };
}

async function works(parts: HealthParts): Promise<boolean> {
  try {
    await parts.check();
    return true;
  } catch (error) {
    parts.log.error({ error }, 'the store takes no writes');
    return false;
  }
}
