import {
  WALLET_EVENT,
  WALLET_PATH,
  WALLET_PERMISSION_EVENT,
} from '../../../shared/wallet/contract.ts';

/** The instant by this device's clock, milliseconds. */
export const deviceNow = (): number => Date.now();

/**
 * Calls `changed` whenever a request of this wallet changed, and once after every reconnect,
 * because changes in between were missed. Returns how to stop.
 */
export function listenForChanges(changed: () => void): () => void {
  const source = new EventSource(`${WALLET_PATH}/events`);
  source.addEventListener(WALLET_EVENT, changed);
  source.addEventListener(WALLET_PERMISSION_EVENT, changed);
  source.addEventListener('open', changed);
  // A phone that was in the pocket has not heard anything meanwhile.
  const seen = () => {
    if (document.visibilityState === 'visible') changed();
  };
  document.addEventListener('visibilitychange', seen);
  window.addEventListener('online', changed);
  return () => {
    source.close();
    document.removeEventListener('visibilitychange', seen);
    window.removeEventListener('online', changed);
  };
}
