import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BLANK_COUNTER,
  type Counter,
  type CounterEvent,
  stepCounter,
} from '../../../../renderer/state/mode/counter.ts';
import {
  approvalIn,
  type DeckWindow,
  deckOf,
  keyOwner,
  type Mode,
  type Question,
  windowOf,
} from '../../../../renderer/state/mode/mode.ts';
import type { TenderId } from '../../../../shared/ids/host-ids.ts';
import { money } from '../../../../shared/money/money.ts';
import { APPROVAL, DONE, ORDER, PRICE, TENDER } from './events.ts';

const MEMBER = { kind: 'member', bill: 'b1', text: '', customer: 'not_asked' } as const;
const WINDOWS: readonly DeckWindow[] = [
  PRICE,
  TENDER,
  MEMBER,
  { kind: 'discount', of: 'all', by: 'percent', reason: null, typed: 0 },
  { kind: 'discount', of: 'all', by: 'amount', reason: 'offer', typed: 5 },
  { kind: 'part', typed: 0 },
  { kind: 'note', line: 'line:l1', to: 'kitchen', text: '' },
  { kind: 'table_name', to: 'park', name: '' },
];
const QUESTIONS: readonly Question[] = [
  APPROVAL,
  { kind: 'clear', of: 'sale' },
  { kind: 'clear', of: 'table' },
  { kind: 'large_amount', amount: money(700), order: ORDER },
];

/** How many windows and payments ago the one with this id began: 0 is the newest. */
const id = fc.nat({ max: 3 });
const bare = fc.boolean();
const key = fc.oneof(
  fc.nat({ max: 9 }).map((digit) => ({ kind: 'digit', digit }) as const),
  fc.constantFrom(
    { kind: 'double_zero' } as const,
    { kind: 'backspace' } as const,
    { kind: 'clear' } as const,
  ),
);
const tender = fc.constantFrom<TenderId>('tender:t1', 'tender:t2');
const done = tender.map((one) => ({ ...DONE, tender: one }));

const keys: fc.Arbitrary<CounterEvent> = fc.record({
  type: fc.constant('key' as const),
  key,
  bare,
  typesWeight: fc.boolean(),
});
const oneBack: fc.Arbitrary<CounterEvent> = bare.map((one) => ({ type: 'escape', bare: one }));

/** What the person at the screen touches and types. */
const touches: fc.Arbitrary<CounterEvent> = fc.oneof(
  keys,
  oneBack,
  fc
    .constantFrom('amount' as const, 'phone' as const, 'scan' as const)
    .map((stage): CounterEvent => ({ type: 'stage', stage })),
  fc.constantFrom(...WINDOWS).map((window): CounterEvent => ({ type: 'open', window })),
  fc.constantFrom<CounterEvent>(
    { type: 'close', kinds: [] },
    { type: 'close', kinds: ['tender'] },
    { type: 'pay', order: ORDER },
    { type: 'next' },
    { type: 'home' },
    { type: 'cleared' },
    { type: 'answered', kind: 'clear' },
    { type: 'answered', kind: 'large_amount' },
    { type: 'answered', kind: 'approval' },
  ),
);

/** What comes by itself: answers in time and late, another screen's payment of the bill, questions, the lock. */
const arrivals: fc.Arbitrary<CounterEvent> = fc.oneof(
  fc.constantFrom(...QUESTIONS).map((question): CounterEvent => ({ type: 'ask', question })),
  fc
    .record({ id, window: fc.constant({ ...MEMBER, text: 'late' }) })
    .map((edit): CounterEvent => ({ type: 'edit', ...edit })),
  id.map(
    (one): CounterEvent => ({
      type: 'tip',
      id: one,
      tip: { price: money(700), question: 'q1', waiting: 'yes' },
    }),
  ),
  fc
    .record({
      id,
      end: fc.oneof(
        fc.constant({ kind: 'refused' } as const),
        fc.option(done).map((one) => ({ kind: 'taken', done: one }) as const),
        tender.map(
          (one) => ({ kind: 'unanswered', payment: { bill: 'b1', tender: one } }) as const,
        ),
      ),
    })
    .map((end): CounterEvent => ({ type: 'pay_ended', ...end })),
  fc
    .record({ tender, done: fc.option(done) })
    .map((found): CounterEvent => ({ type: 'found', ...found })),
  fc.constantFrom<CounterEvent>({ type: 'locked' }, { type: 'shown' }),
);

const history = fc.array(fc.oneof(touches, arrivals), { maxLength: 60 });
const played = history.map((events) => events.reduce(play, BLANK_COUNTER));

/** The event with the id that it means in this counter. */
const here = (counter: Counter, event: CounterEvent): CounterEvent =>
  'id' in event ? { ...event, id: counter.begun - event.id } : event;

function play(counter: Counter, event: CounterEvent): Counter {
  return stepCounter(counter, here(counter, event));
}

