import type { IRouter } from 'express';
import type { Serve } from '../../shared/node/http/exchange.ts';
import type { FastRouter } from '../../shared/node/http/fast-router.ts';
import { mountMethods } from '../../shared/node/http/methods.ts';
import type { AnyRoute } from '../../shared/node/http/pipeline.ts';
import type { TransportDeps } from '../../shared/node/http/transport.ts';

/** A route with its handler. */
export type ServedRoute = Pick<AnyRoute, 'method' | 'path' | 'bodyBytesMax'> & {
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
    mountMethods(app, base + path, methods, boundedBy(deps, served), fast);
  }
}

/** The same transport with the bound of bodies that a path's own routes name, if any does. */
export function boundedBy<D extends TransportDeps>(
  deps: D,
  routes: readonly Pick<AnyRoute, 'bodyBytesMax'>[],
): D {
  const own = routes.flatMap(({ bodyBytesMax }) => bodyBytesMax ?? []);
  if (own.length === 0) return deps;
  const most = Math.max(...own);
  return { ...deps, bodyBytesMax: () => most };
}
