/** What a till has learned about its scanner, or what a person wrote into its settings. */
export type ScannerProfile = {
  /** Names of the keys that begin each scan; see `keyName`. */
  readonly prefix: readonly string[];
  /** Names of the keys that end each scan. */
  readonly suffix: readonly string[];
  /** Longest time between two keys of the scan that was learned from, milliseconds. */
  readonly gap: number;
};

/** How a till distinguishes a scanner from a person. Times are in milliseconds. */
export type ScannerRules = {
  /** Longest time between two keys of a scanner. The page gets a person's keys this much later. */
  readonly gap: number;
  /** The same for letters alone: people write words faster than numbers. */
  readonly lettersGap: number;
  /** How long a recognised scan may stand still. */
  readonly stillGap: number;
  /** How long after a scan's end key more of them belong to it, as CR and LF do. */
  readonly endGap: number;
  /** How long a scan may stand still that began with the scanner's own prefix. */
  readonly prefixedGap: number;
  /** A burst of so many characters is a scan. */
  readonly lengthMin: number;
  /** Longer ones are nothing that this till knows. */
  readonly lengthMax: number;
  readonly prefix: readonly string[];
  readonly suffix: readonly string[];
  /** A prefix of keys that nobody types at a till begins a scan at any speed. */
  readonly prefixIs: 'certain' | 'part_of_the_code';
  /** Shorter codes of a scanner that is known to be faster than any hand; null if it is not. */
  readonly short: { readonly lengthMin: number; readonly gap: number } | null;
};

/**
 * A hand needs more than 100 ms for most keys, and never stays below that for eight digits in a row. Slow
 * scanners send a key each 70 ms. The shortest product code has eight digits (EAN-8).
 */
const UNKNOWN_SCANNER: ScannerRules = {
  gap: 100,
  lettersGap: 45,
  stillGap: 300,
  endGap: 150,
  prefixedGap: 300,
  lengthMin: 8,
  lengthMax: 300,
  prefix: [],
  suffix: [],
  prefixIs: 'part_of_the_code',
  short: null,
};

/** Keys that a cashier types or that codes consist of; each other first key makes a prefix certain. */
const TYPED = /^(?:[\p{L}\p{N} +*%.,'-]|Enter|Tab|Escape|Backspace|Delete|Arrow\w+|F2)$/u;

/** No hand presses `SHORT_CODE` keys and an end key with less time between each of them, in milliseconds. */
export const FASTER_THAN_HANDS = 30;
export const SHORT_CODE = 4;

/** The rules for a scanner; null for one that the till has not learned. */
export function rulesOf(profile: ScannerProfile | null): ScannerRules {
  if (profile === null) return UNKNOWN_SCANNER;
  const { prefix, suffix, gap } = profile;
  const isCertain = prefix[0] !== undefined && !TYPED.test(prefix[0]);
  const isFast = gap * 2 <= FASTER_THAN_HANDS && suffix.length > 0;
  return {
    ...UNKNOWN_SCANNER,
    prefix,
    suffix,
    // Without a suffix only a pause ends the scan.
    prefixedGap: suffix.length > 0 ? 1_000 : UNKNOWN_SCANNER.stillGap,
    prefixIs: isCertain ? 'certain' : 'part_of_the_code',
    short: isFast ? { lengthMin: SHORT_CODE, gap: FASTER_THAN_HANDS } : null,
  };
}
