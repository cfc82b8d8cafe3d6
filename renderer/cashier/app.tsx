import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { CASHIER_WORDS } from '../i18n/cashier.ts';
import { timeLocale } from '../i18n/language.ts';
import { currentSale } from '../state/pick.ts';
import { chosenLanguage, type PreferenceStore } from '../state/preferences.ts';
import type { Till } from '../state/till-store.ts';
import { ShopProvider, ToolsProvider, useShop, useTillState } from './context.tsx';
import { DayScreen } from './day-screen.tsx';
import { DiagnosisScreen } from './diagnosis-screen.tsx';
import { EntryScreen } from './entry-screen.tsx';
import { TablesScreen } from './goods/tables-screen.tsx';
import { LockScreen } from './lock-screen.tsx';
import { News } from './news.tsx';
import { SaleScreen } from './sale-screen.tsx';
import { SalesScreen } from './sales-screen.tsx';
import { SetupScreen } from './setup-screen.tsx';
import { StaffScreen } from './staff-screen.tsx';
import { StartScreen } from './start-screen.tsx';
import { UnclaimedScreen } from './unclaimed-screen.tsx';
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
        <SetupScreen setup={snapshot.setup} />
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

function Main() {
  const { view } = useShop();
  const screen = useTillState((state) => state.screen);
  const desk = useTillState((state) => state.snapshot?.desk);
  const sale = currentSale(view);
  usePresence();
  if (desk?.state === 'locked') return <LockScreen desk={desk} />;
  if (screen === 'sales') return <SalesScreen />;
  if (screen === 'tables') return <TablesScreen />;
  if (screen === 'unclaimed') return <UnclaimedScreen />;
  if (screen === 'staff' && desk !== undefined) return <StaffScreen desk={desk} />;
  if (screen === 'day' && desk !== undefined) return <DayScreen desk={desk} />;
  if (screen === 'diagnosis') return <DiagnosisScreen />;
  return sale === null ? <EntryScreen /> : <SaleScreen key={sale.id} sale={sale} />;
}
