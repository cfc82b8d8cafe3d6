import { isUtf8 } from 'node:buffer';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { CallOf, ValueOf } from '../../../shared/node/http/call.ts';
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
import {
  type CustomerAdministration,
  createCustomer,
  customerView,
  eraseCustomer,
  importCustomers,
  listCustomers,
  readCustomer,
  setBlocked,
  setCredit,
} from '../../customers/administration.ts';
import { exportCustomer } from '../../customers/export-customer.ts';
import type { CustomerRecord } from '../../store/store.ts';
import { createApp, mountEnd } from '../../web/app.ts';
import { mountRoutes } from '../../web/mount-routes.ts';
import { failuresIn, PROGRAM_WORDS } from '../../web/unexpected-error.ts';
import { listenPrivately } from '../admin/socket.ts';
import {
  OPERATOR_ROUTES,
  type OperatorRoute,
  type OperatorRouteName,
  operatorRouteNames,
} from './routes.ts';

/** Name of the socket in the data directory on which the operator's programs call the API (D-212). */
export const OPERATOR_SOCKET = 'operator.sock';

/** A success: the body that the route promises, and the customer for the log. */
type Done<P> = { readonly body: P; readonly customerId: string | null };

type RouteOf<N extends OperatorRouteName> = (typeof OPERATOR_ROUTES)[N];

/** One endpoint for every route of the table: a missing one does not compile. */
type Endpoints = {
  readonly [N in OperatorRouteName]: (
    call: CallOf<RouteOf<N>>,
  ) => Promise<Answer<Done<ValueOf<RouteOf<N>>>>>;
};

type ServeDeps = CustomerAdministration & { readonly log: Logger };

function endpointsOf(deps: ServeDeps): Endpoints {
  const oneImport = oneAtATime();
  return {
    customerList: async ({ query: { text, after, limit }, exchange }) => {
      // One more than the page has tells whether there is a next page.
      const query = { text: text ?? '', after, limit: limit + 1, gone: exchange.gone() };
      const found = await listCustomers(deps, query);
      const page = found.slice(0, limit);
      const next = found.length > limit ? (page.at(-1)?.id ?? null) : null;
      return answer({ body: { customers: page.map(customerView), next }, customerId: null });
    },
    customerCreate: ({ body: { msisdn, name, allow_credit } }) =>
      shown(createCustomer(deps, { msisdn, name, allowCredit: allow_credit }, 'active')),
    customerInvite: ({ body: { msisdn } }) =>
      shown(createCustomer(deps, { msisdn, name: '', allowCredit: false }, 'invited')),
    customerImport: async ({ body }) => {
      const done = await oneImport(() => importCustomers(deps, body));
      return done.ok ? answer({ body: done.value, customerId: null }) : done;
    },
    customerRead: ({ params: { customer } }) => shown(readCustomer(deps, customer)),
    customerExport: async ({ params: { customer } }) => {
      const read = await readCustomer(deps, customer);
      if (!read.ok) return read;
      const { id } = read.value;
      const data = await exportCustomer(deps.store, id);
      return data.ok ? answer({ body: data.value, customerId: id }) : data;
    },
    customerBlock: ({ params: { customer } }) => shown(setBlocked(deps, customer, 'blocked')),
    customerUnblock: ({ params: { customer } }) => shown(setBlocked(deps, customer, 'active')),
    customerCredit: ({ params: { customer }, body: { allow_credit } }) =>
      shown(setCredit(deps, customer, allow_credit)),
    customerErase: async ({ params: { customer } }) => {
      const erased = await eraseCustomer(deps, customer);
      if (!erased.ok) return erased;
      return answer({ body: { id: erased.value }, customerId: erased.value });
    },
  };
}

/** The answer to a call that reads or changes one customer. */
async function shown(changed: Promise<Answer<CustomerRecord>>) {
  const done = await changed;
  if (!done.ok) return done;
  return answer({ body: customerView(done.value), customerId: done.value.id });
}

/** Imports are large, so that a second one at the same time is refused. */
function oneAtATime() {
  let running = false;
  return async <T>(work: () => Promise<Answer<T>>): Promise<Answer<T>> => {
    if (running) {
      return refuse('Too Many Requests', 'Another import is running; repeat the request after it.');
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
 * The owner of the data directory, whom the permissions of the socket have let in. The log gets the action,
 * its result and the customer's id, and no phone number.
 */
function operatorAudience(log: Logger): Audience<OperatorRoute, null, Done<unknown>> {
  const note = (route: OperatorRoute, requestId: string, result: string, id: string | null) =>
    log.info({ requestId, action: route.name, result, customerId: id }, 'operator action');
  return {
    failed: failuresIn(log, PROGRAM_WORDS),
    identify: async () => ({ ok: true, value: null }),
    readQuery: ({ query }, { target }) => queryOf(query, target),
    readBody: bodyOf,
    reply({ body, customerId }, route, { requestId }) {
      note(route, requestId, 'done', customerId);
      const [status = 200] = route.success;
      return { status, body };
    },
    refused({ refusal, retryAfterSeconds }, route, { requestId }) {
      note(route, requestId, refusal.type, null);
      return errorReply(refusal, retryAfterSeconds);
    },
  };
}

/** The checked query. A parameter with a typing error is refused: without it the reply would be another. */
function queryOf<Q extends z.ZodObject>(schema: Q, target: string): Answer<z.output<Q>> {
  const query = parseQuery(target);
  const unknown = Object.keys(query).find((name) => !Object.hasOwn(schema.shape, name));
  if (unknown === undefined) return validate(schema, query);
  return refuse('validation_error', VALIDATION_SENTENCE, {
    [unknown]: ['is not a parameter of this address'],
  });
}

function bodyOf({ body, takes }: OperatorRoute, exchange: Exchange): Answer<unknown> {
  if (takes === undefined) return readInput(body, exchange, SVC_PROFILE);
  const type = exchange.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== takes) {
    return refuse('Unsupported Media Type', `The body must be CSV; set Content-Type to ${takes}.`);
  }
  if (!isUtf8(exchange.body)) return refuse('Bad Request', 'The body is not UTF-8 text.');
  return validate(body, new TextDecoder().decode(exchange.body));
}

export type OperatorSocketDeps = CustomerAdministration & {
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
  const bounds = { ...LIMITS, connectionsMax: LIMITS.adminConnectionsMax };
  const listener = createListener(serve, wall, { bounds });
  listener.server.on('upgrade', (_request, socket) => refuseUpgrade(socket));
  const opened = await listenPrivately(listener.server, directory, OPERATOR_SOCKET).catch(
    (error: unknown) => ({ error }),
  );
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

/** Serves the routes of the table, those with a fixed path before those with a parameter. */
function operatorApp(deps: OperatorSocketDeps): RequestListener {
  const app = createApp();
  const endpoints = endpointsOf(deps);
  const audience = operatorAudience(deps.log);
  const wire = { ...deps.transport, profile: SVC_PROFILE, mediaType: JSON_TYPE };
  const served = operatorRouteNames().map((name) => {
    const route: OperatorRoute = OPERATOR_ROUTES[name];
    // The boundary: the pipeline has checked what the types of the call promise.
    const run = endpoints[name] as unknown as Endpoint<null, Done<unknown>>;
    return { ...route, serve: servedBy(route, audience, run) };
  });
  mountRoutes(app, '', served, wire);
  mountEnd(app, wire);
  return app;
}
