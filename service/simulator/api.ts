import type { Express } from 'express';
import type { Logger } from 'pino';
import type { CallOf, ValueOf } from '../../shared/node/http/call.ts';
import { errorReply } from '../../shared/node/http/error-reply.ts';
import type { FastRouter } from '../../shared/node/http/fast-router.ts';
import { readInput } from '../../shared/node/http/json-body.ts';
import {
  type AnyRoute,
  type Audience,
  type Endpoint,
  servedBy,
} from '../../shared/node/http/pipeline.ts';
import type { TransportDeps } from '../../shared/node/http/transport.ts';
import { present } from '../../shared/objects/present.ts';
import { type Answer, answer, refuse, VALIDATION_SENTENCE } from '../../shared/protocol/errors.ts';
import { JSON_TYPE } from '../../shared/protocol/media.ts';
import { mountRoutes } from '../web/mount-routes.ts';
import { failuresIn, PROGRAM_WORDS } from '../web/unexpected-error.ts';
import { iso } from './journal.ts';
import { onlyLocal } from './only-local.ts';
import { SIMULATOR_PATH, SIMULATOR_ROUTES, type SimulatorRouteName } from './routes.ts';
import type { RunningSimulator } from './simulator.ts';

type RouteOf<N extends SimulatorRouteName> = (typeof SIMULATOR_ROUTES)[N];

/** One endpoint for every route of the table: a missing one does not compile. */
type Endpoints = {
  readonly [N in SimulatorRouteName]: (
    call: CallOf<RouteOf<N>>,
  ) => Promise<Answer<ValueOf<RouteOf<N>>>>;
};

/** Mounts the simulator API on an application. */
export function mountSimulator(
  app: Express,
  running: RunningSimulator,
  log: Logger,
  transportDeps: TransportDeps,
  fast: FastRouter | null,
): void {
  const jsonDeps = { ...transportDeps, mediaType: JSON_TYPE };
  const audience = simulatorAudience(log, jsonDeps);
  const endpoints = endpointsOf(running);
  const routes = simulatorRouteNames().map((name) => {
    const route = SIMULATOR_ROUTES[name];
    // The boundary: the pipeline has checked what the types of the call promise.
    const run = endpoints[name] as unknown as Endpoint<null, unknown>;
    return { ...route, serve: servedBy(route, audience, run) };
  });
  mountRoutes(app, SIMULATOR_PATH, routes, jsonDeps, fast);
}

/** Programs on this machine; no page and no signed request. */
function simulatorAudience(
  log: Logger,
  { profile }: Pick<TransportDeps, 'profile'>,
): Audience<AnyRoute, null, unknown> {
  return {
    failed: failuresIn(log, PROGRAM_WORDS),
    admit(exchange) {
      const local = onlyLocal(exchange);
      return local.ok ? null : local;
    },
    identify: async () => ({ ok: true, value: null }),
    readBody: ({ body }, exchange) =>
      body === undefined ? answer(null) : readInput(body, exchange, profile),
    reply(value, { success }) {
      const [status = 200] = success;
      return value === null ? { status } : { status, body: value };
    },
    refused: ({ refusal, retryAfterSeconds }) => errorReply(refusal, retryAfterSeconds, null),
  };
}

function endpointsOf({ simulator, order }: RunningSimulator): Endpoints {
  const now = () => ({ now: iso(simulator.now()) });
  return {
    claim: ({ params, body }) => simulator.claim(params.tid, body.customer),
    confirm({ params, body: { additional_amount: additionalAmount, credit } }) {
      return simulator.confirm(params.tid, { additionalAmount, credit });
    },
    reject: ({ params }) => simulator.reject(params.tid),
    clockRead: async () => answer(now()),
    async clockAdvance({ body }) {
      const moved = await simulator.advance(body.advance_seconds);
      return moved.ok ? answer(now()) : moved;
    },
    faultAdd: async ({ body }) => order(body),
    async faultsClear() {
      simulator.clearFaults();
      return answer(null);
    },
    async journal({ query: { pos_tid: posTid } }) {
      const items = await simulator.journal(present({ posTid }));
      return answer({ items: [...items] });
    },
    async scan({ body: { customer, shortlink_id, serial_number, argstring } }) {
      const shortlink = shortlink_id ?? serial_number;
      if (shortlink === null) {
        const missing = ['is required when serial_number is not given'];
        return refuse('validation_error', VALIDATION_SENTENCE, { shortlink_id: missing });
      }
      const token = await simulator.scan(customer, { shortlink, argstring });
      return token.ok ? answer({ token: token.value }) : token;
    },
    permissionAccept: ({ params, body }) => simulator.accept(params.rid, body.scope ?? undefined),
    permissionDecline: ({ params }) => simulator.decline(params.rid),
    async settle() {
      return answer({ settlement_ids: [...(await simulator.settle())] });
    },
  };
}

function simulatorRouteNames(): readonly SimulatorRouteName[] {
  // The table's keys are exactly the names; `Object.keys` only knows that they are text.
  return Object.keys(SIMULATOR_ROUTES) as SimulatorRouteName[];
}
