import { describe, expect, it } from 'vitest';
import { CODE } from '../../../../shared/protocol/status-codes.ts';
import type { Step } from '../../../../shared/terminal/sale/events.ts';
import {
  backoffDelay,
  isCommand,
  nextCall,
  pollInterval,
  scheduleNext,
  waitsForCashier,
} from '../../../../shared/terminal/sale/next-call.ts';
import {
  openSales,
  type Run,
  type Sale,
  type SaleFacts,
} from '../../../../shared/terminal/sale/sale.ts';
import { settingsOf, type TerminalSetup } from '../../../../shared/terminal/sale/settings.ts';
import { BEGAN, but, openedRecord, openedSale } from '../../../support/sales.ts';
import { SETUP } from '../../../support/till.ts';

/* Which call a sale makes next, when it makes it, and when its timer is due. */

const NOW = BEGAN + 20_000;
const TIMES = {
  pollWithPush: 3_000,
  pollAlone: 1_000,
  pollHeld: 10_000,
  pollReserved: 60_000,
  unclearAfter: 8_000,
} as const;
const context = (setup: Partial<TerminalSetup> = {}, pushUp = false, jitter = 1) => ({
  now: NOW,
  pushUp,
  jitter,
  settings: settingsOf({ ...SETUP, ...TIMES, ...setup }),
});
const { settings } = context();
const manual = context({ capture: 'manual' }).settings;

const seen = (code: number): Pick<SaleFacts, 'seen'> => ({
  seen: { code, expires: BEGAN + 300_000, refunded: false, at: BEGAN },
});
const AUTH = seen(CODE.auth);
const PENDING = seen(CODE.pending);
const confirmed: Partial<Run> = { request: 'confirmed' };
const sale = (facts: Partial<SaleFacts> = {}, run: Partial<Run> = confirmed): Sale =>
  but(openedSale(), facts, run);
const awaits = { uri: 'http://pay.test/s/1-a', until: NOW + 1 };

describe('the next call', () => {
  const next = (facts: Partial<SaleFacts>, run: Partial<Run> = confirmed) =>
    nextCall(sale(facts, run));

  it('is create until the request is confirmed', () => {
    expect(next({}, {})).toBe('create');
    expect(next({ goal: 'abort', ...AUTH }, {})).toBe('create');
    expect(next({ goal: 'release', ...AUTH }, { lookFirst: true })).toBe('create');
  });

  it('is none if the sale is over or waits for a scan of the device’s code', () => {
    expect(next(seen(CODE.ok))).toBeNull();
    expect(next({ closed: 'cancelled' })).toBeNull();
    expect(next({ awaits })).toBeNull();
  });

  it('is read if the result of the last command is unknown', () => {
    for (const run of [{ lookFirst: true }, { staleReads: 0 }]) {
      expect(next({ goal: 'abort' }, { ...confirmed, ...run })).toBe('read');
      const capture = { goal: 'take', lastIntent: 'capture', ...AUTH } as const;
      expect(next(capture, { ...confirmed, ...run })).toBe('read');
    }
  });

  it.each([
    ['abort', PENDING, 'abort'],
    ['abort', AUTH, 'abort'],
    ['release', AUTH, 'release'],
    ['release', PENDING, 'read'],
    ['take', AUTH, 'read'],
    ['take', PENDING, 'read'],
    ['hold', AUTH, 'read'],
  ] as const)('with the goal %s and %o is %s', (goal, outcome, call) => {
    expect(next({ goal, ...outcome })).toBe(call);
  });

  it('is capture after a capture intent and reauth during a renewal, only for reserved money', () => {
    const taking = { goal: 'take', lastIntent: 'capture' } as const;
    expect(next({ ...taking, ...AUTH })).toBe('capture');
    expect(next({ ...taking, ...PENDING })).toBe('read');
    const renewing = { goal: 'hold', renewing: NOW } as const;
    expect(next({ ...renewing, ...AUTH })).toBe('reauth');
    expect(next({ ...renewing, ...PENDING })).toBe('read');
  });

  it('is a command if it captures, aborts, releases or reauthorises', () => {
    const commands = (['create', 'read', 'capture', 'abort', 'release', 'reauth'] as const).filter(
      isCommand,
    );
    expect(commands).toEqual(['capture', 'abort', 'release', 'reauth']);
  });
});

