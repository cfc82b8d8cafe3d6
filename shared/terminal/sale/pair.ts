import { CODE, classOf } from '../../protocol/status-codes.ts';
import { cancelRead, readNow } from './actions.ts';
import type { SaleContext, SaleEvent, Transition } from './events.ts';
import {
  hasLost,
  isAuthorised,
  isOver,
  isPaid,
  type Leg,
  type Sale,
  type SaleFacts,
} from './sale.ts';
import { addRecord, intend } from './transition.ts';

/*
 * Screen code and sticker together are two requests for one sale, because a request has one way to
 * its customer. The first that is scanned goes on; the other is closed, and whatever a second
 * customer does with it is given back. Which one it is, is written down before any money is taken,
 * before the other one is closed and before an end is shown (D-202).
 */

/** What one of two requests has to be told, or null when there is nothing. */
export type PairEvent = {
  readonly id: string;
  readonly event: SaleEvent;
  /** `first`: it is told once its record is durable, and not at all while nothing can be written. */
  readonly journal: 'first' | 'as_well';
};

/** What follows for the pair from how its two requests stand; one thing at a time. */
export function pairEvent(one: Sale, other: Sale): PairEvent | null {
  const legs = codeFirst(one, other);
  // Who cancels the sale cancels both, also when the till stopped between the two records.
  const left = legs.some(wasCancelled) ? legs.find(isUndecided) : undefined;
  if (left !== undefined) {
    return { id: left.facts.id, event: { kind: 'cancelled_with' }, journal: 'as_well' };
  }
  const winner = legs.find((sale) => sale.facts.leg?.state === 'won') ?? firstOf(legs);
  if (winner === null) return null;
  const loser = winner === one ? other : one;
  if (winner.facts.leg?.state !== 'won') return choiceOf(winner, 'won');
  return loser.facts.leg?.state === 'open' ? choiceOf(loser, 'lost') : null;
}

/** That a request has won implies that the other one has lost; the winner alone must be durable. */
function choiceOf(sale: Sale, leg: 'won' | 'lost'): PairEvent {
  const journal = leg === 'won' ? 'first' : 'as_well';
  return { id: sale.facts.id, event: { kind: 'chosen', leg }, journal };
}

/** The code's request, then the sticker's: no result depends on which of the two is asked about. */
function codeFirst(one: Sale, other: Sale): readonly [Sale, Sale] {
  return one.facts.leg?.of === 'code' ? [one, other] : [other, one];
}

/** A person cancelled the sale; a request that lost is cancelled by itself, which says nothing. */
function wasCancelled({ facts }: Sale): boolean {
  return facts.goal === 'abort' && facts.leg?.state === 'open';
}

/** True while nobody has decided anything about this request. */
function isUndecided({ facts }: Sale): boolean {
  return (
    !isOver(facts) && !hasLost(facts) && facts.goal === 'take' && facts.lastIntent !== 'capture'
  );
}

/**
 * The one that was scanned first, or null. After a restart both are looked at before either is
 * chosen: the other one may have been paid.
 */
function firstOf(legs: readonly Sale[]): Sale | null {
  const open = legs.filter((sale) => sale.facts.leg?.state === 'open');
  const paid = open.find(({ facts }) => isPaid(facts));
  if (paid !== undefined) return paid;
  if (open.length < 2 || open.some(({ run, facts }) => run.restored && !isOver(facts))) return null;
  return firstAmong(open);
}

/** The order in which customers count: who has paid, who has approved, who has scanned. */
function firstAmong(legs: readonly Sale[]): Sale | null {
  return (
    legs.find(({ facts }) => isPaid(facts)) ??
    legs.find(({ facts }) => facts.approved) ??
    legs.find(({ facts }) => facts.scanned || wasAnswered(facts)) ??
    null
  );
}

/** Ends that a request without a customer can come to; any other was somebody's doing. */
const UNANSWERED: ReadonlySet<number> = new Set([CODE.aborted, CODE.requestExpired, CODE.notFound]);

