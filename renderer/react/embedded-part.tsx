import { type ReactNode, useMemo } from 'react';
import { CashierProvider, ShopProvider } from '../cashier/common/context.tsx';
import { CASHIER_WORDS } from '../i18n/cashier.ts';
import { chosenLanguage } from '../state/preferences.ts';
import { useEmbedded } from './context.ts';
import { useTill } from './hooks.ts';
import { Island } from './island.tsx';

type PartProps = { readonly children: ReactNode; readonly className: string };

/** Wraps an embedded component in the contexts that the cashier's components need. */
export function EmbeddedPart({ children, className }: PartProps) {
  const { till, preferences, theme, language: wanted } = useEmbedded();
  const { settings, view } = useTill();
  const chosen = { ...preferences.getState(), language: wanted };
  const language = chosenLanguage(chosen, settings?.language ?? null, navigator.languages);
  const context = useMemo(
    () =>
      till && {
        till,
        preferences,
        language,
        words: CASHIER_WORDS[language],
      },
    [till, preferences, language],
  );
  if (context === null || settings === null || view === null) return null;
  return (
    <Island className={className} language={language} theme={theme}>
      <CashierProvider context={context}>
        <ShopProvider settings={settings} view={view}>
          {children}
        </ShopProvider>
      </CashierProvider>
    </Island>
  );
}
