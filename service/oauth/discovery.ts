import { OAUTH_ROUTES } from '../../shared/protocol/oauth.ts';
import { SCOPES } from '../../shared/protocol/scope.ts';

/**
 * The metadata from which a standard client library learns all addresses (OpenID Connect Discovery
 * 1.0).
 */
export function discoveryOf(issuer: string) {
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
