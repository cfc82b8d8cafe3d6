import type { z } from 'zod';
import { apiMediaType, SVC_PROFILE } from '../protocol/media.ts';
import type { Route } from '../protocol/routes.ts';
import { createAuthorizer } from './auth.ts';
import { type Call, type CallOptions, type ClientDeps, DEADLINE, type Query } from './call.ts';
import { type Exchanged, exchange } from './exchange.ts';
import { readFileReply, readReply } from './reply.ts';
import { unexpected } from './result.ts';

/** The content of one request besides its route. */
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
const NO_ADDRESS = 'The request cannot be addressed; look at the base URL and the ids.';
const NO_HEADER = 'The ids or credentials contain characters that a header cannot carry.';

/** Sends one request per call: no retries, and never a throw for anything from outside. */
export function createSender(deps: ClientDeps): Sender {
  const authorize = createAuthorizer(deps, deps.clock);
  const media = apiMediaType(deps.profile ?? SVC_PROFILE);

  async function exchangeOne(
    { method, path, level }: Route,
    parts: Parts,
    options: CallOptions | undefined,
  ): Promise<Exchanged> {
    const url = addressOf(deps.baseUrl, path, parts);
    if (url === null) return unexpected(NO_ADDRESS);
    const body =
      parts.body === undefined ? null : new TextEncoder().encode(JSON.stringify(parts.body));
    const headers = new Headers({ accept: media });
    if (body !== null) headers.set('content-type', media);
    if (level !== 'OPEN') {
      const authorized = await authorize(method, url, body ?? NOTHING);
      if (!authorized.ok) return unexpected(authorized.description);
      try {
        for (const [name, value] of authorized.headers) headers.set(name, value);
      } catch {
        return unexpected(NO_HEADER);
      }
    }
    const { deadline = DEADLINE, signal } = options ?? {};
    return exchange({ method, url, headers, body }, deps, deadline, signal);
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
