import type { ComponentType, ReactNode, RefObject } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Bill } from '../../../shared/bill/bill.ts';
import type { Product } from '../../../shared/catalogue/catalogue.ts';
import type { BackOfficeView } from '../../../shared/device/bridge/back-office.ts';
import type { SetupView } from '../../../shared/device/bridge/setup.ts';
import type { SaleView } from '../../../shared/terminal/sale/state.ts';
import type { NeedsApproval } from '../../state/bills/bill-copies.ts';
import type { GoodsStep, TenderDone } from '../../state/mode/mode.ts';
import type { Screen } from '../../state/till-state.ts';

/** The parts that load after the first picture and the type of their props stand here, not with the parts. */
export type OptionsPanelProps = {
  readonly place: RefObject<HTMLDivElement | null>;
  readonly onClose: () => void;
  /** Called when a key of the panel opens a screen. */
  readonly onGo: () => void;
};

export type ItemWindowProps = {
  /** The item as it was when its window opened; null makes a new one. */
  readonly product: Product | null;
  readonly onNew: () => void;
  readonly onClose: () => void;
};

export type LetterKeysProps = {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Names: the first letter of each word is a capital. */
  readonly capitals?: boolean;
  /** False where digits have no place, such as in a name. */
  readonly digits?: boolean;
  /** An e-mail address: its letters in every language, its signs, and no space. */
  readonly address?: boolean;
};

export type OtherScreenProps = {
  readonly screen: Screen;
  readonly sale: SaleView | null;
  readonly backOffice: BackOfficeView | undefined;
};

/** The components that the first picture does not need; `lazy-bundle.tsx` has all of them. */
export type LazyScreens = {
  readonly AboveSlip: ComponentType;
  readonly BillSlip: ComponentType;
  readonly ClearQuestion: ComponentType;
  readonly OptionsPanel: ComponentType<OptionsPanelProps>;
  readonly FreeKeys: ComponentType;
  readonly PayoutKeys: ComponentType;
  readonly SplitKey: ComponentType;
  readonly PhoneKeys: ComponentType;
  readonly PhoneWindow: ComponentType;
  readonly Said: ComponentType;
  readonly DiscountHelp: ComponentType<{
    readonly step: Extract<GoodsStep, { readonly kind: 'discount' }>;
  }>;
  readonly StepKeys: ComponentType<{ readonly step: GoodsStep }>;
  readonly StepWindow: ComponentType<{ readonly step: GoodsStep }>;
  readonly BillApproval: ComponentType<{ readonly asked: NeedsApproval }>;
  readonly ItemWindow: ComponentType<ItemWindowProps>;
  readonly LetterKeys: ComponentType<LetterKeysProps>;
  readonly LineDeck: ComponentType;
  readonly NameDeck: ComponentType;
  readonly WaitingCodes: ComponentType;
  readonly LockedSale: ComponentType<{
    readonly backOffice: BackOfficeView;
    readonly sale: SaleView;
  }>;
  readonly TenderDeck: ComponentType;
  readonly EndedKeys: ComponentType;
  readonly EndedSlip: ComponentType<{ readonly bill: Bill }>;
  readonly TenderPaid: ComponentType<{ readonly done: TenderDone }>;
  readonly SetupScreen: ComponentType<{ readonly setup: SetupView }>;
  readonly OtherScreen: ComponentType<OtherScreenProps>;
};

type Load = () => Promise<LazyScreens>;

/** How far they are loaded. `missing`: they could not be, so this page will never have them. */
type LoadState =
  | { readonly kind: 'not_asked' | 'loading' | 'missing' }
  | { readonly kind: 'loaded'; readonly screens: LazyScreens };

const store = createStore<LoadState>(() => ({ kind: 'not_asked' }));

/**
 * Loads the components that the first picture does not need, once. The app calls it right after the
 * first picture. A browser remembers that it could not load a script, and gives the same failure to each
 * further attempt of the page. So nothing is tried again here: only a new page can have them.
 */
export function loadLazyScreens(from: Load): void {
  if (store.getState().kind !== 'not_asked') return;
  store.setState({ kind: 'loading' });
  from().then(
    (screens) => store.setState({ kind: 'loaded', screens }),
    () => store.setState({ kind: 'missing' }),
  );
}

/** The components of `lazy-bundle.tsx`; null until they are loaded. */
export function useLazyScreens(): LazyScreens | null {
  return useStore(store, (state) => (state.kind === 'loaded' ? state.screens : null));
}

/** Whether they could not be loaded, so that this page will never have them. */
export function useMissingScreens(): boolean {
  return useStore(store, ({ kind }) => kind === 'missing');
}

/** Draws with the lazy screens, and nothing until they are loaded. */
export function Lazy(props: { readonly children: (screens: LazyScreens) => ReactNode }) {
  const screens = useLazyScreens();
  return screens === null ? null : props.children(screens);
}
