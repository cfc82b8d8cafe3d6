import { createHash, timingSafeEqual } from 'node:crypto';
import type { LedgerRecord } from '../../shared/ledger/lines.ts';
import { scopeRecord } from '../../shared/ledger/records.ts';
import { toDecimalString, ZERO } from '../../shared/money/money.ts';
import { tokenHash } from '../../shared/node/password-hash.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { OauthError, TokenInput, TokenReply } from '../../shared/protocol/oauth.ts';
import { type Instant, SECOND } from '../../shared/time/clock.ts';
import { issuerOf } from '../payments/payments.ts';
import { subjectOf } from '../permissions/id-token.ts';
import { personOf } from '../permissions/person.ts';
import { includesScope, type PermissionTerms } from '../permissions/rules/decide.ts';
import type { GrantTokens } from '../permissions/rules/outcome.ts';
import { idClaimsOf } from '../permissions/rules/user-info.ts';
import { type ScopeTerms, termsOf } from '../permissions/scope-log.ts';
import type { StoredToken } from '../store/effects.ts';
import type { CodeGrant } from '../store/oauth-store.ts';
import { NO_EFFECTS } from '../store/store.ts';
import type { TokenClient } from './client-auth.ts';
import type { OauthDeps } from './deps.ts';

export type TokenAnswer =
  | { readonly ok: true; readonly reply: TokenReply }
  | { readonly ok: false; readonly error: OauthError };

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

/** What an exchange of a grant for tokens needs. */
export type TokenDeps = Pick<OauthDeps, 'store' | 'issuers' | 'clock' | 'ids' | 'addresses'>;

/** `POST /oauth2/token` for an authenticated client (D-128): exchanges a code, or refreshes. */
export async function exchangeToken(
  deps: TokenDeps,
  client: TokenClient,
  input: TokenInput,
): Promise<TokenAnswer> {
  switch (input.grant_type) {
    case 'authorization_code':
      return byCode(deps, client, input);
    case 'refresh_token':
      return byRefresh(deps, client, input);
    case null:
      return failed('invalid_request', 'grant_type is missing.');
    default:
      return failed('unsupported_grant_type', 'Use authorization_code or refresh_token.');
  }
}

async function byCode(
  deps: TokenDeps,
  client: TokenClient,
  input: TokenInput,
): Promise<TokenAnswer> {
  if (input.code === null) return failed('invalid_request', 'code is missing.');
  const { store, clock } = deps;
  const terms = await termsOf(store, client.merchantId);
  const tokens = newSecrets(deps);
  const taken = await store.oauth.takeCode(
    client.merchantId,
    tokenHash(input.code),
    clock.now(),
    (grant) => {
      if (!fits(grant, client, input)) return null;
      const stored = storedTokens(deps, { ...grant, clientId: client.id }, tokens);
      return { ...NO_EFFECTS, tokens: stored, records: [feeOf(deps, grant, terms)] };
    },
  );
  // The same error for every reason, so that a guess reveals nothing.
  if (taken.kind !== 'grant' || !fits(taken.grant, client, input)) {
    return failed('invalid_grant', 'The code is not good, or not for this client and address.');
  }
  return { ok: true, reply: await replyOf(deps, taken.grant, tokens, terms) };
}

/**
 * The merchant's fee for the authorisation, charged once, when it gets its tokens: the same as for
 * a permission (specification, OAuth token response). The merchant knows the customer only by the
 * subject.
 */
function feeOf(
  deps: Pick<OauthDeps, 'issuers' | 'clock'>,
  grant: CodeGrant,
  terms: ScopeTerms,
): LedgerRecord {
  const { merchantId, customerId } = grant;
  return scopeRecord({
    rid: grant.grantId,
    at: deps.clock.now(),
    status: 'ok',
    customer: subjectOf(deps.issuers.keys, merchantId, customerId),
    currency: terms.currency,
    fee: terms.fee,
    taxCode: terms.taxCode,
  });
}

