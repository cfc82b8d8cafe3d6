import type { Logger } from 'pino';
import type { Ids } from '../../shared/ids/ids.ts';
import type { ServiceAddresses } from '../../shared/protocol/service-addresses.ts';
import type { Clock } from '../../shared/time/clock.ts';
import type { Issuers } from '../payments/payments.ts';
import type { Store } from '../store/store.ts';

/** Dependencies of the OAuth endpoints and pages. */
export type OauthDeps = {
  readonly store: Store;
  readonly issuers: Issuers;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  /** Read at use: the port is known only after the server listens. */
  readonly addresses: () => ServiceAddresses;
};
