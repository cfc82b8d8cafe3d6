/**
 * Public keys of the keys that sign releases: Ed25519, SPKI in DER, base64. The program installs an
 * update that one of them signed; without a key it installs none. While a key is replaced, two are
 * listed. docs/guides/release-keys.md describes how they are made and kept.
 */
export const UPDATE_KEYS: readonly string[] = [];
