import type { HttpRequest } from '../../shared/node/http/http-request.ts';
import type { VendorProfile } from '../../shared/protocol/media.ts';

/**
 * The prefix of the vendor's headers that a request uses: one of the profile's, and the signature
 * covers exactly those. The profile's own where there is none; null where they are mixed (V-1).
 */
export function sentPrefix(presented: HttpRequest, profile: VendorProfile): string | null {
  // With one prefix to choose from there is nothing to look for.
  if (profile.moreHeaderPrefixes.length === 0) return profile.headerPrefix;
  const known = [profile.headerPrefix, ...profile.moreHeaderPrefixes];
  const names = Object.keys(presented.headers);
  const sent = known.filter((prefix) =>
    names.some((name) => name.startsWith(prefix.toLowerCase())),
  );
  if (sent.length > 1) return null;
  return sent[0] ?? profile.headerPrefix;
}
