import { describe, expect, it } from 'vitest';
import { money } from '../../../../shared/money/money.ts';
import { CODE } from '../../../../shared/protocol/status-codes.ts';
import type { OutcomeAnswer } from '../../../../shared/terminal/sale/events.ts';
import { recordOutcome } from '../../../../shared/terminal/sale/outcome-reducer.ts';
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

/* An outcome was read: what is news in it, and what the till does about it by its policy. */

describe('what is news', () => {
  const written = (sale: Sale, what: OutcomeAnswer) => {
    const { steps } = recordOutcome({ sale, steps: [] }, what, context());
    const [step] = steps;
    return step?.kind === 'write' ? step.record : null;
  };
  const same = reserved({ taken: sums(3, 1), givenBack: sums(2) });
  const parts = {
    captures: [{ id: 'c', ...sums(3, 1) }],
    refunds: [{ id: 'r', ...sums(2) }],
  };

  it('is everything the first time, and nothing when it says the same again', () => {
    expect(written(known(), PENDING)).toMatchObject({ kind: 'seen', code: CODE.pending });
    expect(written(same, AUTH)).toBeNull();
    expect(written(same, { ...AUTH, ...parts })).toBeNull();
  });

  it.each([
    ['another code', { code: CODE.ok }],
    ['another end', { expires: END + 1 }],
    ['that it was given back', { refunded: true }],
    ['another additional amount', { additional: money(5) }],
    ['more that was taken', { captures: [{ id: 'c', ...sums(4, 1) }] }],
    ['another tip that was taken', { captures: [{ id: 'c', ...sums(3, 2) }] }],
    ['more that was given back', { refunds: [{ id: 'r', ...sums(2, 1) }] }],
  ] as const)('is %s', (_, more) => {
    expect(written(same, { ...AUTH, ...more })).toMatchObject({ kind: 'seen', ...pick(more) });
  });

  it('is written with its sums, and without those that are nothing', () => {
    expect(written(known(), { ...AUTH, held: sums(7), ...parts })).toEqual({
      ...{ v: 1, at: NOW, sale: '1-a', kind: 'seen', code: CODE.auth, expires: END },
      ...{ additional: 0, refunded: false },
      ...{ held: sums(7), taken: sums(3, 1), givenBack: sums(2) },
    });
    const none = { held: sums(0), captures: [], refunds: [] };
    const record = written(known(), { ...AUTH, ...none });
    for (const absent of ['held', 'taken', 'givenBack', 'took']) {
      expect(record).not.toHaveProperty(absent);
    }
  });

  it('says of a renewal whether it was sent: in this run of the till, or maybe in an earlier one', () => {
    const renewing = (run: Partial<Run>) =>
      but(reserved({ renewing: END }), {}, { tries: 0, unsure: false, ...run });
    const later = { ...AUTH, expires: END + 1 };
    expect(written(renewing({}), later)).toMatchObject({ renewal: 'not_sent' });
    expect(written(renewing({ tries: 1 }), later)).not.toHaveProperty('renewal');
    expect(written(renewing({ unsure: true }), later)).not.toHaveProperty('renewal');
    expect(written(reserved(), later)).not.toHaveProperty('renewal');
  });

  it('is that the part which was waited for is taken, also where nothing else changed', () => {
    const pending = { id: 'c', ...sums(3, 1) };
    const waiting = but(same, { pending });
    expect(written(waiting, { ...AUTH, ...parts })).toMatchObject({ took: 'c' });
    const other = { ...parts, captures: [{ id: null, ...sums(3, 1) }] };
    expect(written(waiting, { ...AUTH, ...other })).toBeNull();
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

describe('a sale that is waited for', () => {
  it('is looked at again after a while, and not as one that was found any more', () => {
    const { wrote, run, waits } = sees(known({}, { restored: true }), PENDING);
    expect(wrote).toEqual(['seen']);
    expect(run).toMatchObject({ restored: false, lookFirst: false });
    expect(waits).toBe(1_000);
  });

  it('that is over is left alone', () => {
    const { wrote, run } = sees(
      known({ goal: 'abort' }, { restored: true, accepted: true }),
      answer(CODE.ok),
    );
    expect(wrote).toEqual(['seen']);
    expect(run).toMatchObject({ restored: false, lookFirst: false, accepted: true });
  });

  it('takes the money a moment after the customer has approved, where it may', () => {
    const one = sees(known());
    expect([one.wrote, one.run.takeAt]).toEqual([['seen'], NOW + 250]);
    expect(sees(known(), AUTH, { capture: 'manual' }).run.takeAt).toBeNull();
    expect(sees(reserved({}, { takeAt: NOW + 9 })).run.takeAt).toBe(NOW + 9);
    expect(sees(known(), PENDING).run.takeAt).toBeNull();
  });

  it('that is only reserved waits for a person', () => {
    const { wrote } = sees(known({ mode: { kind: 'authorise' } }));
    expect(wrote).toEqual(['seen', 'held: to_be_captured']);
  });

  it('of two requests does nothing with an approval before it is chosen', () => {
    const twin = { sale: '1-a.s', body: openedRecord().body };
    const [code] = openSales(openedRecord({ twin }));
    const leg = (state: 'open' | 'won' | 'lost', facts: Partial<SaleFacts> = {}) =>
      but(
        code ?? known(),
        { ...facts, leg: { of: 'code', other: '1-a.s', state } },
        { confirmed: true },
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

describe('a command that went out', () => {
  const taking = { goal: 'take', lastIntent: 'capture' } as const;

  it('goes out again after longer and longer, at once where it never did', () => {
    expect(sees(reserved(taking, { tries: 0 })).waits).toBe(0);
    expect(sees(reserved(taking, { tries: 1 })).waits).toBe(500);
    expect(sees(reserved(taking, { tries: 2 })).waits).toBe(1_000);
  });

  it('that was accepted is waited for through three looks, and then sent again', () => {
    const accepted = (stale: number) => sees(reserved(taking, { accepted: true, stale, tries: 1 }));
    expect(accepted(0).run).toMatchObject({ accepted: true, stale: 1 });
    expect(accepted(0).waits).toBe(1_000);
    // The sale sends no request meanwhile, although this was its last try.
    const last = reserved(taking, { accepted: true, stale: 0, tries: 3 });
    expect(sees(last).wrote).toEqual([]);
    expect(accepted(1).run.accepted).toBe(true);
    expect(accepted(2).run).toMatchObject({ accepted: false, stale: 3 });
    expect(accepted(2).waits).toBe(500);
    expect(sees(reserved(taking, { stale: 1, tries: 1 })).run.stale).toBe(1);
  });

  it('that has shown its effect is done, and counts for nothing more', () => {
    const pending = { id: 'c', ...sums(3) };
    const run = { accepted: true, stale: 2, tries: 2 };
    const done = { accepted: false, stale: 0, tries: 0 };
    const shown = answer(CODE.auth, { captures: [pending] });
    expect(sees(reserved({ ...taking, pending }, run), shown).run).toMatchObject(done);
    const later = answer(CODE.auth, { expires: END + 1 });
    const renewing = reserved({ goal: 'hold', renewing: END, mode: { kind: 'authorise' } }, run);
    expect(sees(renewing, later).run).toMatchObject(done);
    expect(sees(renewing).run).toMatchObject({ accepted: false, stale: 3, tries: 2 });
    const other = answer(CODE.auth, { captures: [{ id: 'x', ...sums(3) }] });
    expect(sees(reserved({ ...taking, pending }, { ...run, stale: 0 }), other).run).toMatchObject({
      accepted: true,
      tries: 2,
    });
  });

  it('to renew is not pressed: after its tries it waits as long as a reservation', () => {
    const renewing = { goal: 'hold', renewing: END, mode: { kind: 'authorise' } } as const;
    expect(sees(reserved(renewing, { tries: 2 })).waits).toBe(1_000);
    expect(sees(reserved(renewing, { tries: 3 })).waits).toBe(60_000);
    expect(sees(reserved({ goal: 'release' }, { tries: 3 }), AUTH, machine).waits).toBe(2_000);
  });
});
