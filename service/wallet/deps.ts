import type { Logger } from 'pino';
import type { Ids } from '../../shared/ids/ids.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { VendorProfile } from '../../shared/protocol/media.ts';
import type { ServiceAddresses } from '../../shared/protocol/service-addresses.ts';
import type { Clock } from '../../shared/time/clock.ts';
import type { DeliverCode } from '../callbacks/code-sender.ts';
import type { Issuers } from '../payments/issuers.ts';
import type { Payments } from '../payments/payments.ts';
import type { Permissions } from '../permissions/permissions.ts';
import type { Scans } from '../shortlinks/scans.ts';
import type { Store } from '../store/store.ts';
import { type Codes, createCodes } from './one-time-codes.ts';
import { createRateBound, type RateBound } from './rate-limit.ts';
import { SignIns } from './sign-ins.ts';
import { createStreams, type Streams } from './streams.ts';

/** The service that the customer's pages work on. */
export type WalletDeps = {
  readonly store: Store;
  readonly payments: Payments;
  readonly permissions: Permissions;
  readonly scans: Scans;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly profile: VendorProfile;
  readonly log: Logger;
  /** Read at use: the port is only known after the server listens. */
  readonly addresses: () => ServiceAddresses;
  readonly issuers: Issuers;
};

/** What the wallet's endpoints share. */
export type PortalParts = {
  readonly context: WalletDeps;
  readonly demo: boolean;
  /** Phone number of the demo's first customer, where it has one. */
  readonly demoCustomer: string | null;
  readonly deliverCode: DeliverCode | null;
  readonly codes: Codes;
  readonly signIns: SignIns;
  /** Sessions of the demo, by address. */
  readonly demoSessions: RateBound;
  /** Scans of a customer. */
  readonly perScanner: RateBound;
  readonly streams: Streams;
};

export function createParts(options: {
  readonly context: WalletDeps;
  readonly demo: boolean;
  readonly demoCustomer?: string;
  readonly deliverCode?: DeliverCode;
  /** The bounds on signing in, where other pages ask for codes too. */
  readonly signIns?: SignIns;
}): PortalParts {
  const { context, demo, demoCustomer = null, deliverCode = null } = options;
  const { walletRateWindow: window, walletRateEntries: entries } = LIMITS;
  const { walletDemoSessionsPerAddress: demoSessionsMax } = LIMITS;
  return {
    context,
    demo,
    demoCustomer,
    deliverCode,
    codes: createCodes(context),
    signIns: options.signIns ?? new SignIns(context.clock),
    demoSessions: createRateBound(context.clock, demoSessionsMax, window, entries),
    perScanner: createRateBound(context.clock, LIMITS.scansPerCustomer, window, entries),
    streams: createStreams(context),
  };
}
