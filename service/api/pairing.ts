import type { Express } from 'express';
import { FailureLimit } from '../../shared/limits/failure-limit.ts';
import { peerName } from '../../shared/node/http/client-address.ts';
import { type AnyRoute, type Result, servedBy } from '../../shared/node/http/pipeline.ts';
import type { Reply } from '../../shared/node/http/reply.ts';
import type { TransportDeps } from '../../shared/node/http/transport.ts';
import { answer } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { PAIRING_PATH, type PairingInput, pairingInput } from '../../shared/protocol/pairing.ts';
import { SECOND } from '../../shared/time/clock.ts';
import type { Pairings } from '../pairing/pairing.ts';
import { mountRoutes } from '../web/mount-routes.ts';
import type { ApiDeps } from './deps.ts';
import { openAudience } from './open-audience.ts';

const SPENT = {
  type: 'Too Many Requests',
  description: 'Too many codes were tried from this address; wait, and make a new code.',
} as const;

/** Outside the table of the API, because its caller has no credentials yet. */
const PAIRING: AnyRoute = {
  name: 'pairing',
  method: 'POST',
  path: PAIRING_PATH,
  level: 'OPEN',
  summary: 'Pair a till by a short code',
  body: pairingInput,
  success: [201, 200],
  errors: ['validation_error', 'Not Found', 'Conflict', 'Too Many Requests'],
};

/**
 * Characters of a code that select its rate limit: 1,024 values, which leaves thirty bits to guess.
 */
const BEGINNING = 2;

/**
 * `POST {base_url}/pairing/`. The service counts every try before it looks at the code, so that parallel tries cannot exceed
 * the limit.
 */
export function mountPairing(
  app: Express,
  deps: Pick<ApiDeps, 'clock' | 'log'>,
  pairings: Pick<Pairings, 'redeem'>,
  transportDeps: TransportDeps,
): void {
  const { clock, log } = deps;
  const tries = new FailureLimit(clock, LIMITS.pairingTriesWindow, LIMITS.pairingTriesEntries);
  const max = LIMITS.pairingTriesMax;

  async function redeem(input: PairingInput, address: string): Promise<Result<Reply>> {
    const peer = peerName(address);
    // The beginning of a code selects its rate limit. Failures with codes of other beginnings at
    // the same address do not block this code.
    const name = `${input.code.slice(0, BEGINNING)} ${peer}`;
    const wait = tries.wait(name, max);
    if (wait > 0) {
      return { ok: false, refusal: SPENT, retryAfterSeconds: Math.ceil(wait / SECOND) };
    }
    tries.fail(name, max);
    const done = await pairings.redeem(input, address);
    // Only an unknown code counts as a failed try. A caller who knows the code gets the reason for
    // a refusal.
    if (done.ok || done.refusal.type !== 'Not Found') tries.undo(name, max);
    if (!done.ok) {
      log.info({ address, reason: done.refusal.type }, 'pairing refused');
      return done;
    }
    const { first, reply } = done.value;
    const { merchant_id: merchantId, user_id: userId, pos_id: posId } = reply;
    log.info({ address, merchantId, userId, posId, first }, 'till paired');
    return answer({ status: first ? 201 : 200, body: reply });
  }

  const { profile } = transportDeps;
  const serve = servedBy(PAIRING, openAudience(profile, log), ({ body, exchange }) =>
    // The boundary: the pipeline has checked the body with the schema of the route.
    redeem(body as PairingInput, exchange.address),
  );
  mountRoutes(app, profile.basePath, [{ ...PAIRING, serve }], transportDeps);
}
