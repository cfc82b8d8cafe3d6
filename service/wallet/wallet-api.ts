import type { IRouter } from 'express';
import type { Exchange } from '../../shared/node/http/exchange.ts';
import {
  type AnyRoute,
  type Endpoint,
  type Result,
  servedBy,
} from '../../shared/node/http/pipeline.ts';
import { type TransportDeps, transport } from '../../shared/node/http/transport.ts';
import { refuse } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { WALLET_HEADER, WALLET_PATH } from '../../shared/wallet/contract.ts';
import { WALLET_ROUTES, type WalletRouteName } from '../../shared/wallet/routes.ts';
import { readSession } from '../sign-in/customer-session.ts';
import { servicesFor } from '../sign-in/own-user.ts';
import { mountRoutes } from '../web/mount-routes.ts';
import { pageAudience, pageRefusal, pageWire } from '../web/page-audience.ts';
import type { WalletCaller, WalletEndpoints } from './endpoint.ts';
import { attachmentImage, attachmentList } from './endpoints/attachments.ts';
import {
  permissionAccept,
  permissionDecline,
  permissionList,
  permissionRead,
} from './endpoints/permissions.ts';
import { profileRead, profileUpdate } from './endpoints/profile.ts';
import {
  requestApprove,
  requestClaim,
  requestRead,
  requestReject,
  requests,
} from './endpoints/requests.ts';
import { scanCreate, scanRead } from './endpoints/scans.ts';
import {
  code,
  demoSession,
  events,
  me,
  registration,
  signIn,
  signOut,
} from './endpoints/sign-in.ts';
import type { WalletServices } from './wallet-services.ts';

const ENDPOINTS: WalletEndpoints = {
  me,
  code,
  signIn,
  registration,
  signOut,
  demoSession,
  requests,
  requestRead,
  requestClaim,
  requestApprove,
  requestReject,
  attachmentList,
  attachmentImage,
  scanCreate,
  scanRead,
  permissionList,
  permissionRead,
  permissionAccept,
  permissionDecline,
  profileRead,
  profileUpdate,
  events,
};

const SIGNED_OUT = refuse('Unauthorized', 'Sign in first.');
const NO_PAGE = pageRefusal(refuse('Not Found', 'The wallet has nothing at this address.'));

/** Mounts the wallet's JSON API; every unknown path below its own is 404. */
export function mountWalletApi(app: IRouter, services: WalletServices, wire: TransportDeps): void {
  const { deps } = services;
  const bounded = pageWire(wire, LIMITS.walletBodyBytesMax);
  const audience = pageAudience<AnyRoute, WalletCaller>(deps, WALLET_HEADER, identify);

  async function identify(exchange: Exchange, { level }: AnyRoute): Promise<Result<WalletCaller>> {
    const offered = await servicesFor(services, exchange);
    if (level === 'open') return { ok: true, value: { services: offered, session: null } };
    const session = await readSession(deps, exchange);
    return session === null ? SIGNED_OUT : { ok: true, value: { services: offered, session } };
  }

  const routes = walletRouteNames().map((name) => {
    // The boundary: the pipeline has checked what the types of the call promise.
    const run = ENDPOINTS[name] as unknown as Endpoint<WalletCaller, unknown>;
    const route = WALLET_ROUTES[name];
    return {
      ...route,
      serve: servedBy(route, audience, ({ who, ...call }) => run({ ...call, ...who } as never)),
    };
  });
  mountRoutes(app, WALLET_PATH, routes, bounded);
  app.use(WALLET_PATH, (request, response) =>
    transport(request, response, async () => NO_PAGE, bounded),
  );
}

function walletRouteNames(): readonly WalletRouteName[] {
  // The table's keys are exactly the names; `Object.keys` only knows that they are text.
  return Object.keys(WALLET_ROUTES) as WalletRouteName[];
}
