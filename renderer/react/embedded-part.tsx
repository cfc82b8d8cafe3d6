import { type ReactNode, useMemo, useState } from 'react';
import { CashierProvider, ShopProvider } from '../cashier/common/context.tsx';
import { CASHIER_WORDS } from '../i18n/cashier.ts';
import type { Language } from '../i18n/language.ts';
import { chosenLanguage, type Theme } from '../state/preferences.ts';
import { useNow } from '../ui/countdown.tsx';
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
  if (context === null) return null;
  if (settings === null || view === null) {
    return <NoTill className={className} language={language} theme={theme} />;
  }
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

/** A till that is there answers sooner; milliseconds. */
const PATIENCE = 5_000;

type NoTillProps = {
  readonly className: string;
  readonly language: Language;
  readonly theme: Theme;
};

/** Says that no till is connected, as in a page that no till serves. */
function NoTill({ className, language, theme }: NoTillProps) {
  const now = useNow(500);
  const [since] = useState(now);
  if (now - since < PATIENCE) return null;
  const words = CASHIER_WORDS[language];
  return (
    <Island className={className} language={language} theme={theme}>
      <p className="problem" role="alert">
        {words.problemNoHost}
      </p>
    </Island>
  );
}
