import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isEnd, phaseOf } from '../../../shared/kiosk/phase.ts';
import { step, type VisitEvent } from '../../../shared/kiosk/step.ts';
import {
  dueAt,
  holdsScreen,
  liveSale,
  openVisit,
  saleOf,
  type Visit,
  type World,
} from '../../../shared/kiosk/visit.ts';
import type { SaleView } from '../../../shared/terminal/sale/state.ts';
import { AIDS, COFFEE, START, STATES, saleView, TIMES, world } from './worlds.ts';

const event: fc.Arbitrary<VisitEvent> = fc.oneof(
  fc.constantFrom<VisitEvent>(
    ...([
      { kind: 'look' },
      { kind: 'touch' },
      { kind: 'begin' },
      { kind: 'cancel' },
      { kind: 'again' },
      { kind: 'leave' },
      { kind: 'knock' },
      { kind: 'admitted' },
      { kind: 'shut' },
      { kind: 'not_started' },
      { kind: 'choose', good: COFFEE },
      { kind: 'pay', good: COFFEE },
      { kind: 'pay', good: COFFEE },
      { kind: 'aid', change: { text: 'large' } },
    ] as const),
  ),
  fc.record({ kind: fc.constant('started' as const), sale: fc.constantFrom('a', 'b', 'c') }),
);

const sales: fc.Arbitrary<readonly SaleView[]> = fc
  .uniqueArray(
    fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      state: fc.constantFrom(...STATES),
      aside: fc.boolean(),
      number: fc.nat(9),
    }),
    { selector: ({ id }) => id, maxLength: 3 },
  )
  .map((all) => all.map(({ state, ...over }) => saleView(state, over)));

const around: fc.Arbitrary<World> = fc
  .record({
    sales,
    closed: fc.constantFrom(null, 'offline' as const, 'machine' as const),
    goods: fc.constantFrom(new Set([COFFEE]), new Set<string>()),
  })
  .map(world);

const happening = fc.record({
  event,
  world: fc.option(around, { nil: null }),
  after: fc.constantFrom(0, 1, 5_000, 20_000, 60_000, 100_000),
});

type Seen = { readonly visit: Visit; readonly around: World; readonly now: number };

function isOnScreen({ visit, around }: Seen): boolean {
  const shown = saleOf(visit.stage, around);
  return shown !== null && holdsScreen(phaseOf(shown)) && visit.door === 'shut';
}

test('after any events in any order a live payment is on the screen, and no second sale is started', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 40 }), (happenings) => {
      let visit = openVisit(AIDS, START);
      let now = START;
      let last = world();
      for (const one of happenings) {
        now += one.after;
        last = one.world ?? last;
        const before = visit;
        const stepped = step(visit, one.event, last, now);
        visit = stepped.visit;
        const live = liveSale(last);
        const seen = { visit, around: last, now };
        if (live !== null) {
          // Some live payment is followed, and one that is in the customer's hands is in sight.
          expect(visit.stage.kind).toBe('sale');
          const shown = saleOf(visit.stage, last);
          expect(shown).not.toBe(null);
          if (shown !== null && holdsScreen(phaseOf(shown))) expect(isOnScreen(seen)).toBe(true);
          // Nothing ends it but the payment itself: only patience with an unclear one runs out.
          const due = dueAt(visit, last);
          const waits =
            visit.door !== 'shut' || (visit.stage.kind === 'sale' && visit.stage.unclear !== null);
          if (due !== null) expect(waits).toBe(true);
        }
        const starts = stepped.asks.filter(({ kind }) => kind === 'start');
        expect(starts.length).toBeLessThanOrEqual(1);
        if (starts.length === 1) {
          expect(live).toBe(null);
          expect(last.closed).toBe(null);
          expect(last.goods.has(COFFEE)).toBe(true);
          expect(before.stage.kind).not.toBe('asked');
        }
        // Time that has passed was acted on: nothing is left that was due before now.
        const due = dueAt(visit, last);
        if (due !== null && visit.stage.kind !== 'choose') expect(due).toBeGreaterThan(now);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('a visit without input ends in every state, unless a payment is live', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 20 }), (happenings) => {
      let visit = openVisit(AIDS, START);
      let now = START;
      let last = world();
      for (const one of happenings) {
        now += one.after;
        last = one.world ?? last;
        visit = step(visit, one.event, last, now).visit;
      }
      if (liveSale(last) !== null || visit.stage.kind === 'asked') return;
      const shown = saleOf(visit.stage, last);
      if (shown !== null && !isEnd(phaseOf(shown))) return;
      for (let look = 0; look < 3; look += 1) {
        now += TIMES.idle + TIMES.warning;
        visit = step(visit, { kind: 'look' }, last, now).visit;
      }
      expect(visit.stage.kind).toBe('attract');
      expect(visit.door).toBe('shut');
      expect(visit.aids).toEqual(AIDS);
    }),
    { numRuns: 1_000 },
  );
});
