import { createContext, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand';
import type { PortalRight } from '../../../shared/portal/sign-in.ts';
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

/** Whether the user may do something. The service decides it; the page only hides the rest. */
export function useRight(right: PortalRight): boolean {
  return usePortalState((state) => state.me?.user?.rights.includes(right) === true);
}

export function usePortalState<T>(select: (state: PortalState) => T): T {
  return useStore(usePortal().portal.store, select);
}
