import type { Logger } from 'pino';
import type { Ids } from '../../shared/ids/ids.ts';
import type { VendorProfile } from '../../shared/protocol/media.ts';
import type { ServiceAddresses } from '../../shared/protocol/service-addresses.ts';
import type { Clock } from '../../shared/time/clock.ts';
import type { Callbacks } from '../callbacks/callbacks.ts';
import type { Authenticator } from '../merchants/authenticate.ts';
import type { Users } from '../merchants/users.ts';
import type { Pairings } from '../pairing/pairing.ts';
import type { Issuers } from '../payments/issuers.ts';
import type { Payments } from '../payments/payments.ts';
import type { Permissions } from '../permissions/permissions.ts';
import type { Settlements } from '../settlements/settlements.ts';
import type { Store } from '../store/store.ts';
import { createDownloads, type Downloads } from './downloads.ts';
import { createSessions, type Sessions } from './session.ts';

/** The service that the merchant portal works on. */
export type PortalDeps = {
  readonly store: Store;
  readonly payments: Payments;
  readonly users: Users;
  readonly permissions: Permissions;
  readonly settlements: Settlements;
  readonly callbacks: Callbacks;
  readonly issuers: Issuers;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly profile: VendorProfile;
  readonly log: Logger;
  /** Read at use: the port is only known after the server listens. */
  readonly addresses: () => ServiceAddresses;
};

/** Whose shop the demo opens with one press. */
export type DemoLogin = { readonly merchantId: string; readonly userId: string };

/** What the endpoints of the merchant's pages share. */
export type MerchantParts = {
  readonly context: PortalDeps;
  /** The one that guards the API, with its budget of failed logins. */
  readonly authenticator: Authenticator;
  readonly sessions: Sessions;
  readonly pairings: Pairings;
  readonly downloads: Downloads;
  /** Null outside the demo. */
  readonly demo: DemoLogin | null;
};

export type MerchantPartsOptions = {
  readonly context: PortalDeps;
  readonly authenticator: Authenticator;
  readonly pairings: Pairings;
  readonly demo: DemoLogin | null;
  /** A keyed digest of this installation (`InstanceKeys.mac`). */
  readonly mac: (purpose: string, text: string) => string;
};

export function createMerchantParts(options: MerchantPartsOptions): MerchantParts {
  const { context, authenticator, pairings, demo, mac } = options;
  const sessions = createSessions(context, mac);
  const downloads = createDownloads();
  return { context, authenticator, pairings, demo, sessions, downloads };
}
