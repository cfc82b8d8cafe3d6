import { describe, expect, it } from 'vitest';
import { money } from '../../../../shared/money/money.ts';
import { CODE } from '../../../../shared/protocol/status-codes.ts';
import { partOf, permitPart, takePart } from '../../../../shared/terminal/sale/part-capture.ts';
import type { Run, SaleFacts } from '../../../../shared/terminal/sale/sale.ts';
import { settingsOf } from '../../../../shared/terminal/sale/settings.ts';
import type { CaptureRequest } from '../../../../shared/terminal/sale/state.ts';
import { intendPart } from '../../../../shared/terminal/sale/transition.ts';
import { BEGAN, but, openedSale } from '../../../support/sales.ts';
import { SETUP, testIds } from '../../../support/till.ts';

/* The capture of a part of a reservation: once for each id, and never more than is reserved. */

const settings = settingsOf(SETUP);
const context = { now: BEGAN + 9, serviceNow: BEGAN + 9, pushUp: false, jitter: 0, settings };
const part = (id: string, amount: number, additional = 0) => ({
  id,
  amount: money(amount),
  additional: money(additional),
});
const held = (facts: Partial<SaleFacts> = {}, run: Partial<Run> = {}) =>
  but(
    openedSale({ mode: { kind: 'authorise' } }),
    {
      seen: { code: CODE.auth, expires: BEGAN + 99_000, refunded: false, at: BEGAN },
      goal: 'hold',
      because: 'to_be_captured',
      additional: money(50),
      ...facts,
    },
    run,
  );
const permitText = (facts: Partial<SaleFacts>, ...args: Parameters<typeof part>) => {
  const permit = permitPart(held(facts), part(...args), 'keep', settings);
  return permit.ok ? permit.value : `${permit.refusal.type}: ${permit.refusal.description}`;
};
const CONFLICT = {
  numbers: 'Conflict: This capture id was used with other numbers; choose a new one.',
  late: 'Conflict: This is no longer possible. Check the status of the sale.',
  first: 'Conflict: An earlier part may have been taken; take that one again first.',
};
const nothing = 'Bad Request: A capture of nothing moves no money.';
const much = 'Bad Request: The amounts are larger than what is reserved.';

describe('the capture of a part', () => {
  it('is allowed up to the reserved amounts, and refused for zero or during a release', () => {
    expect(permitText({}, 'c', 1_000, 50)).toBe('take');
    expect(permitText({}, 'c', 1_001)).toBe(much);
    expect(permitText({}, 'c', 1, 51)).toBe(much);
    expect(permitText({}, 'c', 0, 0)).toBe(nothing);
    expect(permitText({}, 'c', 0, 1)).toBe('take');
    expect(permitText({ goal: 'release' }, 'c', 1)).toBe(CONFLICT.late);
  });

  it('with a used id is not repeated, and is refused if its amounts differ', () => {
    const captures = [part('a', 5), part('c', 7)];
    expect(permitText({ captures }, 'c', 7)).toBe('done_before');
    expect(permitText({ captures, goal: 'release' }, 'c', 7)).toBe('done_before');
    expect(permitText({ captures }, 'c', 8)).toBe(CONFLICT.numbers);
    expect(permitText({ captures }, 'c', 7, 1)).toBe(CONFLICT.numbers);
    expect(permitText({ captures }, 'd', 7)).toBe('take');
  });

  it('with a used id is refused if the rest was ordered to be kept and is now to be released', () => {
    const order = (facts: Partial<SaleFacts>, rest: 'keep' | 'release', id = 'c') => {
      const permit = permitPart(held(facts), part(id, 7), rest, settings);
      return permit.ok ? permit.value : `${permit.refusal.type}: ${permit.refusal.description}`;
    };
    const other = CONFLICT.numbers;
    const places = [{ captures: [part('a', 7), part('c', 7)] }, { pending: part('c', 7) }];
    for (const facts of places) {
      expect(order({ ...facts, rest: 'keep' }, 'release')).toBe(other);
      expect(order({ ...facts, rest: 'release' }, 'keep')).toBe(other);
      expect(order({ ...facts, rest: 'release' }, 'release')).not.toBe(other);
    }
    // The order for the rest of an earlier part is over.
    expect(order({ captures: [part('c', 7), part('d', 7)] }, 'release')).toBe('done_before');
  });

  it('is refused while another part is pending; the pending part may be repeated', () => {
    const pending = part('c', 7);
    expect(permitText({ pending }, 'd', 7)).toBe(CONFLICT.first);
    expect(permitText({ pending }, 'c', 7)).toBe('take');
    expect(permitText({ pending }, 'c', 8)).toBe(CONFLICT.numbers);
    expect(permitText({ pending, goal: 'take', lastIntent: 'capture' }, 'c', 7)).toBe(
      'done_before',
    );
    // The same one again may be what has used up the reservation.
    const heldNow = { amount: money(0), additional: money(0) };
    expect(permitText({ pending, authorised: heldNow }, 'c', 7)).toBe('take');
    expect(permitText({ authorised: heldNow }, 'c', 7)).toBe(much);
  });

  it('writes its intent only if it is allowed', () => {
    const takes = (facts: Partial<SaleFacts>, id: string) =>
      takePart({ sale: held(facts), steps: [] }, part(id, 7), 'keep', context).steps.length;
    expect(takes({}, 'c')).toBe(1);
    expect(takes({ captures: [part('c', 7)] }, 'c')).toBe(0);
    expect(takes({ goal: 'release' }, 'c')).toBe(0);
  });

  it('stays unsure if it repeats an unsure part; another part is not unsure', () => {
    const unsure = (pending: SaleFacts['pending'], was: boolean) => {
      const sale = held({ pending }, { unsure: was });
      return intendPart({ sale, steps: [] }, part('c', 7), 'keep', context).sale.run.unsure;
    };
    expect(unsure(part('c', 7), true)).toBe(true);
    expect(unsure(part('c', 7), false)).toBe(false);
    expect(unsure(part('d', 7), true)).toBe(false);
    expect(unsure(null, true)).toBe(false);
  });
});

describe('the request for a part', () => {
  const asked = (request: CaptureRequest) => partOf(request, testIds());
  it('uses the caller’s id or a new one, has no tip by default, and is refused for an invalid id', () => {
    expect(asked({ amount: money(5), additional: money(1), captureId: 'mine' })).toEqual({
      ok: true,
      value: { id: 'mine', amount: 5, additional: 1 },
    });
    expect(asked({ amount: money(5) })).toMatchObject({
      ok: true,
      value: { id: expect.stringMatching(/^c-[a-z0-9]{8}$/), additional: 0 },
    });
    expect(asked({ amount: money(5), captureId: 'a/b' })).toMatchObject({ ok: false });
  });
});
