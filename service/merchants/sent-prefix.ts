import type { HttpRequest } from '../../shared/node/http/http-request.ts';
import type { VendorProfile } from '../../shared/protocol/media.ts';

/**
 * The prefix of the vendor's headers that a request uses: one of the profile's prefixes; the
 * signature covers exactly those headers. The profile's first prefix if there are none; null if
 * they are mixed (V-1).
 */
export function sentPrefix(presented: HttpRequest, profile: VendorProfile): string | null {
  // A profile with one prefix needs no search.
  if (profile.moreHeaderPrefixes.length === 0) return profile.headerPrefix;
  const known = [profile.headerPrefix, ...profile.moreHeaderPrefixes];
  const names = Object.keys(presented.headers);
  const sent = known.filter((prefix) =>
    names.some((name) => name.startsWith(prefix.toLowerCase())),
  );
  if (sent.length > 1) return null;
  return sent[0] ?? profile.headerPrefix;
}
