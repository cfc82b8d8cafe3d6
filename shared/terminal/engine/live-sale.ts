import type { CancelTimer } from '../../time/clock.ts';
import { leadOf } from '../sale/pair.ts';
import { isOver, isUnmatched, type Sale, type SaleFacts } from '../sale/sale.ts';

/** A sale of the running till, with its timer and its call. */
export type LiveSale = {
  sale: Sale;
  /** The state that screens may show. */
  visible: Sale;
  /** Number of records that are not durable yet. */
  unwritten: number;
  /** Milliseconds by which the clock was set, forward if positive, while a record was being written. */
  clockSet: number;
  timer: CancelTimer | null;
  cancelRead: () => void;
};

/** All sales by their ids, oldest first. */
export type LiveSales = Map<string, LiveSale>;

/** The two requests of a pair are one group; every other sale is a group. */
export function groupOf({ facts: { id, leg } }: Sale): string {
  return leg === null || leg.of === 'code' ? id : leg.other;
}

/** The other request of the same sale. */
export function otherOf({ sale }: LiveSale, liveSales: LiveSales): LiveSale | null {
  return liveSales.get(sale.facts.leg?.other ?? '') ?? null;
}

/**
 * Makes the current state visible. A state that the till itself decided becomes visible after its
 * record is durable, so that a restart cannot show another one (D-203). Returns true if the visible
 * state changed.
 */
export function reveal(live: LiveSale, other: LiveSale | null): boolean {
  const both = other === null ? [live] : [live, other];
  const lead = other === null ? live.sale : leadOf(live.sale, other.sale);
  const isKept = both.every((one) => one.unwritten === 0);
  if (isDecidedByTill(lead.facts) && !isKept) return false;
  const before = live.visible;
  for (const one of both) one.visible = one.sale;
  return before !== live.visible;
}

/**
 * True for a state that the till decided: the choice between two requests, an end without a payment at
 * the service, and a failed capture (after a restart without the record the till would try again). The
 * service decides every other end and reports the same after a restart.
 */
function isDecidedByTill(facts: SaleFacts): boolean {
  const { leg, refused, closed, goal, because } = facts;
  const failed = because === 'capture_failed' || because === 'release_failed';
  if (!isOver(facts)) return goal === 'hold' && failed;
  return leg !== null || refused !== null || closed !== null;
}

/**
 * Ended sales beyond the number in the view, oldest first. Those that ended on hold are counted apart: a
 * person has not seen their end yet, and a sale that was on hold for long began before all the others.
 */
export function oldEndedSales(liveSales: LiveSales, visible: number): readonly Sale[] {
  const sales = [...liveSales.values()].map((live) => live.sale);
  const isOpen = (id: string) => {
    const other = liveSales.get(id)?.sale.facts;
    return other !== undefined && !isOver(other);
  };
  // An ended request of a pair is needed while the other one is open.
  const isDone = (facts: SaleFacts) => isOver(facts) && !isUnmatched(facts);
  const ended = sales.filter(({ facts }) => isDone(facts) && !isOpen(facts.leg?.other ?? ''));
  const beyond = (some: readonly Sale[]) => some.slice(0, Math.max(0, some.length - visible));
  const unseen = ended.filter(({ facts }) => facts.onHold);
  const others = ended.filter(({ facts }) => !facts.onHold);
  return [...beyond(others), ...beyond(unseen)];
}
