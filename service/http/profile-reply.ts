import type { VendorProfile } from '../../shared/protocol/media.ts';
import type { RouteName } from '../../shared/protocol/routes.ts';
import type { Reply } from './reply.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * Puts a success into the profile's shape: full URLs in lists (D-177), codes of the catalogue as
 * numbers (D-74), the cursor as an object (D-54). The default profile changes nothing. `origin` is
 * the service's own, without a path.
 */
export function inShape(
  reply: Reply,
  name: RouteName,
  profile: VendorProfile,
  origin: () => string,
): Reply {
  const { body } = reply;
  if (reply.status >= 400 || typeof body !== 'object' || body === null) return reply;
  switch (name) {
    case 'posList':
    case 'settlementList':
    case 'shortlinkList':
      return profile.uriStyle === 'path'
        ? reply
        : { ...reply, body: fullUrls({ ...body }, origin()) };
    case 'paymentList':
      return profile.cursorStyle === 'text' ? reply : { ...reply, body: cursorObject({ ...body }) };
    case 'statusCodeList':
    case 'statusCodeRead':
      if (profile.statusCodes === 'text') return reply;
      return { ...reply, body: Array.isArray(body) ? body.map(numbered) : numbered(body) };
    default:
      return reply;
  }
}

/** Adds the second name under which older clients look for the details of an error (D-22). */
export function withDetailAlias(reply: Reply, profile: VendorProfile): Reply {
  const { body } = reply;
  if (profile.errorDetailAlias === 'none' || typeof body !== 'object' || body === null)
    return reply;
  if (!('error_details' in body)) return reply;
  return { ...reply, body: { ...body, error_detail: body.error_details } };
}

/**
 * Fills in what older clients leave out of a payment request that anyone may claim: no address to
 * return to, as the default profile lets a client say with an empty text (D-80).
 */
export function inputOf(name: RouteName, body: unknown, profile: VendorProfile): unknown {
  if (name !== 'paymentCreate' || profile.claimReturnUris === 'required') return body;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const { success_return_uri, failure_return_uri }: Members = { ...body };
  return {
    ...body,
    success_return_uri: success_return_uri ?? '',
    failure_return_uri: failure_return_uri ?? '',
  };
}

function fullUrls(body: Members, origin: string): Members {
  const full = (uri: unknown) => (typeof uri === 'string' ? origin + uri : uri);
  const uris = Array.isArray(body.uris) ? body.uris.map(full) : body.uris;
  return { ...body, uris, next: full(body.next), prev: full(body.prev) };
}

function cursorObject(body: Members): Members {
  return { ...body, cursor: { next_cursor: body.cursor ?? null, prev_cursor: null } };
}

function numbered(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null || !('code' in entry)) return entry;
  return { ...entry, code: Number(entry.code) };
}
