import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { SECOND } from '../../../shared/time/clock.ts';
import type { Handler } from '../endpoint.ts';
import { NO_PAYMENT } from './payment-request-read.ts';

/**
 * `GET /payment_request/<tid>/outcome/`. With `wait` it answers as soon as the status code differs
 * from `since` (or from what it is now), or after that many seconds (design, section 4).
 */
export const paymentOutcome: Handler<'paymentOutcome'> = async ({
  context,
  caller,
  params,
  query,
  gone,
}) => {
  let payment = await context.payments.read(caller.merchantId, params.tid);
  if (payment !== null && query.wait > 0 && payment.code === (query.since ?? payment.code)) {
    const { merchantId, tid, code } = payment;
    const wait = query.wait * SECOND;
    payment = await context.payments.readAfter(merchantId, tid, code, wait, gone());
  }
  if (payment === null) return refuse('Not Found', NO_PAYMENT);
  return answer({ status: 200, body: context.payments.outcome(payment) });
};
