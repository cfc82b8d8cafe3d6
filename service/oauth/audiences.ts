import { isUtf8 } from 'node:buffer';
import { errorReply } from '../../shared/node/http/error-reply.ts';
import type { Exchange } from '../../shared/node/http/exchange.ts';
import type { AnyRoute, Audience, Result } from '../../shared/node/http/pipeline.ts';
import type { Reply } from '../../shared/node/http/reply.ts';
import { tokenHash } from '../../shared/node/password-hash.ts';
import { readBoundedJson } from '../../shared/protocol/bounded-json.ts';
import { type Answer, answer, ERRORS, refuse } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { validate } from '../../shared/protocol/validation.ts';
import { grants } from '../permissions/rules/user-info.ts';
import { readSession, type Session } from '../sign-in/customer-session.ts';
import { servicesFor } from '../sign-in/own-user.ts';
import type { StoredToken } from '../store/effects.ts';
import { failuresIn, PERSON_WORDS, PROGRAM_WORDS } from '../web/unexpected-error.ts';
import type { BrowserDeps } from './asking.ts';
import type { OauthDeps } from './deps.ts';
import { type OauthRefusal, oauthRefuse, oauthRefused } from './refusal.ts';
import { showError, showOver } from './show-pages.ts';

/* The three callers of OAuth's routes: a customer's browser, the wallet, and a program. */

/** A browser that an application has sent here. What goes wrong is a page. */
export function browserAudience(
  deps: BrowserDeps,
): Audience<AnyRoute, BrowserDeps, Reply, OauthRefusal> {
  return {
    failed: failuresIn(deps.oauth.log, PERSON_WORDS),
    identify: async (exchange) => ({ ok: true, value: await servicesFor(deps, exchange) }),
    readBody: (route, exchange) => (route.body === undefined ? NOTHING : formOf(route, exchange)),
    reply: (reply) => reply,
    refused(failure, _route, exchange) {
      const { refusal } = failure;
      if ('error' in refusal) return oauthRefused(failure);
      switch (refusal.type) {
        case 'validation_error':
        case 'Bad Request':
          return showOver(exchange);
        case 'Unsupported Media Type':
        case 'Request Entity Too Large':
          return errorReply(refusal);
        default:
          return showError(exchange, 'temporarily_unavailable', ERRORS[refusal.type]);
      }
    },
  };
}

/** The form of a page; a body of another type has no fields. */
function formOf({ body: schema }: AnyRoute, { headers, body }: Exchange): Answer<unknown> {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = /charset="?([^";\s]+)/.exec(parameters.join(';'))?.[1] ?? 'utf-8';
  if (headers['content-encoding'] !== undefined || !/^utf-?8$/.test(charset)) return NOT_PLAIN;
  const isForm = type.trim() === 'application/x-www-form-urlencoded' && isUtf8(body);
  const text = isForm ? new TextDecoder().decode(body) : '';
  if (text.split('&', FORM_FIELDS_MAX + 1).length > FORM_FIELDS_MAX) return TOO_MANY_FIELDS;
  const fields = isForm ? formFields(text) : null;
  return schema === undefined || fields === null ? BAD_FORM : validate(schema, fields);
}

/** The fields of a form; null if one is repeated (RFC 6749, 3.2). */
export function formFields(text: string): Readonly<Record<string, string>> | null {
  const fields = [...new URLSearchParams(text)];
  const names = new Set(fields.map(([name]) => name));
  return names.size === fields.length ? Object.fromEntries(fields) : null;
}

/** The wallet of a customer who signed in with phone number and one-time code (TWOFACTOR). */
export function identifyCustomer(deps: Pick<OauthDeps, 'store' | 'clock'>) {
  return async (exchange: Exchange): Promise<Result<Session>> => {
    const session = await readSession(deps, exchange);
    return session === null ? SIGNED_OUT : { ok: true, value: session };
  };
}

