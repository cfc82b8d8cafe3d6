import { LIMITS } from '../../shared/protocol/limits.ts';
import type { DeliverCode } from '../callbacks/code-sender.ts';
import { type Codes, createCodes } from '../sign-in/one-time-codes.ts';
import type { OwnUser } from '../sign-in/own-user.ts';
import { createRateBound, type RateBound } from '../sign-in/rate-limit.ts';
import { NO_REGISTRATION, type RegistrationRule } from '../sign-in/registration.ts';
import { SignIns } from '../sign-in/sign-ins.ts';
import type { InstanceKeys } from '../store/instance-keys.ts';
import type { WalletDeps } from './deps.ts';
import { createStreams, type Streams } from './streams.ts';

/** Dependencies that the wallet's endpoints share. */
export type WalletServices = {
  readonly deps: WalletDeps;
  /** Shows one-time codes and signs in without one; see `ownUser`. */
  readonly demo: boolean;
  /** Whether a request may use the demo: false for other users of this machine. */
  readonly ownUser: OwnUser;
  /** Phone number of the demo's first customer, if it has one. */
  readonly demoCustomer: string | null;
  readonly deliverCode: DeliverCode | null;
  readonly codes: Codes;
  readonly signIns: SignIns;
  readonly registration: RegistrationRule;
  /** Scans of a customer. */
  readonly perScanner: RateBound;
  readonly streams: Streams;
};

export type WalletServicesOptions = {
  readonly deps: WalletDeps;
  /** Shows one-time codes instead of sending them, and lets the page sign in without one. */
  readonly demo: boolean;
  /** Whether a request may use the demo. */
  readonly ownUser: OwnUser;
  /** Phone number of the default customer of the demo sign-in; if absent, any customer. */
  readonly demoCustomer?: string;
  readonly deliverCode?: DeliverCode;
  /** The sign-in limits, if other pages request codes too. */
  readonly signIns?: SignIns;
  /** Who may register; by default no customer may. */
  readonly registration?: RegistrationRule;
  /** A keyed digest of this installation (`InstanceKeys.mac`). */
  readonly mac: InstanceKeys['mac'];
};

export function createWalletServices(options: WalletServicesOptions): WalletServices {
  const { deps, demo, demoCustomer = null, deliverCode = null } = options;
  const { walletRateWindow: window, walletRateEntries: entries } = LIMITS;
  return {
    deps,
    demo,
    ownUser: options.ownUser,
    demoCustomer,
    deliverCode,
    codes: createCodes(deps, options.mac),
    signIns: options.signIns ?? new SignIns(deps.clock),
    registration: options.registration ?? NO_REGISTRATION,
    perScanner: createRateBound(deps.clock, LIMITS.scansPerCustomer, window, entries),
    streams: createStreams(deps),
  };
}
