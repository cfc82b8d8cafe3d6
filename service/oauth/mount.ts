import type { Express } from 'express';
import type { Serve } from '../../shared/node/http/exchange.ts';
import { mountMethods } from '../../shared/node/http/methods.ts';
import {
  type AnyRoute,
  type Audience,
  type Endpoint,
  servedBy,
} from '../../shared/node/http/pipeline.ts';
import type { TransportDeps } from '../../shared/node/http/transport.ts';
import { pageFont } from '../../shared/node/openapi/page-style.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { JSON_TYPE } from '../../shared/protocol/media.ts';
import {
  AUTHORIZATION_SERVER_PATH,
  DISCOVERY_PATH,
  OAUTH_ROUTES,
} from '../../shared/protocol/oauth.ts';
import { SCOPES } from '../../shared/protocol/scope.ts';
import { WALLET_HEADER } from '../../shared/wallet/contract.ts';
import type { DeliverCode } from '../callbacks/code-sender.ts';
import type { Authenticator } from '../merchants/authenticate.ts';
import { issuerOf } from '../payments/payments.ts';
import { createCodes } from '../sign-in/one-time-codes.ts';
import type { OwnUser } from '../sign-in/own-user.ts';
import type { SignIns } from '../sign-in/sign-ins.ts';
import type { InstanceKeys } from '../store/instance-keys.ts';
import { mountRoutes, type ServedRoute } from '../web/mount-routes.ts';
import { pageAudience } from '../web/page-audience.ts';
import type { BrowserDeps } from './asking.ts';
import { browserAudience, identifyCustomer, programAudience } from './audiences.ts';
import { authForm, authPage, errorPage } from './auth-page.ts';
import { createClientAuth } from './client-auth.ts';
import type { OauthDeps } from './deps.ts';
import type {
  BrowserEndpoints,
  CustomerEndpoints,
  OauthName,
  ProgramEndpoints,
} from './endpoint.ts';
import { qrImage } from './qr-image.ts';
import { notForPages } from './refusal.ts';
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
 * Mounts the OAuth endpoints on an application: at the host root, and below the base path (D-123). Each is a
 * route of the table, and its caller is a customer's browser, the wallet of a customer who has signed in,
 * or a program.
 */
export function mountOauth(
  app: Express,
  options: OauthOptions,
  transportDeps: TransportDeps,
): void {
  const { oauth: deps } = options;
  const wire = { ...transportDeps, mediaType: JSON_TYPE };
  const bodyBytesMax = LIMITS.oauthBodyBytesMax;
  const pageWire = { ...wire, bodyBytesMax, refused: notForPages };
  const pages = [...browserRoutes(options), ...customerRoutes(deps)];
  const programs = programRoutes(options);
  for (const prefix of ['', transportDeps.profile.basePath]) {
    mountRoutes(app, prefix, programs, wire);
    mountRoutes(app, prefix, pages, pageWire);
    mountMethods(app, `${prefix}/oauth2/text.woff2`, new Map([['GET', font]]), wire);
  }
  const discovery: Serve = async () => ({
    status: 200,
    body: discoveryOf(issuerOf(deps.addresses())),
  });
  const { prefix } = deps.addresses();
  const paths = [DISCOVERY_PATH, AUTHORIZATION_SERVER_PATH, AUTHORIZATION_SERVER_PATH + prefix];
  for (const path of new Set(paths)) mountMethods(app, path, new Map([['GET', discovery]]), wire);
}

function browserRoutes(options: OauthOptions) {
  const { oauth, demo, ownUser, deliverCode, signIns, mac } = options;
  const codes = createCodes(oauth, mac);
  const browser: BrowserDeps = { oauth, demo, ownUser, deliverCode, codes, signIns };
  const endpoints: BrowserEndpoints = { auth: authPage, authForm, error: errorPage, qrImage };
  return routesOf(endpoints, browserAudience(browser));
}

function customerRoutes(deps: OauthDeps) {
  const endpoints: CustomerEndpoints = { preAuth: preAuth(deps), postAuth: postAuth(deps) };
  return routesOf(endpoints, pageAudience(deps, WALLET_HEADER, identifyCustomer(deps)));
}

function programRoutes({ oauth: deps, authenticator, processKey }: OauthOptions) {
  const keySet = () => deps.issuers.idTokens.keySet();
  const endpoints: ProgramEndpoints = {
    token: tokenEndpoint(deps, createClientAuth(deps, authenticator, processKey)),
    ...userDataEndpoints(deps),
    keys: async () => ({ ok: true, value: { status: 200, body: await keySet() } }),
  };
  return routesOf(endpoints, programAudience(deps));
}

function routesOf<E extends Partial<Record<OauthName, unknown>>, Who, Value, Own>(
  endpoints: E,
  audience: Audience<AnyRoute, Who, Value, Own>,
): readonly ServedRoute[] {
  // The keys are exactly the names; `Object.keys` only knows that they are text.
  const names = Object.keys(endpoints) as (keyof E & OauthName)[];
  return names.map((name) => {
    const route: AnyRoute = OAUTH_ROUTES[name];
    // The boundary: the pipeline has checked what the types of the call promise.
    const run = endpoints[name] as Endpoint<Who, Value, Own>;
    return { ...route, serve: servedBy(route, audience, run) };
  });
}

const font: Serve = async () => {
  const bytes = pageFont('text.woff2');
  if (bytes === null) return { status: 404 };
  const headers = { 'cache-control': 'public, max-age=86400' };
  return { status: 200, raw: { type: 'font/woff2', bytes }, headers };
};

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
