import { PRAGMA } from './audiences.ts';
import type { ClientAuth } from './client-auth.ts';
import type { ProgramEndpoint } from './endpoint.ts';
import { oauthRefuse } from './refusal.ts';
import { exchangeToken, type TokenDeps } from './token.ts';

const UNKNOWN_CLIENT = oauthRefuse(
  401,
  'invalid_client',
  'The client is unknown or its password is wrong.',
  { ...PRAGMA, 'www-authenticate': 'Basic realm="oauth2", charset="UTF-8"' },
);
const TOO_OFTEN = oauthRefuse(
  429,
  'temporarily_unavailable',
  'Too many tries; wait, then ask again.',
  PRAGMA,
);

/** `POST /oauth2/token`: form or JSON; errors are those of RFC 6749, 5.2 (D-128). */
export function tokenEndpoint(deps: TokenDeps, clients: ClientAuth): ProgramEndpoint<'token'> {
  return async ({ exchange, body }) => {
    const client = await clients(exchange, body);
    if (client === null) return UNKNOWN_CLIENT;
    if ('laterSeconds' in client) {
      return { ...TOO_OFTEN, retryAfterSeconds: client.laterSeconds };
    }
    const done = await exchangeToken(deps, client, body);
    if (!done.ok) return oauthRefuse(400, done.error.error, done.error.description, PRAGMA);
    return { ok: true, value: { status: 200, body: done.reply, headers: PRAGMA } };
  };
}
