import type { IRouter, Request } from 'express';
import { refuse } from '../../protocol/errors.ts';
import { errorReply } from './error-reply.ts';
import type { Methods, Serve } from './exchange.ts';
import type { FastRouter } from './fast-router.ts';
import { type Params, type TransportDeps, transport } from './transport.ts';

/**
 * Mounts one path on an application: its methods, HEAD and OPTIONS, and 405 for the others. Plain
 * paths are also added to the fast router.
 */
export function mountMethods(
  app: IRouter,
  path: string,
  methods: Methods,
  deps: TransportDeps,
  fast: FastRouter | null = null,
): void {
  const routed = { ...deps, route: path };
  fast?.add(path, methods, routed);
  const allow = allowedBy(methods);
  app.all(path, (request, response) =>
    transport(
      request,
      response,
      choose(request, methods, allow, deps),
      routed,
      textParams(request.params),
    ),
  );
}

function textParams(params: Request['params']): Params {
  const text: Record<string, string> = {};
  for (const name in params) {
    const value = params[name];
    if (typeof value === 'string') text[name] = value;
  }
  return text;
}

function choose(
  request: Request,
  methods: Methods,
  allow: string,
  { refused = errorReply }: TransportDeps,
): Serve {
  // Node.js omits the body of a HEAD reply by itself.
  const serve = methods.get(request.method === 'HEAD' ? 'GET' : request.method);
  if (serve !== undefined) return serve;
  if (request.method === 'OPTIONS') return async () => ({ status: 204, headers: { allow } });
  const reply = refused(refuse('Method Not Allowed', `This address takes ${allow}.`).refusal);
  return async () => ({ ...reply, headers: { ...reply.headers, allow } });
}

/** The methods of a path as the header `Allow` lists them. */
function allowedBy(methods: Methods): string {
  const names = [...methods.keys(), ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'];
  return names.sort().join(', ');
}
