import { createHash, sign as signWith } from 'node:crypto';
import { promisify } from 'node:util';
import { headerNames, KEY_SCHEME } from '../../shared/protocol/headers.ts';
import { apiMediaType, type VendorProfile } from '../../shared/protocol/media.ts';
import { canonicalString, DIGEST_PREFIX, type SentHeader } from '../../shared/protocol/signing.ts';
import type { Instant } from '../../shared/time/clock.ts';
import { formatDateTime } from '../../shared/time/date-time.ts';
import type { CallbackKeys } from './keys.ts';

/** Signs on the engine's threads, so that a burst of callbacks does not delay requests. */
const sign = promisify(signWith);

/**
 * Headers of one attempt (D-20, D-134): exactly two vendor headers, timestamp and digest, both
 * signed together with the address as registered.
 */
export async function signedHeaders(
  keys: CallbackKeys,
  profile: VendorProfile,
  post: { readonly uri: string; readonly body: Uint8Array; readonly at: Instant },
): Promise<Readonly<Record<string, string>>> {
  const names = headerNames(profile);
  const digest = createHash('sha256').update(post.body).digest('base64');
  const own: readonly SentHeader[] = [
    [names.timestamp, formatDateTime(post.at)],
    [names.digest, DIGEST_PREFIX + digest],
  ];
  const text = canonicalString('POST', post.uri, own, profile.headerPrefix);
  const signature = await sign('RSA-SHA256', Buffer.from(text), await keys.signing());
  const authorization = `${KEY_SCHEME} ${signature.toString('base64')}`;
  return {
    ...Object.fromEntries(own),
    authorization,
    'content-type': apiMediaType(profile),
    accept: '*/*',
    'user-agent': 'tillkit',
  };
}
