import { describe, expect, it } from 'vitest';
import { money } from '../../../../shared/money/money.ts';
import { CODE } from '../../../../shared/protocol/status-codes.ts';
import type { OutcomeAnswer } from '../../../../shared/terminal/sale/events.ts';
import { recordOutcome, recordRefunds } from '../../../../shared/terminal/sale/outcome-reducer.ts';
import {
  openSales,
  type Run,
  type Sale,
  type SaleFacts,
} from '../../../../shared/terminal/sale/sale.ts';
import { but, openedRecord } from '../../../support/sales.ts';
import {
  AUTH,
  answer,
  context,
  END,
  known,
  machine,
  NOW,
  PENDING,
  reserved,
  sees,
  sums,
} from './outcome-sees.ts';

/* An outcome was read: what the till journals, and what it does next by its policy. */

describe('the record of an outcome', () => {
  const written = (sale: Sale, what: OutcomeAnswer) => {
    const { steps } = recordOutcome({ sale, steps: [] }, what, context());
    const [step] = steps;
    return step?.kind === 'write' ? step.record : null;
  };
  const same = reserved({ captured: sums(3, 1), refunded: sums(2) });
  const parts = {
    captures: [{ id: 'c', ...sums(3, 1) }],
    refunds: [{ id: 'r', ...sums(2) }],
  };

  it('is written the first time, and is not written again for the same outcome', () => {
    expect(written(known(), PENDING)).toMatchObject({ kind: 'seen', code: CODE.pending });
    expect(written(same, AUTH)).toBeNull();
    expect(written(same, { ...AUTH, ...parts })).toBeNull();
  });

  it.each([
    ['another code', { code: CODE.ok }],
    ['another expiry', { expires: END + 1 }],
    ['a refund', { refunded: true }],
    ['another additional amount', { additional: money(5) }],
    ['a larger captured amount', { captures: [{ id: 'c', ...sums(4, 1) }] }],
    ['another captured tip', { captures: [{ id: 'c', ...sums(3, 2) }] }],
    ['a larger refunded amount', { refunds: [{ id: 'r', ...sums(2, 1) }] }],
  ] as const)('is written for %s', (_, more) => {
    expect(written(same, { ...AUTH, ...more })).toMatchObject({ kind: 'seen', ...pick(more) });
  });

  it.each([
    ['captured', { captures: [{ id: 'c', ...sums(2, 1) }] }],
    ['refunded', { refunds: [] }],
  ] as const)(
    'is not written if less was %s than is known, because it was read earlier',
    (_, more) => {
      expect(written(same, { ...AUTH, ...parts, ...more, refunded: true })).toBeNull();
    },
  );

  it('contains its sums, and omits sums of zero', () => {
    expect(written(known(), { ...AUTH, authorised: sums(7), ...parts })).toEqual({
      ...{ v: 1, at: NOW, sale: '1-a', kind: 'seen', code: CODE.auth, expires: END },
      ...{ additional: 0, refunded: false },
      ...{ authorised: sums(7), captured: sums(3, 1), refundedSum: sums(2) },
    });
    const none = { authorised: sums(0), captures: [], refunds: [] };
    const record = written(known(), { ...AUTH, ...none });
    for (const absent of ['authorised', 'captured', 'refundedSum', 'capture']) {
      expect(record).not.toHaveProperty(absent);
    }
  });

  it('marks a renewal as not sent, unless this run sent it or an earlier run may have sent it', () => {
    const renewing = (run: Partial<Run>) =>
      but(reserved({ renewing: END }), {}, { tries: 0, unsure: false, ...run });
    const later = { ...AUTH, expires: END + 1 };
    expect(written(renewing({}), later)).toMatchObject({ renewal: 'not_sent' });
    expect(written(renewing({ tries: 1 }), later)).not.toHaveProperty('renewal');
    expect(written(renewing({ unsure: true }), later)).not.toHaveProperty('renewal');
    expect(written(reserved(), later)).not.toHaveProperty('renewal');
  });

  it('names the pending part once that is captured, even if nothing else changed', () => {
    const pending = { id: 'c', ...sums(3, 1) };
    const waiting = but(same, { pending });
    expect(written(waiting, { ...AUTH, ...parts })).toMatchObject({ capture: 'c' });
    const other = { ...parts, captures: [{ id: null, ...sums(3, 1) }] };
    expect(written(waiting, { ...AUTH, ...other })).toBeNull();
  });
});

