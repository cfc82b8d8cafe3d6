import type { CallOf, ValueOf } from '../../shared/node/http/call.ts';
import type { Answer } from '../../shared/protocol/errors.ts';
import type { WALLET_ROUTES, WalletRouteName } from '../../shared/wallet/routes.ts';
import type { Session } from '../sign-in/customer-session.ts';
import type { WalletServices } from './wallet-services.ts';

type RouteOf<N extends WalletRouteName> = (typeof WALLET_ROUTES)[N];

/** The caller of a route: the services that it may use, and its session. */
export type WalletCaller = {
  /** Without the demo for other users of this machine. */
  readonly services: WalletServices;
  /** Null on a route that is open. */
  readonly session: Session | null;
};

/** A checked call of a route of the wallet. */
export type WalletCall<N extends WalletRouteName> = CallOf<RouteOf<N>> & {
  readonly services: WalletServices;
  readonly session: RouteOf<N>['level'] extends 'open' ? null : Session;
};

/** Handles a checked call. It throws only unexpected errors. */
export type WalletEndpoint<N extends WalletRouteName> = (
  call: WalletCall<N>,
) => Promise<Answer<ValueOf<RouteOf<N>>>>;

/** One endpoint for every route of the table: a missing one does not compile. */
export type WalletEndpoints = { readonly [N in WalletRouteName]: WalletEndpoint<N> };
