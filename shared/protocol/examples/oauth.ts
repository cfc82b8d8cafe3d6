import type { z } from 'zod';
import type {
  authFormInput,
  keySet,
  OAUTH_ROUTES,
  postAuthInput,
  postAuthReply,
  preAuthReply,
  tokenInput,
  tokenReply,
} from '../oauth.ts';
import type { personalId, shippingAddress, userClaims } from '../user-info.ts';

export type OauthName = keyof typeof OAUTH_ROUTES;

type Bodies = {
  readonly authForm: z.input<typeof authFormInput>;
  readonly postAuth: z.input<typeof postAuthInput>;
  readonly token: z.input<typeof tokenInput>;
};
type Replies = {
  readonly preAuth: z.output<typeof preAuthReply>;
  readonly postAuth: z.output<typeof postAuthReply>;
  readonly token: z.output<typeof tokenReply>;
  readonly userinfo: z.output<typeof userClaims>;
  readonly shippingAddress: z.output<typeof shippingAddress>;
  readonly personalId: z.output<typeof personalId>;
  readonly bankId: z.output<typeof personalId>;
  readonly keys: z.output<typeof keySet>;
};

/** One call of an OAuth endpoint with its reply. The tests send it to a real service. */
export type OauthExample<N extends OauthName> = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly status: number;
} & (N extends keyof Bodies ? { readonly body: Bodies[N] } : { readonly body?: never }) &
  (N extends keyof Replies ? { readonly reply: Replies[N] } : { readonly reply?: never });

const REQUEST_ID = 'tR4wQ9b_Xk2m7Vd0ZyLc3A';
const REQUEST = {
  response_type: 'code',
  client_id: 'app-4k7m2p9x',
  redirect_uri: 'http://127.0.0.1:4700/callback',
  scope: 'openid profile email',
  state: 'f81d4fae',
};
const TOKEN = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ2Qzd4In0.c2lnbmF0dXJl';
const SUBJECT = 'vC7xQ2n9Lk4sR8wT1yZb5mD3hJ6pF0aG';
const ADDRESS = {
  street_address: 'Markveien 35',
  locality: 'Oslo',
  postal_code: '0554',
  country: 'NO',
  formatted: 'Markveien 35\n0554 Oslo',
};
const BANK_PROOF = { source: 'bankid', verified_at: '2025-09-01 09:30:00' };

/** An example of every OAuth endpoint: a missing one does not compile. */
export const OAUTH_EXAMPLES: { readonly [N in OauthName]: OauthExample<N> } = {
  auth: { query: REQUEST, status: 200 },
  authForm: { body: { request_id: REQUEST_ID, decision: 'approve' }, status: 302 },
  preAuth: {
    query: REQUEST,
    status: 200,
    reply: {
      request_id: REQUEST_ID,
      client_id: REQUEST.client_id,
      client_name: 'Kaffebaren Fordel',
      scope: 'email openid profile',
      redirect_uri: REQUEST.redirect_uri,
      state: REQUEST.state,
      expires_in: 900,
    },
  },
  postAuth: {
    params: { request_id: REQUEST_ID },
    body: { approved: true, scope: 'openid profile' },
    status: 200,
    reply: { redirect_to: 'http://127.0.0.1:4700/callback?code=6Zt0Q1&state=f81d4fae' },
  },
  token: {
    body: {
      grant_type: 'authorization_code',
      code: '6Zt0Q1yB8nR3vK5wX7pL9mS2dF4gH6jC0aE1uT8iO3q',
      redirect_uri: REQUEST.redirect_uri,
      client_id: REQUEST.client_id,
    },
    status: 200,
    reply: {
      access_token: 'at-5tXv9c2LkQ8e1RzW',
      token_type: 'Bearer',
      id_token: TOKEN,
      expires_in: 3_600,
      refresh_token: 'rt-7bNq4m0PdS6y3UaH',
      scope: 'email openid profile',
      currency: 'NOK',
      fee: '0.00',
      report_id: null,
      state: REQUEST.state,
    },
  },
  error: { query: { error: 'invalid_request' }, status: 400 },
  qrImage: { status: 200 },
  userinfo: {
    status: 200,
    reply: {
      sub: SUBJECT,
      name: 'Ingrid Solheim',
      email: 'ingrid.solheim@example.no',
      email_verified: true,
      phone_number: '4798765432',
      phone_number_verified: true,
      address: ADDRESS,
    },
  },
  shippingAddress: { status: 200, reply: { name: 'Hjemme', ...ADDRESS } },
  personalId: {
    status: 200,
    reply: {
      id_number: '01019012345',
      jurisdiction: 'no',
      proofs: [BANK_PROOF, { source: 'passport', verified_at: '2025-09-01 09:30:00' }],
    },
  },
  bankId: {
    status: 200,
    reply: { id_number: '01019012345', jurisdiction: 'no', proofs: [BANK_PROOF] },
  },
  keys: {
    status: 200,
    reply: {
      keys: [
        { kty: 'RSA', n: 'u1W3kq...Zb8', e: 'AQAB', kid: 'k-2025-09', alg: 'RS256', use: 'sig' },
      ],
    },
  },
};

/** An example without the types of its endpoint. */
export type AnyOauthExample = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly status: number;
  readonly reply?: unknown;
};

export function oauthExampleOf(name: OauthName): AnyOauthExample {
  return OAUTH_EXAMPLES[name];
}
