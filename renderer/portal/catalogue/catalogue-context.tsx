import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useStore } from 'zustand';
import type { Money } from '../../../shared/catalogue/fields/item-fields.ts';
import { nameIn } from '../../../shared/catalogue/schema.ts';
import type { PortalCatalogueTills } from '../../../shared/portal/catalogue.ts';
import type { WrittenName } from '../../../shared/protocol/catalogue-document.ts';
import { useFormat } from '../../ui/format.tsx';
import { usePortal, usePortalState } from '../common/context.tsx';
import type { CatalogueKeeper, KeptCatalogue } from './catalogue-keeper.ts';

export type PortalTill = PortalCatalogueTills['items'][number];

type Shared = {
  readonly keeper: CatalogueKeeper;
  readonly mayChange: boolean;
  /** Whether the person may change the rules of the shop too. */
  readonly mayRule: boolean;
  readonly tills: readonly PortalTill[];
};

const Context = createContext<Shared | null>(null);

/** What every part of the catalogue's page needs. */
export function CatalogueProvider(props: { readonly value: Shared; readonly children: ReactNode }) {
  return <Context value={props.value}>{props.children}</Context>;
}

/** Throws outside of the provider, which is a bug. */
export function useCatalogue(): Shared {
  const context = useContext(Context);
  if (context === null) throw new Error('used outside of CatalogueProvider');
  return context;
}

export function useKept(): KeptCatalogue {
  return useStore(useCatalogue().keeper.store);
}

/** How the pages write and read amounts. */
export function useMoney(): Money {
  const format = useFormat();
  const currency = usePortalState((state) => state.me?.user?.currency ?? 'NOK');
  return useMemo(() => ({ currency, format }), [currency, format]);
}

/** The name of an entry in the reader's language. */
export function useNameOf(): (name: WrittenName) => string {
  const { language } = usePortal();
  return (name) => nameIn(name)[language];
}
