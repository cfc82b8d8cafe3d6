import { sumOf, total } from '../../shared/payment/amounts.ts';
import { PAYMENT_GROUPS, type PortalDay } from '../../shared/portal/contract.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { Instant } from '../../shared/time/clock.ts';
import type { PortalDeps } from './deps.ts';
import { current, groupsOf } from './payment-view.ts';
import type { Position } from './position.ts';

type Numbers = Omit<PortalDay, 'day'>;

/** Counts the payments that were requested in a period, up to a bound. */
export async function dayNumbers(
  deps: PortalDeps,
  merchantId: string,
  span: { readonly from: Instant; readonly to: Instant },
): Promise<Numbers> {
  const taken = new Map<string, number>();
  const groups = new Map(PAYMENT_GROUPS.map((group) => [group, 0]));
  let at: Position | null = null;
  let count = 0;
  let complete = false;
  while (!complete && count < LIMITS.portalScanMax) {
    const page = await deps.store.payments.list(merchantId, {
      createdFrom: span.from,
      createdTo: span.to,
      statuses: [],
      after: at === null ? null : { created: at.created, tid: at.id },
      limit: LIMITS.portalReadAtOnce,
    });
    for (const stored of page.items) {
      const payment = await current(deps, stored);
      count += 1;
      for (const group of groupsOf(payment)) groups.set(group, (groups.get(group) ?? 0) + 1);
      const { currency } = payment.request;
      const net = total(sumOf(payment.captures)) - total(sumOf(payment.refunds));
      taken.set(currency, (taken.get(currency) ?? 0) + net);
    }
    complete = page.next === null;
    at = page.next === null ? at : { created: page.next.created, id: page.next.tid };
  }
  return {
    count,
    complete,
    taken: [...taken].map(([currency, amount]) => ({ currency, amount })),
    groups: {
      paid: groups.get('paid') ?? 0,
      reserved: groups.get('reserved') ?? 0,
      waiting: groups.get('waiting') ?? 0,
      refunded: groups.get('refunded') ?? 0,
      failed: groups.get('failed') ?? 0,
    },
  };
}
