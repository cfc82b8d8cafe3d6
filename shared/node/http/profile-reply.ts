import { MINOR_UNITS_SENTENCE } from '../../protocol/basic.ts';
import type { Refusal } from '../../protocol/errors.ts';
import type { VendorProfile } from '../../protocol/media.ts';
import { MAJOR_UNITS_SENTENCE, moneyWritten } from '../../protocol/profile-money.ts';
import type { Reply } from './reply.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * Converts a success to the profile's form: full URLs in lists and of log files (D-177, V-25), codes
 * of the catalogue as numbers (D-74), the cursor as an object (D-54), a shortlink's description
 * (V-32), money as text (D-93). The default profile changes nothing. `origin` is the service's own,
 * without its path prefix.
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
    case 'settlementRead':
    case 'lastSettlement':
      return profile.uriStyle === 'path'
        ? reply
        : { ...reply, body: fullLogUrls({ ...body }, origin()) };
    case 'shortlinkRead':
      return profile.shortlinkDescription === 'none' ? reply : { ...reply, body: described(body) };
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

/**
 * Adds the second name that older clients use for the details of an error (D-22). The description,
 * the only text that most of them show, gets the messages of the fields too (V-10).
 */
export function withDetailAlias(reply: Reply, profile: VendorProfile): Reply {
  const { body } = reply;
  if (profile.errorDetailAlias === 'none' || typeof body !== 'object' || body === null)
    return reply;
  if (!('error_details' in body)) return reply;
  const { error_details: details, ...rest }: Members = { ...body };
  return { ...reply, body: { ...rest, ...explained(rest, details) } };
}

/** Longest description with the messages of fields. */
const DESCRIPTION_MAX = 1_000;

function explained({ error_type: type, error_description: text }: Members, details: unknown) {
  const alias = { error_details: details, error_detail: details };
  if (type !== 'validation_error') return alias;
  const lines = Object.entries({ ...Object(details) }).map(
    ([field, messages]) => `${field} ${[messages].flat().join(', ')}`,
  );
  const whole = [text, ...lines].join(' ');
  const error_description =
    whole.length > DESCRIPTION_MAX ? `${whole.slice(0, DESCRIPTION_MAX)}…` : whole;
  return { ...alias, error_description };
}

/** Money as the profile writes it; the currency of a report is in its summary. */
function inMajorAmounts(reply: Reply): Reply {
  const { summary }: Members = { ...Object(reply.body) };
  const { currency }: Members = { ...Object(summary) };
  const body = moneyWritten(reply.body, typeof currency === 'string' ? currency : undefined);
  return { ...reply, body };
}

/** A refusal with the sentence that the clients of the profile compare, chosen by its reason (V-34). */
export function inWordsOf({ sentences }: VendorProfile, refusal: Refusal): Refusal {
  const { reason } = refusal;
  const description = reason === undefined ? undefined : sentences[reason];
  return description === undefined ? refusal : { ...refusal, description };
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

function described(body: object): object {
  return { ...body, description: 'label' in body ? body.label : null };
}

/** Downloads of log files need no credentials, and older clients add no host to their addresses. */
function fullLogUrls(body: Members, origin: string): Members {
  const full = (uris: unknown) =>
    Array.isArray(uris) ? uris.map((uri) => (typeof uri === 'string' ? origin + uri : uri)) : uris;
  return {
    ...body,
    transaction_log_uris: full(body.transaction_log_uris),
    scope_log_uris: full(body.scope_log_uris),
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
