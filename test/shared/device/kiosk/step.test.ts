import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isEnd, phaseOf } from '../../../../shared/device/kiosk/phase.ts';
import { step, type VisitEvent } from '../../../../shared/device/kiosk/step.ts';
import {
  coverOf,
  dueAt,
  holdsScreen,
  liveSale,
  openTip,
  openVisit,
  saleOf,
  type Visit,
  type World,
} from '../../../../shared/device/kiosk/visit.ts';
import type { QuestionView } from '../../../../shared/device/questions/view.ts';
import { money } from '../../../../shared/money/money.ts';
import type { SaleView } from '../../../../shared/terminal/sale/state.ts';
import { elapsed, ticksOf } from '../../../../shared/time/clock.ts';
import { paying } from './play.ts';
import {
  AIDS,
  CANCELLING,
  COFFEE,
  REFUNDING,
  START,
  STATES,
  saleView,
  TIMES,
  UNCLEAR,
  world,
} from './worlds.ts';

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
  fc.record({
    kind: fc.constantFrom('started' as const, 'not_given_up' as const),
    sale: fc.constantFrom('a', 'b', 'c'),
  }),
  fc.record({
    kind: fc.constant('tip_asked' as const),
    question: fc.constantFrom('q1', null),
  }),
);

/** The till's open question for a tip. */
const TIP: QuestionView = {
  id: 'q1',
  words: { kind: 'tip', price: money(5_200) },
  form: { kind: 'choice', options: [{ id: 'none', label: { kind: 'none' } }] },
  until: START + 20_000,
};

const sales: fc.Arbitrary<readonly SaleView[]> = fc
  .uniqueArray(
    fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      state: fc.constantFrom(...STATES),
      aside: fc.boolean(),
      number: fc.nat(9),
      isCancelled: fc.boolean(),
    }),
    { selector: ({ id }) => id, maxLength: 3 },
  )
  .map((all) => all.map(saleOfWorld));

/** A sale is unclear before its cancellation or after it. */
function saleOfWorld({ state, isCancelled, ...over }: DrawnSale): SaleView {
  if (state.kind !== 'unclear' || !isCancelled) return saleView(state, over);
  return saleView(CANCELLING, { ...over, actions: ['ask_again', 'set_aside'] });
}

type DrawnSale = Pick<SaleView, 'id' | 'state' | 'aside' | 'number'> & {
  readonly isCancelled: boolean;
};

