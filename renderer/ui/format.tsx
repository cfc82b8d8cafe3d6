import { createContext, useContext } from 'react';
import type { Format } from '../../shared/format/format.ts';

/**
 * Time left as `4:52`, from an hour on `1:04:52`; never below zero. The argument is in
 * milliseconds.
 */
export function timeLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** The reader's words for a gap in a log. */
type GapWords = {
  readonly gapSeconds: (seconds: number) => string;
  readonly gapMinutes: (minutes: number, seconds: number) => string;
};

/** A gap in a log: `2 min 26 s`. The argument is in milliseconds. */
export function gapText(milliseconds: number, words: GapWords): string {
  const seconds = Math.round(milliseconds / 1_000);
  if (seconds < 60) return words.gapSeconds(seconds);
  return words.gapMinutes(Math.floor(seconds / 60), seconds % 60);
}

const Context = createContext<Format | null>(null);

/** Gives the reader's formats to every component of a screen. */
export const FormatProvider = Context.Provider;

/** How this screen's reader sees amounts and times. Throws outside of the provider, which is a bug. */
export function useFormat(): Format {
  const format = useContext(Context);
  if (format === null) throw new Error('used outside of FormatProvider');
  return format;
}
