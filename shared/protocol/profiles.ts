import { HOUR, MINUTE } from '../time/clock.ts';
import { LIMITS } from './limits.ts';
import { EXTRAS, SVC_PROFILE, type VendorProfile } from './media.ts';

/** What both older generations expect beside what the specification says. */
const OLDER: Omit<VendorProfile, 'name' | 'headerPrefix' | 'moreHeaderPrefixes'> = {
  mediaVendor: 'mcash',
  basePath: SVC_PROFILE.basePath,
  uriStyle: 'url',
  errorDetailAlias: 'sent',
  statusCodes: 'number',
  cursorStyle: 'object',
  claimReturnUris: 'optional',
  posRepeat: 'conflict',
  scanOverHttp: 'whole',
  timestampWindow: SVC_PROFILE.timestampWindow,
  // What these generations made their keys with.
  keyBitsMin: LIMITS.keyBitsMinOlder,
  signedUrl: 'as_sent',
  amounts: 'minor',
  secondsAsText: 'read',
  scopeNames: { fodselsnr: 'fodselsnummer' },
  shortlinkDescription: 'label',
  sentences: {},
  formBodies: 'refused',
  outcomeCustomer: 'token',
  redirects: 'signed',
  testCustomers: 'none',
  extras: EXTRAS,
  aliases: [
    { route: 'userRead', method: 'GET', path: '/api_key/:user_id/' },
    { route: 'userUpdate', method: 'PUT', path: '/api_key/:user_id/' },
    { route: 'userDelete', method: 'DELETE', path: '/api_key/:user_id/' },
    { route: 'shortlinkCreate', method: 'PUT', path: '/shortlink/$' },
  ],
};

/** The vendor profiles that come with the service, by name (V-1 to V-35). */
export const PROFILES = {
  svc: SVC_PROFILE,
  settle: {
    ...OLDER,
    name: 'settle',
    headerPrefix: 'X-Settle-',
    moreHeaderPrefixes: ['X-Auka-'],
    // The words of the service that these clients were written for; their tests compare them (V-34).
    sentences: {
      captureUnauthorised:
        'Tried to capture payment before customer authorized payment or after authorization has ' +
        'expired',
      refundTooLarge: 'The requested amount for refund is larger than the captured amount',
    },
  },
  mcash: {
    ...OLDER,
    name: 'mcash',
    headerPrefix: 'X-Mcash-',
    moreHeaderPrefixes: [],
    // These clients sign with the local time of their place (V-5).
    timestampWindow: 14 * HOUR + 5 * MINUTE,
    // Clients of this age sign the address in lower case, some of them (V-5).
    signedUrl: 'lower_case_too',
    // What they write is major units, whether as text, as a number or in a form (D-93).
    amounts: 'major_text',
    formBodies: 'read',
    testCustomers: 'named',
  },
} as const satisfies Record<string, VendorProfile>;

export type ProfileName = keyof typeof PROFILES;

export function isProfileName(name: string): name is ProfileName {
  return Object.hasOwn(PROFILES, name);
}
