import { placed, placeOf } from '../sale/apply-record.ts';
import { shiftRunTimes, watchClock } from '../sale/clock-back.ts';
import type { SaleEvent, Step } from '../sale/events.ts';
import { pairEvent } from '../sale/pair.ts';
import { advance } from '../sale/reduce.ts';
import type { Sale } from '../sale/sale.ts';
import type { Calls } from './calls.ts';
import { contextOf, carryOut, type SalesDeps, type StepDeps } from './carry-out.ts';
import type { Written } from './journal.ts';
import { groupOf, type Member, type Members, otherOf, reveal } from './member.ts';
import { createTurns, type Turns } from './turns.ts';

/** Lets things happen to sales, one after the other for each. */
export type Dispatcher = {
  readonly dispatch: (id: string, event: SaleEvent) => void;
  /**
   * Lets something happen to a sale once its first record is durable; nothing, where that fails. What
   * happens meanwhile to this sale or to its other request waits, so that memory and journal agree.
   * To be called when it is the sale's turn.
   */
  readonly journalFirst: (member: Member, event: SaleEvent) => Promise<Written>;
  readonly turns: Turns;
};

type WriteStep = Extract<Step, { readonly kind: 'write' }>;

const DONE: Written = { ok: true };

export function createDispatcher(
  members: Members,
  deps: SalesDeps & { readonly calls: Calls; readonly isStopped: () => boolean },
): Dispatcher {
  const turns = createTurns();
  const noteClock = createClockNote(members, deps);
  const { calls, isStopped } = deps;
  const parts: StepDeps = { deps, calls, dispatch, written };

  function dispatch(id: string, event: SaleEvent): void {
    const member = members.get(id);
    if (member === undefined || isStopped()) return;
    const group = groupOf(member.sale);
    if (turns.isTaken(group)) {
      turns.wait(group, () => dispatch(id, event));
      return;
    }
    noteClock();
    const { sale, steps } = advance(member.sale, event, contextOf(deps));
    become(member, sale, steps);
  }

  /** A sale is as its records say now: takes the steps, tells its other request, shows it. */
  function become(member: Member, sale: Sale, steps: readonly Step[]): void {
    member.sale = sale;
    for (const step of steps) carryOut(member, step, parts);
    tellPair(member);
    reveal(member, otherOf(member, members));
    deps.changed();
  }

  function tellPair(member: Member): void {
    const other = otherOf(member, members);
    const news = other === null ? null : pairEvent(member.sale, other.sale);
    if (other === null || news === null) return;
    const told = news.id === other.sale.facts.id ? other : member;
    if (news.journal === 'as_well') dispatch(news.id, news.event);
    // A choice that could be forgotten is none: nothing is taken, closed or shown for it.
    else if (!deps.journalQueue.isStuck()) void journalFirst(told, news.event);
  }

  async function journalFirst(member: Member, event: SaleEvent): Promise<Written> {
    noteClock();
    const { sale, steps } = advance(member.sale, event, contextOf(deps));
    const first = steps.find((step) => step.kind === 'write');
    const group = groupOf(sale);
    turns.take(group);
    member.back = 0;
    const durable = first === undefined ? DONE : await deps.journalQueue.must(first.record);
    turns.free(group, () => {
      if (!durable.ok || isStopped()) return;
      placeBeside(member, members, first);
      const rest = steps.filter((step) => step !== first);
      become(member, shiftRunTimes(sale, member.back), rest);
    });
    return durable;
  }

  function written(member: Member): void {
    member.unwritten -= 1;
    if (reveal(member, otherOf(member, members))) deps.changed();
  }

  return { dispatch, journalFirst, turns };
}

/** Of a sale with two requests one record says where both are. */
function placeBeside(member: Member, members: Members, first: WriteStep | undefined): void {
  const place = first === undefined ? null : placeOf(first.record);
  const other = otherOf(member, members);
  if (place !== null && other !== null) other.sale = placed(other.sale, place === 'aside');
}

/** Notices that the clock was put back, for every sale. */
function createClockNote(members: Members, { clock }: SalesDeps): () => void {
  const clockSetBack = watchClock(clock);
  return () => {
    const back = clockSetBack();
    if (back === 0) return;
    for (const one of members.values()) {
      one.sale = shiftRunTimes(one.sale, back);
      one.back += back;
    }
  };
}
