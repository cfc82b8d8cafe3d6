import type { PortalDelivery } from '../../../shared/portal/contract.ts';
import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { parseScanAnswer } from '../../callbacks/scan-answer.ts';
import type { Delivery } from '../../store/delivery-store.ts';
import type { PortalEndpoint } from '../endpoint.ts';
import { readPosition, writePosition } from '../search.ts';

const NONE = refuse('Not Found', 'There is no callback of this id.');

/** `GET /portal/v1/callbacks`: the delivery log, newest first. */
export const callbacks: PortalEndpoint<'callbacks'> = async (call) => {
  const page = await call.services.deps.callbacks.list(call.session.merchantId, {
    state: call.query.state,
    resource: null,
    after: readPosition(call.query.after),
    limit: LIMITS.portalPage,
  });
  const items = page.items.map(deliveryView);
  return answer({ items, next: page.next === null ? null : writePosition(page.next) });
};

/** `GET /portal/v1/callbacks/<id>`: with the newest attempts. */
export const callback: PortalEndpoint<'callback'> = async (call) => {
  const { merchantId } = call.session;
  const log = call.services.deps.callbacks;
  const id = call.params.id;
  const [delivery, attempts] = await Promise.all([
    log.read(merchantId, id),
    log.attempts(merchantId, id, LIMITS.portalAttemptsShown),
  ]);
  if (delivery === null) return NONE;
  const tries = attempts.map(({ at, status, problem, duration }) => ({
    at,
    status,
    problem,
    duration,
  }));
  return answer({ ...deliveryView(delivery), answer: answerOf(delivery), tries });
};

/**
 * `POST /portal/v1/callbacks/<id>/resend`: sends the same message again, with its schedule from the
 * start.
 */
export const callbackResend: PortalEndpoint<'callbackResend'> = async (call) => {
  const id = call.params.id;
  const result = await call.services.deps.callbacks.resend(call.session.merchantId, id);
  switch (result) {
    case 'due':
      return callback(call);
    case 'waiting':
      return refuse('Conflict', 'It is being sent already, or waits for an earlier one.');
    case 'unknown':
      return NONE;
  }
};

function deliveryView(delivery: Delivery): PortalDelivery {
  const { id, event, resource, uri, created, state, attempts, dueAt, last } = delivery;
  const status = last?.status ?? null;
  const problem = last?.problem ?? null;
  return { id, event, resource, uri, created, state, attempts, due: dueAt, status, problem };
}

function answerOf(delivery: Delivery): string | null {
  const scanAnswer = delivery.answer === null ? null : parseScanAnswer(delivery.answer);
  return scanAnswer?.text ?? scanAnswer?.uri ?? null;
}
