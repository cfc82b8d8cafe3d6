import { createContext, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand';
import type { Language } from '../i18n/language.ts';
import type { WalletWords } from '../i18n/wallet.ts';
import type { PreferenceStore } from '../state/preferences.ts';
import type { WalletState } from './wallet-state.ts';
import type { Wallet } from './wallet-store.ts';

export type WalletContextValue = {
  readonly wallet: Wallet;
  readonly preferences: PreferenceStore;
  readonly words: WalletWords;
  readonly language: Language;
};

const Context = createContext<WalletContextValue | null>(null);

export function WalletProvider(props: {
  readonly context: WalletContextValue;
  readonly children: ReactNode;
}) {
  return <Context value={props.context}>{props.children}</Context>;
}

/** The context of this page. Throws outside of the provider, which is a bug. */
export function useWallet(): WalletContextValue {
  const value = useContext(Context);
  if (value === null) throw new Error('used outside of WalletProvider');
  return value;
}

export function useWalletState<T>(select: (state: WalletState) => T): T {
  return useStore(useWallet().wallet.store, select);
}