describe('the record of the refunds of this till', () => {
  const paid = reserved({
    captured: sums(10, 2),
    authorised: sums(5),
    additional: money(2),
    seen: { code: CODE.ok, expires: END, refunded: false, at: NOW - 1 },
  });
  const counted = (sum: number, facts: Partial<SaleFacts> = {}, additional = 0) =>
    recordRefunds({ sale: but(paid, facts), steps: [] }, sums(sum, additional), context());

  it('has their sum, and what is known of the payment', () => {
    const { sale, steps } = counted(4);
    const record = { v: 1, at: NOW, sale: '1-a', kind: 'seen', code: CODE.ok, expires: END };
    const rest = { additional: 2, refunded: false, authorised: sums(5), refundedSum: sums(4) };
    expect(steps).toEqual([{ kind: 'write', record: { ...record, ...rest } }]);
    expect(sale.facts).toMatchObject({
      captured: sums(10, 2),
      authorised: sums(5),
      refunded: sums(4),
    });
    expect(sale.log.map(({ key }) => key)).not.toContain('refunded');
  });

  it('marks the sale as refunded if nothing is left', () => {
    const { sale } = counted(10, { refunded: sums(4) }, 2);
    expect(sale.facts).toMatchObject({ refunded: sums(10, 2), seen: { refunded: true } });
    expect(sale.log.at(-1)).toMatchObject({ key: 'refunded', amount: 12, at: NOW });
  });

  it('is not written if an outcome has reported them, or for an undelivered item', () => {
    expect(counted(4, { refunded: sums(4) }).steps).toEqual([]);
    expect(counted(4, { refunded: sums(7) }).steps).toEqual([]);
    expect(counted(4, { undelivered: { how: 'refund', missing: money(4) } }).steps).toEqual([]);
    expect(counted(4, { seen: null }).steps).toEqual([]);
    // More than this till knows to be captured.
    expect(counted(11).steps).toEqual([]);
    expect(counted(10, {}, 3).steps).toEqual([]);
  });
});

function pick(more: Partial<OutcomeAnswer>) {
  const { code, expires, refunded, additional } = more;
  return Object.fromEntries(
    Object.entries({ code, expires, refunded, additional }).filter(
      ([, value]) => value !== undefined,
    ),
  );
}

