import { REQUEST_FAULTS } from './faults.ts';
import { PLAIN, SMALL_SCENARIOS, type SmallScenario } from './small-scenarios.ts';
import type { CallFault, Play, Played } from './small-world.ts';

/*
 * Every order of events of one scenario, without random numbers. Each list of places continues until the
 * next place of its event is after the end of the play.
 */

/** Plays a script, counts it and collects its findings. */
export type Perform = (script: Play) => Promise<Played>;

/** Plays that belong together; a run plays all units or a share of them. */
export type Unit = {
  readonly family: Family;
  readonly scenario: string;
  readonly run: (perform: Perform) => Promise<void>;
};

export const FAMILIES = [
  'one fault or stop, customer at every moment',
  'cancel against the customer, both at every moment',
  'cancel at every moment, one fault or stop',
  'two faults',
  'a fault and a stop',
  'two faults and a stop',
] as const;
export type Family = (typeof FAMILIES)[number];

type Kind = CallFault['kind'];
/**
 * The faults that make a difference to a till: request lost, reply lost, overtaken by a later call,
 * served twice.
 */
const DISTINCT: readonly Kind[] = ['drop_before', 'drop_after', 'delay', 'duplicate'];
const LOSSES: readonly Kind[] = ['drop_before', 'drop_after'];
const STOPS = ['kill', 'power_cut'] as const;
const POLICIES = ['attended', 'unattended'] as const;

/** The first calls of a play are combined with two faults; later calls repeat a read. */
const CALLS_MAX = 16;
/** Steps between two places of a stop that is combined with two faults. */
const STRIDE = 3;
/** A number that is greater than every place in a play. */
const FAR = 200;
const MOMENTS = 24;
/** After this many moments in which a cancel is not possible, no later ones are tried. */
const MISSED_MAX = 12;

type Base = { readonly scenario: SmallScenario; readonly policy: Play['policy'] };

function script({ scenario, policy }: Base): Play {
  const customer = { act: 'confirm', step: 12 } as const;
  return { scenario, policy, customer, push: true, cancel: null, faults: [], stop: null };
}

/**
 * The plain sale at a till with a cashier has its events at every moment, other sales at fewer moments.
 */
const isThorough = ({ scenario, policy }: Base) => scenario === PLAIN && policy === 'attended';

/**
 * Adds a fault at the first place from `from` on, at the second and so on, as long as the fault occurs.
 */
async function everyCall(
  play: Play,
  kind: Kind,
  perform: Perform,
  from = 1,
  then: (play: Play) => Promise<void> = async () => undefined,
): Promise<void> {
  for (let call = from; call < FAR; call += 1) {
    const next = { ...play, faults: [...play.faults, { kind, call }] };
    const { faultsCame } = await perform(next);
    if (faultsCame < next.faults.length) return;
    if (play.faults.length > 0 && call >= CALLS_MAX) return;
    await then(next);
  }
}

async function everyStop(play: Play, perform: Perform, stride = 1): Promise<void> {
  for (const kind of STOPS) {
    for (let step = 1; step < FAR; step += stride) {
      const { stopCame } = await perform({ ...play, stop: { kind, step } });
      if (!stopCame) break;
    }
  }
}

async function everyFault(play: Play, perform: Perform): Promise<void> {
  await perform(play);
  for (const kind of REQUEST_FAULTS) await everyCall(play, kind, perform);
  await everyStop(play, perform);
}

function* customerUnits(base: Base): Generator<Unit> {
  const every = isThorough(base) ? 1 : 4;
  for (let step = 0; step < MOMENTS; step += every) {
    const play: Play = { ...script(base), customer: { act: 'confirm', step } };
    yield unit(FAMILIES[0], base, (perform) => everyFault(play, perform));
  }
}

function* raceUnits(base: Base): Generator<Unit> {
  for (const act of ['confirm', 'reject'] as const) {
    for (let step = 0; step < MOMENTS; step += isThorough(base) ? 1 : 2) {
      const play: Play = { ...script(base), customer: { act, step } };
      yield unit(FAMILIES[1], base, async (perform) => {
        let missed = 0;
        for (let cancel = 1; missed < MISSED_MAX; cancel += 1) {
          missed = (await perform({ ...play, cancel })).cancelCame ? 0 : missed + 1;
        }
      });
    }
  }
}

function* cancelUnits(base: Base): Generator<Unit> {
  for (const push of isThorough(base) ? [true, false] : [true]) {
    for (let cancel = 1; cancel <= MOMENTS; cancel += 1) {
      const play: Play = { ...script(base), push, cancel };
      yield unit(FAMILIES[2], base, async (perform) => {
        if ((await perform(play)).cancelCame) await everyFault(play, perform);
      });
    }
  }
}

/** Units that begin with one fault; `then` continues a unit whose fault occurred. */
function* faultUnits(
  family: Family,
  base: Base,
  kinds: readonly Kind[],
  then: (play: Play, perform: Perform) => Promise<void>,
): Generator<Unit> {
  for (const kind of kinds) {
    for (let call = 1; call <= CALLS_MAX; call += 1) {
      const play: Play = { ...script(base), faults: [{ kind, call }] };
      yield unit(family, base, async (perform) => {
        if ((await perform(play)).faultsCame === 1) await then(play, perform);
      });
    }
  }
}

const callOf = ({ faults }: Play) => faults.at(-1)?.call ?? 0;

function* deepUnits(base: Base): Generator<Unit> {
  // Without a cashier, a till behaves differently only after a restart.
  const kinds = base.policy === 'attended' ? DISTINCT : LOSSES;
  yield* faultUnits(FAMILIES[3], base, kinds, async (play, perform) => {
    for (const kind of kinds) await everyCall(play, kind, perform, callOf(play) + 1);
  });
  yield* faultUnits(FAMILIES[4], base, kinds, (play, perform) => everyStop(play, perform));
  yield* faultUnits(FAMILIES[5], base, LOSSES, async (play, perform) => {
    for (const kind of LOSSES) {
      await everyCall(play, kind, perform, callOf(play) + 1, (two) =>
        everyStop(two, perform, STRIDE),
      );
    }
  });
}

function unit(family: Family, base: Base, run: Unit['run']): Unit {
  return { family, scenario: `${base.scenario.name}, ${base.policy}`, run };
}

/** Every unit, in an order in which each share has some of every family and scenario. */
export function* smallUnits(): Generator<Unit> {
  for (const scenario of SMALL_SCENARIOS) {
    for (const policy of POLICIES) {
      const base = { scenario, policy };
      yield* customerUnits(base);
      yield* raceUnits(base);
      if (policy === 'attended') yield* cancelUnits(base);
      yield* deepUnits(base);
    }
  }
}
