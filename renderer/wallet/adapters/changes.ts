import {
  WALLET_EVENT,
  WALLET_PATH,
  WALLET_PERMISSION_EVENT,
} from '../../../shared/wallet/contract.ts';
import { addressOf } from '../../ui/page-address.ts';

/** The current instant by this device's clock, in milliseconds. */
export const deviceNow = (): number => Date.now();

/**
 * Calls `changed` when a request of this wallet changes, and after every reconnect, because changes
 * in between were missed. Returns a function that stops it.
 */
export function listenForChanges(changed: () => void): () => void {
  const source = new EventSource(addressOf(`${WALLET_PATH}/events`));
  source.addEventListener(WALLET_EVENT, changed);
  source.addEventListener(WALLET_PERMISSION_EVENT, changed);
  source.addEventListener('open', changed);
  // The browser suspends a hidden page, so a visible page reads the state again.
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
