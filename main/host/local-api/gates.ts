import type { IncomingHttpHeaders } from 'node:http';
import { type TillRefusal, tillRefuse } from '../../../shared/till-api/errors.ts';
import { isLocalHost } from '../loopback/local-host.ts';
import { bearerOf } from './token-file.ts';

export type CallerChecks = {
  /** The port that the till listens on. */
  readonly port: () => number;
  /** Origins of pages that may call, exactly as a browser writes them. */
  readonly origins: readonly string[];
  readonly isToken: (presented: string) => boolean;
};

/**
 * Whether the caller may speak at all: under this machine's own name, so that no foreign name can
 * be pointed at it, and from no page but those that the till was told of.
 */
export function placeRefusal(headers: IncomingHttpHeaders, gates: CallerChecks): TillRefusal | null {
  if (!isLocalHost(headers.host, gates.port())) return tillRefuse('wrong_host').refusal;
  const { origin } = headers;
  if (origin === undefined || gates.origins.includes(origin)) return null;
  return tillRefuse('foreign_origin').refusal;
}

export function tokenRefusal(headers: IncomingHttpHeaders, gates: CallerChecks): TillRefusal | null {
  const presented = bearerOf(headers.authorization);
  if (presented !== null && gates.isToken(presented)) return null;
  return tillRefuse('unauthorized').refusal;
}

/** What a browser must be told so that a page of a known origin may call; nothing for others. */
export function originHeaders(
  headers: IncomingHttpHeaders,
  gates: CallerChecks,
): Readonly<Record<string, string>> {
  const { origin } = headers;
  if (origin === undefined || !gates.origins.includes(origin)) return {};
  return { 'access-control-allow-origin': origin, vary: 'origin' };
}

/** The answer to a browser's question before the call itself. */
export const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-allow-private-network': 'true',
  'access-control-max-age': '600',
};
