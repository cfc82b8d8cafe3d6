import type { Express } from 'express';
import { WorkShares } from '../../shared/limits/work-queue.ts';
import { errorReply } from '../../shared/node/http/error-reply.ts';
import {
  type Interceptor,
  intercepted,
  type Methods,
  type Serve,
} from '../../shared/node/http/exchange.ts';
import type { FastRouter } from '../../shared/node/http/fast-router.ts';
import { mountMethods } from '../../shared/node/http/methods.ts';
import { type TransportDeps, transport } from '../../shared/node/http/transport.ts';
import { refuse } from '../../shared/protocol/errors.ts';
import { EVENT_PATH, ROUTES, type RouteName } from '../../shared/protocol/routes.ts';
import type { Extra, Refused } from './extras/extra.ts';
import { EXTRA_TABLE } from './extras/index.ts';
import { createPipeline, type PipelineDeps, pipelineOf, WRITE_SHARES } from './pipeline.ts';
import { profileAdapter } from './profile-adapter.ts';

export type ApiOptions = Omit<PipelineDeps, 'writeShares' | 'adapter'> &
  TransportDeps & {
    /** Interceptors that handle a request before the API, outermost first. */
    readonly interceptors: readonly Interceptor[];
    /** The fast router; null when something is mounted before the API. */
    readonly fast: FastRouter | null;
  };

const NOT_A_SOCKET = errorReply(
  refuse('Bad Request', 'Open this address as a WebSocket; it is no page.').refusal,
);
/** Mounts the routes of the route table. Paths match with and without a trailing slash. */
export function mountApi(app: Express, options: ApiOptions): void {
  const { basePath } = options.profile;
  for (const [path, methods] of methodsByPath(options)) {
    mountMethods(app, path, methods, options, options.fast);
  }
  app.all(basePath + EVENT_PATH, (request, response) =>
    transport(request, response, async () => NOT_A_SOCKET, options),
  );
}

function methodsByPath(options: ApiOptions): ReadonlyMap<string, Methods> {
  const { profile } = options;
  const paths = new Map<string, Map<string, Serve>>();
  const adapter = profileAdapter(profile, options.deps);
  const deps = { ...options, adapter, writeShares: new WorkShares(WRITE_SHARES) };
  const put = (path: string, method: string, serve: Serve) => {
    const methods = paths.get(path) ?? new Map<string, Serve>();
    paths.set(path, methods);
    if (!methods.has(method)) methods.set(method, intercepted(serve, options.interceptors));
  };
  // Extra endpoints come first, because one of their paths may match a parameter of the table. An
  // extra endpoint at the address of a route replaces the route.
  for (const name of profile.extras) putExtra(EXTRA_TABLE[name], profile.basePath, deps, put);
  const usual = routeNames().map((route) => ({ route, ...pick(route) }));
  for (const { route: name, path, method } of [...profile.aliases, ...usual]) {
    put(profile.basePath + path, method, createPipeline(name, deps));
  }
  return paths;
}

function putExtra(
  extra: Extra | Refused,
  basePath: string,
  deps: PipelineDeps,
  put: (path: string, method: string, serve: Serve) => void,
): void {
  const prefix = { api: basePath, root: '' };
  if (extra.kind === 'served') {
    const { place, route, run } = extra;
    put(prefix[place] + route.path, route.method, pipelineOf(route, run, deps));
    return;
  }
  const reply = errorReply(refuse('Not Found', extra.sentence).refusal);
  for (const { place, method, path } of extra.addresses) {
    put(prefix[place] + path, method, async () => reply);
  }
}

function pick(name: RouteName) {
  const { path, method } = ROUTES[name];
  return { path, method };
}

function routeNames(): RouteName[] {
  // The table's keys are exactly the names; `Object.keys` only knows that they are text.
  return Object.keys(ROUTES) as RouteName[];
}
