/**
 * Public halves of the keys that sign releases: Ed25519, SPKI in DER, base64. A program takes updates
 * that one of them has signed; without a key it takes none. Two stand here while a key is replaced.
 * How they are made and kept: docs/guides/release-keys.md.
 */
export const UPDATE_KEYS: readonly string[] = [];
