import { useEffect } from 'react';
import { ring } from '../ui/use-now.ts';
import { pathOf, type Route, routeOf } from './route.ts';
import type { Wallet } from './wallet-store.ts';

const RETRY = 5_000;

/**
 * Starts the wallet at the page's address, follows the back key, and retries while the service
 * cannot be reached.
 */
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
    // The store can change the route itself: a code becomes a scan, and a scan becomes a request.
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

/** Replaces the current route in the history, so that the back key skips it. */
export function replaceWith(wallet: Wallet, route: Route): void {
  history.replaceState(null, '', pathOf(route));
  void wallet.go(route);
}

/** Opens another route without loading the page again. */
export function goTo(wallet: Wallet, route: Route): void {
  history.pushState(null, '', pathOf(route));
  void wallet.go(route);
}
