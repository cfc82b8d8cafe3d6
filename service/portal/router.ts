import express, { type Router } from 'express';
import { PAGES_NOT_BUILT, sendPlainPage } from '../../shared/node/http/plain-page.ts';
import {
  findAsset,
  placePage,
  readAssets,
  sendAsset,
} from '../../shared/node/http/static-assets.ts';
import { PORTAL_PAGE, PORTAL_PAGES, PORTAL_PATH } from '../../shared/portal/contract.ts';
import type { PortalRight } from '../../shared/portal/sign-in.ts';
import { refuse } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { send, unreadable } from '../web/express-endpoint.ts';
import { type Endpoint, type MerchantCall, open, type SignedCall, signedIn } from './endpoint.ts';
import { appChange, appCreate, appRemove, appSecret, apps } from './endpoints/apps.ts';
import { callback, callbackResend, callbacks } from './endpoints/callbacks.ts';
import { codeChange, codeCreate, codeRemove, codes } from './endpoints/codes.ts';
import { emailCode, emailSession, openMerchant, secondFactor } from './endpoints/email-sign-in.ts';
import { me, tills } from './endpoints/me.ts';
import { pairingCreate, pairingRevoke, pairings } from './endpoints/pairings.ts';
import { payment, payments, paymentsDay, paymentsFile } from './endpoints/payments.ts';
import { refund } from './endpoints/refund.ts';
import { demoSession, firstUser, sessionState, signIn, signOut } from './endpoints/session.ts';
import { sales, settlement, settlements } from './endpoints/settlements.ts';
import {
  keyPut,
  keyRemove,
  secretRenew,
  userCreate,
  userRemove,
  users,
} from './endpoints/users.ts';
import {
  createPortalServices,
  type PortalServices,
  type PortalServicesOptions,
} from './portal-services.ts';

/**
 * The merchant portal (the self-service portal of the specification) at `/m/`, with its API. Only
 * the service's own address serves it; it is not reachable from the customers' network.
 */
export function merchantPortal(
  options: PortalServicesOptions & { readonly assetsDir: string },
): Router {
  const services = createPortalServices(options);
  const { prefix } = options.deps.addresses();
  const assets = placePage(readAssets(options.assetsDir), prefix, PORTAL_PAGE);
  const router = express.Router();
  router.use(PORTAL_PATH, merchantApi(services));
  router.get(
    ['/m', '/m/', ...PORTAL_PAGES.map((page) => `/m/${page}{/*rest}`)],
    (request, response) => {
      const page = assets.get('index.html');
      if (page) sendAsset(response, page);
      else sendPlainPage(request, response, 503, PAGES_NOT_BUILT.portal);
    },
  );
  router.get('/m/*file', (request, response, next) => {
    const asset = findAsset(assets, request.path.slice(PORTAL_PAGE.length));
    if (asset === null || asset.type.startsWith('text/html')) next();
    else sendAsset(response, asset);
  });
  return router;
}

type Method = 'get' | 'post' | 'delete';
type PortalRoute =
  | readonly [Method, path: string, right: 'open', Endpoint<MerchantCall>]
  | readonly [Method, path: string, right: PortalRight | 'session', Endpoint<SignedCall>];

/**
 * The routes of the portal and the right that each needs: `open` needs no sign-in, `session` any. The
 * API requires a signature for refunds, for points of sale, and for changes of users, so a till's secret
 * is not sufficient for them here either.
 */
export const PORTAL_ROUTES: readonly PortalRoute[] = [
  ['get', '/me', 'open', me],
  ['post', '/session', 'open', signIn],
  ['post', '/first-user', 'open', firstUser],
  ['post', '/demo-session', 'open', demoSession],
  ['post', '/email-code', 'open', emailCode],
  ['post', '/email-session', 'open', emailSession],
  ['post', '/second-factor', 'open', secondFactor],
  ['get', '/session', 'session', sessionState],
  ['post', '/session/use', 'session', sessionState],
  ['delete', '/session', 'session', signOut],
  ['post', '/merchant', 'session', openMerchant],
  ['get', '/payments', 'payments', payments],
  ['get', '/payments.csv', 'payments', paymentsFile],
  ['get', '/payments-day', 'payments', paymentsDay],
  ['get', '/payments/:tid', 'payments', payment],
  ['post', '/payments/:tid/refund', 'refund', refund],
  ['get', '/settlements', 'settlements', settlements],
  ['get', '/settlements/:id', 'settlements', settlement],
  ['get', '/sales', 'settlements', sales],
  ['get', '/pos', 'tills', tills],
  ['get', '/pairings', 'tills', pairings],
  ['post', '/pairings', 'tills', pairingCreate],
  ['delete', '/pairings/:id', 'tills', pairingRevoke],
  ['get', '/users', 'users', users],
  ['post', '/users', 'users_change', userCreate],
  ['post', '/users/:id/secret', 'users_change', secretRenew],
  ['post', '/users/:id/key', 'users_change', keyPut],
  ['delete', '/users/:id/key', 'users_change', keyRemove],
  ['delete', '/users/:id', 'users_change', userRemove],
  ['get', '/apps', 'users', apps],
  ['post', '/apps', 'users_change', appCreate],
  ['post', '/apps/:id', 'users_change', appChange],
  ['post', '/apps/:id/secret', 'users_change', appSecret],
  ['delete', '/apps/:id', 'users_change', appRemove],
  ['get', '/codes', 'codes', codes],
  ['post', '/codes', 'codes_change', codeCreate],
  ['post', '/codes/:id', 'codes_change', codeChange],
  ['delete', '/codes/:id', 'codes_change', codeRemove],
  ['get', '/callbacks', 'callbacks', callbacks],
  ['get', '/callbacks/:id', 'callbacks', callback],
  ['post', '/callbacks/:id/resend', 'callbacks_resend', callbackResend],
];

function merchantApi(services: PortalServices): Router {
  const router = express.Router();
  const limit = LIMITS.portalBodyBytesMax;
  router.use(express.json({ limit, type: 'application/json', inflate: false }));
  for (const [method, path, right, endpoint] of PORTAL_ROUTES) {
    const handler =
      right === 'open' ? open(services, endpoint) : signedIn(services, right, endpoint);
    router[method](path, handler);
  }
  router.use((_request, response) => {
    send(response, refuse('Not Found', 'The merchant pages have nothing at this address.'));
  });
  router.use(unreadable);
  return router;
}
