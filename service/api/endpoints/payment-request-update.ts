import { answer, refuse } from '../../../shared/protocol/errors.ts';
import type { Handler } from '../endpoint.ts';

/** `PUT /payment_request/<tid>/`. A refund needs a signature (specification, Authentication 4). */
export const paymentUpdate: Handler<'paymentUpdate'> = async ({
  context,
  caller,
  params,
  body,
}) => {
  if (body.action === 'refund' && caller.till === 'sales') {
    return refuse('Unauthorized', 'This till was paired without the right to give money back.');
  }
  if (body.action === 'refund' && caller.level !== 'KEY') {
    return refuse('Unauthorized', 'A refund must be signed with the user’s RSA key.');
  }
  const updated = await context.payments.update(caller.merchantId, params.tid, body);
  return updated.ok ? answer({ status: 204, body: undefined }) : updated;
};
