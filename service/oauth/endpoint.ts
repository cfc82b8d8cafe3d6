import type { CallOf, ValueOf } from '../../shared/node/http/call.ts';
import type { Result } from '../../shared/node/http/pipeline.ts';
import type { Reply } from '../../shared/node/http/reply.ts';
import type { OAUTH_ROUTES } from '../../shared/protocol/oauth.ts';
import type { Session } from '../sign-in/customer-session.ts';
import type { StoredToken } from '../store/effects.ts';
import type { BrowserDeps } from './asking.ts';
import type { OauthRefusal } from './refusal.ts';

export type OauthName = keyof typeof OAUTH_ROUTES;
type RouteOf<N extends OauthName> = (typeof OAUTH_ROUTES)[N];

/** A checked call of a route with its caller. */
type OauthCall<N extends OauthName, Who> = CallOf<RouteOf<N>> & { readonly who: Who };

/** Handles a checked call. It throws only unexpected errors. */
type OauthEndpoint<N extends OauthName, Who, Value> = (
  call: OauthCall<N, Who>,
) => Promise<Result<Value, OauthRefusal>>;

/** A route that a customer's browser opens: its replies are pages, redirects and a picture. */
export type BrowserName = 'auth' | 'authForm' | 'error' | 'qrImage';
export type BrowserEndpoint<N extends BrowserName> = OauthEndpoint<N, BrowserDeps, Reply>;
export type BrowserEndpoints = { readonly [N in BrowserName]: BrowserEndpoint<N> };

/** A route of the wallet of a customer who has signed in there (TWOFACTOR). */
export type CustomerName = 'preAuth' | 'postAuth';
export type CustomerEndpoint<N extends CustomerName> = (
  call: OauthCall<N, Session>,
) => Promise<Result<ValueOf<RouteOf<N>>>>;
export type CustomerEndpoints = { readonly [N in CustomerName]: CustomerEndpoint<N> };

/** A route of a program: the token endpoint, the data of an access token, and the keys. */
export type ProgramName = Exclude<OauthName, BrowserName | CustomerName>;
export type ProgramEndpoint<N extends ProgramName> = OauthEndpoint<N, StoredToken | null, Reply>;
export type ProgramEndpoints = { readonly [N in ProgramName]: ProgramEndpoint<N> };
