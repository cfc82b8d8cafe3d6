import type { Ids } from '../../shared/ids/ids.ts';
import type { Move } from '../../shared/payment/moves.ts';
import { outcomeOf } from '../../shared/payment/outcome.ts';
import type { Payment, PaymentTerms } from '../../shared/payment/payment.ts';
import {
  createMessage,
  DISPLAY_MESSAGES,
  type DisplayKey,
  type DisplayMessage,
} from '../../shared/protocol/events.ts';
import { pathOf, type RouteName } from '../../shared/protocol/routes.ts';
import { statusOf } from '../../shared/protocol/status-codes.ts';
import type { Instant } from '../../shared/time/clock.ts';
import { outbound, type Recipient } from '../outbox/outbound.ts';
import type { ScopeTerms } from '../permissions/scope-log.ts';
import { both } from '../store/effects.ts';
import { type Effects, NO_EFFECTS } from '../store/store.ts';
import type { MoreOf } from './outcome-more.ts';

/** What messages need in addition to the payment. */
export type MessageContext = {
  readonly ids: Ids;
  /** Full URL of the API with its base path, without a trailing slash. */
  readonly base: string;
  readonly now: Instant;
  readonly moreOf: MoreOf;
  /** An outcome as it is written in a callback (D-93). */
  readonly written: (outcome: unknown) => unknown;
};

/** What a change of a payment needs in addition to the payment. */
export type ChangeContext = MessageContext & {
  readonly terms: PaymentTerms;
  /** The fee of a permission; null for a payment without a permission request. */
  readonly scopeTerms: ScopeTerms | null;
};

/** A payment with all effects of its change, written in one commit. */
export type ChangedPayment = { readonly payment: Payment; readonly effects: Effects };

/** A payment without effects. */
export function withoutEffects(payment: Payment): ChangedPayment {
  return { payment, effects: NO_EFFECTS };
}

/** Two steps that are written as one: the later payment, and the effects of both in order. */
export function joined(first: ChangedPayment, second: ChangedPayment): ChangedPayment {
  return { payment: second.payment, effects: both(first.effects, second.effects) };
}

/**
 * The event of a state transition, with the outcome at this time; an attempt reads it again
 * (D-142). No event if the transition has none or the payment has no address for it.
 */
export function eventOf(payment: Payment, move: Move, context: MessageContext): Effects {
  if (move.event === null || payment.callbackUri === null) return NO_EFFECTS;
  const message = createMessage({
    id: context.ids.message(),
    event: move.event,
    uri: urlOf('paymentOutcome', payment, context),
    // The transition has already incremented the counter.
    seqno: payment.seqno - 1,
    at: context.now,
    labels: ['timeline'],
    object: context.written(outcomeOf(payment, context.moreOf(payment))),
  });
  return outbound(recipient(payment.callbackUri, 'event', payment), message);
}

/** Adds a display message for the operator of the POS, if the POS asked for them (D-147). */
export function withDisplay(
  changed: ChangedPayment,
  key: DisplayKey,
  context: Pick<MessageContext, 'ids' | 'base' | 'now'>,
): ChangedPayment {
  const { payment } = changed;
  if (payment.displayMessageUri === null) return changed;
  const object: DisplayMessage = {
    tid: payment.tid,
    pos_id: payment.request.pos_id,
    pos_tid: payment.request.pos_tid,
    status: statusOf(payment.code),
    status_code: payment.code,
    level: key === 'rejected' || key === 'expired' ? 'warning' : 'info',
    message: DISPLAY_MESSAGES[key],
  };
  const message = createMessage({
    id: context.ids.message(),
    event: 'display_message',
    uri: urlOf('paymentRead', payment, context),
    seqno: payment.displaySeqno,
    at: context.now,
    labels: ['display', key],
    object,
  });
  const added = outbound(recipient(payment.displayMessageUri, 'display', payment), message);
  return {
    payment: { ...payment, displaySeqno: payment.displaySeqno + 1 },
    effects: both(changed.effects, added),
  };
}

function recipient(uri: string, kind: Recipient['kind'], payment: Payment): Recipient {
  return { uri, kind, resource: `payment_request/${payment.tid}` };
}

function urlOf(route: RouteName, payment: Payment, context: Pick<MessageContext, 'base'>): string {
  return context.base + pathOf(route, { tid: payment.tid });
}
