import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import QRCode from 'qrcode';
import type { Methods, Serve } from '../../shared/node/http/exchange.ts';
import { mountMethods } from '../../shared/node/http/methods.ts';
import type { TransportDeps } from '../../shared/node/http/transport.ts';
import { pageFont } from '../../shared/node/openapi/page-style.ts';
import { tokenHash } from '../../shared/node/password-hash.ts';
import { ERRORS, refuse } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { JSON_TYPE } from '../../shared/protocol/media.ts';
import {
  AUTHORIZATION_SERVER_PATH,
  DISCOVERY_PATH,
  OAUTH_ROUTES,
} from '../../shared/protocol/oauth.ts';
import { SCOPES } from '../../shared/protocol/scope.ts';
import type { DeliverCode } from '../callbacks/code-sender.ts';
import type { Authenticator } from '../merchants/authenticate.ts';
import { issuerOf } from '../payments/payments.ts';
import { createCodes } from '../sign-in/one-time-codes.ts';
import type { OwnUser } from '../sign-in/own-user.ts';
import type { SignIns } from '../sign-in/sign-ins.ts';
import type { InstanceKeys } from '../store/instance-keys.ts';
import { failed } from '../web/express-endpoint.ts';
import type { BrowserDeps } from './asking.ts';
import { authForm, authPage, queryOf } from './auth-page.ts';
import { loginCookieOf, qrKeyOf } from './browser.ts';
import { createClientAuth } from './client-auth.ts';
import type { OauthDeps } from './deps.ts';
import { showError } from './show-pages.ts';
import { tokenEndpoint } from './token-endpoint.ts';
import { postAuth, preAuth } from './two-factor.ts';
import { userDataEndpoints } from './user-data.ts';

export type OauthOptions = {
  readonly oauth: OauthDeps;
  readonly authenticator: Authenticator;
  readonly demo: boolean;
  readonly ownUser: OwnUser;
  readonly deliverCode: DeliverCode | null;
  readonly signIns: SignIns;
  /** A keyed digest of this installation (`InstanceKeys.mac`). */
  readonly mac: InstanceKeys['mac'];
  /** Random bytes that live as long as the process. */
  readonly processKey: Uint8Array;
};

/**
 * Mounts the OAuth endpoints on an application: at the host root, and below the base path (D-123).
 */
export function mountOauth(
  app: Express,
  options: OauthOptions,
  transportDeps: TransportDeps,
): void {
  const { oauth: context } = options;
  const wire = { ...transportDeps, mediaType: JSON_TYPE };
  const browser = browserDepsOf(options);
  const clients = createClientAuth(context, options.authenticator, options.processKey);
  const data = userDataEndpoints(context);
  const keys: Serve = async () => ({ status: 200, body: await context.issuers.idTokens.keySet() });
  const json = new Map<string, Methods>([
    [OAUTH_ROUTES.token.path, new Map([['POST', tokenEndpoint(context, clients)]])],
    [OAUTH_ROUTES.userinfo.path, new Map([['GET', data.userinfo]])],
    [OAUTH_ROUTES.shippingAddress.path, new Map([['GET', data.shippingAddress]])],
    [OAUTH_ROUTES.personalId.path, new Map([['GET', data.personalId]])],
    [OAUTH_ROUTES.bankId.path, new Map([['GET', data.bankId]])],
    [OAUTH_ROUTES.keys.path, new Map([['GET', keys]])],
  ]);
  for (const prefix of ['', context.profile.basePath]) {
    for (const [path, methods] of json) mountMethods(app, prefix + path, methods, wire);
    mountPages(app, prefix, browser, context);
  }
  const discovery: Serve = async () => ({
    status: 200,
    body: discoveryOf(issuerOf(context.addresses())),
  });
  const { prefix } = context.addresses();
  const paths = [DISCOVERY_PATH, AUTHORIZATION_SERVER_PATH, AUTHORIZATION_SERVER_PATH + prefix];
  for (const path of new Set(paths)) mountMethods(app, path, new Map([['GET', discovery]]), wire);
}

function browserDepsOf(options: OauthOptions): BrowserDeps {
  const { oauth, demo, ownUser, deliverCode, signIns, mac } = options;
  return { oauth, demo, ownUser, deliverCode, codes: createCodes(oauth, mac), signIns };
}

