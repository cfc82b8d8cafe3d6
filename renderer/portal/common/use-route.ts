import { useEffect } from 'react';
import { ring } from '../../ui/use-now.ts';
import type { Portal } from './portal-store.ts';
import { pathOf, type Route, routeOf } from './route.ts';

const RETRY = 5_000;

/**
 * Starts the portal at the page's address, follows the back key, and retries while the service
 * cannot be reached.
 */
export function useRoute(portal: Portal): void {
  useEffect(() => {
    void portal.start(location.pathname);
    const back = () => portal.store.setState({ route: routeOf(location.pathname), problem: null });
    window.addEventListener('popstate', back);
    const stop = ring(RETRY, true, () => {
      const { session } = portal.store.getState();
      if (session === 'unreachable') void portal.start(location.pathname);
    });
    return () => {
      window.removeEventListener('popstate', back);
      stop();
    };
  }, [portal]);
}

/** Opens another route without loading the page again. */
export function goTo(portal: Portal, route: Route): void {
  history.pushState(null, '', pathOf(route));
  portal.store.setState({ route, problem: null });
}
