import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { ticketUpdate as input } from '../../../shared/protocol/ticket.ts';
import { callerOf, type Extra } from './extra.ts';

/** `PUT /payment_request/<tid>/ticket/`: the codes that the customer finds with the receipt (V-14). */
export const ticketUpdate: Extra = {
  kind: 'served',
  place: 'api',
  route: {
    name: 'ticketUpdate',
    method: 'PUT',
    path: '/payment_request/:tid/ticket/',
    level: 'SECRET',
    summary: 'Set the electronic tickets of a payment',
    body: input,
    success: [204],
    errors: ['validation_error', 'Not Found'],
  },
  async run(call) {
    const { merchantId } = callerOf(call);
    const { store, clock, payments } = call.deps;
    const payment = await payments.read(merchantId, call.params.tid ?? '');
    if (payment === null) return refuse('Not Found', 'There is no payment request of this id.');
    const tickets = input.parse(call.body).tickets ?? [];
    await store.tickets.put(merchantId, payment.tid, { at: clock.now(), tickets });
    return answer({ status: 204 });
  },
};
