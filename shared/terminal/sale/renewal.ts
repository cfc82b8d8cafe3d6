import type { Instant } from '../../time/clock.ts';
import { isAuthorised, type Sale, type SaleFacts } from './sale.ts';
import type { TerminalSettings } from './settings.ts';
import type { Renewal } from './state.ts';

/**
 * How long the reservation of an authorise-only sale lasts, and whether it must be renewed now
 * (three days, D-86 and D-102). The service states the expiry, so `serviceNow` is the service's time: a
 * device's wrong clock must not renew too late. Null for a sale that is not to stay reserved.
 */
export function renewalOf(
  sale: Sale,
  settings: TerminalSettings,
  serviceNow: Instant,
): Renewal | null {
  const { facts } = sale;
  const expires = facts.seen?.expires ?? null;
  if (!staysReserved(facts) || expires === null) return null;
  const from = expires - settings.renewBefore;
  if (facts.renewing !== null) return { state: 'under_way', from, expires };
  return { state: serviceNow >= from ? 'due' : 'not_yet', from, expires };
}

/** True for the reservation of an authorise-only sale that is not being captured or released. */
export function staysReserved(facts: SaleFacts): boolean {
  return facts.mode.kind === 'authorise' && isAuthorised(facts) && facts.goal === 'hold';
}
