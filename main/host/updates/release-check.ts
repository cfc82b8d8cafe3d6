import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import {
  checkOffer,
  MANIFEST_BYTES_MAX,
  MANIFEST_FILE,
  type OfferedUpdate,
  ReleaseError,
  type ReleaseManifest,
  readManifest,
} from './release-manifest.ts';

export type ReleaseCheckDeps = {
  /** Address of the feed, which contains the manifest. */
  readonly feed: string;
  /** Public keys that this program was built with. */
  readonly keys: readonly string[];
  /** The running version. */
  readonly running: string;
  readonly fetch: typeof globalThis.fetch;
};

/** Verifies an update against the signed manifest, before and after the download. */
export interface ReleaseCheck {
  /** The signed manifest of the offered update. Throws `ReleaseError`. */
  offer(offered: OfferedUpdate): Promise<ReleaseManifest>;
  /** Throws `ReleaseError` unless the downloaded package is in the manifest. */
  fetched(manifest: ReleaseManifest, path: string | undefined): Promise<void>;
}

const FETCH_WITHIN = 30_000;

export function createReleaseCheck(deps: ReleaseCheckDeps): ReleaseCheck {
  const { feed, keys, running } = deps;
  return {
    async offer(offered) {
      const manifest = readManifest(await fetchManifest(feed, deps.fetch), keys);
      checkOffer(manifest, offered, running);
      return manifest;
    },
    async fetched(manifest, path) {
      const hash = path === undefined ? null : await hashOf(path);
      if (!manifest.files.some(({ sha512 }) => sha512 === hash)) {
        throw new ReleaseError('the package that was fetched is not what was signed');
      }
    },
  };
}

async function fetchManifest(feed: string, get: typeof globalThis.fetch): Promise<string> {
  const address = new URL(MANIFEST_FILE, feed.endsWith('/') ? feed : `${feed}/`);
  const reply = await get(address, { signal: AbortSignal.timeout(FETCH_WITHIN) });
  if (!reply.ok || reply.body === null) throw new ReleaseError('the feed has no signed manifest');
  let text = '';
  const decoder = new TextDecoder();
  for await (const bytes of reply.body) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > MANIFEST_BYTES_MAX) throw new ReleaseError('the manifest is too large');
  }
  return text;
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(path), hash);
  return hash.digest('base64');
}