/** Checks what holds for each step of random histories. */
function checkSteps(events: fc.Arbitrary<CounterEvent>, check: Check, steps = 60): void {
  const all = fc.array(fc.oneof(touches, arrivals, events), { maxLength: steps });
  fc.assert(
    fc.property(all, (made) => {
      made.reduce((before, one) => {
        const event = here(before, one);
        const after = stepCounter(before, event);
        check(before, event, after);
        return after;
      }, BLANK_COUNTER);
    }),
    { numRuns: 500 },
  );
}

type Check = (before: Counter, event: CounterEvent, after: Counter) => void;

const isWindowOf = (mode: Mode) => (mode.kind === 'window' ? mode.id : null);

describe('whatever happens at the counter', () => {
  it('one part owns the keys, and a key changes nothing else', () => {
    checkSteps(keys, (before, event, after) => {
      if (event.type !== 'key') return;
      const owner = keyOwner(before.mode);
      const isEntry = owner === 'amount' || owner === 'phone' || owner === 'paid';
      if (!isEntry) expect(after.entry).toBe(before.entry);
      if (owner !== 'phone') expect(after.entry.number).toBe(before.entry.number);
      if (owner === 'phone') expect(after.entry.amount).toBe(before.entry.amount);
      const typed = windowOf(before.mode);
      if (windowOf(after.mode) !== typed) expect(owner).toBe(typed?.kind);
      if (owner === 'question' || owner === 'nobody') expect(after).toBe(before);
    });
  });

  it('nothing covers or changes a payment before its own answer', () => {
    checkSteps(touches, (before, event, after) => {
      if (before.mode.kind !== 'paying') return;
      const isOwn = event.type === 'pay_ended' && event.id === before.mode.id;
      if (isOwn) return;
      const { id, order } = before.mode;
      expect(after.mode).toMatchObject({ kind: 'paying', id, order });
    });
  });

  it('the change of a payment stays in sight until the person does something', () => {
    checkSteps(arrivals, (before, event, after) => {
      const isOfPerson = PERSON.includes(event.type);
      if (before.mode.kind !== 'paid' || isOfPerson || event.type === 'found') return;
      expect(after.mode).toMatchObject({ kind: 'paid', done: before.mode.done });
    });
  });

  it('a late answer changes neither another window nor another payment', () => {
    checkSteps(arrivals, (before, event, after) => {
      if (event.type === 'edit' && event.id !== windowIdOf(before.mode)) expect(after).toBe(before);
      if (event.type !== 'tip' && event.type !== 'pay_ended') return;
      const isOwn = before.mode.kind === 'paying' && before.mode.id === event.id;
      if (!isOwn) expect(after).toBe(before);
    });
  });

  it('a payment that was found is the one that had no answer', () => {
    checkSteps(arrivals, (before, event, after) => {
      if (event.type !== 'found') return;
      if (before.unanswered?.tender !== event.tender) expect(after).toBe(before);
      else expect(after.unanswered).toBeNull();
    });
  });

  it('a supervisor is asked about each act until somebody answers, or goes on to something else', () => {
    checkSteps(arrivals, (before, event, after) => {
      if (asks(before.mode) === null || asks(after.mode) !== null) return;
      expect(ENDS_APPROVAL).toContain(event.type);
    });
  });

  it('Escape leads to the entry in a few steps, without a change of any payment', () => {
    fc.assert(
      fc.property(played, bare, (counter, one) => {
        let now = counter;
        const owners = [keyOwner(now.mode)];
        for (let step = 0; step < 4; step += 1) {
          const next = stepCounter(now, { type: 'escape', bare: one });
          expect(next.unanswered).toBe(now.unanswered);
          if (now.mode.kind === 'paying' || now.mode.kind === 'paid') expect(next).toBe(now);
          now = next;
          owners.push(keyOwner(now.mode));
        }
        const isHome = owners.includes('amount') || owners.includes('paid');
        expect(isHome || now.mode.kind === 'paying').toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('each window and payment has an id of its own', () => {
    checkSteps(touches, (before, _, after) => {
      expect(after.begun).toBeGreaterThanOrEqual(before.begun);
      const opened = isWindowOf(after.mode);
      const known = windowIdOf(before.mode);
      if (opened !== null && opened !== known) expect(opened).toBeGreaterThan(before.begun);
    });
  });
});

const PERSON: readonly CounterEvent['type'][] = [
  ...(['key', 'typed', 'stage', 'open', 'close', 'pay', 'next', 'home', 'cleared'] as const),
  'escape',
];

/** What may end a supervisor's question. Another bill on the slip, and the lock, end it without an act. */
const ENDS_APPROVAL: readonly CounterEvent['type'][] = [
  ...(['answered', 'escape', 'home', 'cleared', 'locked', 'shown', 'open', 'ask', 'pay'] as const),
];

const windowIdOf = (mode: Mode): number | null => {
  const deck = deckOf(mode);
  return deck.kind === 'window' ? deck.id : null;
};

/** What a supervisor is asked, now or after a payment. */
function asks(mode: Mode) {
  return mode.kind === 'paying' || mode.kind === 'paid' ? mode.later : approvalIn(mode);
}
