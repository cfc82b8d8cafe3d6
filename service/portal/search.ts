import { exponentOf } from '../../shared/money/currency.ts';
import type { Payment } from '../../shared/payment/payment.ts';
import { statementOfPayment } from '../../shared/payment/statement.ts';
import type { PaymentGroup, PortalPayments } from '../../shared/portal/contract.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { receiptNumberOf } from '../../shared/terminal/engine/sale-ids.ts';
import type { Instant } from '../../shared/time/clock.ts';
import type { PortalDeps } from './deps.ts';
import { current, groupOf, paymentView, posNames, statusesOf } from './payment-view.ts';

/** What reading payments needs. */
export type SearchDeps = Pick<PortalDeps, 'store' | 'payments' | 'clock'>;

/** A position in a list sorted by time, as encoded in `after` and `next`. */
export type Position = { readonly created: Instant; readonly id: string };

export function writePosition({ created, id }: Position): string {
  return `${created}.${id}`;
}

/** Null for an invalid position: the list then begins at its start. */
export function readPosition(text: string | null): Position | null {
  const match = /^(\d{1,15})\.([\w-]{1,64})$/.exec(text ?? '');
  return match === null ? null : { created: Number(match[1]), id: match[2] ?? '' };
}

export type Search = {
  readonly merchantId: string;
  readonly from: Instant | null;
  readonly to: Instant | null;
  readonly group: PaymentGroup | null;
  readonly matches: Matcher | null;
  readonly after: Position | null;
};

/**
 * Payments, newest first. Reads a bounded number of rows by their key and keeps the matches, so a
 * search through years costs no more than one through a day. The answer has the position that it
 * reached.
 */
export async function searchPayments(deps: SearchDeps, search: Search): Promise<PortalPayments> {
  const payments: Payment[] = [];
  let at = search.after;
  let looked = 0;
  let more = true;
  while (more && payments.length < LIMITS.portalPage && looked < LIMITS.portalScanMax) {
    const page = await pageOf(deps, search, at);
    more = page.next !== null;
    for (const stored of page.items) {
      looked += 1;
      at = { created: stored.created, id: stored.tid };
      if (!(await fits(deps, search, stored, payments))) continue;
      if (payments.length < LIMITS.portalPage) continue;
      more = more || stored !== page.items.at(-1);
      break;
    }
  }
  const names = posNames(deps, search.merchantId);
  return {
    items: await Promise.all(payments.map((payment) => paymentView(payment, names))),
    next: more && at !== null ? writePosition(at) : null,
    searched_to: more && at !== null ? at.created : null,
  };
}

/** All matches of a search without a limit of age, one page of the store at a time. */
export async function* foundPages(
  deps: SearchDeps,
  search: Omit<Search, 'after'>,
): AsyncGenerator<readonly Payment[]> {
  const whole: Search = { ...search, after: null };
  for (let at: Position | null = null; ; ) {
    const page = await pageOf(deps, whole, at);
    const payments: Payment[] = [];
    for (const stored of page.items) await fits(deps, whole, stored, payments);
    yield payments;
    if (page.next === null) return;
    at = { created: page.next.created, id: page.next.tid };
  }
}

function pageOf(deps: Pick<PortalDeps, 'store'>, search: Search, at: Position | null) {
  // Without a search text every row that is read is shown, except rows of a narrower group.
  const narrower = search.group === 'refunded' || search.group === 'paid';
  const plain = search.matches === null && !narrower;
  return deps.store.payments.list(search.merchantId, {
    createdFrom: search.from,
    createdTo: search.to,
    statuses: statusesOf(search.group),
    after: at === null ? null : { created: at.created, tid: at.id },
    limit: plain ? LIMITS.portalPage : LIMITS.portalReadAtOnce,
  });
}

/** Adds a matching payment; false for any other. */
async function fits(
  deps: Pick<PortalDeps, 'payments' | 'clock'>,
  { group, matches }: Search,
  stored: Payment,
  payments: Payment[],
): Promise<boolean> {
  if (matches !== null && !matches(stored)) return false;
  const payment = await current(deps, stored);
  if (group !== null && groupOf(payment) !== group) return false;
  payments.push(payment);
  return true;
}

/** True if a payment matches the search. */
export type Matcher = (payment: Payment) => boolean;

/**
 * Parses a search text: a part of a reference, of the receipt number or of the text, a tid or its
 * beginning, or an amount in common notation (`125`, `125,00`, `1 250.50`).
 */
export function matcherOf(typed: string | null): Matcher | null {
  const text = (typed ?? '').trim().toLowerCase();
  if (text === '') return null;
  const amount = /^(\d[\d\s\u00a0\u202f]*)(?:[.,](\d{1,3}))?$/.exec(text);
  const whole = amount?.[1]?.replace(/\D/g, '') ?? null;
  const part = amount?.[2] ?? '';
  return (payment) => {
    if (whole !== null && whole.length < 13 && hasAmount(payment, whole, part)) return true;
    const { request } = payment;
    if (payment.tid.startsWith(text)) return true;
    const texts = [
      request.pos_tid,
      receiptNumberOf(request.pos_id, request.pos_tid),
      request.text,
      ...(payment.lineItems ?? request.line_items ?? []).map((item) => item.description),
    ];
    return texts.some((one) => one?.toLowerCase().includes(text) === true);
  };
}

/** Compares whole units and decimals in minor units, without fractions. */
function hasAmount(payment: Payment, whole: string, part: string): boolean {
  const exponent = exponentOf(payment.request.currency);
  if (part.length > exponent) return false;
  const minor = Number(whole + part.padEnd(exponent, '0'));
  const { asked, captured, refunded, net } = statementOfPayment(payment);
  return [asked, captured, refunded, net].some((amount) => amount === minor);
}
