import { useEffect } from 'react';
import { followAddress, pathHere, pushAddress } from '../../ui/page-address.ts';
import { usePortal, usePortalState } from './context.tsx';
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

/**
 * Goes on to another route after an answer. Who has gone elsewhere since the press stays there: a late answer takes
 * nobody away from what is typed by then.
 */
export function useGoOn(): (route: Route) => void {
  const { portal } = usePortal();
  const from = usePortalState((state) => state.route);
  return (route) => {
    const now = portal.store.getState().route;
    if (pathOf(now) === pathOf(from)) goTo(portal, route);
  };
}
