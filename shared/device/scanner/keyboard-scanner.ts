import { FASTER_THAN_HANDS, type ScannerRules, SHORT_CODE } from './profile.ts';
import {
  isCharacter,
  isDigit,
  isSilent,
  isUnreadable,
  keyName,
  longestGap,
  type ScannerKey,
} from './scanner-key.ts';

/**
 * Separates a scanner that acts as a keyboard from a person, wherever the focus is (a scan must not depend
 * on it). The keys of a scan never reach the page: a number that a scanner sent must not become money.
 *
 * A scan is a burst of keys: each follows the one before it faster than a hand can go on for so many keys.
 * A scanner whose prefix is known needs no speed. In a field for text every key is the person's.
 */
export type ScannerState = {
  /** Keys kept from the page: until it is clear whose they are, then until the scan ends. */
  readonly held: readonly ScannerKey[];
  readonly last: number;
  /** Longest time between two keys of the scan that has ended. */
  readonly pace: number;
  /**
   * `unclear`: the held keys may be a person's. `scan`: they are a scanner's. `prefixed`: they follow the
   * scanner's prefix. `ended`: a scan has just ended, and more of its end keys may follow. `follows`: the held
   * keys follow a scan that was as slow as a hand, at its pace; they may be its next part or a person's.
   */
  readonly phase: 'unclear' | 'scan' | 'prefixed' | 'ended' | 'follows';
};

export const SCANNER_IDLE: ScannerState = { held: [], last: 0, pace: 0, phase: 'unclear' };

export type ScannerStep = {
  readonly state: ScannerState;
  /** Whether the page gets this key now. */
  readonly verdict: 'pass' | 'keep';
  /** Keys of a hand after all, for the page, before this one. */
  readonly release: readonly ScannerKey[];
  /** The keys of a scan that has ended, without its suffix. */
  readonly scanned: readonly ScannerKey[] | null;
};

/** What scanners send after a code: carriage return, line feed (also as Ctrl+J and Ctrl+M), tab. */
const ENDS = new Set(['Enter', 'Tab', 'Ctrl+j', 'Ctrl+m']);

/** One key. The caller also calls `scannerRest` when no key has come for `restAfter`. */
export function scannerKey(state: ScannerState, key: ScannerKey, rules: ScannerRules): ScannerStep {
  const late = isBusy(state) && key.at - state.last > restAfter(state, rules);
  if (!late) return inBurst(state, key, rules);
  const rested = scannerRest(state);
  const next = inBurst(rested.state, key, rules);
  // Kept keys are either released or become a scan; a single key is never a scan.
  return { ...next, release: rested.release, scanned: rested.scanned };
}

/** True while keys are kept, so that `scannerRest` has to be called. */
export function isBusy({ held, phase }: ScannerState): boolean {
  return held.length > 0 || phase === 'prefixed';
}

/** After how many milliseconds without a key the kept ones are decided about. */
export function restAfter({ phase }: ScannerState, rules: ScannerRules): number {
  if (phase === 'unclear' || phase === 'follows') return rules.gap;
  return phase === 'prefixed' ? rules.prefixedGap : rules.stillGap;
}

/** Nothing more came: the kept keys are a hand's, or a scan without an end key. */
export function scannerRest(state: ScannerState): ScannerStep {
  if (!isBusy(state)) return pass(state);
  if (isOpen(state)) return { ...pass(SCANNER_IDLE), release: state.held };
  return { ...pass(after(state, state.last)), scanned: codeOf(state) };
}

function inBurst(state: ScannerState, key: ScannerKey, rules: ScannerRules): ScannerStep {
  if (key.focus === 'field' || key.press === 'held') return interrupted(state);
  if (isSilent(key)) return pass(isBusy(state) ? { ...state, last: key.at } : state);
  const begun = begin(state, key, rules);
  if (begun !== null) return begun;
  if (isEnd(state, key, rules)) return ended(state, key, rules);
  if (isCharacter(key)) return character(state, key, rules);
  // Control characters and dead keys are part of what some scanners send.
  const isPart = key.chord !== 'none' || isUnreadable(key) || [...key.key].length === 1;
  return isPart && isBusy(state) ? more(state, key, rules) : interrupted(state);
}

/** A key that completes the scanner's prefix begins a scan; the keys before the prefix are a person's. */
function begin(state: ScannerState, key: ScannerKey, rules: ScannerRules): ScannerStep | null {
  const { prefix } = rules;
  if (rules.prefixIs !== 'certain' || state.phase === 'prefixed') return null;
  const held = [...state.held, key];
  if (endsWith(held, prefix)) {
    const before = scannerRest({ ...state, held: held.slice(0, -prefix.length) });
    const next: ScannerState = { ...SCANNER_IDLE, last: key.at, phase: 'prefixed' };
    return { ...before, state: next, verdict: 'keep' };
  }
  const isStart = prefix.some((_, count) => count > 0 && endsWith(held, prefix.slice(0, count)));
  const phase = state.phase === 'ended' ? 'unclear' : state.phase;
  return isStart ? more({ ...state, phase }, key, rules) : null;
}

