import { addressOf } from '../../ui/page-address.ts';

const WORKER = '/wallet/shell-worker.js';
const SCOPE = '/w/';

/** The browser's event that offers to install the page. Not every browser has it. */
type InstallOffer = Event & { prompt(): Promise<unknown> };

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();

/**
 * Registers the service worker for the offline page, and keeps the browser's offer to install the
 * wallet. Both are optional.
 */
export function prepareInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isOffer(event)) return;
    // The browser's own prompt could cover a payment. The wallet shows the offer on request.
    event.preventDefault();
    change(event);
  });
  window.addEventListener('appinstalled', () => change(null));
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker
    .register(addressOf(WORKER), { scope: addressOf(SCOPE), updateViaCache: 'none' })
    .catch(() => undefined);
}

export const installOffer = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isThere: (): boolean => offer !== null,
  /** Asks the customer once. The browser accepts each offer only once. */
  async take(): Promise<void> {
    const taken = offer;
    change(null);
    await taken?.prompt();
  },
};

function change(next: InstallOffer | null): void {
  offer = next;
  for (const listener of listeners) listener();
}

function isOffer(event: Event): event is InstallOffer {
  return 'prompt' in event && typeof event.prompt === 'function';
}