/** A code is valid only for its client, its address, and a caller who can prove its challenge. */
function fits(grant: CodeGrant, client: TokenClient, input: TokenInput): boolean {
  if (grant.clientId !== client.id) return false;
  const named = input.redirect_uri;
  if (named === null ? grant.redirectGiven : named !== grant.redirectUri) return false;
  const { code_verifier: verifier } = input;
  if (grant.challenge === null) return client.proven && verifier === null;
  if (verifier === null || !VERIFIER.test(verifier)) return false;
  const digest = createHash('sha256').update(verifier).digest('base64url');
  return timingSafeEqual(Buffer.from(digest), Buffer.from(grant.challenge));
}

async function byRefresh(
  deps: TokenDeps,
  client: TokenClient,
  input: TokenInput,
): Promise<TokenAnswer> {
  if (input.refresh_token === null) return failed('invalid_request', 'refresh_token is missing.');
  const { store, clock } = deps;
  const hash = tokenHash(input.refresh_token);
  const known = await store.oauth.token(hash, 'refresh', clock.now());
  if (known !== null && known.clientId !== client.id) return BAD_REFRESH;
  const scope = input.scope ?? known?.scope ?? '';
  if (known !== null && !includesScope(known.scope, scope)) {
    return failed('invalid_scope', 'A refresh cannot ask for more.');
  }
  const tokens = newSecrets(deps);
  const stored = known === null ? [] : storedTokens(deps, { ...known, scope }, tokens);
  const rotated = await store.oauth.rotate(client.merchantId, hash, clock.now(), stored);
  if (rotated !== 'rotated' || known === null) return BAD_REFRESH;
  const grant = { ...known, scope, nonce: null, state: null, authTime: known.issued };
  // The fee was charged with the authorisation.
  const terms = { ...(await termsOf(store, known.merchantId)), fee: ZERO };
  return { ok: true, reply: await replyOf(deps, grant, tokens, terms) };
}

const BAD_REFRESH = failed('invalid_grant', 'The refresh token is not good, or was used before.');

type Owner = Pick<StoredToken, 'grantId' | 'clientId' | 'merchantId' | 'customerId' | 'scope'>;

function newSecrets({ ids }: Pick<OauthDeps, 'ids'>): GrantTokens {
  return { access: `at-${ids.token()}`, refresh: `rt-${ids.token()}` };
}

/** The stored form of new tokens: their hashes and their owner. */
function storedTokens(
  { clock }: Pick<OauthDeps, 'clock'>,
  owner: Owner,
  { access, refresh }: GrantTokens,
): StoredToken[] {
  const issued = clock.now();
  const { grantId, clientId, merchantId, customerId, scope } = owner;
  const shared = { grantId, clientId, merchantId, customerId, scope, issued };
  const expires = issued + LIMITS.accessTokenLife;
  const refreshExpires = issued + LIMITS.refreshTokenLife;
  return [
    { ...shared, hash: tokenHash(access), kind: 'access', expires },
    { ...shared, hash: tokenHash(refresh), kind: 'refresh', expires: refreshExpires },
  ];
}

type Granted = Pick<CodeGrant, 'clientId' | 'merchantId' | 'customerId' | 'scope'> & {
  readonly nonce: string | null;
  readonly state: string | null;
  readonly authTime: Instant;
};

async function replyOf(
  deps: Pick<OauthDeps, 'issuers' | 'clock' | 'addresses' | 'store'>,
  grant: Granted,
  tokens: GrantTokens,
  { fee, currency }: PermissionTerms,
): Promise<TokenReply> {
  const { issuers: consent, clock, addresses } = deps;
  const openid = includesScope(grant.scope, 'openid');
  const claims = {
    issuer: issuerOf(addresses()),
    subject: subjectOf(consent.keys, grant.merchantId, grant.customerId),
    audience: grant.clientId,
    at: clock.now(),
    authTime: grant.authTime,
    nonce: grant.nonce,
    person: idClaimsOf(openid ? await personOf(deps.store, grant.customerId) : null, grant.scope),
  };
  return {
    access_token: tokens.access,
    token_type: 'Bearer',
    ...(openid ? { id_token: await consent.idTokens.sign(claims) } : {}),
    expires_in: LIMITS.accessTokenLife / SECOND,
    refresh_token: tokens.refresh,
    scope: grant.scope,
    currency,
    fee: toDecimalString(fee, currency),
    // The settlement that deducts the fee is created later.
    report_id: null,
    state: grant.state,
  };
}

function failed(error: string, description: string): TokenAnswer {
  return { ok: false, error: { error, description } };
}
