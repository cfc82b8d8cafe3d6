import type { Refusal } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { OauthError } from '../../shared/protocol/oauth.ts';
import { scope as scopeSchema } from '../../shared/protocol/scope.ts';
import { validate } from '../../shared/protocol/validation.ts';
import type { OauthClient, OauthStore, RequestedAuthorisation } from '../store/oauth-store.ts';

/** The result of the check of an authorisation request. */
export type Judged =
  | {
      readonly kind: 'asked';
      readonly client: OauthClient;
      readonly authorisation: RequestedAuthorisation;
    }
  /** The client gets the error, at its own address. */
  | { readonly kind: 'tell_client'; readonly location: string }
  /** The customer sees the error, because the address is not trusted (D-124). */
  | { readonly kind: 'tell_customer'; readonly error: OauthError };

const NAMES = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'prompt',
] as const;
type Name = (typeof NAMES)[number];
type QueryValues = Readonly<Record<Name, string | null>>;

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** Checks an authorisation request (RFC 6749, RFC 7636, RFC 9207; D-124). */
export async function judge(
  query: URLSearchParams,
  store: Pick<OauthStore, 'client'>,
  issuer: string,
): Promise<Judged> {
  const values = givenOf(query);
  const clientId = values.client_id;
  const client = clientId === null ? null : await store.client(clientId);
  if (client === null) return customer('invalid_client', 'There is no such application.');
  const redirectUri = values.redirect_uri ?? onlyOne(client.redirectUris);
  // Exact comparison: looser comparisons have leaked codes to other addresses (RFC 9700).
  if (redirectUri === null || !client.redirectUris.includes(redirectUri)) {
    return customer('invalid_request', 'The application named an address that is not its own.');
  }
  const { state } = values;
  const refused = problemOf(query, values, client);
  if (refused !== null) {
    const { error, description: error_description } = refused;
    const members = { error, error_description, state: stateOrNull(state), iss: issuer };
    return { kind: 'tell_client', location: withQuery(redirectUri, members) };
  }
  const authorisation: RequestedAuthorisation = {
    clientId: client.id,
    merchantId: client.merchantId,
    redirectUri,
    redirectGiven: values.redirect_uri !== null,
    scope: scopeSchema.parse(values.scope ?? ''),
    state,
    nonce: values.nonce,
    challenge: values.code_challenge,
  };
  return { kind: 'asked', client, authorisation };
}

/** The address with members added to its query; null members are left out. */
export function withQuery(uri: string, members: Readonly<Record<string, string | null>>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(members)) {
    if (value !== null) url.searchParams.set(name, value);
  }
  return url.href;
}

function customer(error: string, description: string): Judged {
  return { kind: 'tell_customer', error: { error, description } };
}

function problemOf(
  query: URLSearchParams,
  values: QueryValues,
  client: OauthClient,
): OauthError | null {
  const problem = (error: string, description: string) => ({ error, description });
  if (NAMES.some((name) => query.getAll(name).length > 1)) {
    return problem('invalid_request', 'A parameter comes more than once.');
  }
  if (values.response_type === null) return problem('invalid_request', 'response_type is missing.');
  if (values.response_type !== 'code') {
    return problem('unsupported_response_type', 'Only response_type code is supported.');
  }
  if (tooLong(values.state) || tooLong(values.nonce)) {
    return problem('invalid_request', 'state or nonce is too long.');
  }
  const scope = validate(scopeSchema, values.scope ?? '');
  if (!scope.ok) return problem('invalid_scope', `The scope ${firstMessage(scope.refusal)}.`);
  // `prompt=none` forbids a page, so the customer cannot be asked.
  if (values.prompt?.split(' ').includes('none')) {
    return problem('interaction_required', 'The customer must be asked.');
  }
  return challengeProblem(values, client);
}

function firstMessage({ details }: Refusal): string {
  return String(Object.values(details ?? {}).flat()[0] ?? 'is wrong');
}

function challengeProblem(values: QueryValues, client: OauthClient): OauthError | null {
  const { code_challenge: challenge, code_challenge_method: method } = values;
  const problem = (description: string) => ({ error: 'invalid_request', description });
  if (challenge === null) {
    return client.secretHash === null
      ? problem('A public client must send a code_challenge.')
      : null;
  }
  if (method !== 'S256') return problem('code_challenge_method must be S256.');
  return CHALLENGE.test(challenge) ? null : problem('code_challenge is not a SHA-256 digest.');
}

function givenOf(query: URLSearchParams): QueryValues {
  const entries = NAMES.map((name): [Name, string | null] => [name, query.get(name) || null]);
  // The names are exactly the keys of the type.
  return Object.fromEntries(entries) as QueryValues;
}

function onlyOne(uris: readonly string[]): string | null {
  return uris.length === 1 ? (uris[0] ?? null) : null;
}

function tooLong(text: string | null): boolean {
  return (text?.length ?? 0) > LIMITS.oauthStateMax;
}

function stateOrNull(state: string | null): string | null {
  return tooLong(state) ? null : state;
}