describe('a sale after an outcome', () => {
  it('is read again after the poll interval, and no longer counts as restored', () => {
    const { wrote, run, waits } = sees(known({}, { restored: true }), PENDING);
    expect(wrote).toEqual(['seen']);
    expect(run).toMatchObject({ restored: false, lookFirst: false });
    expect(waits).toBe(1_000);
  });

  it('is sent no command if it has ended', () => {
    const { wrote, run } = sees(
      known({ goal: 'abort' }, { restored: true, staleReads: 0 }),
      answer(CODE.ok),
    );
    expect(wrote).toEqual(['seen']);
    expect(run).toMatchObject({ restored: false, lookFirst: false, staleReads: 0 });
  });

  it('is captured a moment after the approval, if the capture is automatic', () => {
    const one = sees(known());
    expect([one.wrote, one.run.takeAt]).toEqual([['seen'], NOW + 250]);
    expect(sees(known(), AUTH, { capture: 'manual' }).run.takeAt).toBeNull();
    expect(sees(reserved({}, { takeAt: NOW + 9 })).run.takeAt).toBe(NOW + 9);
    expect(sees(known(), PENDING).run.takeAt).toBeNull();
  });

  it('is left to a person if it is authorise-only', () => {
    const { wrote } = sees(known({ mode: { kind: 'authorise' } }));
    expect(wrote).toEqual(['seen', 'held: to_be_captured']);
  });

  it('of a pair is captured or vended if it won, and is aborted or released if it lost', () => {
    const twin = { sale: '1-a.s', body: openedRecord().body };
    const [code] = openSales(openedRecord({ twin }));
    const leg = (state: 'open' | 'won' | 'lost', facts: Partial<SaleFacts> = {}) =>
      but(
        code ?? known(),
        { ...facts, leg: { of: 'code', other: '1-a.s', state } },
        { request: 'confirmed' },
      );
    expect([sees(leg('open')).wrote, sees(leg('open')).run.takeAt]).toEqual([['seen'], null]);
    expect(sees(leg('won')).run.takeAt).toBe(NOW + 250);
    expect(sees(leg('lost')).wrote).toEqual(['seen', 'release']);
    expect(sees(leg('lost'), PENDING).wrote).toEqual(['seen', 'abort']);
    const vend = { mode: { kind: 'vend', item: 'B4', order: 'deposit' } } as const;
    expect(sees(leg('open', vend)).wrote).toEqual(['seen']);
    expect(sees(leg('won', vend)).wrote).toEqual(['seen', 'vend', 'dispense']);
  });
});

describe('a command', () => {
  const taking = { goal: 'take', lastIntent: 'capture' } as const;

  it('is sent at once the first time, and repeated after growing pauses', () => {
    expect(sees(reserved(taking, { tries: 0 })).waits).toBe(0);
    expect(sees(reserved(taking, { tries: 1 })).waits).toBe(500);
    expect(sees(reserved(taking, { tries: 2 })).waits).toBe(1_000);
  });

  it('that was accepted is sent again after three reads without an effect', () => {
    const accepted = (staleReads: number) => sees(reserved(taking, { staleReads, tries: 1 }));
    expect(accepted(0).run).toMatchObject({ staleReads: 1 });
    expect(accepted(0).waits).toBe(1_000);
    // The sale sends no request meanwhile, although this was its last try.
    const last = reserved(taking, { staleReads: 0, tries: 3 });
    expect(sees(last).wrote).toEqual([]);
    expect(accepted(1).run.staleReads).toBe(2);
    expect(accepted(2).run.staleReads).toBeNull();
    expect(accepted(2).waits).toBe(500);
    expect(sees(reserved(taking, { tries: 1 })).run.staleReads).toBeNull();
  });

  it('is done once its effect shows, and resets its counters', () => {
    const pending = { id: 'c', ...sums(3) };
    const run = { staleReads: 2, tries: 2 };
    const done = { staleReads: null, tries: 0 };
    const shown = answer(CODE.auth, { captures: [pending] });
    expect(sees(reserved({ ...taking, pending }, run), shown).run).toMatchObject(done);
    const later = answer(CODE.auth, { expires: END + 1 });
    const renewing = reserved({ goal: 'hold', renewing: END, mode: { kind: 'authorise' } }, run);
    expect(sees(renewing, later).run).toMatchObject(done);
    expect(sees(renewing).run).toMatchObject({ staleReads: null, tries: 2 });
    const other = answer(CODE.auth, { captures: [{ id: 'x', ...sums(3) }] });
    expect(
      sees(reserved({ ...taking, pending }, { ...run, staleReads: 0 }), other).run,
    ).toMatchObject({
      staleReads: 1,
      tries: 2,
    });
  });

  it('to reauthorise is repeated at the poll interval of a reservation after its tries', () => {
    const renewing = { goal: 'hold', renewing: END, mode: { kind: 'authorise' } } as const;
    expect(sees(reserved(renewing, { tries: 2 })).waits).toBe(1_000);
    expect(sees(reserved(renewing, { tries: 3 })).waits).toBe(60_000);
    expect(sees(reserved({ goal: 'release' }, { tries: 3 }), AUTH, machine).waits).toBe(2_000);
  });
});
