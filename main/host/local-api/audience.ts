import { type TillRefusal, tillRefuse } from '../../../shared/device/till-api/errors.ts';
import type { TillRoute } from '../../../shared/device/till-api/routes.ts';
import type { Exchange } from '../../../shared/node/http/exchange.ts';
import { parseJsonBody } from '../../../shared/node/http/json-body.ts';
import type { Audience, Failure, Result } from '../../../shared/node/http/pipeline.ts';
import { answer, type Refusal } from '../../../shared/protocol/errors.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import { type CallerChecks, originHeaders, placeRefusal, tokenRefusal } from './caller-checks.ts';
import { refusalReply } from './reply.ts';

/** A success of any route. */
export type Done = {
  readonly status: number;
  /** Null for an empty body. */
  readonly body: unknown;
};

/** A call whose body was larger than the limit, so that it was not kept. */
export type TillExchange = Exchange & { readonly oversized: boolean };

export type TillAudience = Audience<TillRoute, null, Done, TillRefusal>;

/** A cash register, or a page of a known origin: it has the token of the till. */
export function tillAudience(
  checks: CallerChecks,
  report: (fault: unknown) => void,
): { readonly calls: TillAudience; readonly elsewhere: TillAudience } {
  const elsewhere: TillAudience = {
    failed(fault) {
      report(fault);
      return tillRefuse('internal_error');
    },
    admit({ headers }) {
      const refusal = placeRefusal(headers, checks);
      return refusal === null ? null : { refusal };
    },
    async identify({ headers }, _route, reply) {
      for (const [name, value] of Object.entries(originHeaders(headers, checks))) {
        reply.set(name, value);
      }
      const refusal = tokenRefusal(headers, checks);
      return refusal === null ? NOBODY : { ok: false, refusal };
    },
    readBody: () => NO_BODY,
    reply: ({ status, body }) => (body === null ? { status } : { status, body }),
    refused: ({ refusal }: Failure<TillRefusal>) => refusalReply(tillRefusalOf(refusal)),
  };
  const calls: TillAudience = {
    ...elsewhere,
    async identify(exchange, route, reply) {
      const caller = await elsewhere.identify(exchange, route, reply);
      return caller.ok && !takesJson(exchange) ? NOT_ACCEPTABLE : caller;
    },
    readBody: bodyOf,
  };
  return { calls, elsewhere };
}

const NOBODY: Result<null> = { ok: true, value: null };
const NO_BODY = answer(null);
const NOT_ACCEPTABLE = tillRefuse('not_acceptable');

function takesJson({ headers }: Exchange): boolean {
  return /application\/(?:json|\*)|\*\/\*/i.test(headers.accept ?? '*/*');
}

/** The body of a call, in JSON; a call without a body in the table may have any JSON. */
function bodyOf(route: TillRoute, exchange: Exchange): Result<unknown, TillRefusal> {
  const { body, headers } = exchange;
  if ('oversized' in exchange && exchange.oversized === true) return tillRefuse('too_large');
  if (body.length > 0 && !/^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '')) {
    return tillRefuse('wrong_media_type');
  }
  const json = parseJsonBody(body);
  if (!json.ok || route.body === undefined) return json.ok ? NO_BODY : json;
  return validate(route.body, json.value);
}

/** A refusal of the pipeline in the errors of this API. */
function tillRefusalOf(refusal: Refusal | TillRefusal): TillRefusal {
  switch (refusal.type) {
    case 'Bad Request':
      return tillRefuse('bad_request', refusal.description).refusal;
    case 'Unauthorized':
    case 'Not Found':
    case 'Method Not Allowed':
    case 'Not Acceptable':
    case 'Conflict':
    case 'Request Entity Too Large':
    case 'Unsupported Media Type':
    case 'Too Many Requests':
    case 'Internal Server Error':
    case 'Service Unavailable':
      // Only the merchant API has these.
      return tillRefuse('internal_error').refusal;
    default: {
      const { type, description, details } = refusal;
      return tillRefuse(type, description, details).refusal;
    }
  }
}
