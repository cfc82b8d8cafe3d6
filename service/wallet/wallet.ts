import express, { type Request, type Response, type Router } from 'express';
import {
  CODE_NOT_IN_USE,
  PAGES_NOT_BUILT,
  sendPlainPage,
} from '../../shared/node/http/plain-page.ts';
import {
  type Assets,
  findAsset,
  placePage,
  readAssets,
  sendAsset,
} from '../../shared/node/http/static-assets.ts';
import type { TransportDeps } from '../../shared/node/http/transport.ts';
import { parseScanPath } from '../../shared/protocol/shortlink.ts';
import { mountReceiptPage } from './receipt-page.ts';
import { mountWalletApi } from './wallet-api.ts';
import { createWalletServices, type WalletServicesOptions } from './wallet-services.ts';

export type WalletOptions = WalletServicesOptions & {
  /** Folder of the built wallet pages. */
  readonly assetsDir: string;
  /** How requests are read and answered at the address that serves the wallet. */
  readonly wire: TransportDeps;
  /** Ends the open event streams, so that a stopping server need not wait for them. */
  readonly stopping?: AbortSignal;
};

/**
 * The wallet: `/p/<tid>/`, `/s/<shortlink_id>/...`, `/w/`, receipts at `/re/<code>`, its files and its API. Passes requests
 * for other paths on.
 */
export function walletRouter(options: WalletOptions): Router {
  const services = createWalletServices(options);
  options.stopping?.addEventListener('abort', () => services.streams.stop(), { once: true });
  const { prefix } = options.deps.addresses();
  const assets = placePage(readAssets(options.assetsDir), prefix, FILES);
  const router = express.Router();
  mountWalletApi(router, services, options.wire);
  mountReceiptPage(router, options.deps);
  router.get(['/p/:tid', '/p/:tid/', '/w', '/w/'], (request, response) => {
    sendWallet(request, response, assets);
  });
  router.get(SCAN_PAGE, async (request, response) => {
    const target = parseScanPath(request.path);
    const { shortlinks } = options.deps.store;
    const link = target === null ? null : await shortlinks.forCustomer(target.id);
    if (link?.isActive) sendWallet(request, response, assets);
    else sendPlainPage(request, response, 404, CODE_NOT_IN_USE);
  });
  router.get('/', (_request, response) => response.redirect(302, `${prefix}/w/`));
  router.get(`${FILES}*file`, (request, response, next) => {
    const path = request.path.slice(FILES.length);
    const asset = findAsset(assets, path);
    // The service worker is next to the wallet's other files and caches the shell of the wallet's
    // page.
    if (path === SHELL_WORKER) response.set('service-worker-allowed', `${prefix}/w/`);
    if (!asset || asset.type.startsWith('text/html')) next();
    else sendAsset(response, asset);
  });
  return router;
}

/** Path of the wallet's files. */
const FILES = '/wallet/';

const SHELL_WORKER = 'shell-worker.js';

/** A scanned code, under every letter except that of a payment's own page (D-154). */
const SCAN_PAGE = /^\/[a-oq-z]\/[^/]+(?:\/.*)?$/;

function sendWallet(request: Request, response: Response, assets: Assets): void {
  const page = assets.get('index.html');
  if (page) sendAsset(response, page, true);
  else sendPlainPage(request, response, 503, PAGES_NOT_BUILT.wallet);
}