const around: fc.Arbitrary<World> = fc
  .record({
    sales,
    closed: fc.constantFrom(
      null,
      { because: 'offline' as const },
      { because: 'hours' as const, opens: null },
    ),
    goods: fc.constantFrom(new Set([COFFEE]), new Set<string>()),
    asksTip: fc.boolean(),
    question: fc.constantFrom(null, TIP),
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
  return shown !== null && holdsScreen(shown) && visit.door === 'shut';
}

test('after any events in any order a live payment is on the screen, and no second sale is started', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 40 }), (happenings) => {
      let visit = openVisit(AIDS, ticksOf(START));
      let now = START;
      let last = world();
      for (const one of happenings) {
        now += one.after;
        last = one.world ?? last;
        const before = visit;
        const stepped = step(visit, one.event, last, ticksOf(now));
        visit = stepped.visit;
        const live = liveSale(last);
        const seen = { visit, around: last, now };
        if (live !== null) {
          // Some live payment is followed, and one that is in the customer's hands is in sight.
          expect(visit.stage.kind).toBe('sale');
          const shown = saleOf(visit.stage, last);
          expect(shown).not.toBe(null);
          if (shown !== null && holdsScreen(shown)) expect(isOnScreen(seen)).toBe(true);
          // Nothing ends it but the payment itself: only the patience with the service runs out.
          const due = dueAt(visit, last);
          const waits =
            visit.door !== 'shut' || (visit.stage.kind === 'sale' && visit.stage.wait !== null);
          if (due !== null) expect(waits).toBe(true);
        }
        const shown = saleOf(visit.stage, last);
        // A sale that was set aside is on the screen only after its end.
        if (shown?.aside === true) expect(isEnd(phaseOf(shown))).toBe(true);
        for (const ask of stepped.asks) {
          if (ask.kind !== 'set_aside') continue;
          const left = last.sales.find(({ id }) => id === ask.sale);
          expect(left?.actions).not.toContain('cancel');
        }
        // A question that is open is on the screen of its customer, or it is withdrawn.
        const isLeft = openTip(before, last) !== null && openTip(visit, last) === null;
        expect(stepped.asks.some(({ kind }) => kind === 'skip_tip') || !isLeft).toBe(true);
        const starts = stepped.asks.filter(({ kind }) => kind === 'start');
        expect(starts.length).toBeLessThanOrEqual(1);
        if (starts.length === 1) {
          expect(live).toBe(null);
          // The sale of a customer who was asked for a tip was allowed before the question.
          if (before.stage.kind !== 'tip') {
            expect(last.closed).toBe(null);
            expect(last.goods.has(COFFEE)).toBe(true);
          }
          expect(before.stage.kind).not.toBe('asked');
        }
        // Time that has passed was acted on: nothing is left that was due before now.
        const due = dueAt(visit, last);
        if (due !== null && visit.stage.kind !== 'choose')
          expect(elapsed(ticksOf(now), due)).toBeGreaterThan(0);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('a press moves nothing behind a closed kiosk or the service menu, and leads nobody behind them', () => {
  const moves = ['begin', 'choose', 'pay', 'cancel', 'again', 'leave'];
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 40 }), (happenings) => {
      let visit = openVisit(AIDS, ticksOf(START));
      let now = START;
      let last = world();
      for (const one of happenings) {
        now += one.after;
        last = one.world ?? last;
        const looked = step(visit, { kind: 'look' }, last, ticksOf(now));
        const pressed = step(visit, one.event, last, ticksOf(now));
        visit = pressed.visit;
        if (!moves.includes(one.event.kind)) continue;
        const same = looked.visit.stage;
        if (coverOf(looked.visit, last) !== null) {
          expect([visit.stage, pressed.asks]).toEqual([same, looked.asks]);
        }
        if (coverOf(visit, last) !== null)
          expect([same, { kind: 'attract' }]).toContainEqual(visit.stage);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('a visit without input ends in every state, unless a payment is live', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 20 }), (happenings) => {
      let visit = openVisit(AIDS, ticksOf(START));
      let now = START;
      let last = world();
      for (const one of happenings) {
        now += one.after;
        last = one.world ?? last;
        visit = step(visit, one.event, last, ticksOf(now)).visit;
      }
      if (liveSale(last) !== null || visit.stage.kind === 'asked') return;
      // The till ends its question at a deadline of its own.
      if (visit.stage.kind === 'tip') return;
      const shown = saleOf(visit.stage, last);
      if (shown !== null && !isEnd(phaseOf(shown))) return;
      for (let look = 0; look < 3; look += 1) {
        now += TIMES.idle + TIMES.warning;
        visit = step(visit, { kind: 'look' }, last, ticksOf(now)).visit;
      }
      expect(visit.stage.kind).toBe('attract');
      expect(visit.door).toBe('shut');
      expect(visit.aids).toEqual(AIDS);
    }),
    { numRuns: 1_000 },
  );
});

/* A sale that waits for the service, and how the kiosk gives it up. */

const GIVEN_UP = ['ask_again', 'set_aside'] as const;

test('an unclear payment is cancelled once after the patience time and stays on the screen meanwhile', () => {
  const kiosk = paying();
  kiosk.see({ sales: [saleView(UNCLEAR)] });
  expect(kiosk.due()).toBe(START + TIMES.patience);
  kiosk.wait(TIMES.patience - 1);
  expect(kiosk.asks.filter(({ kind }) => kind === 'cancel')).toEqual([]);
  kiosk.wait(1);
  kiosk.wait(TIMES.patience);
  expect(kiosk.asks.filter(({ kind }) => kind === 'cancel')).toHaveLength(1);
  expect(kiosk.asks.map(({ kind }) => kind)).not.toContain('set_aside');
  expect(kiosk.shown()).toBe('unclear');
});

