import { type ReactNode, useMemo } from 'react';
import { PaymentProvider, ShopProvider } from '../cashier/common/context.tsx';
import type { Language } from '../i18n/language.ts';
import { PAYMENT_WORDS, type PaymentWords } from '../i18n/payment.ts';
import { chosenLanguage, type Theme } from '../state/preferences.ts';
import { useElapsed } from '../ui/countdown.tsx';
import { useWords } from '../ui/use-words.ts';
import { useEmbedded } from './context.ts';
import { useTill } from './hooks.ts';
import { Island } from './island.tsx';

type PartProps = { readonly children: ReactNode; readonly className: string };

/** Wraps an embedded component in the contexts that the cashier's components need. */
export function EmbeddedPart({ children, className }: PartProps) {
  const { till, preferences, theme, language: wanted } = useEmbedded();
  const { settings, view } = useTill();
  const chosen = { ...preferences.getState(), language: wanted };
  const asked = chosenLanguage(chosen, settings?.language ?? null, navigator.languages);
  const { words, language, ready } = useWords(PAYMENT_WORDS, asked);
  const context = useMemo(
    () =>
      till && {
        till,
        preferences,
        language,
        words,
      },
    [till, preferences, language, words],
  );
  if (context === null || !ready) return null;
  if (settings === null || view === null) {
    return <NoTill className={className} language={language} theme={theme} words={words} />;
  }
  return (
    <Island className={className} language={language} theme={theme}>
      <PaymentProvider context={context}>
        <ShopProvider settings={settings} view={view}>
          {children}
        </ShopProvider>
      </PaymentProvider>
    </Island>
  );
}

/** A till that is there answers sooner; milliseconds. */
const PATIENCE = 5_000;

type NoTillProps = {
  readonly className: string;
  readonly language: Language;
  readonly theme: Theme;
  readonly words: PaymentWords;
};

/** Says that no till is connected, as in a page that no till serves. */
function NoTill({ className, language, theme, words }: NoTillProps) {
  if (useElapsed(null, 500) < PATIENCE) return null;
  return (
    <Island className={className} language={language} theme={theme}>
      <p className="problem" role="alert">
        {words.problemNoHost}
      </p>
    </Island>
  );
}
