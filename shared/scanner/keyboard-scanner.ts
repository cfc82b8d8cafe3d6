/**
 * A scanner that acts as a keyboard: it presses the keys of the code much faster than a person, and often
 * Enter after them. The time between keys and the length distinguish it from typing, wherever the focus
 * is (a scan must not depend on it). In a field for text or a PIN every key is the person's.
 */
export type ScannerKey = {
  /** As in `KeyboardEvent.key`. */
  readonly key: string;
  /** Milliseconds of a monotonic clock. */
  readonly at: number;
  readonly focus: 'page' | 'field';
  /** `held`: the keyboard repeats a key that is held down; no scanner does. */
  readonly press: 'first' | 'held';
  /** Ctrl, Alt or Meta is down. */
  readonly chord: 'none' | 'command';
};

export type ScannerTiming = {
  /** Longest time between two keys of a scanner, milliseconds. */
  readonly gap: number;
  /** How long after a scan an end key still belongs to it. */
  readonly endGap: number;
  /** Shorter bursts are typing, longer ones are nothing that this till knows. */
  readonly lengthMin: number;
  readonly lengthMax: number;
};

/** Keys of a hand are 60 ms apart and more; those of a slow scanner 30. */
export const SCANNER_TIMING: ScannerTiming = {
  gap: 45,
  endGap: 300,
  lengthMin: 12,
  lengthMax: 300,
};

export type ScannerState = {
  /** Keys kept from the page until it is clear whose they are. */
  readonly held: readonly string[];
  readonly last: number;
  /** A key came that says nothing of itself, or too many did. */
  readonly damage: 'none' | 'damaged';
  /** `scan`: a scan has just ended, and its end key may still follow. */
  readonly before: 'nothing' | 'scan';
};

export const SCANNER_IDLE: ScannerState = { held: [], last: 0, damage: 'none', before: 'nothing' };

/** The text that a scanner has read; null: it is not known yet. */
export type Scanned = { readonly text: string | null };

export type ScannerStep = {
  readonly state: ScannerState;
  /** Whether the page gets this key now. */
  readonly verdict: 'pass' | 'keep';
  /** Keys of a hand after all, for the page, before this one. */
  readonly release: readonly string[];
  readonly scanned: Scanned | null;
};

const SILENT = new Set(['Shift', 'CapsLock', 'AltGraph', 'NumLock', 'Control', 'Alt', 'Meta']);
const UNREADABLE = new Set(['Dead', 'Process', 'Unidentified', 'Compose']);
const ENDS = new Set(['Enter', 'Tab']);

/** One key. The caller also calls `scannerRest` when no key has come for `gap`. */
export function scannerKey(
  state: ScannerState,
  key: ScannerKey,
  settings: ScannerTiming = SCANNER_TIMING,
): ScannerStep {
  const late = state.held.length > 0 && key.at - state.last > settings.gap;
  if (!late) return inBurst(state, key, settings);
  const rested = scannerRest(state, settings);
  const next = inBurst(rested.state, key, settings);
  // Kept keys are either released or become a scan; a single key is never a scan.
  return { ...next, release: rested.release, scanned: rested.scanned };
}

/** Nothing more came: a burst long enough was a scanner without an end key, the rest a hand. */
export function scannerRest(
  state: ScannerState,
  settings: ScannerTiming = SCANNER_TIMING,
): ScannerStep {
  const scanned = state.held.length >= settings.lengthMin ? textOf(state, settings) : null;
  if (scanned === null) return typed(state);
  const rested: ScannerState = { ...SCANNER_IDLE, last: state.last, before: 'scan' };
  return { state: rested, verdict: 'pass', release: [], scanned };
}

function inBurst(state: ScannerState, key: ScannerKey, settings: ScannerTiming): ScannerStep {
  if (key.focus === 'field' || key.press === 'held') return typed(state);
  if (SILENT.has(key.key)) return pass(state.held.length > 0 ? { ...state, last: key.at } : state);
  if (ENDS.has(key.key)) return ended(state, key, settings);
  const character = isCharacter(key.key);
  if (key.chord === 'command' || UNREADABLE.has(key.key) || isControl(key.key)) {
    // Control characters are part of what some scanners send, and of nothing that we read.
    return state.held.length === 0 ? typed(state) : keep({ ...state, last: key.at }, key);
  }
  // A space presses the key that has the focus, so no burst begins with one.
  if (!character || (key.key === ' ' && state.held.length === 0)) return typed(state);
  return keep({ ...state, held: more(state.held, key.key, settings), last: key.at }, key);
}

/** One more than the longest is enough to know that it is too long. */
function more(held: readonly string[], key: string, settings: ScannerTiming): readonly string[] {
  return held.length > settings.lengthMax ? held : [...held, key];
}

function keep(state: ScannerState, key: ScannerKey): ScannerStep {
  const damaged = UNREADABLE.has(key.key) ? ({ damage: 'damaged' } as const) : {};
  return { state: { ...state, ...damaged }, verdict: 'keep', release: [], scanned: null };
}

function pass(state: ScannerState): ScannerStep {
  return { state, verdict: 'pass', release: [], scanned: null };
}

/** The kept keys were typed by a person. */
function typed(state: ScannerState): ScannerStep {
  return { state: SCANNER_IDLE, verdict: 'pass', release: state.held, scanned: null };
}

function ended(state: ScannerState, key: ScannerKey, settings: ScannerTiming): ScannerStep {
  const late = state.before === 'scan' && state.held.length === 0;
  // Enter would press the focused button of the page.
  if (late && key.at - state.last <= settings.endGap) return keep(SCANNER_IDLE, key);
  if (state.held.length < settings.lengthMin) return typed(state);
  const scanned = textOf(state, settings);
  return { state: SCANNER_IDLE, verdict: 'keep', release: [], scanned };
}

function textOf(state: ScannerState, settings: ScannerTiming): Scanned {
  const whole = state.damage === 'none' && state.held.length <= settings.lengthMax;
  return { text: whole ? state.held.join('') : null };
}

function isCharacter(key: string): boolean {
  return [...key].length === 1;
}

function isControl(key: string): boolean {
  const code = key.codePointAt(0) ?? 0;
  return isCharacter(key) && (code < 0x20 || (code >= 0x7f && code < 0xa0));
}
