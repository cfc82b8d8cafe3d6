import { classOf } from '../../protocol/status-class.ts';
import { CODE } from '../../protocol/status-codes.ts';
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
 * A sale with a screen code and a sticker has two requests (a pair), because a request reaches its
 * customer in one way. The request that is scanned first continues. The till closes the other one and
 * releases what a second customer approves. The choice is durable before the till captures, before it
 * closes the other request and before it shows an end (D-202).
 */

/** An event for one request of a pair. */
export type PairEvent = {
  readonly id: string;
  readonly event: SaleEvent;
  /** `first`: apply the event after its record is durable, and not while the journal fails. */
  readonly journal: 'first' | 'as_well';
};

/** The next event for a pair, from the states of its two requests; null if there is none. */
export function pairEvent(one: Sale, other: Sale): PairEvent | null {
  const legs = codeFirst(one, other);
  // A cancellation applies to both requests, also if the till stopped between the two records.
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

/** The choice of the winner implies the loser, so only the winner's record must be durable. */
function choiceOf(sale: Sale, leg: 'won' | 'lost'): PairEvent {
  const journal = leg === 'won' ? 'first' : 'as_well';
  return { id: sale.facts.id, event: { kind: 'chosen', leg }, journal };
}

/** The code's request first, so that results do not depend on the order of the arguments. */
function codeFirst(one: Sale, other: Sale): readonly [Sale, Sale] {
  return one.facts.leg?.of === 'code' ? [one, other] : [other, one];
}

/** True if a person cancelled the sale; the till itself cancels a request that lost. */
function wasCancelled({ facts }: Sale): boolean {
  return facts.goal === 'abort' && facts.leg?.state === 'open';
}

/** True while the request is neither over, lost, cancelled nor captured. */
function isUndecided({ facts }: Sale): boolean {
  return (
    !isOver(facts) && !hasLost(facts) && facts.goal === 'take' && facts.lastIntent !== 'capture'
  );
}

/**
 * The request that was scanned first, or null. After a restart the till reads both before it chooses,
 * because the other one may be paid.
 */
function firstOf(legs: readonly Sale[]): Sale | null {
  const open = legs.filter((sale) => sale.facts.leg?.state === 'open');
  const paid = open.find(({ facts }) => isPaid(facts));
  if (paid !== undefined) return paid;
  if (open.length < 2 || open.some(({ run, facts }) => run.restored && !isOver(facts))) return null;
  return firstAmong(open);
}

/** Order of choice: paid, approved, scanned. */
function firstAmong(legs: readonly Sale[]): Sale | null {
  return (
    legs.find(({ facts }) => isPaid(facts)) ??
    legs.find(({ facts }) => facts.approved) ??
    legs.find(({ facts }) => facts.scanned || wasAnswered(facts)) ??
    null
  );
}

/** Ends of a request that no customer used. Any other end shows that a customer scanned it. */
const UNANSWERED: ReadonlySet<number> = new Set([CODE.aborted, CODE.requestExpired, CODE.notFound]);

/** Without push events, only the end of a request may show that a customer scanned it. */
function wasAnswered({ seen }: SaleFacts): boolean {
  return seen !== null && classOf(seen.code) !== 'temporary' && !UNANSWERED.has(seen.code);
}

/** Records that a request of a pair won or lost. */
export function choose(
  transition: Transition,
  leg: 'won' | 'lost',
  context: Pick<SaleContext, 'now'>,
): Transition {
  const { facts } = transition.sale;
  if (facts.leg?.state !== 'open') return transition;
  const recorded = addRecord(transition, { kind: 'chosen', leg }, context);
  if (isOver(facts)) return recorded;
  if (leg === 'lost') return abandon(recorded, context);
  // The customer may have approved before the choice.
  return isAuthorised(facts) ? readNow(recorded, context) : recorded;
}

/** Cancels this request, because a person cancelled the other one. */
export function cancelOther(transition: Transition, context: Pick<SaleContext, 'now'>): Transition {
  if (!isUndecided(transition.sale)) return transition;
  return cancelRead(intend(transition, 'abort', context));
}

/** Releases or aborts the request that lost, without a decision of the cashier. */
export function abandon(transition: Transition, context: Pick<SaleContext, 'now'>): Transition {
  const { facts } = transition.sale;
  const wanted = isAuthorised(facts) ? 'release' : 'abort';
  return facts.goal === wanted ? transition : cancelRead(intend(transition, wanted, context));
}

/**
 * The request that represents the sale: the chosen one, else the first open one. If both have ended,
 * the one that would be chosen, so that the choice does not change the view.
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

/** A sale with its id in the view: the lead has the code's id, the other one the sticker's. */
export type VisibleSale = { readonly id: string; readonly sale: Sale };

/** Sales of the view: of a pair the lead, and the other request while it may hold money. */
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

/** The id in the view of the request that does not lead: the sticker's. */
export function secondaryId({ id, leg }: SaleFacts): string {
  return leg?.of === 'code' ? leg.other : id;
}

function publicId({ facts }: Sale, leg: Leg, isLead: boolean): string {
  return (leg.of === 'code') === isLead ? facts.id : leg.other;
}

/**
 * A closed request whose customer approved nevertheless; the customer may ask about that money. A
 * payment there is never a normal sale: it is among the unclaimed results (`isUnmatched`).
 */
function isNotable({ facts, run }: Sale): boolean {
  return hasLost(facts) && !isPaid(facts) && (facts.approved || run.unclear);
}

/** The request with this id of the view, as `visibleSales` gives them out. */
export function resolveSale(id: string, get: (id: string) => Sale | null): Sale | null {
  const sale = get(id);
  const other = sale?.facts.leg ? get(sale.facts.leg.other) : null;
  if (sale === null || other === null) return sale;
  const lead = leadOf(sale, other);
  const wantsLead = sale.facts.leg?.of === 'code';
  return wantsLead === (lead === sale) ? sale : other;
}
