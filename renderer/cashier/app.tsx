import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import type { SetupView } from '../../shared/bridge/setup.ts';
import { CASHIER_WORDS } from '../i18n/cashier.ts';
import { timeLocale } from '../i18n/language.ts';
import { currentSale } from '../state/pick.ts';
import { chosenLanguage, type PreferenceStore } from '../state/preferences.ts';
import type { Till } from '../state/till-store.ts';
import { EmptySlot } from '../ui/slip.tsx';
import { ShopProvider, ToolsProvider, useShop, useTillState, useTools } from './context.tsx';
import { EntryScreen } from './entry-screen.tsx';
import { LoadingScreen, loadLazyScreens, useLazyScreens } from './lazy-screens.tsx';
import { LockScreen } from './lock-screen.tsx';
import { News } from './news.tsx';
import { BrandStrip } from './strip.tsx';
import { usePresence } from './use-presence.ts';

type CashierProps = { readonly till: Till; readonly preferences: PreferenceStore };

/** The cashier's whole screen: what it shows follows from the snapshot alone. */
export function Cashier({ till, preferences }: CashierProps) {
  const snapshot = useStore(till.store, (state) => state.snapshot);
  const chosen = useStore(preferences);
  const language = chosenLanguage(chosen, snapshot?.settings.language ?? null, navigator.languages);
  useEffect(() => {
    document.documentElement.lang = language;
    document.title = `${CASHIER_WORDS[language].title} · ${CASHIER_WORDS[language].brand}`;
  }, [language]);
  useEffect(() => {
    if (chosen.theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = chosen.theme;
  }, [chosen.theme]);
  // Two frames on, the first picture is on the glass, and nothing takes time from it.
  useEffect(() => {
    requestAnimationFrame(() =>
      requestAnimationFrame(() => loadLazyScreens(() => import('./lazy-bundle.tsx'))),
    );
  }, []);
  const tools = useMemo(
    () => ({
      till,
      preferences,
      language,
      words: CASHIER_WORDS[language],
      times: timeLocale(language),
    }),
    [till, preferences, language],
  );
  return (
    <ToolsProvider tools={tools}>
      {snapshot === null ? (
        <StartScreen />
      ) : snapshot.setup !== undefined ? (
        <Setup setup={snapshot.setup} />
      ) : (
        <ShopProvider
          settings={snapshot.settings}
          view={snapshot.view}
          {...(snapshot.goods === undefined ? {} : { goods: snapshot.goods })}
        >
          <News />
          <Main />
        </ShopProvider>
      )}
    </ToolsProvider>
  );
}

function Setup({ setup }: { readonly setup: SetupView }) {
  const lazy = useLazyScreens();
  return lazy === null ? <LoadingScreen /> : <lazy.SetupScreen setup={setup} />;
}

function Main() {
  const { view } = useShop();
  const screen = useTillState((state) => state.screen);
  const desk = useTillState((state) => state.snapshot?.desk);
  const sale = currentSale(view);
  const lazy = useLazyScreens();
  usePresence();
  if (desk?.state === 'locked') return <LockScreen desk={desk} />;
  if (screen === 'sale' && sale === null) return <EntryScreen />;
  if (lazy === null) return <LoadingScreen />;
  return <lazy.OtherScreen screen={screen} sale={sale} desk={desk} />;
}

/** Before the first snapshot: the empty slot says what is being waited for. */
export function StartScreen() {
  const { words } = useTools();
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
