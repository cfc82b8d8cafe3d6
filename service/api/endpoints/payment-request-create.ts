import { answer } from '../../../shared/protocol/errors.ts';
import { pathOf } from '../../../shared/protocol/routes.ts';
import type { Handler } from '../endpoint.ts';
import { claimUri } from './payment-request-read.ts';

/**
 * `POST /payment_request/`: 201 for a new request, 200 for the identical one again, with its
 * address both times (D-77, D-78).
 */
export const paymentCreate: Handler<'paymentCreate'> = async ({ context, caller, body }) => {
  const made = await context.payments.create(caller.merchantId, body);
  if (!made.ok) return made;
  const { created, payment } = made.value;
  return answer({
    status: created ? 201 : 200,
    body: { id: payment.tid, uri: claimUri(payment, context) },
    location: context.addresses().base + pathOf('paymentRead', { tid: payment.tid }),
  });
};
