import type { RefusalReason } from './errors.ts';
import { LIMITS } from './limits.ts';
import type { Route } from './routes/route.ts';
import type { RouteName } from './routes.ts';

/** One more address of a route, below the base path. */
export type RouteAlias = {
  readonly route: RouteName;
  readonly method: Route['method'];
  readonly path: string;
};

/** What the older generations call beside the specification, or with less input (V-3, V-14). */
export const EXTRAS = [
  'keyList',
  'keyCreate',
  'salesWithoutDate',
  'permissionWithoutPos',
  'balance',
  'ledgerList',
  'ledgerRead',
  'reportRead',
  'reportClose',
  'reportList',
  'ticketUpdate',
  'qrImage',
  'paymentSend',
  'chat',
] as const;
export type ExtraName = (typeof EXTRAS)[number];

/** The vendor's names in headers and media types. */
export type VendorNames = {
  /** Prefix of the product's own headers, in its printed form: `X-Svc-`. Callbacks have this one. */
  readonly headerPrefix: string;
  /** Vendor name in the media types: `svc` in `application/vnd.svc.api.merchant.v1+json`. */
  readonly mediaVendor: string;
};

/** How requests name their caller and are signed. */
export type RequestSigning = {
  /** Prefix of the product's own headers, in its printed form: `X-Svc-`. */
  readonly headerPrefix: string;
  /** Prefixes that requests may have in its place; one request has one of them (V-1). */
  readonly moreHeaderPrefixes: readonly string[];
  /** How far a signature's timestamp may be from the service's time, in milliseconds (D-19). */
  readonly timestampWindow: number;
  /** Fewest bits of an RSA key that is registered, or given to sign callbacks with (D-19). */
  readonly keyBitsMin: number;
  /** Whether a signature over the address in lower case is accepted too (D-12, V-5). */
  readonly signedUrl: 'as_sent' | 'lower_case_too';
};

/**
 * What one vendor generation calls things on the wire, and what it does differently (V-1 to V-38). Only the
 * edge of the service knows it: the pipeline translates by it, and the composition chooses the parts of the
 * rooms below by it.
 */
export type VendorProfile = VendorNames &
  RequestSigning & {
    readonly name: string;
    /** Path that every API path stands under, without a trailing slash. */
    readonly basePath: string;
    /** How lists name resources: paths, or full URLs (D-177). */
    readonly uriStyle: 'path' | 'url';
    /** Whether an error repeats its details as `error_detail` (D-22). */
    readonly errorDetailAlias: 'none' | 'sent';
    /** The codes of the catalogue (D-74); as numbers it has those of older generations too (D-187). */
    readonly statusCodes: 'text' | 'number';
    /** The cursor of the payment list (D-54). */
    readonly cursorStyle: 'text' | 'object';
    /** The return URIs of a request that anyone may claim (D-80). */
    readonly claimReturnUris: 'required' | 'optional';
    /** What the identical point of sale again is answered with (D-25). */
    readonly posRepeat: 'same' | 'conflict';
    /** What a scan's callback over http carries (D-138). */
    readonly scanOverHttp: 'meta' | 'whole';
    /** Amounts in bodies: integers of minor units, or text in major units, both ways (D-93). */
    readonly amounts: 'minor' | 'major_text';
    /**
     * Whether a number of seconds, or also an amount in minor units, may be a text of digits (V-27, V-37).
     * Such an amount may also be a number beside a whole one (D-467).
     */
    readonly numbersAsText: 'refused' | 'seconds' | 'with_amounts';
    /** Whether a partial capture or refund without `additional_amount` has none (V-36). */
    readonly partAdditionalAmount: 'required' | 'zero';
    /** Whether the API takes refunds; `refused` for clients that name a wrong amount (D-464). */
    readonly refunds: 'taken' | 'refused';
    /** Whether a callback address `pusher:<channel>` is a fault, or is ignored (V-18). */
    readonly pusherChannels: 'refused' | 'ignored';
    /** Other names of scopes, each with the name that the specification gives it (V-31). */
    readonly scopeNames: Readonly<Record<string, string>>;
    /** Whether a shortlink's label is also its `description` (V-32). */
    readonly shortlinkDescription: 'none' | 'label';
    /** Sentences that clients compare, in place of the service's own (V-34). */
    readonly sentences: Readonly<Partial<Record<RefusalReason, string>>>;
    /** Whether bodies may be forms, as browsers post them (D-28, V-7). */
    readonly formBodies: 'refused' | 'read';
    /** Whether an outcome names its customer by a token after a customer has opened the request (D-82). */
    readonly outcomeCustomer: 'as_given' | 'token';
    /** Whether a redirect carries a separate signature for clients that repeat theirs (D-172). */
    readonly redirects: 'plain' | 'signed';
    /** Whether the simulator has customers named after a merchant, `<merchant>-alice` (V-22). */
    readonly testCustomers: 'none' | 'named';
    /** Addresses that only these clients know (V-14). */
    readonly aliases: readonly RouteAlias[];
    /** Endpoints that only these clients use; the table of extras describes each. */
    readonly extras: readonly ExtraName[];
  };

