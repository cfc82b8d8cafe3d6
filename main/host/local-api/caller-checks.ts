import type { IncomingHttpHeaders } from 'node:http';
import { type TillRefusal, tillRefuse } from '../../../shared/device/till-api/errors.ts';
import { isLocalHost } from '../loopback/local-connection.ts';
import { bearerOf } from './token-file.ts';

export type CallerChecks = {
  /** The till's port. */
  readonly port: () => number;
  /** Origins of pages that may call, in the form of browsers. */
  readonly origins: readonly string[];
  readonly isToken: (offered: string) => boolean;
};

/** Refuses a caller that uses a foreign host name or comes from a page of an unknown origin. */
export function placeRefusal(
  headers: IncomingHttpHeaders,
  checks: CallerChecks,
): TillRefusal | null {
  if (!isLocalHost(headers.host, checks.port())) return tillRefuse('wrong_host').refusal;
  const { origin } = headers;
  if (origin === undefined || checks.origins.includes(origin)) return null;
  return tillRefuse('foreign_origin').refusal;
}

export function tokenRefusal(
  headers: IncomingHttpHeaders,
  checks: CallerChecks,
): TillRefusal | null {
  const offered = bearerOf(headers.authorization);
  if (offered !== null && checks.isToken(offered)) return null;
  return tillRefuse('unauthorized').refusal;
}

/** The headers that let a page of a known origin call; none for others. */
export function originHeaders(
  headers: IncomingHttpHeaders,
  checks: CallerChecks,
): Readonly<Record<string, string>> {
  const { origin } = headers;
  if (origin === undefined || !checks.origins.includes(origin)) return {};
  return { 'access-control-allow-origin': origin, vary: 'origin' };
}

/** The answer to a preflight request. */
export const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-allow-private-network': 'true',
  'access-control-max-age': '600',
};
