import type { ReactNode } from 'react';
import { nextLanguage, ownName } from '../i18n/language.ts';
import { Ghost } from '../ui/key.tsx';
import { useWallet, useWalletState } from './context.tsx';
import { goTo } from './use-route.ts';

/** The customer's name, the language, and the page's own controls. */
export function WalletHead({ children }: { readonly children?: ReactNode }) {
  const { words } = useWallet();
  const me = useWalletState((state) => state.me);
  const name = me?.customer?.name ?? null;
  return (
    <header className="wallet-head">
      <p className="wallet-whose">
        {name !== null && <span className="sr-only">{words.title}: </span>}
        <bdi>{name ?? words.title}</bdi>
        {me?.demo === true && <span className="wallet-demo">{words.demo}</span>}
      </p>
      <LanguageSwitch />
      {children}
    </header>
  );
}

/** Returns from a page to the customer's list. */
export function DoneKey() {
  const { wallet, words } = useWallet();
  return (
    <Ghost className="ghost-tall" onPress={() => goTo(wallet, { kind: 'list' })}>
      {words.done}
    </Ghost>
  );
}

function LanguageSwitch() {
  const { language, preferences } = useWallet();
  const other = nextLanguage(language);
  return (
    <button
      type="button"
      className="wallet-language"
      lang={other}
      onClick={() => preferences.setState({ language: other })}
    >
      {ownName(other)}
    </button>
  );
}