/**
 * A program: the bearer of an access token, or a client, whose credentials may be in the body, so that the
 * token endpoint checks them.
 */
export function programAudience(
  deps: Pick<OauthDeps, 'store' | 'clock' | 'log'>,
): Audience<AnyRoute, StoredToken | null, Reply, OauthRefusal> {
  return {
    failed: failuresIn(deps.log, PROGRAM_WORDS),
    identify: (exchange, { level, scope }) =>
      level === 'BEARER' ? bearer(deps, exchange, scope) : NOBODY,
    readBody: (route, exchange) =>
      route.body === undefined ? NOTHING : tokenBody(route.body, exchange),
    reply: (reply) => reply,
    refused: oauthRefused,
  };
}

const NOBODY: Promise<Result<null>> = Promise.resolve({ ok: true, value: null });

/** The access token of a request, with the scope that the route needs (RFC 6750). */
async function bearer(
  { store, clock }: Pick<OauthDeps, 'store' | 'clock'>,
  { headers }: Exchange,
  scope: AnyRoute['scope'],
): Promise<Result<StoredToken, OauthRefusal>> {
  const match = /^Bearer +([\w.~+/=-]{1,200})$/i.exec(headers.authorization ?? '');
  const sent = match?.[1];
  const hash = sent === undefined ? null : tokenHash(sent);
  const token = hash === null ? null : await store.oauth.token(hash, 'access', clock.now());
  if (token === null) {
    return bearerRefuse(401, 'invalid_token', 'The access token is missing, wrong, or over.');
  }
  if (scope !== undefined && !grants(token.scope, scope)) {
    return bearerRefuse(403, 'insufficient_scope', `The customer has not granted ${scope}.`);
  }
  return { ok: true, value: token };
}

/** A refusal of RFC 6750, section 3. */
export function bearerRefuse(status: number, error: string, description: string) {
  const challenge = `Bearer error="${error}", error_description="${description}"`;
  return oauthRefuse(status, error, description, { 'www-authenticate': challenge });
}

/** Sent with every reply of the token endpoint (RFC 6749, 5.1); `no-store` is on all replies. */
export const PRAGMA = { pragma: 'no-cache' } as const;

/** The body of the token endpoint: a form or JSON. An empty field of a form counts as absent. */
function tokenBody(
  schema: NonNullable<AnyRoute['body']>,
  { headers, body }: Exchange,
): Result<unknown, OauthRefusal> {
  if (body.length > LIMITS.oauthBodyBytesMax || !isUtf8(body)) return BAD_TOKEN_BODY;
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
  const isJson = /^application\/(?:.*\+)?json\b/i.test(headers['content-type'] ?? '');
  const fields = isJson ? jsonOf(text) : givenFields(text);
  const input = fields === null ? BAD_TOKEN_BODY : validate(schema, fields);
  return input.ok ? input : BAD_TOKEN_BODY;
}

function jsonOf(text: string): unknown {
  const json = readBoundedJson(text);
  return json.ok ? json.value : null;
}

function givenFields(text: string): Readonly<Record<string, string>> | null {
  const fields = formFields(text);
  if (fields === null) return null;
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

const NOTHING = answer(null);
const SIGNED_OUT = refuse('Unauthorized', 'Sign in first.');
const BAD_FORM = refuse('Bad Request', 'The body is not the form of this page.');
/** More fields than the form of the pages has. */
const FORM_FIELDS_MAX = 20;
const TOO_MANY_FIELDS = refuse(
  'Request Entity Too Large',
  `A form may have at most ${FORM_FIELDS_MAX} fields.`,
);
const NOT_PLAIN = refuse('Unsupported Media Type', 'The body must be in UTF-8 and not compressed.');
const BAD_TOKEN_BODY = oauthRefuse(
  400,
  'invalid_request',
  'The body must be a form or a JSON object, with each member once.',
  PRAGMA,
);
