import type { Ids } from '../ids/ids.ts';
import type { CancelTimer } from '../time/clock.ts';
import { advance } from './advance.ts';
import { type CallDeps, type Calls, createCalls } from './calls.ts';
import { putBack, watchClock } from './clock-back.ts';
import type { Around, Happening, Step } from './happenings.ts';
import { pairNews, saleBehind } from './pair.ts';
import { createPast } from './past.ts';
import { type Facts, isOver, type Sale } from './sale.ts';
import type { Dispenser } from './vending/dispenser.ts';
import type { VendResult } from './vending/port.ts';
import { orderOf } from './vending/vend.ts';

export type FleetDeps = CallDeps & {
  readonly ids: Ids;
  readonly dispenser: Dispenser;
  /** Gives back what a sale's machine did not deliver. */
  readonly giveBack: (facts: Facts, onEnd: (how: 'done' | 'refused') => void) => void;
  /** Called after every change of a sale. */
  readonly changed: () => void;
};

/** All sales of a till, each with its timer and its one call. */
export interface Fleet {
  sales(): readonly Sale[];
  get(id: string): Sale | null;
  /** The request behind an id of the view: of two requests for one sale, the one that counts. */
  behind(id: string): Sale | null;
  add(sale: Sale): void;
  /** True for the tid of an ended sale that is not kept any more. */
  isPast(tid: string): boolean;
  /** An ended sale that is not shown any more; null when it is long gone. */
  past(id: string): Sale | null;
  /** The sale that a cash register started under this name, shown or not. */
  named(reference: string): Sale | null;
  dispatch(id: string, happening: Happening): void;
  /** Asks about every open sale now. */
  lookAll(): void;
  stop(): Promise<void>;
}

type Member = { sale: Sale; timer: CancelTimer | null; hangUp: () => void };

/** Carries out what `advance` decides: the thin shell around the pure core. */
export function createFleet(deps: FleetDeps): Fleet {
  const members = new Map<string, Member>();
  const calls = createCalls(deps);
  const clockWentBack = watchClock(deps.clock);
  const past = createPast();
  let stopped = false;
  const parts = { deps, calls, dispatch };

  function dispatch(id: string, happening: Happening): void {
    const member = members.get(id);
    if (member === undefined || stopped) return;
    const back = clockWentBack();
    if (back > 0) for (const one of members.values()) one.sale = putBack(one.sale, back);
    const before = member.sale;
    const { sale, steps } = advance(before, happening, aroundOf(deps));
    member.sale = sale;
    for (const step of steps) carryOut(member, step, parts);
    const other = sale.facts.leg === null ? undefined : members.get(sale.facts.leg.other);
    const news = other === undefined ? null : pairNews(sale, other.sale);
    // News that changes nothing would be told again and again, without end.
    const isNew = happening.kind === 'begin' || !sameStanding(before, sale);
    if (news !== null && isNew) dispatch(news.id, news.happening);
    deps.changed();
  }

  return {
    sales: () => [...members.values()].map((member) => member.sale),
    get: (id) => members.get(id)?.sale ?? null,
    behind: (id) => saleBehind(id, (known) => members.get(known)?.sale ?? past.get(known)),
    add: (sale) => {
      members.set(sale.facts.id, { sale, timer: null, hangUp: () => undefined });
      for (const old of surplus(members, deps.settings.endedShown)) {
        members.delete(old.facts.id);
        past.add(old);
      }
    },
    isPast: past.has,
    past: past.get,
    named: (reference) => {
      const isIt = (sale: Sale) => sale.facts.register?.reference === reference;
      const shown = [...members.values()].find(({ sale }) => isIt(sale));
      return shown?.sale ?? past.named(reference);
    },
    dispatch,
    lookAll: () => {
      for (const [id, { sale }] of members) {
        if (!isOver(sale.facts)) dispatch(id, { kind: 'look' });
      }
    },
    stop: async () => {
      stopped = true;
      for (const member of members.values()) member.timer?.();
      await calls.stop();
    },
  };
}

type StepParts = {
  readonly deps: FleetDeps;
  readonly calls: Calls;
  readonly dispatch: Fleet['dispatch'];
};

/** Does one step of a sale; whatever it brings comes later, as a happening. */
function carryOut(member: Member, step: Step, { deps, calls, dispatch }: StepParts): void {
  const { id } = member.sale.facts;
  switch (step.kind) {
    case 'write':
      void deps.scribe.write(step.record);
      return;
    case 'hang_up':
      member.hangUp();
      return;
    case 'call': {
      const { call, serial } = step;
      member.hangUp = calls.begin(call, member.sale.facts, (answer) =>
        dispatch(id, { kind: 'answered', serial, answer }),
      );
      return;
    }
    case 'dispense': {
      const order = orderOf(member.sale.facts);
      const tell = (result: VendResult) => dispatch(id, { kind: 'dispensed', result });
      if (order !== null) deps.dispenser.run(order, step.how, tell);
      return;
    }
    case 'refund':
      deps.giveBack(member.sale.facts, (how) => dispatch(id, { kind: 'refund_ended', how }));
      return;
    case 'arm': {
      member.timer?.();
      const { at } = step;
      const delay = at === null ? 0 : Math.max(0, at - deps.clock.now());
      const tick = () => dispatch(id, { kind: 'tick' });
      member.timer = at === null ? null : deps.clock.after(delay, tick);
    }
  }
}

/** True when a sale stands as before, as far as the other request of its pair cares. */
function sameStanding(one: Sale, other: Sale): boolean {
  return one.facts === other.facts && one.run.found === other.run.found;
}

function aroundOf({ clock, connection, ids, settings }: FleetDeps): Around {
  const jitter = Number(ids.digits(3)) / 999;
  return { now: clock.now(), pushUp: connection.pushUp(), jitter, settings };
}

/** Ended sales beyond what is shown, oldest first. */
function surplus(members: ReadonlyMap<string, Member>, shown: number): readonly Sale[] {
  const sales = [...members.values()].map((member) => member.sale);
  const isOpen = (id: string) => {
    const other = members.get(id)?.sale.facts;
    return other !== undefined && !isOver(other);
  };
  // Of a sale's two requests, one that has ended is still needed to decide about the other.
  const ended = sales.filter(({ facts }) => isOver(facts) && !isOpen(facts.leg?.other ?? ''));
  return ended.slice(0, Math.max(0, ended.length - shown));
}
