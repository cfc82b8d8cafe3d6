import type { VendorProfile } from './media.ts';

/** Names of the product's own headers for a profile, lower case as Node and fetch give them. */
export type HeaderNames = {
  readonly merchant: string;
  readonly user: string;
  readonly integrator: string;
  readonly timestamp: string;
  readonly digest: string;
};

/** By prefix: the few that profiles have. Every request asks for them. */
const made = new Map<string, HeaderNames>();

/** `sent` is the prefix that a request uses, where it is another of the profile's (V-1). */
export function headerNames(profile: VendorProfile, sent = profile.headerPrefix): HeaderNames {
  const known = made.get(sent);
  if (known !== undefined) return known;
  const prefix = sent.toLowerCase();
  const names = {
    merchant: `${prefix}merchant`,
    user: `${prefix}user`,
    integrator: `${prefix}integrator`,
    timestamp: `${prefix}timestamp`,
    digest: `${prefix}content-digest`,
  };
  made.set(sent, names);
  return names;
}

/** Scheme words of the `Authorization` header (D-01, D-02). */
export const SECRET_SCHEME = 'SECRET';
export const KEY_SCHEME = 'RSA-SHA256';
