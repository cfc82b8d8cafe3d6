import { answer } from '../../../shared/protocol/errors.ts';
import type { Handler } from '../endpoint.ts';

/** `GET /payment_request/`: newest first (D-108). */
export const paymentList: Handler<'paymentList'> = async ({ context, caller, query }) => {
  const page = await context.payments.list(caller.merchantId, query);
  return page.ok ? answer({ status: 200, body: page.value }) : page;
};