function mountPages(app: Express, prefix: string, browser: BrowserDeps, deps: OauthDeps): void {
  const bounded = { limit: LIMITS.oauthBodyBytesMax, inflate: false };
  const form = express.urlencoded({ ...bounded, extended: false, parameterLimit: 20 });
  const json = express.json({ ...bounded, type: JSON_TYPE });
  app.get(prefix + OAUTH_ROUTES.auth.path, safely(deps, authPage(browser)));
  app.post(prefix + OAUTH_ROUTES.authForm.path, form, safely(deps, authForm(browser)));
  app.get(prefix + OAUTH_ROUTES.preAuth.path, preAuth(deps));
  app.post(prefix + OAUTH_ROUTES.postAuth.path, json, postAuth(deps));
  app.get(prefix + OAUTH_ROUTES.error.path, (request, response) =>
    showError(request, response, queryOf(request).get('error')),
  );
  app.get(prefix + OAUTH_ROUTES.qrImage.path, safely(deps, qrImage(deps, prefix)));
  app.get(`${prefix}/oauth2/text.woff2`, (_request, response, next) => {
    const font = pageFont('text.woff2');
    if (font === null) next();
    else response.type('font/woff2').set('cache-control', 'public, max-age=86400').send(font);
  });
  for (const [name, allow] of Object.entries(PAGE_METHODS)) {
    const { path } = OAUTH_ROUTES[name as keyof typeof PAGE_METHODS];
    app.all(prefix + path, (_request, response) => notAllowed(response, allow));
  }
}

/** The methods of each page, as the header `Allow` lists them (RFC 9110, 10.2.1). */
const PAGE_METHODS = {
  auth: 'GET, HEAD, POST',
  preAuth: 'GET, HEAD',
  postAuth: 'POST',
  error: 'GET, HEAD',
  qrImage: 'GET, HEAD',
} as const;

function notAllowed(response: Response, allow: string): void {
  const { refusal } = refuse('Method Not Allowed', 'This address does not take this method.');
  const body = { error: 'invalid_request', error_description: refusal.description };
  response.status(405).set('allow', allow).json(body);
}

/** Logs an unexpected error and shows the customer the error page. */
function safely(deps: Pick<OauthDeps, 'log'>, handler: RequestHandler): RequestHandler {
  return async (request, response, next) => {
    try {
      await handler(request, response, next);
    } catch (error) {
      const { refusal } = failed(request, deps.log, error);
      if (response.headersSent) return;
      showError(request, response, 'temporarily_unavailable', ERRORS[refusal.type]);
    }
  };
}

/** Whole pixels per module, so that the page shows the image unscaled. */
const QR_SCALE = 4;

/** `GET /oauth2/qr_image` (D-130): the open sign-in of this browser, which a phone can continue. */
function qrImage(
  deps: Pick<OauthDeps, 'store' | 'issuers' | 'clock' | 'addresses'>,
  prefix: string,
): RequestHandler {
  return async (request: Request, response: Response) => {
    const cookie = loginCookieOf(request);
    const id = cookie?.split('.', 1)[0] ?? '';
    const open = await deps.store.oauth.request(id, deps.clock.now());
    if (cookie === null || open === null || open.loginHash !== tokenHash(cookie)) {
      response
        .status(404)
        .json({ error: 'invalid_request', error_description: 'No sign-in is open.' });
      return;
    }
    const key = qrKeyOf(deps, open.loginHash);
    const address = `${issuerOf(deps.addresses())}${prefix}/oauth2/auth?request=${id}&key=${key}`;
    const image = await QRCode.toBuffer(address, { type: 'png', margin: 4, scale: QR_SCALE });
    response
      .status(200)
      .set({ 'content-type': 'image/png', 'cache-control': 'no-store' })
      .set({ 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' })
      .send(image);
  };
}

/**
 * The metadata from which a standard client library learns all addresses (OpenID Connect Discovery
 * 1.0; RFC 8414 has the same members).
 */
function discoveryOf(issuer: string) {
  const at = (name: keyof typeof OAUTH_ROUTES) => issuer + OAUTH_ROUTES[name].path;
  return {
    issuer,
    authorization_endpoint: at('auth'),
    token_endpoint: at('token'),
    userinfo_endpoint: at('userinfo'),
    jwks_uri: at('keys'),
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    code_challenge_methods_supported: ['S256'],
    claims_supported: ['sub', 'name', 'email', 'email_verified', 'phone_number', 'address'],
    authorization_response_iss_parameter_supported: true,
  };
}
