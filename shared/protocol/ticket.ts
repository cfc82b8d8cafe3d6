import { z } from 'zod';
import { dateTime, line, optional, prose } from './basic.ts';
import { LIMITS } from './limits.ts';

/** A code that the customer shows somewhere; text is the only kind of code there ever was (V-14). */
export const ticket = z.object({
  caption: optional(prose(LIMITS.lineTextMax)),
  date_expires: optional(dateTime),
  kind: z.literal('valuecode', { error: 'must be valuecode' }),
  code: z.object({
    type: z.literal('string', { error: 'must be string' }),
    data: line(LIMITS.ticketCodeMax),
  }),
});
export type Ticket = z.output<typeof ticket>;

/** `PUT /payment_request/<tid>/ticket/`: replaces all tickets; none, or null, takes them away. */
export const ticketUpdate = z.object({
  tickets: optional(z.array(ticket).max(LIMITS.ticketsMax)),
});
