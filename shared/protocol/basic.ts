import { z } from 'zod';
import { isCurrency } from '../money/currency.ts';
import { MONEY_MAX, type MoneyInteger, money } from '../money/money.ts';
import { callbackAddress } from './callback-address.ts';
import { LIMITS } from './limits.ts';

/** Form of pos_id, pos_tid, tid, capture_id and refund_id. */
const REFERENCE = /^[a-zA-Z0-9_.-]+$/;
/** Ids of the till begin with `_vend.`, for example; random ids in base64url have no point. */
const CLIENT_ID = /^(?!_[a-z]+\.)[a-zA-Z0-9_.-]+$/;
/** Empty, a path, or scheme://host[:port]path (specification, Payment request). */
const RETURN_URI =
  /^(?:|\/[^\s]*|[a-zA-Z][a-zA-Z0-9+.-]*:\/\/[^\s/?#:]+(?::\d{1,5})?(?:[/?#][^\s]*)?)$/;
const CHANNEL_URI = /^ws:[A-Za-z0-9_.-]{1,64}$/;
/** A control character other than line breaks and tabs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it refuses
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it refuses
const ANY_CONTROL = /[\u0000-\u001f\u007f]/;
/** Embeddings, overrides and isolates, which turn the text beside them around. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;
/** Ends of lines that are no control characters of ASCII. */
const BREAKS = /[\u0085\u2028\u2029]/g;

/**
 * A text as others see it beside their own: without the marks that turn text around. Letters know their own direction,
 * and each screen isolates the texts that it shows (D-545).
 */
export const withoutTurns = (text: string) => text.replace(TURNS, '');

/** A field that may be left out or null; an explicit null is the same as not given (D-29). */
export function optional<T extends z.ZodType>(schema: T) {
  return schema.nullable().default(null);
}

/** As `optional`, with the default the specification names. */
export function withDefault<T extends z.ZodType, D>(schema: T, value: D) {
  return schema.nullish().transform((given) => given ?? value);
}

/** One line of printable text, for every text that a till, an integrator or a customer chooses and others see (D-545). */
export function line(max: number) {
  return z
    .string()
    .overwrite((text) => withoutTurns(text).replace(BREAKS, ' '))
    .min(1, 'must not be empty')
    .max(max, `must be at most ${max} characters`)
    .refine((text) => !ANY_CONTROL.test(text), 'must not contain control characters');
}

/** The same with line breaks. */
export function prose(max: number) {
  return z
    .string()
    .overwrite(withoutTurns)
    .max(max, `must be at most ${max} characters`)
    .refine((text) => !CONTROL.test(text), 'must not contain control characters');
}

/** The number of a receipt as people read it, `till1-R12`: the till and the number in its books. */
export const receiptNumber = z
  .string()
  .max(LIMITS.receiptNumberMax)
  .regex(/^[\w.-]+-R[1-9]\d{0,8}$/, 'must be the number of a receipt such as till1-R12');

const id = (form: RegExp, message: string) =>
  z
    .string()
    .min(1, 'must not be empty')
    .max(LIMITS.referenceMax, `must be at most ${LIMITS.referenceMax} characters`)
    .regex(form, message);

export const reference = id(REFERENCE, 'may only contain letters, digits, "_", "." and "-"');

/** An id that a screen or a cash register chooses. One with `_`, a word and a point at its start is the till's own (D-502). */
export const clientId = id(
  CLIENT_ID,
  'may only contain letters, digits, "_", "." and "-", and must not begin as "_vend." does',
);

/** The id of a command of which the till makes the ids of several refunds, which the service takes (D-572). */
export const seriesId = clientId.max(LIMITS.referenceMax - '_share.199.'.length);

export const currency = z
  .string()
  .length(3, 'must be exactly 3 characters')
  .refine(isCurrency, 'must be an ISO 4217 currency code in capitals, such as NOK');

export const MINOR_UNITS_SENTENCE = 'must be a whole number of minor units';

const whole = z
  .number({ error: MINOR_UNITS_SENTENCE })
  .int(MINOR_UNITS_SENTENCE)
  .max(MONEY_MAX, `must be at most ${MONEY_MAX}`);

export const moneyPositive = whole
  .positive('must be greater than zero')
  .transform((value): MoneyInteger => money(value));
export const moneySigned = whole
  .min(-MONEY_MAX, `must be at least -${MONEY_MAX}`)
  .transform((value): MoneyInteger => money(value));
export const moneyNonNegative = whole
  .nonnegative('must not be negative')
  .transform((value): MoneyInteger => money(value));

export const returnUri = z
  .string()
  .max(LIMITS.uriMax, `must be at most ${LIMITS.uriMax} characters`)
  .regex(RETURN_URI, 'must be empty, a path, or scheme://host[:port]/path');

/**
 * Where callbacks go: http, https, or `ws:<channel>` (D-143 as the design replaces it).
 * Empty removes the address; that is only meaningful on an update (D-92).
 */
export const callbackUri = z
  .string()
  .max(LIMITS.uriMax, `must be at most ${LIMITS.uriMax} characters`)
  .refine(isCallbackUri, 'must be an http or https URL, or ws:<channel>')
  .refine(fitsRequestLine, `must be at most ${LIMITS.uriMax} characters when percent-encoded`);

/** An address of other scripts becomes longer when it is sent. */
function fitsRequestLine(text: string): boolean {
  return (callbackAddress(text)?.signed.length ?? 0) <= LIMITS.uriMax;
}

function isCallbackUri(text: string): boolean {
  if (text === '' || CHANNEL_URI.test(text)) return true;
  if (ANY_CONTROL.test(text) || !/^https?:\/\//i.test(text)) return false;
  const url = callbackAddress(text)?.url;
  if (url === undefined || url.username !== '' || url.password !== '') return false;
  return canBeCalled(url.hostname);
}

/** Channel of a `ws:` address, or null for any other address (D-143). */
export function channelOf(uri: string | null): string | null {
  return uri !== null && CHANNEL_URI.test(uri) ? uri.slice(3) : null;
}

/** `DateTime` as the service writes it. */
export const dateTime = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);

/**
 * False for an address that nothing can ever be sent to: unspecified, multicast and reserved ones
 * (D-145). Such a callback address is a mistake and is refused when it is given. Whether another
 * one may be called depends on how the service is run, and is judged at every attempt.
 *
 * `hostname` is that of a parsed URL, which has written every form of IPv4 with dots.
 */
export function canBeCalled(hostname: string): boolean {
  const first = /^(\d{1,3})\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.exec(hostname)?.[1];
  if (first !== undefined) return first !== '0' && Number(first) < 224;
  return !/^\[(?:::|ff[0-9a-f]{2}:.*)\]$/i.test(hostname);
}
