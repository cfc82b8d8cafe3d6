import type { Logger } from 'pino';
import type { Ids } from '../../shared/ids/ids.ts';
import type { VendorNames } from '../../shared/protocol/media.ts';
import type { ServiceAddresses } from '../../shared/protocol/service-addresses.ts';
import type { Clock } from '../../shared/time/clock.ts';
import type { Issuers, Payments } from '../payments/payments.ts';
import type { Permissions } from '../permissions/permissions.ts';
import type { Receipts } from '../receipts/receipts.ts';
import type { Scans } from '../shortlinks/scans.ts';
import type { Store } from '../store/store.ts';

/** Dependencies of the wallet. */
export type WalletDeps = {
  readonly store: Store;
  readonly payments: Payments;
  readonly permissions: Permissions;
  readonly scans: Scans;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The names in the media types of attachments. */
  readonly vendor: VendorNames;
  readonly log: Logger;
  /** Read at use: the port is known only after the server listens. */
  readonly addresses: () => ServiceAddresses;
  readonly issuers: Issuers;
  readonly receipts: Receipts;
};
