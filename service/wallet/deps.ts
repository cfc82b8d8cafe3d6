import { LIMITS } from '../../shared/protocol/limits.ts';
import type { ServiceContext } from '../app/context.ts';
import type { Customer } from '../store/store.ts';
import { type Codes, createCodes } from './one-time-codes.ts';
import { createRateBound, type RateBound } from './rate-limit.ts';
import { SignIns } from './sign-ins.ts';
import { createStreams, type Streams } from './streams.ts';

/** How a one-time code reaches its customer outside the demo; does not wait until it is there. */
export type DeliverCode = (customer: Customer, code: string) => Promise<void>;

/** What the wallet's endpoints share. */
export type PortalParts = {
  readonly context: ServiceContext;
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
  readonly context: ServiceContext;
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
