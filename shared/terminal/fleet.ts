import type { Ids } from '../ids/ids.ts';
import type { CancelTimer } from '../time/clock.ts';
import { advance } from './advance.ts';
import { type CallDeps, createCalls } from './calls.ts';
import type { Around, Happening, Step } from './happenings.ts';
import { type Facts, isOver, type Sale } from './sale.ts';

export type FleetDeps = CallDeps & {
  readonly ids: Ids;
  /** Called after every change of a sale. */
  readonly changed: () => void;
};

/** All sales of a till, each with its timer and its one call. */
export interface Fleet {
  sales(): readonly Sale[];
  get(id: string): Sale | null;
  add(sale: Sale): void;
  /** True for the tid of an ended sale that is not kept any more. */
  isPast(tid: string): boolean;
  dispatch(id: string, happening: Happening): void;
  /** Asks about every open sale now. */
  lookAll(): void;
  stop(): Promise<void>;
}

/** Ended sales that are remembered by their tid, so that a late event about one is no surprise. */
const PAST_MAX = 10_000;

type Member = { sale: Sale; timer: CancelTimer | null; hangUp: () => void };

/** Carries out what `advance` decides: the thin shell around the pure core. */
export function createFleet(deps: FleetDeps): Fleet {
  const members = new Map<string, Member>();
  const calls = createCalls(deps);
  const past = createPast();
  let stopped = false;

  function dispatch(id: string, happening: Happening): void {
    const member = members.get(id);
    if (member === undefined || stopped) return;
    const { sale, steps } = advance(member.sale, happening, aroundOf(deps));
    member.sale = sale;
    for (const step of steps) carryOut(member, step);
    deps.changed();
  }

  function carryOut(member: Member, step: Step): void {
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
      case 'arm': {
        member.timer?.();
        const { at } = step;
        const delay = at === null ? 0 : Math.max(0, at - deps.clock.now());
        const tick = () => dispatch(id, { kind: 'tick' });
        member.timer = at === null ? null : deps.clock.after(delay, tick);
      }
    }
  }

  return {
    sales: () => [...members.values()].map((member) => member.sale),
    get: (id) => members.get(id)?.sale ?? null,
    add: (sale) => {
      members.set(sale.facts.id, { sale, timer: null, hangUp: () => undefined });
      for (const facts of surplus(members, deps.settings.endedShown)) {
        members.delete(facts.id);
        past.add(facts);
      }
    },
    isPast: past.has,
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

function aroundOf({ clock, connection, ids, settings }: FleetDeps): Around {
  const jitter = Number(ids.digits(3)) / 999;
  return { now: clock.now(), pushUp: connection.pushUp(), jitter, settings };
}

function createPast() {
  const tids = new Set<string>();
  return {
    add: (facts: Facts) => {
      if (facts.created !== null) tids.add(facts.created.tid);
      for (const tid of tids) if (tids.size > PAST_MAX) tids.delete(tid);
    },
    has: (tid: string) => tids.has(tid),
  };
}

/** Ended sales beyond what is shown, oldest first. */
function surplus(members: ReadonlyMap<string, Member>, shown: number): readonly Facts[] {
  const facts = [...members.values()].map((member) => member.sale.facts);
  const ended = facts.filter(isOver);
  return ended.slice(0, Math.max(0, ended.length - shown));
}
