import type { IRouter } from 'express';
import type { Serve } from '../../shared/node/http/exchange.ts';
import type { FastRouter } from '../../shared/node/http/fast-router.ts';
import { mountMethods } from '../../shared/node/http/methods.ts';
import type { AnyRoute } from '../../shared/node/http/pipeline.ts';
import type { TransportDeps } from '../../shared/node/http/transport.ts';

/** A route with its handler. */
export type ServedRoute = Pick<AnyRoute, 'method' | 'path'> & {
  readonly serve: Serve;
};

/** Mounts the routes of one audience below its base path, in their order. */
export function mountRoutes(
  app: IRouter,
  base: string,
  routes: readonly ServedRoute[],
  deps: TransportDeps,
  fast: FastRouter | null = null,
): void {
  for (const [path, served] of Map.groupBy(routes, (route) => route.path)) {
    const methods = new Map(served.map(({ method, serve }) => [method, serve]));
    mountMethods(app, base + path, methods, deps, fast);
  }
}
