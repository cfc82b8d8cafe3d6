import { createContext, useContext } from 'react';
import type { Bridge, StartSale } from '../../shared/bridge/contract.ts';
import type { Language } from '../i18n/language.ts';
import type { PreferenceStore, Theme } from '../state/preferences.ts';
import type { Till } from '../state/till-store.ts';

/** The values that all components below a provider share. */
export type EmbeddedTill = {
  readonly bridge: Bridge;
  /** Null until the provider is mounted. */
  readonly till: Till | null;
  readonly preferences: PreferenceStore;
  readonly language: Language | null;
  readonly theme: Theme;
  /** The requests of the sales that this page started, by sale id. Only these can be repeated. */
  readonly requests: Map<string, StartSale>;
};

export const EmbeddedContext = createContext<EmbeddedTill | null>(null);

/** The embedded till. Throws outside of `TillkitProvider`, which is a bug. */
export function useEmbedded(): EmbeddedTill {
  const embedded = useContext(EmbeddedContext);
  if (embedded === null) throw new Error('used outside of TillkitProvider');
  return embedded;
}
