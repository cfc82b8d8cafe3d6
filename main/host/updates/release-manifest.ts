import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';

/** Name of the signed manifest in a feed, beside the packager's `latest*.yml`. */
export const MANIFEST_FILE = 'tillkit-release.json';

/** Largest size of a manifest. */
export const MANIFEST_BYTES_MAX = 64 * 1024;

const version = z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/, 'must be three numbers: 1.2.3');
const sha512 = z.base64().length(88);

const signed = z.strictObject({
  /** The manifest as text; the signature covers these bytes. */
  manifest: z.string().max(MANIFEST_BYTES_MAX),
  signature: z.base64().max(200),
});
/** The files of a release. */
export const releaseManifest = z.strictObject({
  product: z.literal('tillkit'),
  version,
  files: z
    .array(z.strictObject({ name: z.string().min(1).max(200), sha512 }))
    .min(1)
    .max(100),
});
export type ReleaseManifest = z.output<typeof releaseManifest>;

/** The release must not be installed; the message is one sentence for the operator. */
export class ReleaseError extends Error {}

/**
 * Reads the manifest of a signed file (Ed25519; SPKI, DER, base64). Throws `ReleaseError` unless
 * one of the keys has signed it.
 */
export function readManifest(text: string, keys: readonly string[]): ReleaseManifest {
  if (keys.length === 0) {
    throw new ReleaseError('this program was built without a key for updates');
  }
  const file = signed.safeParse(parse(text)).data;
  if (file === undefined) throw new ReleaseError('the feed has no signed manifest');
  const bytes = Buffer.from(file.manifest);
  const signature = Buffer.from(file.signature, 'base64');
  const good = keys.some((key) => {
    const held = { key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' } as const;
    return verify(null, bytes, createPublicKey(held), signature);
  });
  if (!good) throw new ReleaseError('the manifest is not signed with a key of this program');
  const manifest = releaseManifest.safeParse(parse(file.manifest)).data;
  if (manifest === undefined) throw new ReleaseError('the signed manifest cannot be understood');
  return manifest;
}

/** The offered update, as the updater read it from the packager's file. */
export type OfferedUpdate = {
  readonly version: string;
  readonly files: readonly { readonly url: string; readonly sha512: string }[];
  /** Files that a web installer would download itself; no release has any. */
  readonly packages?: unknown;
};

/**
 * Throws `ReleaseError` unless the offer is the complete signed release and newer than the running
 * version.
 */
export function checkOffer(
  manifest: ReleaseManifest,
  offered: OfferedUpdate,
  running: string,
): void {
  if (offered.version !== manifest.version) {
    throw new ReleaseError(`the feed offers ${offered.version}, and ${manifest.version} is signed`);
  }
  if (!isNewer(manifest.version, running)) {
    throw new ReleaseError(`version ${manifest.version} is not newer than ${running}`);
  }
  if (!Array.isArray(offered.files) || offered.files.length === 0) {
    throw new ReleaseError('the feed names no package');
  }
  if (offered.packages !== undefined && offered.packages !== null) {
    throw new ReleaseError('the feed names packages that an installer would fetch by itself');
  }
  for (const { url, sha512: offeredHash } of offered.files) {
    const name = nameOf(url);
    if (!manifest.files.some((file) => file.name === name && file.sha512 === offeredHash)) {
      throw new ReleaseError(`${name} is not what was signed`);
    }
  }
}

/** True when version `a` comes after `b`; a version that is not three numbers comes before all. */
export function isNewer(a: string, b: string): boolean {
  const [first, second] = [a, b].map((text) => /^\d+\.\d+\.\d+$/.exec(text)?.[0].split('.'));
  if (first === undefined || second === undefined) return first !== undefined;
  const at = first.findIndex((part, index) => Number(part) !== Number(second[index]));
  return at >= 0 && Number(first[at]) > Number(second[at]);
}

function nameOf(url: string): string {
  return decodeURIComponent(url.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
