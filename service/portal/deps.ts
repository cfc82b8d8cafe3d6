import type { Logger } from 'pino';
import type { Ids, RandomBytes } from '../../shared/ids/ids.ts';
import type { ServiceAddresses } from '../../shared/protocol/service-addresses.ts';
import type { Clock } from '../../shared/time/clock.ts';
import type { Periods } from '../books/periods.ts';
import type { Callbacks } from '../callbacks/callbacks.ts';
import type { Catalogues } from '../catalogue/catalogues.ts';
import type { Fleet } from '../fleet/fleet.ts';
import type { ShopBudgets } from '../merchants/shop-budgets.ts';
import type { Users } from '../merchants/users.ts';
import type { Issuers, Payments } from '../payments/payments.ts';
import type { Permissions } from '../permissions/permissions.ts';
import type { Receipts } from '../receipts/receipts.ts';
import type { Settlements } from '../settlements/settlements.ts';
import type { Store } from '../store/store.ts';

/** Dependencies of the merchant portal. */
export type PortalDeps = {
  readonly store: Store;
  readonly payments: Payments;
  readonly users: Users;
  readonly permissions: Permissions;
  readonly settlements: Settlements;
  readonly catalogues: Catalogues;
  readonly periods: Periods;
  readonly budgets: ShopBudgets;
  readonly fleet: Fleet;
  readonly callbacks: Callbacks;
  readonly issuers: Issuers;
  readonly receipts: Receipts;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: RandomBytes;
  readonly log: Logger;
  /** Read at use: the port is known only after the server listens. */
  readonly addresses: () => ServiceAddresses;
};