test('a payment that is cancelled and still unclear is set aside, and the next customer can buy', () => {
  const kiosk = paying();
  kiosk.does({ kind: 'aid', change: { text: 'large' } });
  kiosk.see({ sales: [saleView(UNCLEAR)] });
  kiosk.wait(TIMES.patience);
  kiosk.see({ sales: [saleView(CANCELLING, { actions: GIVEN_UP })] });
  kiosk.wait(TIMES.patience);
  const giving = kiosk.asks.filter(({ kind }) => kind !== 'start');
  expect(giving).toEqual([
    { kind: 'cancel', sale: 'sale-1' },
    { kind: 'set_aside', sale: 'sale-1' },
  ]);
  expect(kiosk.shown()).toBe('unclear');
  const aside = saleView(CANCELLING, { actions: ['ask_again', 'bring_to_front'], aside: true });
  kiosk.see({ sales: [aside] });
  expect([kiosk.shown(), kiosk.due(), kiosk.visit().aids]).toEqual(['attract', null, AIDS]);
  // Its end in the background does not return to the screen.
  for (const state of [{ kind: 'releasing' }, REFUNDING, { kind: 'refunded' }] as const) {
    kiosk.see({ sales: [saleView(state, { aside: true })] });
    expect(kiosk.shown()).toBe('attract');
  }
  kiosk.press('begin');
  kiosk.good('pay');
  expect(kiosk.asks.filter(({ kind }) => kind === 'start')).toHaveLength(2);
});

test('a customer who cancels an unclear payment sees what becomes of it for the whole patience time', () => {
  const kiosk = paying();
  kiosk.see({ sales: [saleView(UNCLEAR)] });
  kiosk.press('cancel');
  kiosk.see({ sales: [saleView(CANCELLING, { actions: GIVEN_UP })] });
  kiosk.wait(TIMES.patience - 1);
  expect(kiosk.asks.map(({ kind }) => kind)).toEqual(['start', 'cancel']);
  kiosk.see({ sales: [saleView({ kind: 'aborted' })] });
  expect(kiosk.shown()).toBe('cancelled');
});

test('an unclear payment for a good without a machine stays on the screen if it may still be taken', () => {
  const mode = { kind: 'sale' } as const;
  const kiosk = paying();
  kiosk.see({ sales: [saleView(UNCLEAR, { mode, actions: GIVEN_UP })] });
  expect(kiosk.due()).toBe(null);
  kiosk.wait(24 * 3_600_000);
  expect([kiosk.asks.length, kiosk.shown()]).toEqual([1, 'unclear']);
  kiosk.see({ sales: [saleView(CANCELLING, { mode, actions: GIVEN_UP })] });
  expect(kiosk.asks.at(-1)).toEqual({ kind: 'set_aside', sale: 'sale-1' });
});

test('after a delivery an unclear payment is set aside without a cancellation', () => {
  const kiosk = paying();
  kiosk.see({ sales: [saleView(UNCLEAR, { actions: GIVEN_UP })] });
  kiosk.wait(TIMES.patience);
  expect(kiosk.asks.at(-1)).toEqual({ kind: 'set_aside', sale: 'sale-1' });
});

test('what the terminal refuses is asked again five seconds later, as often as it refuses', () => {
  const kiosk = paying();
  const cancels = () => kiosk.asks.filter(({ kind }) => kind === 'cancel').length;
  kiosk.see({ sales: [saleView(UNCLEAR)] });
  kiosk.wait(TIMES.patience);
  for (let times = 1; times <= 3; times += 1) {
    expect(cancels()).toBe(times);
    kiosk.does({ kind: 'not_given_up', sale: 'sale-1' });
    expect([cancels(), kiosk.due()]).toEqual([times, START + TIMES.patience + times * 5_000]);
    kiosk.wait(4_999);
    expect(cancels()).toBe(times);
    kiosk.wait(1);
  }
});

test('a refusal changes nothing about another sale, a sale that does not wait, or the patience time', () => {
  const kiosk = paying();
  kiosk.does({ kind: 'not_given_up', sale: 'sale-1' });
  kiosk.see({ sales: [saleView(UNCLEAR)] });
  kiosk.press('cancel');
  kiosk.does({ kind: 'not_given_up', sale: 'sale-1' });
  expect(kiosk.due()).toBe(START + TIMES.patience);
  kiosk.wait(TIMES.patience);
  kiosk.does({ kind: 'not_given_up', sale: 'sale-2' });
  expect(kiosk.due()).toBe(null);
  kiosk.see({});
  kiosk.does({ kind: 'not_given_up', sale: 'sale-1' });
  expect(kiosk.shown()).toBe('attract');
});

test('a payment that was clear for a moment is waited for again', () => {
  const kiosk = paying();
  kiosk.see({ sales: [saleView(UNCLEAR)] });
  kiosk.wait(TIMES.patience - 1);
  kiosk.see({ sales: [saleView({ kind: 'capturing' })] });
  expect(kiosk.due()).toBe(null);
  kiosk.wait(1);
  kiosk.see({ sales: [saleView(UNCLEAR)] });
  expect(kiosk.due()).toBe(START + 2 * TIMES.patience);
});
