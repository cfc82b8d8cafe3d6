import type { Express } from 'express';
import { z } from 'zod';
import { isLoopback, isLoopbackHost } from '../../shared/node/http/client-address.ts';
import type { Exchange, Serve } from '../../shared/node/http/exchange.ts';
import type { FastRouter } from '../../shared/node/http/fast-router.ts';
import { parseQuery } from '../../shared/node/http/http-request.ts';
import { readInput } from '../../shared/node/http/json-body.ts';
import { mountMethods } from '../../shared/node/http/methods.ts';
import { errorReply, type Reply } from '../../shared/node/http/reply.ts';
import type { TransportDeps } from '../../shared/node/http/transport.ts';
import { present } from '../../shared/objects/present.ts';
import { moneyNonNegative, optional, withDefault } from '../../shared/protocol/basic.ts';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';
import { JSON_TYPE } from '../../shared/protocol/media.ts';
import { validate } from '../../shared/protocol/validation.ts';
import { consentActs } from './consent-acts.ts';
import { faultInput } from './faults.ts';
import { iso } from './journal.ts';
import type { RunningSimulator } from './simulator.ts';

/** Headers of a signed request or a callback, which a client of the simulator does not send. */
const SIGNED = /-content-digest$|^authorization$|^webhook-/;

/**
 * Admits only programs on this machine. A page in a browser on this machine is refused by its
 * `Origin`, and by the `Host` of a foreign name that resolves to this address. A callback, which a
 * merchant may have addressed to the simulator, is refused too. `ownName` is one more name of this
 * machine, which its operator has stated.
 */
export function onlyLocal(exchange: Exchange, ownName: string | null = null): Answer<null> {
  const { headers, address } = exchange;
  const { host = '' } = headers;
  const page = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
  const signed = Object.keys(headers).some((name) => SIGNED.test(name));
  if (signed) return refuse('Not Found', 'The simulator takes no signed requests and callbacks.');
  const isOwn = isLoopbackHost(host) || (hasName(host, ownName) && isFromHere(exchange));
  if (isLoopback(address) && isOwn && !page) return answer(null);
  return refuse('Not Found', 'The simulator answers programs on this machine, and no pages.');
}

function hasName(host: string, name: string | null): boolean {
  return name !== null && host.replace(/:\d{1,5}$/, '').toLowerCase() === name.toLowerCase();
}

/**
 * Under a public name a proxy on this machine may pass on the requests of others, with a loopback
 * address. Such a request names the client that it is for.
 */
function isFromHere({ headers }: Exchange): boolean {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().flatMap((one) => one.split(','));
  return headers.forwarded === undefined && forwarded.every((one) => isLoopback(one.trim()));
}

/** Path of the simulator API on the service's own address. */
export const SIMULATOR_PATH = '/simulator/v1';

/* Inputs of the simulator API. */
export const claimInput = z.object({ customer: z.string().max(20) });
export const confirmInput = z.object({
  additional_amount: optional(moneyNonNegative),
  credit: withDefault(z.boolean(), false),
});
export const clockInput = z.object({ advance_seconds: z.number().min(0) });
export const journalQuery = z.object({ pos_tid: optional(z.string().max(64)) });

type Act = (exchange: Exchange) => Promise<Answer<Reply>>;

const NOTHING: Reply = { status: 204 };

/** Mounts the simulator API on an application. */
export function mountSimulator(
  app: Express,
  running: RunningSimulator,
  transportDeps: TransportDeps,
  straight: FastRouter | null,
): void {
  const jsonDeps = { ...transportDeps, mediaType: JSON_TYPE };
  const acts = actsOf(running, jsonDeps);
  for (const [path, methods] of Object.entries(acts)) {
    const served = Object.entries(methods).map(([name, act]): [string, Serve] => [
      name,
      serve(act),
    ]);
    mountMethods(app, SIMULATOR_PATH + path, new Map(served), jsonDeps, straight);
  }
}

function serve(act: Act): Serve {
  return async (exchange) => {
    const local = onlyLocal(exchange);
    const done = local.ok ? await act(exchange) : local;
    return done.ok ? done.value : errorReply(done.refusal);
  };
}

function actsOf(
  { simulator, order }: RunningSimulator,
  { profile }: Pick<TransportDeps, 'profile'>,
): Readonly<Record<string, Readonly<Record<string, Act>>>> {
  const now = (): Reply => ({ status: 200, body: { now: iso(simulator.now()) } });
  return {
    '/payment_request/:tid/claim/': {
      POST: async (exchange) => {
        const input = readInput(claimInput, exchange, profile);
        return input.ok
          ? empty(await simulator.claim(tidOf(exchange), input.value.customer))
          : input;
      },
    },
    '/payment_request/:tid/confirm/': {
      POST: async (exchange) => {
        const input = readInput(confirmInput, exchange, profile);
        if (!input.ok) return input;
        const { additional_amount: additionalAmount, credit } = input.value;
        return empty(await simulator.confirm(tidOf(exchange), { additionalAmount, credit }));
      },
    },
    '/payment_request/:tid/reject/': {
      POST: async (exchange) => empty(await simulator.reject(tidOf(exchange))),
    },
    '/clock/': {
      GET: async () => answer(now()),
      POST: async (exchange) => {
        const input = readInput(clockInput, exchange, profile);
        if (!input.ok) return input;
        const moved = await simulator.advance(input.value.advance_seconds);
        return moved.ok ? answer(now()) : moved;
      },
    },
    '/fault/': {
      POST: async (exchange) => {
        const input = readInput(faultInput, exchange, profile);
        return input.ok ? empty(order(input.value)) : input;
      },
      DELETE: async () => {
        simulator.clearFaults();
        return answer(NOTHING);
      },
    },
    '/journal/': {
      GET: async (exchange) => {
        const query = validate(journalQuery, parseQuery(exchange.target));
        if (!query.ok) return query;
        const { pos_tid: posTid } = query.value;
        const items = await simulator.journal(present({ posTid }));
        return answer({ status: 200, body: { items } });
      },
    },
    ...consentActs(simulator, profile),
    '/settlement/': {
      POST: async () => {
        const settlement_ids = await simulator.settle();
        return answer({ status: 200, body: { settlement_ids } });
      },
    },
  };
}

function tidOf(exchange: Exchange): string {
  return exchange.params.tid ?? '';
}

function empty(done: Answer<null>): Answer<Reply> {
  return done.ok ? answer(NOTHING) : done;
}
