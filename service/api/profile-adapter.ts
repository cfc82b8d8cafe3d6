import type { Logger } from 'pino';
import { errorReply } from '../../shared/node/http/error-reply.ts';
import type { Exchange } from '../../shared/node/http/exchange.ts';
import { readInput } from '../../shared/node/http/json-body.ts';
import type { Failure } from '../../shared/node/http/pipeline.ts';
import { type IgnoredMember, inputOf } from '../../shared/node/http/profile-input.ts';
import { inShape, inWordsOf, refusalIn } from '../../shared/node/http/profile-reply.ts';
import type { Reply } from '../../shared/node/http/reply.ts';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';
import {
  accepts,
  csvMediaType,
  negotiate,
  SVC_PROFILE,
  type VendorProfile,
} from '../../shared/protocol/media.ts';
import type { Route } from '../../shared/protocol/routes.ts';
import type { ServiceAddresses } from '../../shared/protocol/service-addresses.ts';

/**
 * Translates between the clients of one generation and the endpoints, which know none: bodies, replies and
 * refusals of the merchant API (V-1 to V-38).
 */
export interface ProfileAdapter {
  /** Whether the client accepts what the route answers in. */
  accepts(route: Route, exchange: Exchange): boolean;
  /** The checked body of a request. */
  body(route: Route, exchange: Exchange): Answer<unknown>;
  /** A success in the form of the clients. */
  reply(reply: Reply, route: Route): Reply;
  /** A refusal in their words. */
  refused(failure: Failure): Reply;
}

/** The adapter of a profile. The default profile is the specification's own, and changes nothing. */
export function profileAdapter(
  profile: VendorProfile,
  { addresses, log }: { readonly addresses: () => ServiceAddresses; readonly log: Logger },
): ProfileAdapter {
  const onIgnored = noticeOnce(log);
  const origin = () => {
    const { root, prefix } = addresses();
    return root.slice(0, root.length - prefix.length);
  };
  const isOlder = profile !== SVC_PROFILE;
  return {
    accepts(route, { headers: { accept } }) {
      const csv = route.produces === csvMediaType(SVC_PROFILE);
      const produces = csv ? csvMediaType(profile) : route.produces;
      // Clients that always accept only the API's own media type also get images and tables.
      return (
        (produces !== undefined && accepts(accept, produces)) || negotiate(accept, profile) !== null
      );
    },
    body({ name, body: schema }, exchange) {
      if (schema === undefined) return NOTHING;
      const prepared = isOlder
        ? (json: unknown) => inputOf(name, json, profile, (member) => onIgnored(name, member))
        : undefined;
      const body = readInput(schema, exchange, profile, prepared);
      if (!body.ok) return { ok: false, refusal: refusalIn(body.refusal, profile) };
      return isRefund(name, body.value) && profile.refunds === 'refused' ? NO_REFUNDS : body;
    },
    reply: (reply, { name }) => inShape(reply, name, profile, origin),
    refused: ({ refusal, retryAfterSeconds }) =>
      errorReply(inWordsOf(profile, refusal), retryAfterSeconds),
  };
}

const NOTHING = answer(null);

const isRefund = (route: Route['name'], body: unknown) =>
  route === 'paymentUpdate' && Object(body).action === 'refund';

/** Nothing in such a request shows whether its amount is the right one (D-464). */
const NO_REFUNDS = refuse(
  'Conflict',
  'This service takes no refunds from its API, because clients of its profile name a hundred times the ' +
    'amount. Refund the payment in the merchant portal.',
);

/** Says in the log what the API ignores, once for each kind of request and not for each request. */
function noticeOnce(log: Logger) {
  const said = new Set<string>();
  return (route: string, { name }: IgnoredMember) => {
    if (said.has(route)) return;
    said.add(route);
    log.info({ member: name }, PUSHER_IGNORED);
  };
}

const PUSHER_IGNORED =
  'a client names a pusher: channel; nothing is sent to it, so the client must poll the outcome, or ' +
  'use the event socket with ws:<channel>';