describe('the pause between two calls', () => {
  it('doubles up to its maximum, and jitter shortens it by up to a quarter', () => {
    const waits = [1, 2, 3, 6, 60].map((fails) => backoffDelay(fails, context()));
    expect(waits).toEqual([500, 1_000, 2_000, 10_000, 10_000]);
    expect(backoffDelay(1, context({}, false, 0))).toBe(375);
    expect(backoffDelay(2, context({}, false, 0.5))).toBe(875);
  });

  it('between two reads is longer with push, and longest while a person must decide', () => {
    expect(pollInterval(sale(PENDING), context())).toBe(1_000);
    expect(pollInterval(sale(PENDING), context({}, true))).toBe(3_000);
    const held = { goal: 'hold', ...AUTH } as const;
    expect(pollInterval(sale(held), context({}, true))).toBe(10_000);
    const reserved = { ...held, mode: { kind: 'authorise' } } as const;
    expect(pollInterval(sale(reserved), context({}, true))).toBe(60_000);
    expect(pollInterval(sale({ ...PENDING, mode: { kind: 'authorise' } }), context())).toBe(1_000);
  });

  it('waits for the cashier only while reserved money needs a decision', () => {
    const waits = (facts: Partial<SaleFacts>, by = settings) => waitsForCashier(sale(facts), by);
    expect(waits({ goal: 'hold', ...AUTH })).toBe(true);
    expect(waits({ goal: 'hold', ...PENDING })).toBe(false);
    expect(waits({ goal: 'take', ...AUTH })).toBe(false);
    expect(waits({ goal: 'take', ...AUTH }, manual)).toBe(true);
    expect(waits({ goal: 'take', lastIntent: 'capture', ...AUTH }, manual)).toBe(false);
    expect(waits({ goal: 'release', ...AUTH }, manual)).toBe(false);
    expect(waits({ goal: 'abort', ...AUTH }, manual)).toBe(false);
  });
});

/** The steps of a sale, as words; the last is the time of its timer, in milliseconds from now. */
function does(of: Sale, setup: Partial<TerminalSetup> = {}) {
  const { steps, sale: after } = scheduleNext({ sale: of, steps: [] }, context(setup));
  const words = steps.map((step: Step) => {
    if (step.kind === 'call') return step.call;
    if (step.kind === 'arm') return step.at === null ? 'sleeps' : `wakes in ${step.at - NOW}`;
    if (step.kind !== 'write') return step.kind;
    const { record } = step;
    if (record.kind === 'intent') return `sets out: ${record.what}`;
    return record.kind === 'closed' ? `closed: ${record.because}` : record.kind;
  });
  return { words, run: after.run, log: after.log.map(({ key }) => key) };
}

describe('a call that is due', () => {
  it('is sent with the next serial number, and the timer is set for an overdue reply', () => {
    const { words, run } = does(sale(PENDING, { ...confirmed, serial: 4 }));
    expect(words).toEqual(['read', 'wakes in 8000']);
    expect(run).toMatchObject({
      call: { kind: 'read', again: false },
      serial: 5,
      askedAt: NOW,
      calledAt: NOW,
      tries: 0,
    });
  });

  it('counts as a try if it is a command, and keeps the time of the first try', () => {
    const asked = { ...confirmed, tries: 1, askedAt: NOW - 500 };
    const { words, run } = does(sale({ goal: 'abort', ...PENDING }, asked));
    expect(words).toEqual(['abort', 'wakes in 7500']);
    expect(run).toMatchObject({
      call: { kind: 'abort' },
      tries: 2,
      askedAt: NOW - 500,
      calledAt: NOW,
    });
  });

  it('is sent at its due time, and not before the previous call has ended', () => {
    expect(does(sale(PENDING, { ...confirmed, due: NOW + 1 })).words).toEqual(['wakes in 1']);
    expect(does(sale(PENDING, { ...confirmed, due: NOW })).words[0]).toBe('read');
    const busy = { ...confirmed, call: { kind: 'read', again: false }, askedAt: NOW } as const;
    expect(does(sale(PENDING, busy)).words).toEqual(['wakes in 8000']);
  });

  it('is never sent for an ended sale, which sets no timer', () => {
    expect(does(sale(seen(CODE.ok))).words).toEqual(['sleeps']);
    const over = does(sale(seen(CODE.ok), { ...confirmed, askedAt: NOW - 60_000, takeAt: NOW }));
    expect(over.words).toEqual(['sleeps']);
    expect(over.run.unclear).toBe(false);
  });
});

