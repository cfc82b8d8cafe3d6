import type {
  WalletMe,
  WalletPermission,
  WalletRequest,
  WalletScan,
} from '../../shared/wallet/contract.ts';
import type { WalletProfile } from '../../shared/wallet/profile.ts';
import type { ApiProblem } from '../state/api-answer.ts';
import type { Route } from './route.ts';

/** The content of a route, as far as it is loaded. */
export type Opened =
  | { readonly kind: 'loading' }
  | { readonly kind: 'shown'; readonly request: WalletRequest }
  | { readonly kind: 'scan'; readonly scan: WalletScan }
  | { readonly kind: 'permission'; readonly permission: WalletPermission }
  | { readonly kind: 'missing' | 'taken' | 'unreachable' };

/**
 * The customer's last act. `sending`: its call is in flight. `unanswered`: it got no answer, and the wallet does
 * not repeat it; until the next act. `unsure`: it was a decision on a request, and the wallet sends nothing
 * more until it has read the request again.
 */
export type CustomerAct = 'idle' | 'sending' | 'unanswered' | 'unsure';

export type WalletState = {
  readonly route: Route;
  readonly session: 'starting' | 'unreachable' | 'out' | 'in';
  readonly me: WalletMe | null;
  readonly opened: Opened;
  readonly items: readonly WalletRequest[] | null;
  readonly permissions: readonly WalletPermission[];
  /** The customer's profile; null until it is loaded. */
  readonly profile: WalletProfile | null;
  readonly act: CustomerAct;
  readonly problem: ApiProblem | null;
  /** True after a sign-out got no answer, until the customer's next act. A sign-out does not wait for one. */
  readonly stillSignedIn: boolean;
  /** When the service last confirmed what is shown, by this device's clock; null before. */
  readonly seenAt: number | null;
  /** The same for the list, which stays in memory while a request is open. */
  readonly listedAt: number | null;
  /** How far this device's clock is ahead of the service's, in milliseconds. */
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
  act: 'idle',
  problem: null,
  stillSignedIn: false,
  seenAt: null,
  listedAt: null,
  skew: 0,
};