export const SVC_PROFILE: VendorProfile = {
  name: 'svc',
  headerPrefix: 'X-Svc-',
  mediaVendor: 'svc',
  basePath: '/merchant/v1',
  moreHeaderPrefixes: [],
  uriStyle: 'path',
  errorDetailAlias: 'none',
  statusCodes: 'text',
  cursorStyle: 'text',
  claimReturnUris: 'required',
  posRepeat: 'same',
  scanOverHttp: 'meta',
  timestampWindow: LIMITS.signatureWindow,
  keyBitsMin: LIMITS.keyBitsMin,
  signedUrl: 'as_sent',
  amounts: 'minor',
  numbersAsText: 'refused',
  partAdditionalAmount: 'required',
  refunds: 'taken',
  pusherChannels: 'refused',
  scopeNames: {},
  shortlinkDescription: 'none',
  sentences: {},
  formBodies: 'refused',
  outcomeCustomer: 'as_given',
  redirects: 'plain',
  testCustomers: 'none',
  aliases: [],
  extras: [],
};

export const JSON_TYPE = 'application/json';

/** The default media type of the API, requests, replies and callbacks alike. */
export function apiMediaType({ mediaVendor }: Pick<VendorNames, 'mediaVendor'>): string {
  return `application/vnd.${mediaVendor}.api.merchant.v1+json`;
}

/** The media type of transaction and scope logs. */
export function csvMediaType({ mediaVendor }: Pick<VendorNames, 'mediaVendor'>): string {
  return `application/vnd.${mediaVendor}.api.merchant.v1+csv`;
}

/**
 * The media type of a reply, or null when `accept` allows none (D-28): the vendor type, unless the
 * client asks for `application/json` alone.
 */
export function negotiate(accept: string | undefined, profile: VendorProfile): string | null {
  const vendor = apiMediaType(profile);
  if (accept === undefined || accept.trim() === '') return vendor;
  const wanted = accept
    .split(',')
    .filter((range) => !/;\s*q=0(\.0+)?\s*$/.test(range))
    .map((range) => range.split(';', 1)[0]?.trim().toLowerCase());
  if (wanted.some((type) => type === vendor || type === '*/*' || type === 'application/*')) {
    return vendor;
  }
  return wanted.includes(JSON_TYPE) ? JSON_TYPE : null;
}

/** True when `accept` allows a reply of exactly this media type; no header allows everything. */
export function accepts(accept: string | undefined, type: string): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  const family = `${type.split('/', 1)[0]}/*`;
  return accept
    .split(',')
    .filter((range) => !/;\s*q=0(\.0+)?\s*$/.test(range))
    .map((range) => range.split(';', 1)[0]?.trim().toLowerCase())
    .some((range) => range === type || range === family || range === '*/*');
}

export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** True when a request body of this `Content-Type` is a form and the profile reads those (V-7). */
export function isFormBody(contentType: string | undefined, profile: VendorProfile): boolean {
  if (profile.formBodies !== 'read') return false;
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() === FORM_TYPE;
}

/** True when a request body of this `Content-Type` is read as JSON; none at all counts as JSON (D-28). */
export function isJsonBody(contentType: string | undefined, profile: VendorProfile): boolean {
  if (contentType === undefined || contentType === JSON_TYPE) return true;
  if (contentType.trim() === '') return true;
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase();
  return type === JSON_TYPE || type === apiMediaType(profile);
}
