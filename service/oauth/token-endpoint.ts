import { isUtf8 } from 'node:buffer';
import type { Exchange, Serve } from '../../shared/node/http/exchange.ts';
import type { Reply } from '../../shared/node/http/reply.ts';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { type TokenInput, tokenInput } from '../../shared/protocol/oauth.ts';
import { validate } from '../../shared/protocol/validation.ts';
import { faultReply } from '../web/failure.ts';
import type { ClientAuth } from './client-auth.ts';
import type { OauthDeps } from './deps.ts';
import { exchangeToken, type TokenDeps } from './token.ts';

/** Sent with every reply of the token endpoint (RFC 6749, 5.1); `no-store` is on all replies. */
const PRAGMA = { pragma: 'no-cache' } as const;

/** `POST /oauth2/token`: form or JSON; errors are those of RFC 6749, 5.2 (D-128). */
export function tokenEndpoint(
  deps: TokenDeps & Pick<OauthDeps, 'log'>,
  clients: ClientAuth,
): Serve {
  return async (exchange) => {
    try {
      return await run(deps, clients, exchange);
    } catch (error) {
      return faultReply(error, exchange.requestId, deps.log);
    }
  };
}

async function run(deps: TokenDeps, clients: ClientAuth, exchange: Exchange): Promise<Reply> {
  const input = inputOf(exchange);
  if (!input.ok) return failed(400, 'invalid_request', input.refusal.description);
  const client = await clients(exchange, input.value);
  if (client === null) {
    const reply = failed(401, 'invalid_client', 'The client is unknown or its password is wrong.');
    const challenge = { 'www-authenticate': 'Basic realm="oauth2", charset="UTF-8"' };
    return { ...reply, headers: { ...reply.headers, ...challenge } };
  }
  if ('laterSeconds' in client) {
    const reply = failed(429, 'temporarily_unavailable', 'Too many tries; wait, then ask again.');
    return { ...reply, headers: { ...reply.headers, 'retry-after': `${client.laterSeconds}` } };
  }
  const done = await exchangeToken(deps, client, input.value);
  if (!done.ok) return failed(400, done.error.error, done.error.description);
  return { status: 200, body: done.reply, headers: PRAGMA };
}

function failed(status: number, error: string, error_description: string): Reply {
  return { status, body: { error, error_description }, headers: PRAGMA };
}

const BAD_FORM = refuse(
  'Bad Request',
  'The body must be a form or a JSON object, with each member once.',
);

function inputOf(exchange: Exchange): Answer<TokenInput> {
  const { body } = exchange;
  if (body.length > LIMITS.oauthBodyBytesMax || !isUtf8(body)) return BAD_FORM;
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
  const type = exchange.headers['content-type'] ?? '';
  const fields = /^application\/(?:.*\+)?json\b/i.test(type) ? jsonOf(text) : formOf(text);
  if (fields === null) return BAD_FORM;
  const input = validate(tokenInput, fields);
  return input.ok ? answer(input.value) : BAD_FORM;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A repeated member is refused (RFC 6749, 3.2); an empty one counts as absent. */
function formOf(text: string): Readonly<Record<string, string>> | null {
  const form = new URLSearchParams(text);
  const names = [...form.keys()];
  if (new Set(names).size !== names.length) return null;
  return Object.fromEntries([...form].filter(([, value]) => value !== ''));
}
