import express, { type Router } from 'express';
import { PAGES_NOT_BUILT, sendPlainPage } from '../../shared/node/http/plain-page.ts';
import {
  findAsset,
  placePage,
  readAssets,
  sendAsset,
} from '../../shared/node/http/static-assets.ts';
import { PORTAL_PAGE, PORTAL_PAGES, PORTAL_PATH } from '../../shared/portal/contract.ts';
import { refuse } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { send } from '../wallet/endpoint.ts';
import { unreadable } from '../wallet/wallet-api.ts';
import { manager, open, signedIn } from './endpoint.ts';
import { appChange, appCreate, appRemove, appSecret, apps } from './endpoints/apps.ts';
import { callback, callbackResend, callbacks } from './endpoints/callbacks.ts';
import { codeChange, codeCreate, codeRemove, codes } from './endpoints/codes.ts';
import { me, tills } from './endpoints/me.ts';
import { pairingCreate, pairingRevoke, pairings } from './endpoints/pairings.ts';
import { payment, payments, paymentsDay, paymentsFile } from './endpoints/payments.ts';
import { refund } from './endpoints/refund.ts';
import { demoSession, firstUser, signIn, signOut } from './endpoints/session.ts';
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
    (_request, response) => {
      const page = assets.get('index.html');
      if (page) sendAsset(response, page);
      else sendPlainPage(response, 503, PAGES_NOT_BUILT);
    },
  );
  router.get('/m/*file', (request, response, next) => {
    const asset = findAsset(assets, request.path.slice(PORTAL_PAGE.length));
    if (asset === null || asset.type.startsWith('text/html')) next();
    else sendAsset(response, asset);
  });
  return router;
}

function merchantApi(services: PortalServices): Router {
  const router = express.Router();
  const limit = LIMITS.portalBodyBytesMax;
  router.use(express.json({ limit, type: 'application/json', inflate: false }));
  router.get('/me', open(services, me));
  router.post('/session', open(services, signIn));
  router.post('/first-user', open(services, firstUser));
  router.post('/demo-session', open(services, demoSession));
  router.delete('/session', signedIn(services, signOut));
  router.get('/payments', signedIn(services, payments));
  router.get('/payments.csv', signedIn(services, paymentsFile));
  router.get('/payments-day', signedIn(services, paymentsDay));
  router.get('/payments/:tid', signedIn(services, payment));
  // The API requires a signature for a refund, so a till's secret is not sufficient here either.
  router.post('/payments/:tid/refund', manager(services, refund));
  router.get('/settlements', signedIn(services, settlements));
  router.get('/settlements/:id', signedIn(services, settlement));
  router.get('/sales', signedIn(services, sales));
  // The API requires a signature to list points of sale.
  router.get('/pos', manager(services, tills));
  router.get('/pairings', manager(services, pairings));
  router.post('/pairings', manager(services, pairingCreate));
  router.delete('/pairings/:id', manager(services, pairingRevoke));
  router.get('/users', signedIn(services, users));
  router.post('/users', manager(services, userCreate));
  router.post('/users/:id/secret', manager(services, secretRenew));
  router.post('/users/:id/key', manager(services, keyPut));
  router.delete('/users/:id/key', manager(services, keyRemove));
  router.delete('/users/:id', manager(services, userRemove));
  router.get('/apps', signedIn(services, apps));
  router.post('/apps', manager(services, appCreate));
  router.post('/apps/:id', manager(services, appChange));
  router.post('/apps/:id/secret', manager(services, appSecret));
  router.delete('/apps/:id', manager(services, appRemove));
  router.get('/codes', signedIn(services, codes));
  router.post('/codes', signedIn(services, codeCreate));
  router.post('/codes/:id', signedIn(services, codeChange));
  router.delete('/codes/:id', signedIn(services, codeRemove));
  router.get('/callbacks', signedIn(services, callbacks));
  router.get('/callbacks/:id', signedIn(services, callback));
  router.post('/callbacks/:id/resend', signedIn(services, callbackResend));
  router.use((_request, response) => {
    send(response, refuse('Not Found', 'The merchant pages have nothing at this address.'));
  });
  router.use(unreadable);
  return router;
}
