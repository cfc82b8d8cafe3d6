import type { z } from 'zod';
import { apiMediaType, SVC_PROFILE } from '../protocol/media.ts';
import type { Route } from '../protocol/routes.ts';
import { createAuthorizer } from './auth.ts';
import { type Call, type CallOptions, type ClientDeps, DEADLINE, type Query } from './call.ts';
import { exchange, type Outgoing } from './exchange.ts';
import { readFileReply, readReply } from './reply.ts';
import { unexpected } from './result.ts';

/** What goes into one request besides its route. */
type Parts = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Query;
  readonly body?: unknown;
};

export type Sender = {
  <T>(route: Route, reply: z.ZodType<T>, parts: Parts, options?: CallOptions): Call<T>;
  /** Sends to a route that answers a file. */
  file(route: Route, parts: Parts, options?: CallOptions): Call<Uint8Array>;
};

const NOTHING = new Uint8Array();

/** Sends one request per call: no retries, and never a throw for anything from outside. */
export function createSender(deps: ClientDeps): Sender {
  const authorize = createAuthorizer(deps, deps.clock);
  const media = apiMediaType(deps.profile ?? SVC_PROFILE);

  async function prepare(route: Route, parts: Parts): Promise<Outgoing | string> {
    const url = addressOf(deps.baseUrl, route.path, parts);
    if (url === null) return 'The request cannot be addressed; look at the base URL and the ids.';
    const body =
      parts.body === undefined ? null : new TextEncoder().encode(JSON.stringify(parts.body));
    const headers = new Headers({ accept: media });
    if (body !== null) headers.set('content-type', media);
    if (route.level === 'OPEN') return { method: route.method, url, headers, body };
    const authorized = await authorize(route.method, url, body ?? NOTHING);
    if (!authorized.ok) return authorized.description;
    try {
      for (const [name, value] of authorized.headers) headers.set(name, value);
    } catch {
      return 'The ids or credentials contain characters that a header cannot carry.';
    }
    return { method: route.method, url, headers, body };
  }

  async function exchangeOne(route: Route, parts: Parts, options: CallOptions | undefined) {
    const outgoing = await prepare(route, parts);
    if (typeof outgoing === 'string') return unexpected(outgoing);
    const deadline = options?.deadline ?? DEADLINE;
    return exchange(outgoing, deps, deadline, options?.signal);
  }

  const { clock } = deps;
  const send = async <T>(
    route: Route,
    reply: z.ZodType<T>,
    parts: Parts,
    options?: CallOptions,
  ): Call<T> => {
    const answer = await exchangeOne(route, parts, options);
    return answer.ok ? readReply(answer, route.success, reply, clock.now()) : answer;
  };
  const file = async (route: Route, parts: Parts, options?: CallOptions): Call<Uint8Array> => {
    const answer = await exchangeOne(route, parts, options);
    return answer.ok ? readFileReply(answer, route.success, clock.now()) : answer;
  };
  return Object.assign(send, { file });
}

/** The whole URL as it is sent and signed, or null when there is none for these ids. */
function addressOf(baseUrl: string, path: string, parts: Parts): string | null {
  let possible = true;
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = parts.params?.[name] ?? '';
    // "." and ".." are legal ids, but a URL takes them for directions, encoded or not.
    if (value === '' || value === '.' || value === '..') possible = false;
    return encodeURIComponent(value);
  });
  const url = URL.parse(baseUrl.replace(/\/+$/, '') + filled);
  if (url === null || !possible || !/^https?:$/.test(url.protocol)) return null;
  for (const [name, value] of parts.query ?? []) {
    if (value !== null && value !== undefined) url.searchParams.append(name, String(value));
  }
  return url.href;
}
