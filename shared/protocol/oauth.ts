import { z } from 'zod';
import { line, optional } from './basic.ts';
import { LIMITS } from './limits.ts';
import type { Route } from './routes/route.ts';
import { scope } from './scope.ts';
import { personalId, shippingAddress, userClaims } from './user-info.ts';

/**
 * Who may call an OAuth endpoint: anyone, a signed-in customer, an application with its client
 * credentials, or the bearer of an access token (specification, OAuth endpoints).
 */
export type OauthLevel = 'OPEN' | 'TWOFACTOR' | 'CLIENT' | 'BEARER';

/** Where clients find all of it; only at the host's root. */
export const DISCOVERY_PATH = '/.well-known/openid-configuration';

/**
 * The same for clients of plain OAuth (RFC 8414). The path of an issuer that has one follows this
 * path, so behind a proxy with a path prefix the address is outside the prefix.
 */
export const AUTHORIZATION_SERVER_PATH = '/.well-known/oauth-authorization-server';

/** Body of `POST /oauth2/post_auth/<request_id>`. */
export const postAuthInput = z.object({ approved: z.boolean(), scope: optional(scope) });

/** Where the customer's browser goes with the decision. */
export const postAuthReply = z.object({ redirect_to: z.string() });

/** The form of `POST /oauth2/auth`: the number, then the code too, then the decision (D-125). */
export const authFormInput = z.object({
  request_id: z.string().max(64),
  key: z.string().max(64).optional(),
  msisdn: z.string().max(30).optional(),
  secret: z.string().max(20).optional(),
  decision: z.enum(['approve', 'deny']).optional(),
});

/** `GET /oauth2/jwks.json` (RFC 7517). */
export const keySet = z.object({
  keys: z.array(
    z.object({
      kty: z.string(),
      n: z.string(),
      e: z.string(),
      kid: z.string(),
      alg: z.string(),
      use: z.string(),
    }),
  ),
});

/** Answer of `GET /oauth2/pre_auth`. */
export const preAuthReply = z.object({
  request_id: z.string(),
  client_id: z.string(),
  client_name: z.string(),
  scope: z.string(),
  redirect_uri: z.string(),
  state: z.string().nullable(),
  expires_in: z.number().int(),
});

const word = optional(line(LIMITS.oauthStateMax));

/** Body of `POST /oauth2/token`, form or JSON. */
export const tokenInput = z.object({
  grant_type: word,
  code: word,
  redirect_uri: optional(line(LIMITS.uriMax)),
  client_id: word,
  client_secret: word,
  code_verifier: word,
  refresh_token: word,
  scope: word,
});
export type TokenInput = z.output<typeof tokenInput>;

/** Answer of the token endpoint (specification, OAuth token response). */
export const tokenReply = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  id_token: z.string().optional(),
  expires_in: z.number().int(),
  refresh_token: z.string(),
  scope: z.string(),
  currency: z.string(),
  /** Decimal text with exactly the currency's decimals (D-63). */
  fee: z.string(),
  report_id: z.string().nullable(),
  state: z.string().nullable(),
});
export type TokenReply = z.infer<typeof tokenReply>;

/** An error of RFC 6749 and RFC 6750. */
export type OauthError = { readonly error: string; readonly description: string };

/**
 * The OAuth endpoints, at the host root and the same below the base path (design, in place of D-123). Their
 * errors are those of RFC 6749 and RFC 6750, except those of the two endpoints for a signed-in customer.
 */
export const OAUTH_ROUTES = {
  auth: {
    name: 'auth',
    method: 'GET',
    path: '/oauth2/auth',
    level: 'OPEN',
    summary: 'Ask a customer for authorisation: the page to sign in and to consent (D-124)',
    success: [200, 302],
    errors: [],
  },
  authForm: {
    name: 'authForm',
    method: 'POST',
    path: '/oauth2/auth',
    level: 'OPEN',
    summary: 'The form of that page: number, one-time code, consent (D-125)',
    takes: 'application/x-www-form-urlencoded',
    body: authFormInput,
    success: [200, 302],
    errors: [],
  },
  preAuth: {
    name: 'preAuth',
    method: 'GET',
    path: '/oauth2/pre_auth',
    level: 'TWOFACTOR',
    summary: 'Check and keep a request for authorisation (D-126)',
    reply: preAuthReply,
    success: [200],
    errors: ['Bad Request', 'Unauthorized'],
  },
  postAuth: {
    name: 'postAuth',
    method: 'POST',
    path: '/oauth2/post_auth/:request_id',
    level: 'TWOFACTOR',
    summary: 'Grant or refuse it (D-127)',
    body: postAuthInput,
    reply: postAuthReply,
    success: [200],
    errors: ['validation_error', 'Unauthorized', 'Not Found', 'Conflict'],
  },
  token: {
    name: 'token',
    method: 'POST',
    path: '/oauth2/token',
    level: 'CLIENT',
    summary: 'Exchange a code, or refresh (D-128)',
    body: tokenInput,
    reply: tokenReply,
    success: [200],
    errors: ['invalid_request', 'invalid_client', 'invalid_grant', 'temporarily_unavailable'],
  },
  error: {
    name: 'error',
    method: 'GET',
    path: '/oauth2/error',
    level: 'OPEN',
    summary: 'What the customer sees of a request that cannot be answered (D-129)',
    success: [200],
    errors: [],
  },
  qrImage: {
    name: 'qrImage',
    method: 'GET',
    path: '/oauth2/qr_image',
    level: 'OPEN',
    summary: 'The open sign-in as a QR code (D-130)',
    produces: 'image/png',
    success: [200],
    errors: ['invalid_request'],
  },
  userinfo: {
    name: 'userinfo',
    method: 'GET',
    path: '/oauth2/v1/userinfo',
    level: 'BEARER',
    summary: 'Claims about the customer (D-131)',
    reply: userClaims,
    success: [200],
    errors: ['invalid_token', 'insufficient_scope', 'not_found'],
  },
  shippingAddress: {
    name: 'shippingAddress',
    method: 'GET',
    path: '/oauth2/v1/scope/shipping_address',
    level: 'BEARER',
    scope: 'shipping_address',
    summary: 'The shipping address (D-120)',
    reply: shippingAddress,
    success: [200],
    errors: ['invalid_token', 'insufficient_scope', 'not_found'],
  },
  personalId: {
    name: 'personalId',
    method: 'GET',
    path: '/oauth2/v1/scope/personal_id/no/id',
    level: 'BEARER',
    scope: 'fodselsnummer',
    summary: 'The national id number with all proofs (D-132)',
    reply: personalId,
    success: [200],
    errors: ['invalid_token', 'insufficient_scope', 'not_found'],
  },
  bankId: {
    name: 'bankId',
    method: 'GET',
    path: '/oauth2/v1/scope/personal_id/no/bankid',
    level: 'BEARER',
    scope: 'bankid',
    summary: 'The same as the bank identity has proved it (D-132)',
    reply: personalId,
    success: [200],
    errors: ['invalid_token', 'insufficient_scope', 'not_found'],
  },
  keys: {
    name: 'keys',
    method: 'GET',
    path: '/oauth2/jwks.json',
    level: 'OPEN',
    summary: 'The keys that id tokens are checked with',
    reply: keySet,
    success: [200],
    errors: [],
  },
} as const satisfies Record<string, Route<OauthLevel, string>>;
