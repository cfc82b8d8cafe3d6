import { HOUR, MINUTE } from '../time/clock.ts';
import { LIMITS } from './limits.ts';
import { EXTRAS, SVC_PROFILE, type VendorProfile } from './media.ts';

/** What all older generations expect beside what the specification says. */
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
  numbersAsText: 'seconds',
  partAdditionalAmount: 'zero',
  refunds: 'taken',
  pusherChannels: 'ignored',
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

/** The vendor profiles that come with the service, by name (V-1 to V-38). */
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
  // The WooCommerce gateway of 2022: the headers of one generation, the amounts of the next (V-37).
  'mcash-minor': {
    ...OLDER,
    name: 'mcash-minor',
    headerPrefix: 'X-Mcash-',
    moreHeaderPrefixes: [],
    numbersAsText: 'with_amounts',
    // This gateway names a hundred times the amount that the shop pressed (D-464).
    refunds: 'refused',
  },
} as const satisfies Record<string, VendorProfile>;

export type ProfileName = keyof typeof PROFILES;

export function isProfileName(name: string): name is ProfileName {
  return Object.hasOwn(PROFILES, name);
}

/** The names of all profiles but the default one. */
export const OLDER_PROFILES: readonly string[] = Object.keys(PROFILES).filter(
  (name) => name !== SVC_PROFILE.name,
);

/** The names of the profiles for a sentence: `svc, settle or mcash`. */
export function profileList(names: readonly string[] = Object.keys(PROFILES)): string {
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/**
 * A warning for the operator, or null. Clients with the same headers exist in two generations whose
 * amounts differ by the factor of the currency's minor units, and no request shows which one sends it.
 */
export function unitWarning(profile: VendorProfile): string | null {
  const others = Object.values(PROFILES).filter(
    ({ headerPrefix, amounts }) =>
      headerPrefix === profile.headerPrefix && amounts !== profile.amounts,
  );
  const [other] = others;
  if (other === undefined) return null;
  const { headerPrefix, name, amounts } = profile;
  return (
    `the profile ${name} reads amounts in ${UNITS[amounts]}; clients with the headers ` +
    `${headerPrefix} that send ${UNITS[other.amounts]} need the profile ${other.name}`
  );
}

const UNITS = {
  minor: 'minor units (12500 is 125.00)',
  major_text: 'major units ("125.00" and 125 are 125.00)',
} as const;
