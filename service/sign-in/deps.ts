import type { Ids } from '../../shared/ids/ids.ts';
import type { ServiceAddresses } from '../../shared/protocol/service-addresses.ts';
import type { Clock } from '../../shared/time/clock.ts';
import type { Store } from '../store/store.ts';

/** Dependencies of the customers' sign-in. */
export type SignInDeps = {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Read at use: the port is known only after the server listens. */
  readonly addresses: () => ServiceAddresses;
};
