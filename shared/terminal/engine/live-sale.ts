import type { CancelTimer } from '../../time/clock.ts';
import { leadOf } from '../sale/pair.ts';
import { isOver, isUnmatched, type Sale, type SaleFacts } from '../sale/sale.ts';

/** A sale of the running till, with what it has under way. */
export type LiveSale = {
  sale: Sale;
  /** The sale as people may see it. */
  visible: Sale;
  /** Records of it that are not durable yet. */
  unwritten: number;
  /** By how many milliseconds the clock went back while a record of it was being written. */
  back: number;
  timer: CancelTimer | null;
  cancelRead: () => void;
};

/** All sales by their ids, oldest first. */
export type LiveSales = Map<string, LiveSale>;

export function newLiveSale(sale: Sale): LiveSale {
  const idle = { timer: null, cancelRead: () => undefined };
  return { sale, visible: sale, unwritten: 0, back: 0, ...idle };
}

/** The two requests of one sale wait for one another; every other sale is alone. */
export function groupOf({ facts: { id, leg } }: Sale): string {
  return leg === null || leg.of === 'code' ? id : leg.other;
}

/** The other request of the same sale. */
export function otherOf({ sale }: LiveSale, liveSales: LiveSales): LiveSale | null {
  return liveSales.get(sale.facts.leg?.other ?? '') ?? null;
}

/**
 * Shows a sale as it is now, where that may be shown: what is the till's word is shown once it is
 * durable, so that no restart can come to another (D-203). True when what is shown has changed.
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
 * Which of two requests counts, what ended without a payment at the service, and that nothing could be
 * taken (a restart that forgot it would try again) is the till's word. Any other end is the service's,
 * which says the same after every restart.
 */
function isDecidedByTill(facts: SaleFacts): boolean {
  const { leg, refused, closed, goal, because } = facts;
  if (!isOver(facts)) return goal === 'hold' && because === 'capture_failed';
  return leg !== null || refused !== null || closed !== null;
}

/** Ended sales beyond what is shown, oldest first. */
export function oldEndedSales(liveSales: LiveSales, visible: number): readonly Sale[] {
  const sales = [...liveSales.values()].map((live) => live.sale);
  const isOpen = (id: string) => {
    const other = liveSales.get(id)?.sale.facts;
    return other !== undefined && !isOver(other);
  };
  // Of a sale's two requests, one that has ended is still needed to decide about the other.
  const isDone = (facts: SaleFacts) => isOver(facts) && !isUnmatched(facts);
  const ended = sales.filter(({ facts }) => isDone(facts) && !isOpen(facts.leg?.other ?? ''));
  return ended.slice(0, Math.max(0, ended.length - visible));
}
