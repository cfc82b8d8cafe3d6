import type { Express } from 'express';
import { FailureLimit } from '../../shared/limits/failure-limit.ts';
import { peerName } from '../../shared/node/http/client-address.ts';
import type { Exchange, Serve } from '../../shared/node/http/exchange.ts';
import { readInput } from '../../shared/node/http/json-body.ts';
import { mountMethods } from '../../shared/node/http/methods.ts';
import { errorReply, type Reply } from '../../shared/node/http/reply.ts';
import type { TransportDeps } from '../../shared/node/http/transport.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { PAIRING_PATH, pairingInput } from '../../shared/protocol/pairing.ts';
import { SECOND } from '../../shared/time/clock.ts';
import type { Pairings } from '../pairing/pairing.ts';
import { faultReply } from '../web/failure.ts';
import type { ApiDeps } from './deps.ts';

const SPENT = {
  type: 'Too Many Requests',
  description: 'Too many codes were tried from this address; wait, and make a new code.',
} as const;

/**
 * Characters of a code that select its rate limit: 1,024 values, which leaves thirty bits to guess.
 */
const BEGINNING = 2;

/**
 * `POST {base_url}/pairing/`, outside the route table because its caller has no credentials yet.
 * The service counts every try before it looks at the code, so that parallel tries cannot exceed
 * the limit.
 */
export function mountPairing(
  app: Express,
  deps: Pick<ApiDeps, 'clock' | 'log'>,
  pairings: Pick<Pairings, 'redeem'>,
  transportDeps: TransportDeps,
): void {
  const { clock, log } = deps;
  const { profile } = transportDeps;
  const tries = new FailureLimit(clock, LIMITS.pairingTriesWindow, LIMITS.pairingTriesEntries);
  const max = LIMITS.pairingTriesMax;

  async function redeem(exchange: Exchange): Promise<Reply> {
    const peer = peerName(exchange.address);
    const input = readInput(pairingInput, exchange, profile);
    if (!input.ok) return errorReply(input.refusal);
    // The beginning of a code selects its rate limit. Failures with codes of other beginnings at
    // the same address do not block this code.
    const name = `${input.value.code.slice(0, BEGINNING)} ${peer}`;
    const wait = tries.wait(name, max);
    if (wait > 0) return errorReply(SPENT, Math.ceil(wait / SECOND));
    tries.fail(name, max);
    const done = await pairings.redeem(input.value, exchange.address);
    // Only an unknown code counts as a failed try. A caller who knows the code gets the reason for
    // a refusal.
    if (done.ok || done.refusal.type !== 'Not Found') tries.undo(name, max);
    const { address } = exchange;
    if (!done.ok) {
      log.info({ address, reason: done.refusal.type }, 'pairing refused');
      return errorReply(done.refusal);
    }
    const { first, reply } = done.value;
    const { merchant_id: merchantId, user_id: userId, pos_id: posId } = reply;
    log.info({ address, merchantId, userId, posId, first }, 'till paired');
    return { status: first ? 201 : 200, body: reply, headers: { 'cache-control': 'no-store' } };
  }

  const serve: Serve = async (exchange) => {
    try {
      return await redeem(exchange);
    } catch (error) {
      return faultReply(error, exchange.requestId, log);
    }
  };
  mountMethods(app, profile.basePath + PAIRING_PATH, new Map([['POST', serve]]), transportDeps);
}
