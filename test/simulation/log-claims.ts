import { z } from 'zod';
import type { SaleLogKey, SaleLogLine, SaleView } from '../../shared/terminal/index.ts';
import type { AuditedSale } from './audited-sale.ts';
import type { Truth } from './truth.ts';

/** What the auditor knows when a screen shows a line: from requests, replies, customers and orders. */
export type Evidence = {
  readonly line: SaleLogLine;
  /** The sale as the screen shows it. */
  readonly view: SaleView;
  readonly payment: ReturnType<Truth['of']>;
  readonly sale: AuditedSale;
  /** The number of the till's present life. */
  readonly life: number;
  readonly policy: 'attended' | 'unattended';
  /** A customer has scanned a printed code of the till, or the code of the device for this sale. */
  readonly isScanned: boolean;
  /** The till's screen says that the journal cannot be written, so that no request leaves the till. */
  readonly isStuck: boolean;
  /** The service has sent this sentence to the till. */
  readonly isSaid: (text: string) => boolean;
};

/** The condition under which a line of the log is true, and what the evidence shows about it. */
type Claim = { readonly when: string; readonly holds: (evidence: Evidence) => boolean };

const made = ({ payment }: Evidence) => payment !== undefined;
const approved = ({ payment }: Evidence) => payment?.approved === true;
const rejected = ({ payment }: Evidence) => payment?.rejected === true;
const nothingTaken = ({ payment }: Evidence) => (payment?.taken ?? 0) === 0;
const taken = (evidence: Evidence) => !nothingTaken(evidence);
const scanned = ({ payment, isScanned }: Evidence) => isScanned || payment?.claimed === true;
/** A person has ordered the end of the sale, or the till ends such a sale without a person. */
const isGivenUp = ({ sale, policy }: Evidence) =>
  sale.cancelAsked || sale.mode !== 'sale' || sale.codes === 'two codes' || policy === 'unattended';
/** A person has moved the sale, or it is a till without a cashier, which moves sales by itself. */
const isPlaced = ({ sale, policy }: Evidence) => sale.placed !== null || policy === 'unattended';
const hasOwnCode = ({ view }: Evidence) => view.method.kind === 'device_code';
const requestBody = z.object({ amount: z.number() });
/** The request that was sent, if the auditor has seen it, is for the amount of the sale. */
const isAsked = (evidence: Evidence) => {
  const { sale, view, isScanned } = evidence;
  const body = sale.bodies.get(view.id);
  if (body === undefined) return isScanned || !hasOwnCode(evidence);
  return requestBody.parse(JSON.parse(body)).amount === view.amount;
};
const wentBack = ({ line, payment }: Evidence) => {
  const amount = line.amount ?? 0;
  return amount > 0 && payment !== undefined && amount <= payment.refunded;
};
const hasTwoCodes = ({ sale }: Evidence) =>
  sale.codes === 'two codes' || sale.bodies.has(`_second.${sale.id}`);

/**
 * The condition under which each line of the log is true. The auditor checks every printed line at
 * the moment at which a screen shows it; a new line without a condition is a compile error.
 */
export const LOG_CLAIMS: Readonly<Record<SaleLogKey, Claim>> = {
  request_sent: {
    when: 'The till sends the request for this amount; for its own code, after a scan.',
    holds: isAsked,
  },
  code_shown: {
    when: 'The service has the request, or the device shows its own code.',
    holds: (evidence) => made(evidence) || hasOwnCode(evidence),
  },
  request_delivered: { when: 'The service has delivered the request to a phone.', holds: made },
  scanned: {
    when: 'A customer has scanned a code of this sale.',
    holds: scanned,
  },
  opened: { when: 'The customer has opened the request.', holds: made },
  approved: { when: 'The customer has approved.', holds: approved },
  reserved: { when: 'The customer has approved, so the money is reserved.', holds: approved },
  taking: {
    when: 'The till has decided to capture, because the customer has approved.',
    holds: approved,
  },
  paid: { when: 'Money was captured.', holds: taken },
  declined: { when: 'The customer has rejected the request.', holds: rejected },
  expired: {
    when: 'The request or the reservation ended by itself; nothing was captured.',
    holds: nothingTaken,
  },
  cancelling: {
    when: 'Somebody has ordered the cancellation, or the till may cancel by itself.',
    holds: isGivenUp,
  },
  cancelled: { when: 'The request is aborted; nothing was captured.', holds: nothingTaken },
  releasing: {
    when: 'The customer has approved, and the reservation is given up as for a cancellation.',
    holds: (evidence) => approved(evidence) && isGivenUp(evidence),
  },
  released: { when: 'The reservation is released; nothing was captured.', holds: nothingTaken },
  refunded: {
    when: 'This amount was captured and went back.',
    holds: wentBack,
  },
  refused: {
    when: 'The service has refused the request; nothing was captured.',
    holds: nothingTaken,
  },
  failed: {
    when: 'The service has ended the request otherwise; nothing was captured.',
    holds: nothingTaken,
  },
  no_answer: {
    when: 'The till has sent a request, or one is due and its journal does not let it send.',
    holds: ({ sale, isStuck, isScanned }) => sale.requestSent !== null || isStuck || isScanned,
  },
  take_failed: { when: 'The capture did not succeed; what is known is reserved.', holds: approved },
  release_failed: {
    when: 'The customer has approved, and the release that somebody ordered did not succeed.',
    holds: (evidence) => approved(evidence) && isGivenUp(evidence),
  },
  found_after_restart: {
    when: 'The sale began in an earlier life of the till.',
    holds: ({ sale, life }) => sale.life === null || sale.life < life,
  },
  set_aside: {
    when: 'Somebody has set the sale aside, or the till has no cashier.',
    holds: isPlaced,
  },
  brought_to_front: {
    when: 'Somebody has brought the sale to the main screen.',
    holds: ({ sale }) => sale.placed !== null,
  },
  other_code_closed: {
    when: 'One of two codes was scanned; the other is being aborted.',
    holds: hasTwoCodes,
  },
  additional_changed: {
    when: 'The customer has changed the additional amount with the approval.',
    holds: approved,
  },
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
  settled_by_person: {
    when: 'Somebody has marked the sale as resolved.',
    holds: ({ sale }) => sale.settleAsked,
  },
  receipt_sent: { when: 'The receipt is with the payment, which was captured.', holds: taken },
  from_service: {
    when: 'The service has sent this sentence.',
    holds: ({ line, isSaid }) => isSaid(line.text ?? ''),
  },
};
