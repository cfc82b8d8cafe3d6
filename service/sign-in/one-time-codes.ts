import { LruMap } from '../../shared/limits/lru-map.ts';
import { peerName } from '../../shared/node/http/client-address.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { InstanceKeys } from '../store/instance-keys.ts';
import type { Customer } from '../store/store.ts';
import type { SignInDeps } from './deps.ts';

/** The owner of a code: a customer, a number that has none, or an e-mail address of the portal. */
export type CodeHolder = Pick<Customer, 'id'>;

/**
 * One-time sign-in codes. Six digits are easy to guess from a hash, so they are stored with a key
 * that is not in the database.
 */
export interface Codes {
  /** Makes a new code, which replaces the holder's last one. */
  issue(holder: CodeHolder, address: string): Promise<string>;
  /**
   * True once for the right code, within its life and number of tries. The address that requested
   * it has a separate number of tries, so that callers elsewhere cannot use them up.
   */
  take(holder: CodeHolder, code: string, address: string): Promise<boolean>;
}

/** The address that requested a holder's newest code, and its number of tries. */
type RequestedCode = { readonly peer: string; own: number; others: number };

/**
 * `mac` is a keyed digest that all processes of the service have (`InstanceKeys.mac`): each of them, also
 * after a restart, can check a code that another one has made.
 */
export function createCodes(
  deps: Pick<SignInDeps, 'store' | 'clock' | 'ids'>,
  mac: InstanceKeys['mac'],
): Codes {
  const requested = new LruMap<string, RequestedCode>(LIMITS.walletRateEntries);
  const hash = (holder: CodeHolder, code: string) =>
    mac('one-time code', JSON.stringify([holder.id, code]));
  return {
    async issue(holder, address) {
      const code = deps.ids.digits(6);
      const expires = deps.clock.now() + LIMITS.walletCodeLife;
      await deps.store.customers.putCode(holder.id, hash(holder, code), expires);
      requested.set(holder.id, { peer: peerName(address), own: 0, others: 0 });
      return code;
    },
    async take(holder, code, address) {
      const tries = requested.get(holder.id);
      const now = deps.clock.now();
      if (tries === undefined) {
        // Another process made the code, or this one before a restart.
        const { walletCodeTriesMax: few } = LIMITS;
        return deps.store.customers.takeCode(holder.id, hash(holder, code), now, few);
      }
      const side = tries.peer === peerName(address) ? 'own' : 'others';
      if (tries[side] >= LIMITS.walletCodeTriesMax) return false;
      tries[side] += 1;
      const most = 2 * LIMITS.walletCodeTriesMax;
      return deps.store.customers.takeCode(holder.id, hash(holder, code), now, most);
    },
  };
}
