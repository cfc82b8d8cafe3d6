import { withoutPrefix } from '../../shared/protocol/service-addresses.ts';
import { ring } from './countdown.tsx';

/** Interval in which a page retries while the service cannot be reached, in milliseconds. */
const RETRY = 5_000;

type AddressEvents = {
  /** Called immediately, to open the page's address. */
  readonly onStart: () => void;
  /** Called for the browser's back and forward keys. */
  readonly onBack: () => void;
  /** Called every five seconds. */
  readonly onRetry: () => void;
};

/** Connects a page to the browser's address. Returns a function that disconnects it. */
export function followAddress({ onStart, onBack, onRetry }: AddressEvents): () => void {
  onStart();
  window.addEventListener('popstate', onBack);
  const stopRetry = ring(RETRY, true, onRetry);
  return () => {
    window.removeEventListener('popstate', onBack);
    stopRetry();
  };
}

/**
 * The path prefix of the service's public origin, which the service writes into its pages; nothing
 * without one.
 */
function prefix(): string {
  return document.documentElement.dataset.prefix ?? '';
}

/** The address of a path of the service, for a link or a request of the page. */
export function addressOf(path: string): string {
  return prefix() + path;
}

/** The public address of the service, to which every path of it is added. */
export function rootHere(): string {
  return location.origin + prefix();
}

/** The path of the page's address without the path prefix. */
export function pathHere(): string {
  return withoutPrefix(location.pathname, prefix());
}

/** Shows another address without loading the page again. */
export function pushAddress(path: string): void {
  history.pushState(null, '', addressOf(path));
}

/** Replaces the current address in the history, so that the back key skips it. */
export function replaceAddress(path: string): void {
  history.replaceState(null, '', addressOf(path));
}
