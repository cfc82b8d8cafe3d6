import { useEffect } from 'react';
import { ring } from '../ui/use-now.ts';
import { pathOf, type Route, routeOf } from './route.ts';
import type { Wallet } from './wallet-store.ts';

const RETRY = 5_000;

/** Starts the wallet at the page's address, follows the back key, and retries while cut off. */
export function useRoute(wallet: Wallet): void {
  useEffect(() => {
    const here = () => routeOf(location.pathname, location.search);
    void wallet.start(here());
    const back = () => void wallet.go(here());
    window.addEventListener('popstate', back);
    const again = () => {
      const { session, opened, problem } = wallet.store.getState();
      if (session === 'unreachable') void wallet.start(here());
      else if (opened.kind === 'unreachable' || problem?.kind === 'unreachable') {
        void wallet.refresh();
      } else if (opened.kind === 'scan') void wallet.refresh();
    };
    const rest = ring(RETRY, true, again);
    // The page may find out by itself that it is elsewhere: a code becomes a scan, then a request.
    const unlisten = wallet.store.subscribe(({ route }, before) => {
      if (route !== before.route && route.kind !== 'code' && route.kind !== 'list') {
        const path = pathOf(route);
        if (path !== location.pathname + location.search) history.replaceState(null, '', path);
      }
    });
    window.addEventListener('online', again);
    return () => {
      window.removeEventListener('online', again);
      window.removeEventListener('popstate', back);
      rest();
      unlisten();
    };
  }, [wallet]);
}

/** Goes there in place of where the page is, so that the way back leads past it. */
export function replaceWith(wallet: Wallet, route: Route): void {
  history.replaceState(null, '', pathOf(route));
  void wallet.go(route);
}

/** Goes to another part of the wallet without loading the page again. */
export function goTo(wallet: Wallet, route: Route): void {
  history.pushState(null, '', pathOf(route));
  void wallet.go(route);
}
