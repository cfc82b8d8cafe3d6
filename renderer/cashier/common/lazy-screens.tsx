import { type ComponentType, type ReactNode, type RefObject, useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Product } from '../../../shared/catalogue/catalogue.ts';
import type { BackOfficeView } from '../../../shared/device/bridge/back-office.ts';
import type { SetupView } from '../../../shared/device/bridge/setup.ts';
import type { SaleView } from '../../../shared/terminal/sale/state.ts';
import type { NeedsApproval } from '../../state/bills/bills.ts';
import type { GoodsStep } from '../../state/goods-state.ts';
import type { TenderDone } from '../../state/tenders.ts';
import type { Screen } from '../../state/till-state.ts';
import { useNow } from '../../ui/countdown.tsx';

/** The parts that load after the first picture and the type of their props stand here, not with the parts. */
export type OptionsPanelProps = {
  readonly place: RefObject<HTMLDivElement | null>;
  readonly onClose: () => void;
  /** Called when a key of the panel opens a screen. */
  readonly onGo: () => void;
};

export type ItemEditorProps = {
  /** The item as it was when the editor opened; null makes a new one. */
  readonly product: Product | null;
  readonly onNew: () => void;
  /** Opens the deck on which the keys are moved. */
  readonly onOrder: () => void;
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
  readonly PhoneKeys: ComponentType;
  readonly PhoneWindow: ComponentType;
  readonly Said: ComponentType;
  readonly StepKeys: ComponentType<{ readonly step: GoodsStep }>;
  readonly StepWindow: ComponentType<{ readonly step: GoodsStep }>;
  readonly BillApproval: ComponentType<{ readonly asked: NeedsApproval }>;
  readonly EditorWindow: ComponentType<ItemEditorProps>;
  readonly LetterKeys: ComponentType<LetterKeysProps>;
  readonly LineDeck: ComponentType;
  readonly NameDeck: ComponentType;
  readonly OrderDeck: ComponentType;
  readonly WaitingCodes: ComponentType;
  readonly LockedSale: ComponentType<{
    readonly backOffice: BackOfficeView;
    readonly sale: SaleView;
  }>;
  readonly TenderDeck: ComponentType;
  readonly TenderPaid: ComponentType<{ readonly done: TenderDone }>;
  readonly SetupScreen: ComponentType<{ readonly setup: SetupView }>;
  readonly OtherScreen: ComponentType<OtherScreenProps>;
};

type Load = () => Promise<LazyScreens>;

const store = createStore<{ readonly screens: LazyScreens | null }>(() => ({ screens: null }));
let load: Load | null = null;
let loading = false;

/**
 * Loads the components that the first picture does not need, once. The app calls it right after the
 * first picture. After a failure the next call loads again, with the `from` of the first call.
 */
export function loadLazyScreens(from: Load | null = load): void {
  load = from;
  if (loading || load === null) return;
  loading = true;
  load().then(
    (screens) => store.setState({ screens }),
    () => {
      loading = false;
    },
  );
}

/** The components of `lazy-bundle.tsx`; null until they are loaded. */
export function useLazyScreens(): LazyScreens | null {
  return useStore(store, ({ screens }) => screens);
}

/** Draws with the lazy screens. Until they are loaded, `place` stands there and loading is tried again. */
export function Lazy(props: {
  readonly place?: ReactNode;
  readonly children: (screens: LazyScreens) => ReactNode;
}) {
  const screens = useLazyScreens();
  if (screens !== null) return props.children(screens);
  return (
    <>
      {props.place}
      <StillLoading />
    </>
  );
}

/** Tries to load the lazy screens every second. It stands where a part of them is wanted and not loaded yet. */
export function StillLoading() {
  const now = useNow(1_000);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `now` repeats the attempt every second
  useEffect(() => loadLazyScreens(), [now]);
  return null;
}
