import { MINOR_UNITS_SENTENCE } from '../../protocol/basic.ts';
import type { Refusal } from '../../protocol/errors.ts';
import type { VendorProfile } from '../../protocol/media.ts';
import { MAJOR_UNITS_SENTENCE, moneyRead, moneyWritten } from '../../protocol/profile-money.ts';
import type { Reply } from './reply.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * Converts a success to the profile's form: full URLs in lists (D-177), codes of the catalogue as
 * numbers (D-74), the cursor as an object (D-54), money as text (D-93). The default profile changes
 * nothing. `origin` is the service's own, without its path prefix.
 */
export function inShape(
  original: Reply,
  name: string,
  profile: VendorProfile,
  origin: () => string,
): Reply {
  if (original.status >= 400 || typeof original.body !== 'object' || original.body === null)
    return original;
  const reply = profile.amounts === 'minor' ? original : inMajorAmounts(original);
  const { body } = reply;
  if (typeof body !== 'object' || body === null) return reply;
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

/** Adds the second name that older clients use for the details of an error (D-22). */
export function withDetailAlias(reply: Reply, profile: VendorProfile): Reply {
  const { body } = reply;
  if (profile.errorDetailAlias === 'none' || typeof body !== 'object' || body === null)
    return reply;
  if (!('error_details' in body)) return reply;
  return { ...reply, body: { ...body, error_detail: body.error_details } };
}

/** Money as the profile writes it; the currency of a report is in its summary. */
function inMajorAmounts(reply: Reply): Reply {
  const { summary }: Members = { ...Object(reply.body) };
  const { currency }: Members = { ...Object(summary) };
  const body = moneyWritten(reply.body, typeof currency === 'string' ? currency : undefined);
  return { ...reply, body };
}

/** Names the expected value of a wrong amount in the client's units (D-93). */
export function refusalIn(refusal: Refusal, profile: VendorProfile): Refusal {
  if (profile.amounts === 'minor' || refusal.type !== 'validation_error') return refusal;
  const details = Object.entries(refusal.details ?? {}).map(([field, messages]) => [
    field,
    Array.isArray(messages) ? messages.map(inMajorUnits) : messages,
  ]);
  return { ...refusal, details: Object.fromEntries(details) };
}

function inMajorUnits(message: unknown): unknown {
  return message === MINOR_UNITS_SENTENCE ? MAJOR_UNITS_SENTENCE : message;
}

/**
 * Reads money in the profile's units (D-93), and adds what older clients omit in an open payment
 * request: an empty return address, which the default profile requires (D-80).
 */
export function inputOf(name: string, input: unknown, profile: VendorProfile): unknown {
  const body = profile.amounts === 'minor' ? input : moneyRead(input);
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
