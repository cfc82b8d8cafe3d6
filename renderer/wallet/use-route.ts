import { useEffect } from 'react';
import { followAddress, pathHere, pushAddress, replaceAddress } from '../ui/page-address.ts';
import { pathOf, type Route, routeOf } from './route.ts';
import type { Wallet } from './wallet-store.ts';

/**
 * Starts the wallet at the page's address, follows the back key, and retries while the service
 * cannot be reached.
 */
export function useRoute(wallet: Wallet): void {
  useEffect(() => {
    const here = () => routeOf(pathHere(), location.search);
    const start = () => void wallet.start(here());
    const retry = () => {
      const { session, opened, problem } = wallet.store.getState();
      if (session === 'unreachable') start();
      else if (opened.kind === 'unreachable' || problem?.kind === 'unreachable') {
        void wallet.refresh();
      } else if (opened.kind === 'scan') void wallet.refresh();
    };
    const stopFollowing = followAddress({
      onStart: start,
      onBack: () => void wallet.go(here()),
      onRetry: retry,
    });
    // The store can change the route itself: a code becomes a scan, and a scan becomes a request.
    const unlisten = wallet.store.subscribe(({ route }, before) => {
      if (route !== before.route && route.kind !== 'code' && route.kind !== 'list') {
        const path = pathOf(route);
        if (path !== pathHere() + location.search) replaceAddress(path);
      }
    });
    window.addEventListener('online', retry);
    return () => {
      window.removeEventListener('online', retry);
      stopFollowing();
      unlisten();
    };
  }, [wallet]);
}

/** Replaces the current route in the history, so that the back key skips it. */
export function replaceWith(wallet: Wallet, route: Route): void {
  replaceAddress(pathOf(route));
  void wallet.go(route);
}

/** Opens another route without loading the page again. */
export function goTo(wallet: Wallet, route: Route): void {
  pushAddress(pathOf(route));
  void wallet.go(route);
}
