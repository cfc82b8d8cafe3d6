import type { Logger } from 'pino';
import { errorReply } from '../../shared/node/http/error-reply.ts';
import type { AnyRoute, Audience, Failure } from '../../shared/node/http/pipeline.ts';
import type { Reply } from '../../shared/node/http/reply.ts';
import type { TransportDeps } from '../../shared/node/http/transport.ts';
import { SVC_PROFILE } from '../../shared/protocol/media.ts';
import type { ServiceAddresses } from '../../shared/protocol/service-addresses.ts';
import { guard } from './same-site-guard.ts';
import { failuresIn, PERSON_WORDS } from './unexpected-error.ts';

/** The media type of what pages send and read. */
const PAGE_JSON = 'application/json; charset=utf-8';

/** How the requests of a page are read and answered, whatever generation of clients the API has. */
export function pageWire(wire: TransportDeps, bodyBytesMax: number): TransportDeps {
  return { ...wire, profile: SVC_PROFILE, mediaType: PAGE_JSON, bodyBytesMax };
}

/**
 * What the wallet and the portal have in common: the service's own pages call them, with a cookie and a
 * header of the page, and show each refusal to a person.
 */
export function pageAudience<R extends AnyRoute, Who>(
  deps: { readonly log: Logger; readonly addresses: () => ServiceAddresses },
  header: string,
  identify: Audience<R, Who, unknown>['identify'],
): Audience<R, Who, unknown> {
  return {
    failed: failuresIn(deps.log, PERSON_WORDS),
    admit(exchange) {
      const allowed = guard(exchange, deps.addresses(), header);
      return allowed.ok ? null : allowed;
    },
    identify,
    reply: pageReply,
    refused: pageRefusal,
  };
}

/** The refusal of a page: a cookie has no scheme of HTTP to name. */
export function pageRefusal({ refusal, retryAfterSeconds }: Failure): Reply {
  return errorReply(refusal, retryAfterSeconds, null);
}

function pageReply(value: unknown, { success, produces }: AnyRoute): Reply {
  // The types of endpoints promise a whole reply where the route produces no JSON.
  if (produces !== undefined) return value as Reply;
  const [status = 200, empty = status] = success;
  return value === null ? { status: empty } : { status, body: value };
}
