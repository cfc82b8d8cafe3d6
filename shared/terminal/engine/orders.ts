import { type Answer, answer } from '../../protocol/errors.ts';
import { refuseTill } from '../../refusals/till-problem.ts';
import type { SaleEvent } from '../sale/events.ts';
import type { Sale } from '../sale/sale.ts';
import type { Dispatcher } from './dispatcher.ts';
import { notSaved } from './journal-queue.ts';
import { groupOf, type LiveSales } from './live-sale.ts';

/** Makes the event of an order from the current state; null if nothing is left to do. */
export type Decide = (sale: Sale) => Answer<SaleEvent | null>;

export const NO_SALE = refuseTill('sale_gone');
export const STOPPING = refuseTill('stopping');

/**
 * Carries out a person's order after its record is durable, so that a restart does not lose it.
 * Refuses if the journal cannot be written (D-201).
 */
export function createOrders(
  liveSales: LiveSales,
  behind: (id: string) => Sale | null,
  { turns, journalFirst }: Dispatcher,
  isStopped: () => boolean,
): (id: string, decide: Decide) => Promise<Answer<null>> {
  return async function order(id, decide) {
    const sale = behind(id);
    if (sale === null) return NO_SALE;
    const group = groupOf(sale);
    if (turns.isTaken(group)) {
      await new Promise<void>((resolve) => turns.wait(group, resolve));
      return order(id, decide);
    }
    const decided = decide(sale);
    if (!decided.ok) return decided;
    const live = liveSales.get(sale.facts.id);
    if (decided.value === null || live === undefined) return answer(null);
    if (isStopped()) return STOPPING;
    const written = await journalFirst(live, decided.value);
    return written.ok ? answer(null) : notSaved(written.failure);
  };
}
