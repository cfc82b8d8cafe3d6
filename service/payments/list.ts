import type { Payment } from '../../shared/payment/payment.ts';
import { statementOfPayment } from '../../shared/payment/statement.ts';
import { type Answer, answer, refuse, VALIDATION_SENTENCE } from '../../shared/protocol/errors.ts';
import type { PaymentListItem, PaymentListQuery } from '../../shared/protocol/lists.ts';
import { pathOf } from '../../shared/protocol/routes.ts';
import { type Status, statusOf } from '../../shared/protocol/status-codes.ts';
import { formatDateTime } from '../../shared/time/date-time.ts';
import { paged } from '../store/pages.ts';
import type { PaymentPage, PaymentQuery } from '../store/payment-store.ts';

type Position = NonNullable<PaymentQuery['after']>;

/** The store's query for a checked list query; refuses a cursor that the service did not issue. */
export function queryOf(query: PaymentListQuery): Answer<PaymentQuery> {
  const after = query.cursor === null ? null : readCursor(query.cursor);
  if (query.cursor !== null && after === null) {
    const cursor = ['is not a cursor of this list; take it from the last reply'];
    return refuse('validation_error', VALIDATION_SENTENCE, { cursor });
  }
  const requested = query.status ?? [];
  // only_ok restricts status; together with other statuses the result is empty.
  const statuses: Status[] = query.only_ok ? ['ok'] : [...requested];
  const contradiction = query.only_ok && requested.length > 0 && !requested.includes('ok');
  return answer({
    createdFrom: query.created_from,
    createdTo: contradiction ? 0 : query.created_to,
    statuses,
    after,
    limit: query.page_size,
  });
}

/** Pages of all payments that are read for one page of a point of sale. */
const PAGES_MAX = 20;

/**
 * The payments of one point of sale. A page may have fewer than were asked for, and still be followed by
 * another one, because the work for one request is bounded.
 */
export async function pageOfPos(
  read: (query: PaymentQuery) => Promise<PaymentPage>,
  query: PaymentQuery,
  posId: string,
): Promise<PaymentPage> {
  const { limit } = query;
  const own: Payment[] = [];
  let next = query.after;
  for (let pages = 0; pages < PAGES_MAX && own.length < limit; pages += 1) {
    const page = await read({ ...query, after: next });
    own.push(...page.items.filter(({ request }) => request.pos_id === posId));
    next = page.next;
    if (next === null) break;
  }
  const page = paged(own, limit, ({ created, tid }) => ({ created, tid }));
  return { items: page.rows, next: page.next ?? next };
}

export function writeCursor(position: Position): string {
  return Buffer.from(`${position.created}.${position.tid}`).toString('base64url');
}

function readCursor(cursor: string): Position | null {
  const match = /^(\d{1,15})\.([a-z0-9]{1,64})$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (match === null) return null;
  return { created: Number(match[1]), tid: match[2] ?? '' };
}

/** One row of the list (D-43). */
export function listItemOf(payment: Payment, basePath: string): PaymentListItem {
  const { asked, captured, refunded } = statementOfPayment(payment);
  return {
    tid: payment.tid,
    created: formatDateTime(payment.created),
    modified: formatDateTime(payment.modified),
    total: asked,
    total_captured: captured,
    total_refund: refunded,
    currency: payment.request.currency,
    status: statusOf(payment.code),
    status_code: payment.code,
    message: payment.request.text,
    link: basePath + pathOf('paymentRead', { tid: payment.tid }),
  };
}
