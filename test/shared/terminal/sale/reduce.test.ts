import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { money, ZERO } from '../../../../shared/money/money.ts';
import type {
  CallAnswer,
  SaleContext,
  SaleEvent,
  Step,
} from '../../../../shared/terminal/sale/events.ts';
import type { SaleRecord } from '../../../../shared/terminal/sale/records.ts';
import { reduce } from '../../../../shared/terminal/sale/reduce.ts';
import { isOver, openSale, type Sale } from '../../../../shared/terminal/sale/sale.ts';
import { stateOf } from '../../../../shared/terminal/sale/sale-state.ts';
import { settingsOf } from '../../../../shared/terminal/sale/settings.ts';
import type { SaleAction } from '../../../../shared/terminal/sale/state.ts';
import { recoverState } from '../../../../shared/terminal/start/recover.ts';
import { BEGAN, openedRecord } from '../../../support/sales.ts';
import { SETUP } from '../../../support/till.ts';

const START = BEGAN;
const opened = openedRecord();

function context(now: number, policy: 'attended' | 'unattended' = 'attended'): SaleContext {
  const settings = settingsOf({ ...SETUP, policy });
  return { now, serviceNow: now, pushUp: false, jitter: 0.5, settings };
}

function outcome(code: number, additional = ZERO, refunded = false): CallAnswer {
  return { kind: 'outcome', code, expires: START + 3_600_000, additional, refunded };
}

/** A sale that a test drives: it replies to the call in flight and collects all steps. */
function play(policy: 'attended' | 'unattended' = 'attended') {
  let sale: Sale = openSale(opened);
  let now = START;
  const steps: Step[] = [];
  const records: SaleRecord[] = [opened];
  const happen = (event: SaleEvent) => {
    const transition = reduce(sale, event, context(now, policy));
    sale = transition.sale;
    steps.push(...transition.steps);
    for (const step of transition.steps) if (step.kind === 'write') records.push(step.record);
    return transition.steps;
  };
  return {
    sale: () => sale,
    steps,
    records,
    happen,
    answer: (answer: CallAnswer) => happen({ kind: 'answered', serial: sale.run.serial, answer }),
    act: (action: SaleAction) => happen({ kind: 'action', action }),
    wait: (milliseconds: number) => {
      now += milliseconds;
      return happen({ kind: 'tick' });
    },
    state: () => stateOf(sale).kind,
    busy: () => sale.run.call?.kind ?? null,
  };
}

const CREATED: CallAnswer = { kind: 'created', tid: 'p1', uri: 'http://p/1', existed: false };

/** A sale that waits for its scan. */
function waitingSale(policy?: 'attended' | 'unattended') {
  const one = play(policy);
  one.happen({ kind: 'begin' });
  one.answer(CREATED);
  one.answer(outcome(1003));
  return one;
}

describe('an outcome code', () => {
  it.each([
    [1003, 'waiting_scan'],
    [1004, 'waiting_scan'],
    [1999, 'waiting_scan'],
    [2000, 'paid'],
    [2777, 'paid'],
    [3008, 'authorised'],
    [3999, 'waiting_scan'],
    [4004, 'refused'],
    [4019, 'aborted'],
    [4018, 'failed'],
    [5006, 'declined'],
    [5007, 'failed'],
    [5011, 'expired'],
    [5012, 'expired'],
    [9999, 'failed'],
  ])('%i puts the sale into the state %s', (code, state) => {
    const one = play();
    one.happen({ kind: 'begin' });
    one.answer(CREATED);
    one.answer(outcome(code));
    expect(one.state()).toBe(state);
  });

  it('that is temporary and unknown is followed by another read', () => {
    const one = play();
    one.happen({ kind: 'begin' });
    one.answer(CREATED);
    one.answer(outcome(3999));
    one.wait(1_000);
    expect(one.busy()).toBe('read');
  });

  it('of a refunded payment puts the sale into the state refunded', () => {
    const one = waitingSale();
    one.wait(1_000);
    one.answer(outcome(2000, ZERO, true));
    expect(one.state()).toBe('refunded');
  });

  it('with a changed additional amount updates the sale and its log', () => {
    const one = waitingSale();
    one.wait(1_000);
    one.answer(outcome(3008, money(500)));
    expect(one.sale().facts.additional).toBe(500);
    expect(one.sale().log.map((line) => line.key)).toContain('additional_changed');
  });
});

