import type { SaleLogKey } from '../../shared/terminal/index.ts';
import type { Truth } from './truth.ts';

type Payment = ReturnType<Truth['of']>;

/** The condition under which a line of the log is true, and what the payments show about it. */
type Claim = { readonly when: string; readonly holds: (payment: Payment) => boolean };

const always = () => true;
const made = (payment: Payment) => payment !== undefined;
const approved = (payment: Payment) => payment?.approved === true;
const rejected = (payment: Payment) => payment?.rejected === true;
const nothingTaken = (payment: Payment) => (payment?.taken ?? 0) === 0;
const taken = (payment: Payment) => !nothingTaken(payment);

/**
 * The condition under which each line of the log is true. The auditor checks every printed line at
 * the moment at which a screen shows it; a new line without a condition is a compile error.
 */
export const LOG_CLAIMS: Readonly<Record<SaleLogKey, Claim>> = {
  request_sent: { when: 'The till has sent the request, or will send it again.', holds: always },
  code_shown: { when: 'The service has the request.', holds: made },
  request_delivered: { when: 'The service has delivered the request to a phone.', holds: made },
  scanned: { when: 'A customer has scanned a code of this sale.', holds: always },
  opened: { when: 'The customer has opened the request.', holds: made },
  approved: { when: 'The customer has approved.', holds: approved },
  reserved: { when: 'The customer has approved, so the money is reserved.', holds: approved },
  taking: { when: 'The till has decided to capture.', holds: always },
  paid: { when: 'Money was captured.', holds: taken },
  declined: { when: 'The customer has rejected the request.', holds: rejected },
  expired: {
    when: 'The request or the reservation ended by itself; nothing was captured.',
    holds: nothingTaken,
  },
  cancelling: { when: 'Somebody has ordered the cancellation.', holds: always },
  cancelled: { when: 'The request is aborted; nothing was captured.', holds: nothingTaken },
  giving_back: { when: 'The till has decided to release the reservation.', holds: always },
  given_back: { when: 'The reservation is released; nothing was captured.', holds: nothingTaken },
  refunded: { when: 'Money that was captured went back; the line has its amount.', holds: taken },
  refused: {
    when: 'The service has refused the request; nothing was captured.',
    holds: nothingTaken,
  },
  failed: {
    when: 'The service has ended the request otherwise; nothing was captured.',
    holds: nothingTaken,
  },
  no_answer: { when: 'The service has not answered for the stated time.', holds: always },
  take_failed: { when: 'The capture did not succeed; what is known is reserved.', holds: approved },
  found_after_restart: { when: 'The till has found the sale in its journal.', holds: always },
  set_aside: { when: 'Somebody has set the sale aside.', holds: always },
  brought_to_front: { when: 'Somebody has brought the sale to the main screen.', holds: always },
  other_code_closed: {
    when: 'One of two codes was chosen; the other is being aborted.',
    holds: always,
  },
  additional_changed: { when: 'The customer has changed the additional amount.', holds: always },
  part_taken: { when: 'A part was captured.', holds: taken },
  renewing: { when: 'The till has decided to renew the reservation.', holds: approved },
  renewed: { when: 'The reservation lasts longer.', holds: approved },
  vending: { when: 'The till has told the machine to deliver.', holds: approved },
  delivered: { when: 'The machine has delivered.', holds: approved },
  partly_delivered: { when: 'The machine has delivered a part.', holds: approved },
  not_delivered: { when: 'The machine says that it did not deliver.', holds: approved },
  delivery_unknown: {
    when: 'The machine did not say in time what it has delivered.',
    holds: approved,
  },
  delivered_late: {
    when: 'The machine said so after the sale had been given up.',
    holds: approved,
  },
  refunding: { when: 'The till has decided to refund what was not delivered.', holds: taken },
  refund_refused: { when: 'The service has refused the refund.', holds: taken },
  settled_by_person: { when: 'Somebody has marked the sale as resolved.', holds: always },
  receipt_sent: { when: 'The receipt is with the payment, which was captured.', holds: taken },
  from_service: { when: 'The service has sent this sentence.', holds: always },
};
