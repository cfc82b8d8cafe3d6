import { activeSpan } from '../../shared/node/tracing/tracing.ts';
import { channelOf } from '../../shared/protocol/basic.ts';
import type { CallbackMessage } from '../../shared/protocol/events.ts';
import type { DeliveryKind } from '../store/delivery-store.ts';
import { type Effects, NO_EFFECTS } from '../store/effects.ts';

/** The address and the resource of a message. */
export type Recipient = {
  /** The address that is registered at the time of the event, or null for none (D-92). */
  readonly uri: string | null;
  readonly kind: DeliveryKind;
  /** Path below the API: `payment_request/<tid>`, `permission_request/<rid>`, `shortlink/<id>`. */
  readonly resource: string;
  /** `whole` if the object is sent over http too (D-138). */
  readonly overHttp?: 'meta' | 'whole';
};

/**
 * The effects of a message, in the commit of the change itself: a message on a `ws:` channel, or a
 * delivery for an http or https address. An attempt reads the object of an event again (D-142).
 *
 * Over http an event has no `object`, because http is not encrypted (specification, Events). A
 * display message always has it, because it contains no personal data (D-147).
 */
export function outbound(to: Recipient, message: CallbackMessage): Effects {
  const channel = channelOf(to.uri);
  const trace = activeSpan()?.traceparent ?? null;
  if (channel !== null) return { ...NO_EFFECTS, messages: [{ channel, message, trace }] };
  const url = to.uri === null ? null : URL.parse(to.uri);
  if (to.uri === null || url === null) return NO_EFFECTS;
  const { meta } = message;
  const whole = url.protocol === 'https:' || to.kind === 'display' || to.overHttp === 'whole';
  const delivery = {
    id: meta.id,
    kind: to.kind,
    resource: to.resource,
    // A late display message is useless: it never waits behind events and never delays them.
    queue: to.kind === 'display' ? `${to.resource}/display` : to.resource,
    uri: to.uri,
    host: url.host,
    event: meta.event,
    body: JSON.stringify(whole ? message : { meta }),
    trace,
  };
  return { ...NO_EFFECTS, deliveries: [delivery] };
}
