import { isUtf8 } from 'node:buffer';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Exchange, Serve } from '../../../shared/node/http/exchange.ts';
import { parseQuery } from '../../../shared/node/http/http-request.ts';
import { readInput } from '../../../shared/node/http/json-body.ts';
import { createListener, refuseUpgrade } from '../../../shared/node/http/listener.ts';
import { mountMethods } from '../../../shared/node/http/methods.ts';
import { errorReply } from '../../../shared/node/http/reply.ts';
import type { TransportDeps } from '../../../shared/node/http/transport.ts';
import {
  type Answer,
  answer,
  type Refusal,
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
import { listenPrivately } from '../admin/socket.ts';
import {
  customerParam,
  OPERATOR_ROUTES,
  type OperatorRoute,
  type OperatorRouteName,
  operatorRouteNames,
} from './routes.ts';

/** Name of the socket in the data directory on which the operator's programs call the API (D-212). */
export const OPERATOR_SOCKET = 'operator.sock';

/** A checked call: what the schemas of its route give. */
type Call<Q, B> = {
  /** The id or the phone number in the path; empty for a route without one. */
  readonly customer: string;
  readonly query: Q;
  readonly body: B;
  /** Aborts when the caller disconnects or the service stops. */
  readonly gone: () => AbortSignal;
};

/** A success: the body that the route promises, and the customer for the log. */
type Done<P> = { readonly body: P; readonly customerId: string | null };

/** A route of the table with its types, so that its handler gets and answers what the schemas say. */
type Typed<Q extends z.ZodObject, B extends z.ZodType, P extends z.ZodType> = OperatorRoute & {
  readonly query: Q;
  readonly body: B;
  readonly reply: P;
};

type ServeDeps = CustomerAdministration & { readonly log: Logger };

/** One handler for every route of the table: a missing one does not compile. */
function handlersOf(deps: ServeDeps): Readonly<Record<OperatorRouteName, Serve>> {
  const routes = OPERATOR_ROUTES;
  const oneImport = oneAtATime();
  function on<Q extends z.ZodObject, B extends z.ZodType, P extends z.ZodType>(
    route: Typed<Q, B, P>,
    handle: (call: Call<z.output<Q>, z.output<B>>) => Promise<Answer<Done<z.input<P>>>>,
  ): Serve {
    return serveRoute(route, handle, deps.log);
  }
  return {
    customerList: on(routes.customerList, async ({ query: { text, after, limit }, gone }) => {
      // One more than the page has tells whether there is a next page.
      const query = { text: text ?? '', after, limit: limit + 1, gone: gone() };
      const found = await listCustomers(deps, query);
      const page = found.slice(0, limit);
      const next = found.length > limit ? (page.at(-1)?.id ?? null) : null;
      return answer({ body: { customers: page.map(customerView), next }, customerId: null });
    }),
    customerCreate: on(routes.customerCreate, ({ body: { msisdn, name, allow_credit } }) =>
      shown(createCustomer(deps, { msisdn, name, allowCredit: allow_credit }, 'active')),
    ),
    customerInvite: on(routes.customerInvite, ({ body: { msisdn } }) =>
      shown(createCustomer(deps, { msisdn, name: '', allowCredit: false }, 'invited')),
    ),
    customerImport: on(routes.customerImport, async ({ body }) => {
      const done = await oneImport(() => importCustomers(deps, body));
      return done.ok ? answer({ body: done.value, customerId: null }) : done;
    }),
    customerRead: on(routes.customerRead, ({ customer }) => shown(readCustomer(deps, customer))),
    customerExport: on(routes.customerExport, async ({ customer }) => {
      const read = await readCustomer(deps, customer);
      if (!read.ok) return read;
      const { id } = read.value;
      const data = await exportCustomer(deps.store, id);
      return data.ok ? answer({ body: data.value, customerId: id }) : data;
    }),
    customerBlock: on(routes.customerBlock, ({ customer }) =>
      shown(setBlocked(deps, customer, 'blocked')),
    ),
    customerUnblock: on(routes.customerUnblock, ({ customer }) =>
      shown(setBlocked(deps, customer, 'active')),
    ),
    customerCredit: on(routes.customerCredit, ({ customer, body: { allow_credit } }) =>
      shown(setCredit(deps, customer, allow_credit)),
    ),
    customerErase: on(routes.customerErase, async ({ customer }) => {
      const erased = await eraseCustomer(deps, customer);
      if (!erased.ok) return erased;
      return answer({ body: { id: erased.value }, customerId: erased.value });
    }),
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
 * One route, from a request to its reply: the customer, the query, the body, and then the handler. The
 * log gets the action, its result and the customer's id, and no phone number.
 */
function serveRoute<Q extends z.ZodObject, B extends z.ZodType, P extends z.ZodType>(
  route: Typed<Q, B, P>,
  handle: (call: Call<z.output<Q>, z.output<B>>) => Promise<Answer<Done<z.input<P>>>>,
  log: Logger,
): Serve {
  async function run(exchange: Exchange): Promise<Answer<Done<z.input<P>>>> {
    const { customer } = exchange.params;
    const named = customer === undefined ? answer('') : validate(customerParam, customer);
    if (!named.ok) return inPath(named.refusal);
    const query = queryOf(route.query, exchange.target);
    if (!query.ok) return query;
    const body = bodyOf(route, exchange);
    if (!body.ok) return body;
    const { gone } = exchange;
    return handle({ customer: named.value, query: query.value, body: body.value, gone });
  }
  return async (exchange) => {
    const { requestId } = exchange;
    const done = await run(exchange);
    const result = done.ok ? 'done' : done.refusal.type;
    const customerId = done.ok ? done.value.customerId : null;
    log.info({ requestId, action: route.name, result, customerId }, 'operator action');
    return done.ok ? { status: route.success, body: done.value.body } : errorReply(done.refusal);
  };
}

/** The same refusal, which names the customer of the path in place of the body. */
const inPath = ({ type, description, details }: Refusal) =>
  refuse(type, description, { customer: details?.body });

/** The checked query. A parameter with a typing error is refused: without it the reply would be another. */
function queryOf<Q extends z.ZodObject>(schema: Q, target: string): Answer<z.output<Q>> {
  const query = parseQuery(target);
  const unknown = Object.keys(query).find((name) => !Object.hasOwn(schema.shape, name));
  if (unknown === undefined) return validate(schema, query);
  return refuse('validation_error', VALIDATION_SENTENCE, {
    [unknown]: ['is not a parameter of this address'],
  });
}

function bodyOf<B extends z.ZodType>(
  { body, takes }: Pick<OperatorRoute, 'takes'> & { readonly body: B },
  exchange: Exchange,
): Answer<z.output<B>> {
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
  const handlers = handlersOf(deps);
  const wire = { ...deps.transport, profile: SVC_PROFILE, mediaType: JSON_TYPE };
  const paths = Map.groupBy(operatorRouteNames(), (name) => OPERATOR_ROUTES[name].path);
  for (const [path, names] of paths) {
    const methods = new Map(names.map((name) => [OPERATOR_ROUTES[name].method, handlers[name]]));
    const takesFile = names.includes('customerImport');
    const bytesMax = takesFile ? LIMITS.operatorImportBytesMax : LIMITS.bodyBytesMax;
    mountMethods(app, path, methods, { ...wire, bodyBytesMax: () => bytesMax });
  }
  mountEnd(app, wire);
  return app;
}
