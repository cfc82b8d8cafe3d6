import { ERRORS, type Refusal } from '../../protocol/errors.ts';
import type { Reply } from './reply.ts';

/** The ways to authenticate at the merchant API, as `WWW-Authenticate` lists them. */
const API_CHALLENGE = 'SECRET, RSA-SHA256';

/**
 * Converts a refusal to its reply: the only place where error types become statuses (D-22). Without
 * `retryAfterSeconds`, the details of the refusal may say it. `challenge` is null for an audience whose
 * credentials have no scheme of HTTP, such as a page with a cookie.
 */
export function errorReply(
  refusal: Refusal,
  retryAfterSeconds?: number,
  challenge: string | null = API_CHALLENGE,
): Reply {
  const headers: Record<string, string> = {};
  if (refusal.type === 'Unauthorized' && challenge !== null) {
    headers['www-authenticate'] = challenge;
  }
  const later = refusal.type === 'Service Unavailable' || refusal.type === 'Too Many Requests';
  if (later) headers['retry-after'] = String(Math.max(1, retryAfterSeconds ?? saidIn(refusal)));
  return { status: ERRORS[refusal.type], body: errorBody(refusal), headers };
}

/** The seconds that a refusal's own details say, or one. */
function saidIn({ details }: Refusal): number {
  const after = details?.retry_after;
  return typeof after === 'number' ? after : 1;
}

/** The error body of the specification; all three members are always present. */
function errorBody(refusal: Refusal) {
  return {
    error_type: refusal.type,
    error_description: refusal.description,
    error_details: refusal.details ?? null,
  };
}
