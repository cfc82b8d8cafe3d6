import { createContext, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand';
import type { Language } from '../../i18n/language.ts';
import type { PortalWords } from '../../i18n/portal.ts';
import type { PreferenceStore } from '../../state/preferences.ts';
import type { Portal, PortalState } from './portal-store.ts';

export type PortalContext = {
  readonly portal: Portal;
  readonly preferences: PreferenceStore;
  readonly words: PortalWords;
  readonly language: Language;
};

const Context = createContext<PortalContext | null>(null);

export function PortalProvider(props: {
  readonly value: PortalContext;
  readonly children: ReactNode;
}) {
  return <Context value={props.value}>{props.children}</Context>;
}

/** The context of this page. Throws outside of the provider, which is a bug. */
export function usePortal(): PortalContext {
  const context = useContext(Context);
  if (context === null) throw new Error('used outside of PortalProvider');
  return context;
}

export function usePortalState<T>(select: (state: PortalState) => T): T {
  return useStore(usePortal().portal.store, select);
}
