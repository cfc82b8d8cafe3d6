import type { EventName } from '../../../shared/protocol/events.ts';

export type EventObject = 'payment outcome' | 'permission outcome' | 'scan' | 'display message';

type Note = { readonly when: string; readonly object: EventObject };

const payment = (when: string): Note => ({ when, object: 'payment outcome' });
const permission = (when: string): Note => ({ when, object: 'permission outcome' });

/** When each event is sent, and what it carries. */
export const EVENT_NOTES: Readonly<Record<EventName, Note>> = {
  payment_authorized: payment('The customer has approved; the money is reserved, not yet taken.'),
  payment_captured: payment('Money was taken: all of it, or the part that the object shows.'),
  payment_auth_released: payment('What was still reserved was given free.'),
  payment_aborted_by_customer: payment('The customer has declined.'),
  payment_aborted_by_merchant: payment('The merchant has ended the request before capture.'),
  payment_authorization_renewed: payment('The authorisation is good for another three days.'),
  payment_authorization_expired: payment('The authorisation has run out of time.'),
  payment_request_expired: payment('Nobody approved in time.'),
  permission_request_answered: permission('The customer has accepted or declined.'),
  permission_request_expired: permission('Nobody answered in time.'),
  shortlink_scanned: { when: 'A customer has scanned the code of a shortlink.', object: 'scan' },
  display_message: {
    when: 'Something happened that the person at the till may want to know.',
    object: 'display message',
  },
};
