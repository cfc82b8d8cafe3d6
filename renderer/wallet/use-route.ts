import { useEffect } from 'react';
import { ring } from '../ui/use-now.ts';
import { pathOf, type Route, routeOf } from './route.ts';
import type { Wallet } from './wallet-store.ts';

const RETRY = 5_000;

/** Starts the wallet at the page's address, follows the back key, and retries while cut off. */
export function useRoute(wallet: Wallet): void {
  useEffect(() => {
    void wallet.start(location.pathname);
    const back = () => void wallet.go(routeOf(location.pathname));
    window.addEventListener('popstate', back);
    const again = () => {
      const { session, opened, problem } = wallet.store.getState();
      if (session === 'unreachable') void wallet.start(location.pathname);
      else if (opened.kind === 'unreachable' || problem?.kind === 'unreachable') {
        void wallet.refresh();
      }
    };
    const rest = ring(RETRY, true, again);
    window.addEventListener('online', again);
    return () => {
      window.removeEventListener('online', again);
      window.removeEventListener('popstate', back);
      rest();
    };
  }, [wallet]);
}

/** Goes to another part of the wallet without loading the page again. */
export function goTo(wallet: Wallet, route: Route): void {
  history.pushState(null, '', pathOf(route));
  void wallet.go(route);
}
