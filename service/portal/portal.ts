import express, { type Response, type Router } from 'express';
import { WALLET_PATH } from '../../shared/wallet/contract.ts';
import type { ServiceContext } from '../context.ts';
import { type Asset, type Assets, findAsset, readAssets } from './assets.ts';
import { createParts, type DeliverCode } from './parts.ts';
import { CODE_NOT_IN_USE, PAGES_NOT_BUILT, sendPlainPage } from './plain-page.ts';
import { pageHeaders } from './security-headers.ts';
import { walletApi } from './wallet-api.ts';

export type PortalOptions = {
  readonly context: ServiceContext;
  /** Folder of the built wallet page. */
  readonly assetsDir: string;
  /** Shows one-time codes instead of sending them, and lets the page sign in without one. */
  readonly demo: boolean;
  /** Phone number of whom the demo signs in when the page names nobody; else any customer. */
  readonly demoCustomer?: string;
  readonly deliverCode?: DeliverCode;
  /** Ends the open streams of changes, so that a stopping server need not wait for them. */
  readonly stopping?: AbortSignal;
};

/**
 * The customer's pages (design, section 4): `/p/<tid>/`, `/s/<shortlink_id>/...`, `/w/`, the
 * wallet's files and its API. Requests for anything else pass through.
 */
export function portalRouter(options: PortalOptions): Router {
  const parts = createParts(options);
  options.stopping?.addEventListener('abort', () => parts.streams.stop(), { once: true });
  const assets = readAssets(options.assetsDir);
  const router = express.Router();
  router.use(WALLET_PATH, walletApi(parts));
  router.get(['/p/:tid', '/p/:tid/', '/w', '/w/'], (_request, response) => {
    sendWallet(response, assets);
  });
  // Stickers and codes for scanning have no owner yet, so each of them is one that nobody uses.
  router.get(['/s/:id', '/s/:id/*rest'], (_request, response) => {
    sendPlainPage(response, 404, CODE_NOT_IN_USE);
  });
  router.get('/', (_request, response) => response.redirect(302, '/w/'));
  router.get('/wallet/*file', (request, response, next) => {
    const asset = findAsset(assets, request.path.slice('/wallet'.length));
    if (!asset || asset.type.startsWith('text/html')) next();
    else sendAsset(response, asset);
  });
  return router;
}

function sendWallet(response: Response, assets: Assets): void {
  const page = assets.get('index.html');
  if (page) sendAsset(response, page);
  else sendPlainPage(response, 503, PAGES_NOT_BUILT);
}

function sendAsset(response: Response, asset: Asset): void {
  response
    .status(200)
    .set(pageHeaders())
    .set({ 'content-type': asset.type, 'cache-control': asset.cache })
    .send(asset.body);
}
