const WORKER = '/wallet/shell-worker.js';
const SCOPE = '/w/';

/** What the browser offers when a page can be put among the phone's apps; not every one does. */
type InstallOffer = Event & { prompt(): Promise<unknown> };

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();

/**
 * Has the wallet's shell kept for when there is no network, and waits for the browser's offer to
 * install it. Both are extras: where a browser has none of it, the wallet works as it is.
 */
export function prepareInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isOffer(event)) return;
    // Shown when the customer asks for it, not across a payment.
    event.preventDefault();
    change(event);
  });
  window.addEventListener('appinstalled', () => change(null));
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker
    .register(WORKER, { scope: SCOPE, updateViaCache: 'none' })
    .catch(() => undefined);
}

export const installOffer = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isThere: (): boolean => offer !== null,
  /** Asks the customer once; the browser gives each offer one use. */
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