describe('an automatic capture', () => {
  const approved: Partial<SaleFacts> = { goal: 'take', ...AUTH };

  it('starts when "approved" was shown for the set time', () => {
    const soon = { ...confirmed, takeAt: NOW + 250, due: NOW + 5_000 };
    expect(does(sale(approved, soon)).words).toEqual(['wakes in 250']);
    const due = does(sale(approved, { ...soon, takeAt: NOW }));
    expect(due.words).toEqual(['sets out: capture', 'capture', 'wakes in 8000']);
  });

  it('does not start with another goal, without reserved money or during another call', () => {
    const due = { ...confirmed, takeAt: NOW, due: NOW + 5_000 };
    expect(does(sale({ ...approved, goal: 'release' }, due)).words).toEqual(['wakes in 5000']);
    expect(does(sale({ ...approved, goal: 'hold' }, due)).words).toEqual(['wakes in 5000']);
    expect(does(sale({ ...approved, ...PENDING }, due)).words).toEqual(['wakes in 5000']);
    const busy = { ...due, call: { kind: 'read', again: false }, askedAt: NOW } as const;
    expect(does(sale(approved, busy)).words).toEqual(['wakes in 8000']);
    expect(does(sale(approved, { ...due, takeAt: null })).words).toEqual(['wakes in 5000']);
  });

  it('starts only on the chosen request of a pair', () => {
    const twin = { sale: '1-a.s', body: openedRecord().body };
    const [code] = openSales(openedRecord({ twin }));
    for (const state of ['open', 'lost', 'won'] as const) {
      const leg = { of: 'code', other: '1-a.s', state } as const;
      const one = but(code ?? sale(), { ...approved, leg }, { ...confirmed, takeAt: NOW });
      expect(does(one).words.includes('sets out: capture'), state).toBe(state === 'won');
    }
  });
});

describe('a code that waits to be scanned', () => {
  const waiting = (until: number, run: Partial<Run> = {}) =>
    sale({ awaits: { ...awaits, until } }, run);

  it('sends no call, and is closed when it expires', () => {
    expect(does(waiting(NOW + 1)).words).toEqual(['wakes in 1']);
    expect(does(waiting(NOW)).words).toEqual(['closed: expired', 'sleeps']);
    const closed = but(waiting(NOW), { closed: 'cancelled' });
    expect(does(closed).words).toEqual(['sleeps']);
  });

  it('is closed after a restart of an unattended till', () => {
    const restored = { restored: true };
    const machine = { policy: 'unattended' } as const;
    expect(does(waiting(NOW + 1, restored), machine).words).toEqual([
      'closed: cancelled',
      'sleeps',
    ]);
    expect(does(waiting(NOW + 1, restored)).words).toEqual(['wakes in 1']);
    expect(does(waiting(NOW + 1), machine).words).toEqual(['wakes in 1']);
  });
});

describe('a sale without a reply', () => {
  const asked = (ago: number, run: Partial<Run> = {}) => ({
    ...confirmed,
    call: { kind: 'read', again: false } as const,
    askedAt: NOW - ago,
    ...run,
  });

  it('becomes unclear after the set time, and logs that once', () => {
    const before = does(sale(PENDING, asked(7_999)));
    expect([before.words, before.run.unclear]).toEqual([['wakes in 1'], false]);
    const now = does(sale(PENDING, asked(8_000)));
    expect(now.run.unclear).toBe(true);
    expect(now.log).toContain('no_answer');
    expect(now.words).toEqual(['sleeps']);
    const later = does(sale(PENDING, asked(9_000, { unclear: true })));
    expect(later.log).not.toContain('no_answer');
  });

  it('does not become unclear while the cashier decides, if its request is confirmed', () => {
    const held = { goal: 'hold', ...AUTH } as const;
    expect(does(sale(held, asked(60_000))).run.unclear).toBe(false);
    expect(does(sale(held, asked(60_000, { request: 'unsent' }))).run.unclear).toBe(true);
  });

  it('wakes for its next call or for its unclear time, whichever is first', () => {
    const free = { call: null, due: NOW + 2_000 } as const;
    expect(does(sale(PENDING, asked(7_000, free))).words).toEqual(['wakes in 1000']);
    expect(does(sale(PENDING, asked(1_000, free))).words).toEqual(['wakes in 2000']);
  });
});
