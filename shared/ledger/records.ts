import { money, subtract, ZERO } from '../money/money.ts';
import { authorised, capturedFees, type Sums, total } from '../payment/amounts.ts';
import type { LogAction } from '../payment/moves.ts';
import type { Capture, Payment } from '../payment/payment.ts';
import { CODE } from '../protocol/status-codes.ts';
import type { Instant } from '../time/clock.ts';
import type { LedgerRecord, LineMoney, SalesLine, ScopeLine, TransactionLine } from './lines.ts';
import { capturePosting, refundPosting, scopePosting } from './postings.ts';
import { salesLines, taxOn } from './sales.ts';

/** Ledger records of a new request. A request for an unknown customer fails at once (D-75). */
export function recordsOfRequest(payment: Payment): LedgerRecord[] {
  const asked = unpaid(payment, 'request', payment.created);
  if (payment.code !== CODE.notFound) return [asked];
  return [asked, unpaid(payment, 'fail', payment.created)];
}

/**
 * Ledger records of a move from `before` to `next`: its log line, and for a capture or a refund the
 * amounts with their fees (D-98 to D-102).
 */
export function recordsOfMove(
  before: Payment,
  next: Payment,
  action: LogAction,
  at: Instant,
  taxCode: string,
): LedgerRecord[] {
  switch (action) {
    case 'request':
    case 'abort':
    case 'fail':
      return [unpaid(next, action, at)];
    case 'auth': {
      const sums = authorised(next);
      const sales = before.code === CODE.pending ? salesLines(next, 'reserved', [sums]) : [];
      return [{ ...unpaid(next, action, at, sums), sales }];
    }
    case 'release': {
      // An authorisation that ended with its money held is released by a later move (D-100).
      if (next.held) return [];
      const sums = before.held ?? authorised(before);
      return [unpaid(next, action, at, sums)];
    }
    case 'capture':
      return captured(before, next, at, taxCode);
    case 'refund':
      return refunded(next, at, taxCode);
  }
}

/** A permission request that cost something, or did not; the fee counts with its own tax. */
export function scopeRecord(given: Omit<ScopeLine, 'vat'>): LedgerRecord {
  const vat = taxOn(given.fee, 'scope', given.taxCode);
  const charged = given.fee !== 0;
  const posting = charged ? scopePosting(given.currency, given.fee, vat) : null;
  return { kind: 'scope', line: { ...given, vat }, posting };
}

type Step = { readonly at: Instant; readonly sums: Sums; readonly subId: string };
type Record = Extract<LedgerRecord, { readonly kind: 'transaction' }>;

function captured(before: Payment, next: Payment, at: Instant, taxCode: string): Record[] {
  const last = next.captures.at(-1);
  if (last === undefined) return [];
  const gross = total(last);
  const charged = capturedFees(before);
  const due = capturedFees(next);
  const fee = subtract(due.transactionFee, charged.transactionFee);
  const interchange = subtract(due.interchangeFee, charged.interchangeFee);
  const vat = taxOn(fee, 'transaction', taxCode);
  const sums = { gross, fee, interchange, vat };
  const net = money(gross - fee - interchange - vat);
  return [
    paid(
      next,
      'capture',
      at,
      last,
      { ...sums, taxCode, net },
      {
        posting: capturePosting(next.request.currency, sums),
        sales: salesLines(next, 'capture', next.captures),
      },
    ),
  ];
}

function refunded(next: Payment, at: Instant, taxCode: string): Record[] {
  const last = next.refunds.at(-1);
  if (last === undefined) return [];
  const gross = money(-total(last));
  const none = { fee: ZERO, interchange: ZERO, vat: ZERO };
  return [
    paid(
      next,
      'refund',
      at,
      last,
      { gross, ...none, taxCode, net: gross },
      {
        posting: refundPosting(next.request.currency, total(last)),
        sales: salesLines(next, 'refund', next.refunds),
      },
    ),
  ];
}

function paid(
  payment: Payment,
  action: LogAction,
  at: Instant,
  part: Capture,
  sums: LineMoney,
  rest: Pick<Record, 'posting'> & { readonly sales: readonly SalesLine[] },
): Record {
  const step = { at, sums: part, subId: part.id ?? '' };
  return { kind: 'transaction', line: { ...line(payment, action, step), money: sums }, ...rest };
}

/** A line without money that moves: by default of the whole request. */
function unpaid(payment: Payment, action: LogAction, at: Instant, part?: Sums): Record {
  const { request, additionalAmount } = payment;
  const sums = part ?? { amount: request.amount, additionalAmount };
  const made = line(payment, action, { at, sums, subId: '' });
  return { kind: 'transaction', line: made, posting: null, sales: [] };
}

function line(payment: Payment, action: LogAction, step: Step): TransactionLine {
  // The source of the money is unknown until a customer has paid.
  const unknown = action === 'request' || action === 'abort' || action === 'fail';
  return {
    tid: payment.tid,
    subId: step.subId,
    at: step.at,
    action,
    type: payment.credit && !unknown ? 'credit' : '',
    customer: payment.request.customer ?? '',
    currency: payment.request.currency,
    amount: step.sums.amount,
    additionalAmount: step.sums.additionalAmount,
    money: null,
  };
}
