import type { Logger } from 'pino';
import type { Ids } from '../../shared/ids/ids.ts';
import type { VendorNames } from '../../shared/protocol/media.ts';
import type { ServiceAddresses } from '../../shared/protocol/service-addresses.ts';
import type { Clock } from '../../shared/time/clock.ts';
import type { Periods } from '../books/periods.ts';
import type { Catalogues } from '../catalogue/catalogues.ts';
import type { Fleet } from '../fleet/fleet.ts';
import type { ShopBudgets } from '../merchants/shop-budgets.ts';
import type { SignedRedirects } from '../merchants/signed-redirect.ts';
import type { Users } from '../merchants/users.ts';
import type { Issuers, Payments } from '../payments/payments.ts';
import type { Permissions } from '../permissions/permissions.ts';
import type { Receipts } from '../receipts/receipts.ts';
import type { Settlements } from '../settlements/settlements.ts';
import type { Store } from '../store/store.ts';

/** What the API answers where generations of clients expect different things. */
export type ApiRules = {
  /** What the identical point of sale again is answered with (D-25). */
  readonly repeatedPos: 'same' | 'conflict';
  /** The catalogue of status codes (D-74, D-187). */
  readonly statusCodes: ReadonlyMap<number, string>;
};

/** The service that the endpoints of the merchant API work on. */
export type ApiDeps = {
  readonly store: Store;
  readonly payments: Payments;
  readonly users: Users;
  readonly permissions: Permissions;
  readonly settlements: Settlements;
  readonly catalogues: Catalogues;
  readonly periods: Periods;
  readonly fleet: Fleet;
  readonly receipts: Receipts;
  /** What each shop may still hand over today (D-540). */
  readonly budgets: ShopBudgets;
  readonly issuers: Issuers;
  /** Redirects that carry a signature of the service (D-172). */
  readonly signedRedirects: SignedRedirects;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly rules: ApiRules;
  /** The names in the media types of attachments and logs. */
  readonly vendor: VendorNames;
  readonly log: Logger;
  /** Read at use: the port is known only after the server listens. */
  readonly addresses: () => ServiceAddresses;
};
