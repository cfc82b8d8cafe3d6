import { useEffect } from 'react';
import { followAddress, pathHere, pushAddress } from '../../ui/page-address.ts';
import type { Portal } from './portal-store.ts';
import { pathOf, type Route, routeOf } from './route.ts';

/**
 * Starts the portal at the page's address, follows the back key, and retries while the service
 * cannot be reached.
 */
export function useRoute(portal: Portal): void {
  useEffect(() => {
    const start = () => void portal.start(pathHere());
    return followAddress({
      onStart: start,
      onBack: () => portal.store.setState({ route: routeOf(pathHere()), problem: null }),
      onRetry: () => {
        if (portal.store.getState().session === 'unreachable') start();
      },
    });
  }, [portal]);
}

/** Opens another route without loading the page again. */
export function goTo(portal: Portal, route: Route): void {
  pushAddress(pathOf(route));
  portal.store.setState({ route, problem: null });
}