/** Without push, that somebody had scanned it may show only in what they said. */
function wasAnswered({ seen }: SaleFacts): boolean {
  return seen !== null && classOf(seen.code) !== 'temporary' && !UNANSWERED.has(seen.code);
}

/** Tells a request that it goes on, or that it is to be closed. */
export function choose(
  transition: Transition,
  leg: 'won' | 'lost',
  context: SaleContext,
): Transition {
  const { facts } = transition.sale;
  if (facts.leg?.state !== 'open') return transition;
  const recorded = addRecord(transition, { kind: 'chosen', leg }, context);
  if (isOver(facts)) return recorded;
  if (leg === 'lost') return abandon(recorded, context);
  // It may have waited for this with the customer's approval in hand.
  return isAuthorised(facts) ? readNow(recorded, context) : recorded;
}

/** A person cancelled the sale by its other request. What is reserved by now is asked about. */
export function cancelOther(transition: Transition, context: SaleContext): Transition {
  if (!isUndecided(transition.sale)) return transition;
  return cancelRead(intend(transition, 'abort', context));
}

/** The request that lost goes back, whichever way is still open; nobody is asked about it. */
export function abandon(transition: Transition, context: SaleContext): Transition {
  const { facts } = transition.sale;
  const wanted = isAuthorised(facts) ? 'release' : 'abort';
  return facts.goal === wanted ? transition : cancelRead(intend(transition, wanted, context));
}

/**
 * The request that stands for its sale: the chosen one, else the first that is still open. Where both
 * have ended it is the one that would be chosen, so that the choice changes nothing that was shown.
 */
export function leadOf(one: Sale, other: Sale): Sale {
  const legs = codeFirst(one, other);
  const [code] = legs;
  return (
    legs.find((sale) => sale.facts.leg?.state === 'won') ??
    legs.find((sale) => !isOver(sale.facts)) ??
    firstAmong(legs) ??
    legs.find((sale) => sale.facts.refused === null) ??
    code
  );
}

/** A sale under the id it is known by: the lead has the code's id, the other one the sticker's. */
export type VisibleSale = { readonly id: string; readonly sale: Sale };

/** Sales as people see them: of two requests only the lead, and the other while it has money. */
export function visibleSales(
  sales: readonly Sale[],
  get: (id: string) => Sale | null,
): readonly VisibleSale[] {
  return sales.flatMap((sale): readonly VisibleSale[] => {
    const { leg } = sale.facts;
    const other = leg === null ? null : get(leg.other);
    if (leg === null || other === null) return [{ id: sale.facts.id, sale }];
    const isLead = leadOf(sale, other) === sale;
    if (!isLead && !isNotable(sale)) return [];
    return [{ id: publicId(sale, leg, isLead), sale }];
  });
}

/** The id by which people know the request that does not lead: the sticker's. */
export function secondaryId({ id, leg }: SaleFacts): string {
  return leg?.of === 'code' ? leg.other : id;
}

function publicId({ facts }: Sale, leg: Leg, isLead: boolean): string {
  return (leg.of === 'code') === isLead ? facts.id : leg.other;
}

/**
 * A closed code whose customer approved all the same: someone may ask about that money. What was
 * taken there is never a sale's normal success: it is among the unclaimed results (`isUnmatched`).
 */
function isNotable({ facts, run }: Sale): boolean {
  return hasLost(facts) && !isPaid(facts) && (facts.approved || run.unclear);
}

/** The request that an id stands for, as `shownSales` gives them out. */
export function resolveSale(id: string, get: (id: string) => Sale | null): Sale | null {
  const sale = get(id);
  const other = sale?.facts.leg ? get(sale.facts.leg.other) : null;
  if (sale === null || other === null) return sale;
  const lead = leadOf(sale, other);
  const wantsLead = sale.facts.leg?.of === 'code';
  return wantsLead === (lead === sale) ? sale : other;
}
