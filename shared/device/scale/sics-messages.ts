import type { ScaleReading, Tare } from './reading.ts';

/*
 * The commands and answers of MT-SICS, levels 0 and 1, as Mettler Toledo documents them ("MT-SICS Interface Commands",
 * reference manual). Lines are ASCII and end with CR LF. An answer begins with the command's own letters, so that an
 * answer to another command, or noise, is not taken for a weight.
 */

/**
 * `SI`: the weight now, stable or not. `TA`: the tare that is in force. `T`, `Z`: tare, and zero, as soon as the pan is
 * still.
 */
export const SICS = { read: 'SI', readTare: 'TA', tare: 'T', zero: 'Z' } as const;
export type SicsAct = keyof typeof SICS;

export const SICS_END = '\r\n';

/** Grams of the units that a scale of a shop sends. */
const UNITS: Readonly<Record<string, number>> = {
  g: 1,
  kg: 1_000,
  lb: 453.592_37,
  oz: 28.349_523_125,
};

const WEIGHT = /^S ([SD])\s+(-?\d{1,7}(?:\.\d{1,6})?) (g|kg|lb|oz)$/;

/**
 * The answer to `SI`; null for a line that is none. `S S` is a stable weight, `S D` one that moves, `S I`: not now,
 * `S +` and `S -`: over and under the range. `ES`, `ET` and `EL` say that the scale did not understand.
 */
export function readWeight(line: string): ScaleReading | null {
  const text = line.trim();
  if (text === 'S I') return { kind: 'busy' };
  if (text === 'S +') return { kind: 'overload' };
  if (text === 'S -') return { kind: 'underload' };
  if (/^E[STL]$/.test(text)) return { kind: 'fault', why: 'unreadable' };
  const [, state, value, unit = ''] = WEIGHT.exec(text) ?? [];
  if (value === undefined) return null;
  const grams = Math.round(Number(value) * (UNITS[unit] ?? Number.NaN));
  // No negative zero: a lifted tare rounds to it.
  return { kind: state === 'S' ? 'stable' : 'moving', grams: grams === 0 ? 0 : grams };
}

const TARE = /^TA A\s+(-?\d{1,7}(?:\.\d{1,6})?) (?:g|kg|lb|oz)$/;

/**
 * The answer to `TA`: the tare is named, 0 for none, or not now. `not_named`: the scale has no such command. Null for a
 * line that is no answer.
 */
export function readTare(line: string): Tare | 'none' | 'not_named' | null {
  const text = line.trim();
  if (/^E[STL]$/.test(text)) return 'not_named';
  if (/^TA [IL]$/.test(text)) return 'unknown';
  const [, value] = TARE.exec(text) ?? [];
  if (value === undefined) return null;
  return Number(value) === 0 ? 'none' : 'set';
}

/** What became of `T` or `Z`; null for a line that is no answer to it. */
export function readDone(act: 'tare' | 'zero', line: string): 'done' | 'refused' | null {
  const text = line.trim();
  const letter = SICS[act];
  if (/^E[STL]$/.test(text)) return 'refused';
  if (!text.startsWith(`${letter} `)) return null;
  const state = text.slice(2, 3);
  // The manual has `T S` with the weight of the box; a recorded scale says `T A`.
  if (state === 'A' || (act === 'tare' && state === 'S')) return 'done';
  return /^[I+-]$/.test(state) ? 'refused' : null;
}
