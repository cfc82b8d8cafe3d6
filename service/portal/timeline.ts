import type { TransactionLine } from '../../shared/ledger/lines.ts';
import type { Payment } from '../../shared/payment/payment.ts';
import type { TimelineStep } from '../../shared/portal/contract.ts';
import { CODE } from '../../shared/protocol/status-codes.ts';
import { refundedLinesOf } from '../payments/bill-lines.ts';
import type { Delivery } from '../store/delivery-store.ts';
import type { PortalDeps } from './deps.ts';

/** Maximum number of callbacks shown for one payment; far more than a payment has. */
const CALLBACKS_SHOWN = 100;

/**
 * The history of a payment, in order: its lines in the ledger and its callbacks. There is no time
 * for the customer's first view, so that entry has none.
 */
export async function timelineOf(
  deps: Pick<PortalDeps, 'store' | 'callbacks'>,
  payment: Payment,
): Promise<readonly TimelineStep[]> {
  const { merchantId, tid } = payment;
  const [lines, deliveries] = await Promise.all([
    deps.store.ledger.linesOf(merchantId, tid),
    deps.callbacks.list(merchantId, {
      state: null,
      resource: `payment_request/${tid}`,
      after: null,
      limit: CALLBACKS_SHOWN,
    }),
  ]);
  const own = lines.map((line) => stepOf(line, payment));
  const requestLine = own[0]?.kind === 'request' ? own[0] : plain('request', payment.created);
  const rest = own.filter((one) => one !== requestLine);
  // The log lists the newest first; entries of the same instant keep their order.
  const calls = deliveries.items
    .filter(({ kind }) => kind === 'event')
    .map(callStep)
    .reverse();
  const later = [...rest, ...calls].sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
  return [requestLine, ...(payment.opened ? [plain('opened', null)] : []), ...later];
}

function plain(kind: TimelineStep['kind'], at: number | null): TimelineStep {
  return { kind, at, amount: null, event: null, answer: null, tries: 0 };
}

function stepOf(line: TransactionLine, payment: Payment): TimelineStep {
  const kind = line.action === 'fail' ? failureOf(payment.code) : line.action;
  const moved = line.money?.gross ?? line.amount + line.additionalAmount;
  const step = { ...plain(kind, line.at), amount: Math.abs(moved) };
  if (kind !== 'refund') return step;
  const place = payment.refunds.findIndex(({ id }) => (id ?? '') === line.subId);
  const lines = refundedLinesOf(payment)[place] ?? [];
  return lines.length === 0 ? step : { ...step, lines: [...lines] };
}

function failureOf(code: number): 'rejected' | 'expired' | 'fail' {
  switch (code) {
    case CODE.rejected:
      return 'rejected';
    case CODE.requestExpired:
    case CODE.authExpired:
      return 'expired';
    default:
      return 'fail';
  }
}

function callStep(delivery: Delivery): TimelineStep {
  const { state, last, event, attempts, created } = delivery;
  const kind = {
    delivered: 'callback_delivered',
    open: 'callback_pending',
    gone: 'callback_failed',
    given_up: 'callback_failed',
  } as const;
  const answer = last === null ? null : (last.problem ?? String(last.status));
  return { ...plain(kind[state], last?.at ?? created), event, answer, tries: attempts };
}