function character(state: ScannerState, key: ScannerKey, rules: ScannerRules): ScannerStep {
  // A space presses the key that has the focus, so no burst begins with one.
  if (key.key === ' ' && !isBusy(state)) return interrupted(state);
  return more({ ...state, phase: phaseWith(state, key, rules) }, key, rules);
}

/**
 * A key that follows a scan at its pace is the scanner's too: some send an end key within a code. After a scan
 * as slow as a hand, the first such keys may also be those of a person who types an amount at once.
 */
function phaseWith(
  state: ScannerState,
  key: ScannerKey,
  rules: ScannerRules,
): ScannerState['phase'] {
  const { phase } = state;
  if (phase !== 'ended' && phase !== 'follows') return phase;
  if (key.at - state.last > nextPart(state, rules)) return 'unclear';
  return nextPart(state, rules) > FASTER_THAN_HANDS ? 'follows' : 'scan';
}

/** Keeps a key. One more than the longest code is enough to know that it is too long. */
function more(state: ScannerState, key: ScannerKey, rules: ScannerRules): ScannerStep {
  const held = state.held.length > rules.lengthMax ? state.held : [...state.held, key];
  const isScan = isOpen(state) && (isBurst(held, rules) || isNextPart({ ...state, held }));
  return keep({ ...state, held, last: key.at, phase: isScan ? 'scan' : state.phase });
}

/** True while the kept keys may be a person's. */
function isOpen({ phase }: ScannerState): boolean {
  return phase === 'unclear' || phase === 'follows';
}

/** A hand that meets the pace of a scan once does not go on with it. */
function isNextPart({ held, phase }: ScannerState): boolean {
  return phase === 'follows' && held.filter(isCharacter).length >= SHORT_CODE;
}

function isBurst(held: readonly ScannerKey[], rules: ScannerRules): boolean {
  if (held.filter(isCharacter).length < rules.lengthMin) return false;
  return held.some(isDigit) || longestGap(held) <= rules.lettersGap;
}

function isEnd(state: ScannerState, key: ScannerKey, rules: ScannerRules): boolean {
  if (ENDS.has(keyName(key))) return true;
  const { suffix } = rules;
  if (suffix.length === 0) return false;
  const rest =
    state.phase === 'ended' && isSoon(state, key, rules) && suffix.includes(keyName(key));
  return rest || (isBusy(state) && endsWith([...state.held, key], suffix));
}

function ended(state: ScannerState, key: ScannerKey, rules: ScannerRules): ScannerStep {
  if (state.phase === 'ended') {
    // Enter would start the payment, or press the key that has the focus.
    return isSoon(state, key, rules) ? keep({ ...state, last: key.at }) : pass(SCANNER_IDLE);
  }
  const kept = withoutSuffix(state, key, rules);
  const isScan =
    !isOpen(state) || isEndOfPart(state, key, rules) || isShortScan(kept.held, key, rules);
  return isScan ? { ...keep(after(state, key.at)), scanned: codeOf(kept) } : interrupted(state);
}

/** An end key at the scan's pace, too: no hand types an amount and Enter in so short a time after a scan. */
function isEndOfPart(state: ScannerState, key: ScannerKey, rules: ScannerRules): boolean {
  return state.phase === 'follows' && key.at - state.last <= nextPart(state, rules);
}

function isShortScan(held: readonly ScannerKey[], end: ScannerKey, rules: ScannerRules): boolean {
  const { short, suffix } = rules;
  if (short === null || held.filter(isCharacter).length < short.lengthMin) return false;
  return suffix.includes(keyName(end)) && longestGap([...held, end]) <= short.gap;
}

/** The held keys without those of the suffix that came before its last key. */
function withoutSuffix(
  state: ScannerState,
  key: ScannerKey,
  { suffix }: ScannerRules,
): ScannerState {
  const before = suffix.length - 1;
  if (before < 1 || !endsWith([...state.held, key], suffix)) return state;
  return { ...state, held: state.held.slice(0, -before) };
}

/** The state after a scan. */
function after({ held }: ScannerState, last: number): ScannerState {
  return { held: [], last, pace: longestGap(held), phase: 'ended' };
}

/** Longest time until the next part of the same code. */
function nextPart({ pace }: ScannerState, rules: ScannerRules): number {
  return Math.min(2 * pace + 2, rules.gap);
}

function isSoon({ last }: ScannerState, key: ScannerKey, rules: ScannerRules): boolean {
  return key.at - last <= rules.endGap;
}

function keep(state: ScannerState): ScannerStep {
  return { state, verdict: 'keep', release: [], scanned: null };
}

function pass(state: ScannerState): ScannerStep {
  return { state, verdict: 'pass', release: [], scanned: null };
}

/** A key that no scanner sends: the keys before it are decided about, and the page gets it. */
function interrupted(state: ScannerState): ScannerStep {
  const { release, scanned } = scannerRest(state);
  return { state: SCANNER_IDLE, verdict: 'pass', release, scanned };
}

/** The code of a scan; null if only a prefix came. */
function codeOf({ held }: ScannerState): readonly ScannerKey[] | null {
  return held.length === 0 ? null : held;
}

function endsWith(held: readonly ScannerKey[], names: readonly string[]): boolean {
  const from = held.length - names.length;
  if (from < 0) return false;
  return held.slice(from).every((key, index) => keyName(key) === names[index]);
}
