import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FATES } from './network.ts';
import { createDataPlace } from './service.ts';
import { type OneFault, openStage, type Play, play, type Stage } from './small-world.ts';

/*
 * One sale, and every order in which its calls, its customer, its cashier and one fault can come.
 * Nothing is drawn here: each list goes on until the next place for its event is beyond the end.
 * `SMALL_WORLDS=all` plays every order; without it people act at every third moment only, while
 * faults come at every place all the same.
 */
const STRIDE = process.env.SMALL_WORLDS === 'all' ? 1 : 3;
/** At least so many plays; a thinner run has its share of them. */
const atLeast = (plays: number) => Math.floor(plays / STRIDE);

let place: ReturnType<typeof createDataPlace>;
let stage: Stage;
beforeAll(async () => {
  place = createDataPlace();
  stage = await openStage(place.path);
});
afterAll(async () => {
  await stage.service.close();
  place.remove();
});

/** Places at which a customer can act; later ones repeat what a question more or less makes. */
const CUSTOMER_STEPS = Array.from({ length: 24 / STRIDE }, (_, step) => step * STRIDE);
const FAR = 1_000;

type Tally = { plays: number; readonly failed: string[]; readonly ends: Set<string> };
const tally = (): Tally => ({ plays: 0, failed: [], ends: new Set() });

async function perform(script: Play, into: Tally) {
  const played = await play(stage, script);
  into.plays += 1;
  into.ends.add(played.end);
  for (const finding of played.findings) into.failed.push(`${JSON.stringify(script)}: ${finding}`);
  return played;
}

const POLICIES = ['attended', 'unattended'] as const;
const base = (policy: Play['policy'], push = true): Play => ({
  policy,
  push,
  customer: { act: 'confirm', step: 12 },
  cancel: null,
  fault: null,
});

/** Plays with a fault at its first place, its second and so on, until it does not come any more. */
async function everyPlace(script: Play, faultAt: (index: number) => OneFault, into: Tally) {
  for (let index = 1; index < FAR; index += 1) {
    const { faultCame } = await perform({ ...script, fault: faultAt(index) }, into);
    if (!faultCame) return index - 1;
  }
  return FAR;
}

async function everyFault(script: Play, into: Tally): Promise<void> {
  const { calls } = await perform(script, into);
  for (const kind of FATES) {
    const places = await everyPlace(script, (call) => ({ kind, call }), into);
    // Every call of the play without a fault was met by this one.
    expect(places).toBeGreaterThanOrEqual(calls);
  }
  for (const kind of ['kill', 'power_cut'] as const) {
    const places = await everyPlace(script, (step) => ({ kind, step }), into);
    expect(places).toBeGreaterThan(2 * calls);
  }
}

/** Cancel pressed at every place where the till offers it. */
async function everyCancel(script: Play, then: (script: Play) => Promise<boolean>): Promise<void> {
  let missed = 0;
  for (let cancel = 1; missed < 12 / STRIDE; cancel += STRIDE) {
    missed = (await then({ ...script, cancel })) ? 0 : missed + 1;
  }
}

describe('every order of one sale', () => {
  it.each(POLICIES)(
    '%s: the customer at every moment, and one fault at every place',
    async (policy) => {
      const count = tally();
      // A till that nobody stands at differs in what it does after a restart alone.
      const steps =
        policy === 'attended' ? CUSTOMER_STEPS : CUSTOMER_STEPS.filter((at) => at % 4 === 0);
      for (const step of steps) {
        const script: Play = { ...base(policy), customer: { act: 'confirm', step } };
        await everyFault(script, count);
      }
      expect(count.failed).toEqual([]);
      expect(count.plays).toBeGreaterThan(atLeast(600));
      expect([...count.ends]).toContain('paid');
    },
  );

  it.each(POLICIES)(
    '%s: cancel at every moment, against every moment of approval',
    async (policy) => {
      const count = tally();
      for (const act of ['confirm', 'reject'] as const) {
        for (const step of CUSTOMER_STEPS) {
          await everyCancel({ ...base(policy), customer: { act, step } }, async (script) => {
            return (await perform(script, count)).cancelCame;
          });
        }
      }
      expect(count.failed).toEqual([]);
      expect(count.plays).toBeGreaterThan(atLeast(300 / STRIDE));
      expect([...count.ends].sort()).toEqual(
        expect.arrayContaining(['aborted', 'paid', 'released']),
      );
    },
  );

  it.each(POLICIES)('%s: cancel at every moment, and one fault at every place', async (policy) => {
    const count = tally();
    for (const push of policy === 'attended' ? [true, false] : [true]) {
      await everyCancel(base(policy, push), async (script) => {
        const { cancelCame } = await perform(script, count);
        if (cancelCame) await everyFault(script, count);
        return cancelCame;
      });
    }
    expect(count.failed).toEqual([]);
    expect(count.plays).toBeGreaterThan(atLeast(400));
  });
});
