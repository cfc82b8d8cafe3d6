import type { CallOf, ValueOf } from '../../shared/node/http/call.ts';
import type { PORTAL_ROUTES, PortalRouteName } from '../../shared/portal/routes.ts';
import type { Answer } from '../../shared/protocol/errors.ts';
import type { PortalServices } from './portal-services.ts';
import type { MerchantSession } from './session.ts';

type RouteOf<N extends PortalRouteName> = (typeof PORTAL_ROUTES)[N];

/** A checked call of a route of the portal. */
export type PortalCall<N extends PortalRouteName> = CallOf<RouteOf<N>> & {
  readonly services: PortalServices;
  readonly session: RouteOf<N>['level'] extends 'open' ? null : MerchantSession;
};

/** A call of any route that needs a session. */
export type SignedCall = {
  readonly services: PortalServices;
  readonly session: MerchantSession;
  readonly headers: PortalCall<'me'>['headers'];
};

/** Handles a checked call. It throws only unexpected errors. */
export type PortalEndpoint<N extends PortalRouteName> = (
  call: PortalCall<N>,
) => Promise<Answer<ValueOf<RouteOf<N>>>>;

/** One endpoint for every route of the table: a missing one does not compile. */
export type PortalEndpoints = { readonly [N in PortalRouteName]: PortalEndpoint<N> };
