import type { Payment } from '../../shared/payment/payment.ts';
import type { PaymentGroup, PortalPayments } from '../../shared/portal/contract.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { Instant } from '../../shared/time/clock.ts';
import type { PortalDeps } from './deps.ts';
import type { Matcher } from './match-payment.ts';
import { current, groupOf, paymentView, posNames, statusesOf } from './payment-view.ts';

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
export async function searchPayments(deps: PortalDeps, search: Search): Promise<PortalPayments> {
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
  deps: PortalDeps,
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

function pageOf(deps: PortalDeps, search: Search, at: Position | null) {
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
  deps: PortalDeps,
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
