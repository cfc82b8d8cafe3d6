import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import type { SetupView } from '../../shared/device/bridge/setup.ts';
import { present } from '../../shared/objects/present.ts';
import { CASHIER_WORDS } from '../i18n/cashier.ts';
import { setLanguage } from '../i18n/language.ts';
import { afterFirstPicture } from '../state/adapters/first-view.ts';
import { doneIn } from '../state/mode/mode.ts';
import { chosenLanguage, type PreferenceStore } from '../state/preferences.ts';
import { currentSale } from '../state/sales.ts';
import type { Till } from '../state/till-store.ts';
import { EmptySlot } from '../ui/slip.tsx';
import { useWords } from '../ui/use-words.ts';
import { cashierWords } from './common/cashier-words.ts';
import {
  CashierProvider,
  ShopProvider,
  useCashier,
  useShop,
  useTillState,
} from './common/context.tsx';
import { loadLazyScreens, useLazyScreens } from './common/lazy-screens.tsx';
import { LoadingScreen } from './common/loading-screen.tsx';
import { MissingScreens } from './common/missing-screens.tsx';
import { BrandStrip } from './common/strip.tsx';
import { EntryScreen } from './entry/entry-screen.tsx';
import { LockScreen } from './staff/lock-screen.tsx';

/** Shortest time between two reports to the host, in milliseconds. The till locks after minutes. */
const EVERY = 10_000;

/** Reports touches and keys to the host, so that it does not lock the till. */
export function usePresence(): void {
  const { till } = useCashier();
  const unlocked = useTillState((state) => state.snapshot?.backOffice?.state === 'unlocked');
  useEffect(() => {
    if (!unlocked) return;
    let lastSent = Number.NEGATIVE_INFINITY;
    const report = (event: Event) => {
      if (event.timeStamp - lastSent < EVERY) return;
      lastSent = event.timeStamp;
      void till.call({ type: 'present' });
    };
    window.addEventListener('pointerdown', report, { capture: true });
    window.addEventListener('keydown', report, { capture: true });
    return () => {
      window.removeEventListener('pointerdown', report, { capture: true });
      window.removeEventListener('keydown', report, { capture: true });
    };
  }, [till, unlocked]);
}

type CashierProps = { readonly till: Till; readonly preferences: PreferenceStore };

/** The cashier's whole screen. It is a function of the snapshot and of what the cashier types. */
export function Cashier({ till, preferences }: CashierProps) {
  const snapshot = useStore(till.store, (state) => state.snapshot);
  const chosen = useStore(preferences);
  const wanted = chosenLanguage(chosen, snapshot?.settings.language ?? null, navigator.languages);
  const { words: texts, language, ready, failed } = useWords(CASHIER_WORDS, wanted);
  useEffect(() => {
    if (!ready) return;
    setLanguage(language);
    document.title = `${texts.title} · ${texts.brand}`;
  }, [language, texts, ready]);
  useEffect(() => {
    if (chosen.theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = chosen.theme;
  }, [chosen.theme]);
  useEffect(() => {
    if (ready) afterFirstPicture(() => loadLazyScreens(() => import('./lazy-bundle.tsx')));
  }, [ready]);
  const lazy = useLazyScreens();
  const additional = snapshot?.settings.tips === undefined ? 'any' : 'tip';
  const context = useMemo(
    () => ({
      till,
      preferences,
      language,
      notLoaded: failed ? wanted : null,
      words: cashierWords(texts, additional),
    }),
    [till, preferences, language, wanted, texts, failed, additional],
  );
  if (!ready) return null;
  return (
    <CashierProvider context={context}>
      {snapshot === null ? (
        <StartScreen />
      ) : snapshot.setup !== undefined ? (
        <Setup setup={snapshot.setup} />
      ) : (
        <ShopProvider
          settings={snapshot.settings}
          view={snapshot.view}
          {...present({ goods: snapshot.goods, bills: snapshot.bills })}
        >
          {lazy !== null && <lazy.Said />}
          <Main />
        </ShopProvider>
      )}
    </CashierProvider>
  );
}

function Setup({ setup }: { readonly setup: SetupView }) {
  const lazy = useLazyScreens();
  return lazy === null ? <LoadingScreen /> : <lazy.SetupScreen setup={setup} />;
}

function Main() {
  const { view } = useShop();
  const screen = useTillState((state) => state.screen);
  const backOffice = useTillState((state) => state.snapshot?.backOffice);
  const sale = currentSale(view);
  const tendered = useTillState(({ mode }) => doneIn(mode));
  const lazy = useLazyScreens();
  usePresence();
  if (backOffice?.state === 'locked') return <LockScreen backOffice={backOffice} />;
  if (screen === 'sale' && sale === null && tendered !== null && lazy !== null) {
    return <lazy.TenderPaid key={tendered.tender} done={tendered} />;
  }
  if (screen === 'sale' && sale === null) {
    return <EntryScreen>{lazy === null ? <MissingScreens /> : <lazy.AboveSlip />}</EntryScreen>;
  }
  if (lazy === null) return <LoadingScreen />;
  return <lazy.OtherScreen screen={screen} sale={sale} backOffice={backOffice} />;
}

/** Shown before the first snapshot: the empty slot says that the screen is connecting. */
export function StartScreen() {
  const { words } = useCashier();
  return (
    <main className="till">
      <div className="counter">
        <BrandStrip shop={null} />
        <EmptySlot>
          {words.connecting} {words.connectingHelp}
        </EmptySlot>
      </div>
      <div className="deck" />
    </main>
  );
}
