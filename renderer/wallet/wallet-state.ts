import type {
  WalletMe,
  WalletPermission,
  WalletRequest,
  WalletScan,
} from '../../shared/wallet/contract.ts';
import type { WalletProfile } from '../../shared/wallet/profile.ts';
import type { ApiProblem } from '../state/api-answer.ts';
import type { Route } from './route.ts';

/** What an address names, as far as it is known. */
export type Opened =
  | { readonly kind: 'loading' }
  | { readonly kind: 'shown'; readonly request: WalletRequest }
  | { readonly kind: 'scan'; readonly scan: WalletScan }
  | { readonly kind: 'permission'; readonly permission: WalletPermission }
  | { readonly kind: 'missing' | 'taken' | 'unreachable' };

export type WalletState = {
  readonly route: Route;
  readonly session: 'starting' | 'unreachable' | 'out' | 'in';
  readonly me: WalletMe | null;
  readonly opened: Opened;
  readonly items: readonly WalletRequest[] | null;
  readonly permissions: readonly WalletPermission[];
  /** What shops get to know; null until it was read. */
  readonly profile: WalletProfile | null;
  readonly busy: boolean;
  /** An answer was sent and nothing came back: nothing more is sent until the service was asked. */
  readonly unsure: boolean;
  readonly problem: ApiProblem | null;
  /** When the service last said what is shown, by this device's clock; null before it did. */
  readonly seenAt: number | null;
  /** The same of the list, which is kept while something of it is looked at. */
  readonly listedAt: number | null;
  /** How far this device's clock is ahead of the service's, milliseconds. */
  readonly skew: number;
};

/** The state before the first answer of the service. */
export const BLANK_WALLET: WalletState = {
  route: { kind: 'list' },
  session: 'starting',
  me: null,
  opened: { kind: 'loading' },
  items: null,
  permissions: [],
  profile: null,
  busy: false,
  unsure: false,
  problem: null,
  seenAt: null,
  listedAt: null,
  skew: 0,
};
