import { tokenHash } from '../../shared/node/password-hash.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { issuerOf } from '../payments/payments.ts';
import { includesScope } from '../permissions/rules/decide.ts';
import type { OauthRequest, RequestedAuthorisation } from '../store/oauth-store.ts';
import { withQuery } from './authorize.ts';
import type { OauthDeps } from './deps.ts';

/** How long a used code is remembered: as long as its tokens can live. */
export const CODE_KEPT = LIMITS.refreshTokenLife;

/** Stores a checked request until the customer has answered it. */
export async function keepRequest(
  deps: Pick<OauthDeps, 'store' | 'clock'>,
  authorisation: RequestedAuthorisation,
  by: {
    readonly id: string;
    readonly customerId: string | null;
    readonly loginHash: string | null;
  },
): Promise<OauthRequest> {
  const request: OauthRequest = {
    authorisation,
    ...by,
    tries: 0,
    answered: false,
    expires: deps.clock.now() + LIMITS.oauthRequestLife,
  };
  await deps.store.oauth.putRequest(request);
  return request;
}

export type Decision =
  | { readonly kind: 'granted'; readonly customerId: string; readonly scope: string | null }
  | { readonly kind: 'refused' };

/**
 * Answers a request once and returns the address to redirect to, with a code (60 s, single use,
 * bound to the address, D-127) or with the refusal. Null when it was answered before, or when the
 * grant would exceed the request.
 */
export async function answerRequest(
  deps: Pick<OauthDeps, 'store' | 'clock' | 'ids' | 'addresses'>,
  request: OauthRequest,
  decision: Decision,
): Promise<string | null> {
  const { authorisation } = request;
  const { store, ids, clock, addresses } = deps;
  const scope =
    decision.kind === 'granted' ? (decision.scope ?? authorisation.scope) : authorisation.scope;
  if (!includesScope(authorisation.scope, scope)) return null;
  if (!(await store.oauth.answerRequest(authorisation.merchantId, request.id))) return null;
  const rest = { state: authorisation.state, iss: issuerOf(addresses()) };
  if (decision.kind === 'refused') {
    const error_description = 'The customer has declined.';
    return withQuery(authorisation.redirectUri, {
      error: 'access_denied',
      error_description,
      ...rest,
    });
  }
  const code = ids.token();
  const now = clock.now();
  const { customerId } = decision;
  const grant = { ...authorisation, scope, grantId: ids.rid(), customerId, authTime: now };
  await store.oauth.putCode(tokenHash(code), grant, now + LIMITS.oauthCodeLife, now + CODE_KEPT);
  return withQuery(authorisation.redirectUri, { code, ...rest });
}
