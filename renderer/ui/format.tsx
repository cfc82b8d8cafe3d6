import { createContext, useContext } from 'react';
import type { Format } from '../../shared/format/format.ts';

const Context = createContext<Format | null>(null);

/** Gives the reader's formats to every component of a screen. */
export const FormatProvider = Context.Provider;

/** How this screen's reader sees amounts and times. Throws outside of the provider, which is a bug. */
export function useFormat(): Format {
  const format = useContext(Context);
  if (format === null) throw new Error('used outside of FormatProvider');
  return format;
}