describe('a waiting sale', () => {
  it('ignores the reply to a cancelled read', () => {
    const one = waitingSale();
    one.wait(1_000);
    const { serial } = one.sale().run;
    const steps = one.act('cancel');
    expect(steps.map((step) => step.kind)).toEqual(['write', 'cancel_read', 'call', 'arm']);
    one.happen({ kind: 'answered', serial, answer: outcome(2000) });
    expect(one.state()).toBe('aborting');
    expect(one.busy()).toBe('abort');
  });

  it('is read again at once if a refresh came during the previous read', () => {
    const one = waitingSale();
    one.wait(1_000);
    one.happen({ kind: 'look' });
    one.answer(outcome(1003));
    expect(one.busy()).toBe('read');
  });

  it('repeats a read without a reply, with a backoff of at most ten seconds', () => {
    const one = waitingSale();
    const waits: number[] = [];
    one.wait(1_000);
    for (let attempt = 0; attempt < 12; attempt += 1) {
      one.answer({ kind: 'silence', retryAfter: null });
      const wait = one.sale().run.due - (START + 1_000 + waits.reduce((a, b) => a + b, 0));
      waits.push(wait);
      one.wait(wait);
      expect(one.busy()).toBe('read');
    }
    expect(waits.slice(0, 3)).toEqual([438, 875, 1_750]);
    expect(Math.max(...waits)).toBeLessThanOrEqual(10_000);
    expect(waits.at(-1)).toBe(8_750);
  });

  it('sends an accepted command again if it shows no effect', () => {
    const one = waitingSale();
    one.act('cancel');
    one.answer({ kind: 'accepted' });
    for (let read = 0; read < 3; read += 1) {
      expect(one.busy()).toBe('read');
      one.answer(outcome(1003));
      one.wait(1_000);
    }
    expect(one.busy()).toBe('abort');
  });
});

const arbitraryAnswer: fc.Arbitrary<CallAnswer> = fc.oneof(
  fc.constant(CREATED),
  fc
    .constantFrom(1003, 2000, 3008, 3008, 1003, 3008, 4019, 5006, 5012, 1777)
    .map((code) => outcome(code)),
  fc.constant<CallAnswer>({ kind: 'accepted' }),
  fc.constantFrom(400, 401, 404, 409).map(
    (status): CallAnswer => ({
      kind: 'refused',
      status,
      sentence: 'No.',
      reason: 'not_accepted',
    }),
  ),
  fc.constant<CallAnswer>({ kind: 'silence', retryAfter: null }),
  fc.constant<CallAnswer>({ kind: 'later', retryAfter: 500 }),
);

type Event = (one: ReturnType<typeof play>) => void;
const ACTIONS: readonly SaleAction[] = [
  'cancel',
  'capture',
  'release',
  'ask_again',
  'set_aside',
  'dismiss',
];
const arbitraryEvent: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 6,
    arbitrary: arbitraryAnswer.map(
      (a): Event =>
        (one) =>
          one.answer(fitting(one, a)),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.nat(4_000).map(
      (ms): Event =>
        (one) =>
          one.wait(ms),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Event>((one) => one.happen({ kind: 'look' })) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...ACTIONS).map(
      (a): Event =>
        (one) =>
          one.act(a),
    ),
  },
);

/** An answer that the call in flight can have; any other becomes silence. */
function fitting(one: ReturnType<typeof play>, answer: CallAnswer): CallAnswer {
  const call = one.busy();
  const fits: Readonly<Record<string, boolean>> = {
    created: call === 'create',
    outcome: call === 'read',
    accepted: call === 'capture' || call === 'abort' || call === 'release',
  };
  return fits[answer.kind] === false ? { kind: 'silence', retryAfter: null } : answer;
}

describe('any sequence of events', () => {
  const stories = fc.tuple(
    fc.constantFrom('attended' as const, 'unattended' as const),
    fc.array(arbitraryEvent, { maxLength: 60 }),
  );

  function tell([policy, events]: [policy: 'attended' | 'unattended', events: Event[]]) {
    const one = play(policy);
    one.happen({ kind: 'begin' });
    for (const event of events) event(one);
    return one;
  }

  it('sends a command only after the intent for that command is written', () => {
    fc.assert(
      fc.property(stories, (story) => {
        let intent: string | null = null;
        for (const step of tell(story).steps) {
          if (step.kind === 'write' && step.record.kind === 'intent') intent = step.record.what;
          if (step.kind !== 'call' || step.call === 'create' || step.call === 'read') continue;
          expect(step.call).toBe(intent);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('gives the same facts if they are recovered from the journal alone', () => {
    fc.assert(
      fc.property(stories, (story) => {
        const one = tell(story);
        const again = recoverState(one.records).sales.get(opened.sale);
        const aside = one.sale().facts.aside || isOver(one.sale().facts);
        expect(again?.facts).toEqual({ ...one.sale().facts, aside });
      }),
      { numRuns: 400 },
    );
  });

  it('leaves an open sale with a call in flight or a timer; an ended sale sends no more calls', () => {
    fc.assert(
      fc.property(stories, (story) => {
        const one = tell(story);
        const last = one.steps.findLast((step) => step.kind === 'arm');
        const over = isOver(one.sale().facts);
        expect(one.busy() !== null || last?.at !== null).toBe(!over || one.busy() !== null);
        if (over) expect(one.wait(3_600_000).filter((step) => step.kind === 'call')).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });
});
