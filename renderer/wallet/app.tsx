import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { formatFor } from '../../shared/format/format.ts';
import { setLanguage } from '../i18n/language.ts';
import { WALLET_WORDS } from '../i18n/wallet.ts';
import { chosenLanguage, type PreferenceStore } from '../state/preferences.ts';
import { FormatProvider } from '../ui/format.tsx';
import { useWords } from '../ui/use-words.ts';
import { useWalletState, WalletProvider } from './context.tsx';
import { ListPage } from './list-page.tsx';
import { NoticePage } from './notice-page.tsx';
import { ProfilePage } from './profile-page.tsx';
import { RequestPage } from './request-page.tsx';
import { ScannerPage } from './scanner-page.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { useRoute } from './use-route.ts';
import type { Wallet } from './wallet-store.ts';

type WalletAppProps = { readonly wallet: Wallet; readonly preferences: PreferenceStore };

/** The customer's wallet: a scanned request, or the list of all requests. */
export function WalletApp({ wallet, preferences }: WalletAppProps) {
  const chosen = useStore(preferences);
  const wanted = chosenLanguage(chosen, null, navigator.languages);
  const { words, language } = useWords(WALLET_WORDS, wanted);
  useEffect(() => {
    setLanguage(language);
    document.title = words.title;
  }, [language, words]);
  useRoute(wallet);
  const context = useMemo(
    () => ({ wallet, preferences, words, language }),
    [wallet, preferences, words, language],
  );
  return (
    <WalletProvider context={context}>
      <FormatProvider value={formatFor({ language })}>
        <Page />
      </FormatProvider>
    </WalletProvider>
  );
}

function Page() {
  const session = useWalletState((state) => state.session);
  const route = useWalletState((state) => state.route);
  switch (session) {
    case 'starting':
      return <NoticePage what="starting" />;
    case 'unreachable':
      return <NoticePage what="unreachable" />;
    case 'out':
      return <SignInPage />;
    case 'in':
      if (route.kind === 'profile') return <ProfilePage />;
      if (route.kind === 'scanner') return <ScannerPage />;
      return route.kind === 'list' ? <ListPage /> : <RequestPage />;
  }
}
