import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { errorReply } from '../../../shared/node/http/error-reply.ts';
import type { Exchange } from '../../../shared/node/http/exchange.ts';
import { parseQuery } from '../../../shared/node/http/http-request.ts';
import { readInput } from '../../../shared/node/http/json-body.ts';
import { createListener, refuseUpgrade } from '../../../shared/node/http/listener.ts';
import { type Audience, type Endpoint, servedBy } from '../../../shared/node/http/pipeline.ts';
import type { TransportDeps } from '../../../shared/node/http/transport.ts';
import {
  type Answer,
  answer,
  refuse,
  VALIDATION_SENTENCE,
} from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { JSON_TYPE, SVC_PROFILE } from '../../../shared/protocol/media.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import type { Clock } from '../../../shared/time/clock.ts';
import { createApp, mountEnd } from '../../web/app.ts';
import { mountRoutes } from '../../web/mount-routes.ts';
import { failuresIn, PROGRAM_WORDS } from '../../web/unexpected-error.ts';
import type { ActDeps, AnyAct } from './act.ts';
import { ACTS, actNames } from './acts.ts';
import { fromTexts } from './forms.ts';
import { OPERATOR_ROUTES, type OperatorRoute } from './routes.ts';
import { listenPrivately, OPERATOR_SOCKET } from './socket.ts';

/** A success: the answer of the act, and whom it is about, for the log. */
type Done = {
  readonly body: unknown;
  readonly merchantId: string | null;
  readonly id: string | null;
};

/** Carries a checked call to its act, and the answer back. */
function endpointOf(act: AnyAct, deps: ActDeps): Endpoint<null, Done> {
  const begin = act.alone === true ? oneAtATime() : <T>(work: () => Promise<Answer<T>>) => work();
  return async ({ params, query, body, exchange }) => {
    const input = { ...Object(params), ...Object(query), ...bodyMembers(act, body) };
    const done = await begin(() => act.run(deps, input, exchange.gone));
    if (!done.ok) return done;
    const id = act.aboutId === undefined ? Object(done.value).id : act.aboutId(done.value);
    return answer({ body: done.value, merchantId: input.merchant ?? null, id: id ?? null });
  };
}

const bodyMembers = ({ file }: AnyAct, body: unknown) =>
  file === undefined ? Object(body) : { [file.member]: body };

/** Some acts are much work, so that a second one at the same time is refused. */
function oneAtATime() {
  let running = false;
  return async <T>(work: () => Promise<Answer<T>>): Promise<Answer<T>> => {
    if (running) {
      return refuse(
        'Too Many Requests',
        'Another request of this kind runs; repeat it afterwards.',
      );
    }
    running = true;
    try {
      return await work();
    } finally {
      running = false;
    }
  };
}

/**
 * The owner of the data directory, whom the permissions of the socket have let in. The log gets the act, its result and
 * the ids of the merchant and of whom it is about: no phone number, no address and no secret.
 */
function operatorAudience(log: Logger): Audience<OperatorRoute, null, Done> {
  const note = (route: OperatorRoute, requestId: string, result: string, about: Partial<Done>) => {
    const { merchantId = null, id = null } = about;
    log.info({ requestId, action: route.name, result, merchantId, id }, 'operator action');
  };
  return {
    failed: failuresIn(log, PROGRAM_WORDS),
    identify: async () => ({ ok: true, value: null }),
    readQuery: ({ query }, { target }) => queryOf(query, target),
    readBody: bodyOf,
    reply(done, route, { requestId }) {
      note(route, requestId, 'done', done);
      const [status = 200] = route.success;
      return { status, body: done.body };
    },
    refused({ refusal, retryAfterSeconds }, route, { requestId }) {
      note(route, requestId, refusal.type, {});
      return errorReply(refusal, retryAfterSeconds);
    },
  };
}

/** The checked query. A parameter with a typing error is refused: without it the reply would be another. */
function queryOf<Q extends z.ZodObject>(schema: Q, target: string): Answer<z.output<Q>> {
  const query = parseQuery(target);
  const unknown = Object.keys(query).find((name) => !Object.hasOwn(schema.shape, name));
  if (unknown === undefined) return validate(schema, fromTexts(schema, query));
  return refuse('validation_error', VALIDATION_SENTENCE, {
    [unknown]: ['is not a parameter of this address'],
  });
}

function bodyOf({ body, takes }: OperatorRoute, exchange: Exchange): Answer<unknown> {
  if (takes === undefined) return readInput(body, exchange, SVC_PROFILE);
  const type = exchange.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === takes) return answer(exchange.body);
  return refuse('Unsupported Media Type', `The body must be a file; set Content-Type to ${takes}.`);
}

export type OperatorSocketDeps = ActDeps & {
  readonly log: Logger;
  /** Real time, for the end of requests when the service stops. */
  readonly wall: Clock;
  readonly transport: Pick<TransportDeps, 'faultReply' | 'nextRequestId' | 'stopping'>;
};

/**
 * Serves the operator API on a socket in the data directory, for its owner only (D-212). Returns the
 * function that ends it: requests in flight finish first. If there can be no socket, the service runs
 * without the API and logs the reason; on Windows it never has one.
 */
export async function openOperatorSocket(
  directory: string,
  deps: OperatorSocketDeps,
): Promise<() => Promise<void>> {
  if (process.platform === 'win32') return async () => {};
  const { log, wall } = deps;
  // The first request makes the app: most services get no such request, and each start would wait for it.
  let app: RequestListener | null = null;
  const serve: RequestListener = (request, response) => {
    app ??= operatorApp(deps);
    app(request, response);
  };
  const bounds = {
    ...LIMITS,
    connectionsMax: LIMITS.operatorConnectionsMax,
    // A copy of a large database takes longer than a client may be silent.
    stallTimeout: LIMITS.operatorStallTimeout,
  };
  const listener = createListener(serve, wall, { bounds });
  listener.server.on('upgrade', (_request, socket) => refuseUpgrade(socket));
  const opened = await listenPrivately(listener.server, directory).catch((error: unknown) => ({
    error,
  }));
  if (typeof opened === 'function') {
    return async () => {
      await listener.stop(LIMITS.stopGrace);
      await opened();
    };
  }
  const path = join(directory, OPERATOR_SOCKET);
  const error = opened?.error ?? new Error('the path is too long for a socket');
  log.warn({ path, error }, 'there is no operator API, because its socket cannot be opened');
  return async () => {};
}

/** Serves the acts of the table, those with a fixed path before those with a parameter. */
function operatorApp(deps: OperatorSocketDeps): RequestListener {
  const app = createApp();
  const audience = operatorAudience(deps.log);
  const wire = { ...deps.transport, profile: SVC_PROFILE, mediaType: JSON_TYPE };
  const served = actNames().map((name) => {
    const route = OPERATOR_ROUTES[name];
    return { ...route, serve: servedBy(route, audience, endpointOf(ACTS[name], deps)) };
  });
  mountRoutes(app, '', served, wire);
  mountEnd(app, wire);
  return app;
}
