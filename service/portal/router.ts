import express, { type Router } from 'express';
import { PAGES_NOT_BUILT, sendPlainPage } from '../../shared/node/http/plain-page.ts';
import {
  findAsset,
  placePage,
  readAssets,
  sendAsset,
} from '../../shared/node/http/static-assets.ts';
import type { TransportDeps } from '../../shared/node/http/transport.ts';
import { PORTAL_PAGE, PORTAL_PAGES } from '../../shared/portal/contract.ts';
import { mountPortalApi } from './portal-api.ts';
import { createPortalServices, type PortalServicesOptions } from './portal-services.ts';

/**
 * The merchant portal (the self-service portal of the specification) at `/m/`, with its API. Only
 * the service's own address serves it; it is not reachable from the customers' network.
 */
export function portalRouter(
  options: PortalServicesOptions & { readonly assetsDir: string; readonly wire: TransportDeps },
): Router {
  const services = createPortalServices(options);
  const { prefix } = options.deps.addresses();
  const assets = placePage(readAssets(options.assetsDir), prefix, PORTAL_PAGE);
  const router = express.Router();
  mountPortalApi(router, services, options.wire);
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
