import { createContext, useContext } from 'react';
import type { Bridge } from '../../shared/bridge/contract.ts';
import type { Language } from '../i18n/language.ts';
import type { PreferenceStore, Theme } from '../state/preferences.ts';
import type { Till } from '../state/till-store.ts';

/** What everything below a provider has in common. */
export type EmbeddedTill = {
  readonly bridge: Bridge;
  /** Null until the provider is on the page. */
  readonly till: Till | null;
  readonly preferences: PreferenceStore;
  readonly language: Language | null;
  readonly theme: Theme;
  /** What sales were asked for here, by their ids: only these can be asked for again. */
  readonly requests: Map<string, StartSale>;
};

/** A sale as a page asks for it; amounts in minor units of the shop's currency. */
export type StartSale = Extract<Parameters<Bridge['call']>[0], { type: 'start_sale' }>['request'];

export const EmbeddedContext = createContext<EmbeddedTill | null>(null);

/** Throws outside of the provider: that is a bug of the tree. */
export function useEmbedded(): EmbeddedTill {
  const embedded = useContext(EmbeddedContext);
  if (embedded === null) throw new Error('used outside of TillkitProvider');
  return embedded;
}
