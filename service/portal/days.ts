import { Temporal } from 'temporal-polyfill';
import { businessDate, periodsOf } from '../../shared/ledger/calendar.ts';
import { statementOfPayment } from '../../shared/payment/statement.ts';
import { PAYMENT_GROUPS, type PortalDay, type SalesGrain } from '../../shared/portal/contract.ts';
import { DEFAULT_AGREEMENT } from '../../shared/protocol/agreement.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { Instant } from '../../shared/time/clock.ts';
import type { Store } from '../store/store.ts';
import { current, groupOf } from './payment-view.ts';
import type { Position, SearchDeps } from './search.ts';

type Numbers = Omit<PortalDay, 'day'>;

/** Counts the payments that were requested in a period, up to a bound. */
export async function dayNumbers(
  deps: SearchDeps,
  merchantId: string,
  span: { readonly from: Instant; readonly to: Instant },
): Promise<Numbers> {
  const sums = new Map<string, number>();
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
      const group = groupOf(payment);
      groups.set(group, (groups.get(group) ?? 0) + 1);
      const { currency } = payment.request;
      const { net } = statementOfPayment(payment);
      sums.set(currency, (sums.get(currency) ?? 0) + net);
    }
    complete = page.next === null;
    at = page.next === null ? at : { created: page.next.created, id: page.next.tid };
  }
  return {
    count,
    complete,
    net: [...sums].map(([currency, amount]) => ({ currency, amount })),
    groups: {
      paid: groups.get('paid') ?? 0,
      reserved: groups.get('reserved') ?? 0,
      waiting: groups.get('waiting') ?? 0,
      refunded: groups.get('refunded') ?? 0,
      failed: groups.get('failed') ?? 0,
    },
  };
}

/** How many periods the sales chart shows. */
const SHOWN: Readonly<Record<Exclude<SalesGrain, 'hour'>, number>> = { day: 7, week: 8, month: 12 };

/** The merchant's time zone and first currency. */
export async function agreementOf(
  store: Pick<Store, 'merchants'>,
  merchantId: string,
): Promise<{ readonly timeZone: string; readonly currency: string }> {
  const record = await store.merchants.record(merchantId);
  const { timeZone, currencies } = record?.agreement ?? DEFAULT_AGREEMENT;
  return { timeZone, currency: currencies[0] ?? 'NOK' };
}

/** `YYYY-MM-DD` of the calendar day in a time zone. */
export function calendarDay(at: Instant, timeZone: string): string {
  return businessDate(at, midnight(timeZone));
}

/** From midnight to midnight; null for a day that does not exist. */
export function boundsOf(
  day: string,
  timeZone: string,
): { readonly from: Instant; readonly to: Instant } | null {
  try {
    const periods = periodsOf({ from: day, to: day }, 'day', midnight(timeZone), 1);
    const from = periods?.starts[0];
    return periods === null || from === undefined ? null : { from, to: periods.end };
  } catch {
    // 31 April has the form of a day but does not exist.
    return null;
  }
}

/** The first day of the sales chart that ends today. */
export function firstDay(today: string, grain: SalesGrain): string {
  const date = Temporal.PlainDate.from(today);
  switch (grain) {
    case 'hour':
      return today;
    case 'day':
      return date.subtract({ days: SHOWN.day - 1 }).toString();
    case 'week':
      return date.subtract({ days: date.dayOfWeek - 1, weeks: SHOWN.week - 1 }).toString();
    case 'month':
      return date
        .with({ day: 1 })
        .subtract({ months: SHOWN.month - 1 })
        .toString();
  }
}

const midnight = (timeZone: string) => ({ timeZone, startOfDay: '00:00:00' });
