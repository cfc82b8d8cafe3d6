import { ean13 } from './ean.ts';
import { rulesOf, type ScannerProfile } from './profile.ts';
import { AIM, characterOfPlace } from './read-scan.ts';
import { isCharacter, keyName, longestGap, type ScannerKey } from './scanner-key.ts';

/** The code that a till shows for this; codes that begin with a 2 belong to the shop. */
export const SET_UP_CODE = ean13('200000012505');

/** More keys are no prefix and no suffix. */
export const AFFIX_MAX = 8;

export type Learned =
  | { readonly kind: 'learned'; readonly profile: ScannerProfile }
  /**
   * `other_code`: none of the expected codes is in the scan. `too_slow`: a hand is as fast, and no prefix
   * distinguishes the scanner from it.
   */
  | { readonly kind: 'problem'; readonly problem: 'other_code' | 'too_slow' };

/** Learns prefix, suffix and speed from the keys of one scan, which contain one of the expected codes. */
export function learnScanner(keys: readonly ScannerKey[], expected: readonly string[]): Learned {
  const found = findCode(keys, expected);
  if (found === null) return { kind: 'problem', problem: 'other_code' };
  const prefix = found.prefix.map(keyName);
  const suffix = found.suffix.map(keyName);
  if (Math.max(prefix.length, suffix.length) > AFFIX_MAX) {
    return { kind: 'problem', problem: 'other_code' };
  }
  const profile = { prefix, suffix, gap: Math.ceil(longestGap(keys)) };
  const rules = rulesOf(profile);
  const isKnown = profile.gap <= rules.gap || rules.prefixIs === 'certain';
  return isKnown ? { kind: 'learned', profile } : { kind: 'problem', problem: 'too_slow' };
}

type Found = { readonly prefix: readonly ScannerKey[]; readonly suffix: readonly ScannerKey[] };
type Writes = (key: ScannerKey) => string | null;

function findCode(keys: readonly ScannerKey[], expected: readonly string[]): Found | null {
  // A short code can be part of a longer one.
  for (const code of expected.toSorted((a, b) => b.length - a.length)) {
    for (const writes of [byLayout, characterOfPlace]) {
      const text = keys.map((key) => writes(key) ?? '\0').join('');
      const at = text.indexOf(code);
      if (at < 0) continue;
      const prefix = withoutAim(keys.slice(0, at), writes);
      return { prefix, suffix: keys.slice(at + code.length) };
    }
  }
  return null;
}

function byLayout(key: ScannerKey): string | null {
  return isCharacter(key) && key.key.length === 1 ? key.key : null;
}

/** The identifier is another one for each kind of code, so it is no part of the prefix. */
function withoutAim(prefix: readonly ScannerKey[], writes: Writes): readonly ScannerKey[] {
  const length = 3;
  const isAim = (part: readonly ScannerKey[]) =>
    part.length === length && AIM.test(part.map((key) => writes(key) ?? '\0').join(''));
  if (isAim(prefix.slice(-length))) return prefix.slice(0, -length);
  return isAim(prefix.slice(0, length)) ? prefix.slice(length) : prefix;
}
