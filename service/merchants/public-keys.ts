import { createPublicKey, type KeyObject } from 'node:crypto';
import { LruMap } from '../../shared/limits/lru-map.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';

const KEYS_REMEMBERED = 1_000;
const known = new LruMap<string, KeyObject | 'unfit'>(KEYS_REMEMBERED);

/**
 * The RSA key of a stored PEM, or null when it is not an RSA key of 2048 to 4096 bits (D-19).
 * Parsing costs several times as much as a verification, so parsed keys are cached.
 */
export function publicKeyOf(pem: string): KeyObject | null {
  const key = known.get(pem) ?? parse(pem);
  known.set(pem, key);
  return key === 'unfit' ? null : key;
}

function parse(pem: string): KeyObject | 'unfit' {
  try {
    const key = createPublicKey(pem);
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    const fit = bits >= LIMITS.keyBitsMin && bits <= LIMITS.keyBitsMax;
    return key.asymmetricKeyType === 'rsa' && fit ? key : 'unfit';
  } catch {
    return 'unfit';
  }
}
