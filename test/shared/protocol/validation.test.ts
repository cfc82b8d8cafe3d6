import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { periodInput } from '../../../shared/protocol/period.ts';
import { validate } from '../../../shared/protocol/validation.ts';

const named = (input: unknown) => {
  const checked = validate(periodInput, input);
  return checked.ok ? [] : Object.keys(checked.refusal.details ?? {});
};
const payments = (count: number, one: unknown) => ({ payments: Array(count).fill(one) });

describe('a wrong input', () => {
  it('of usual size names every violation', () => {
    expect(named(payments(2, {}))).toEqual([
      'close',
      'continues',
      ...[0, 1].flatMap((at) =>
        ['tid', 'day', 'captured', 'tip', 'refunded'].map((name) => `payments.${at}.${name}`),
      ),
    ]);
  });

  it('with thousands of wrong entries names what is wrong with the first, and reads no other', () => {
    const close = { close: 'x', continues: '0'.repeat(64) };
    expect(named({ ...close, ...payments(20_000, {}) })).toEqual(
      ['tid', 'day', 'captured', 'tip', 'refunded'].map((name) => `payments.0.${name}`),
    );
    let read = 0;
    const entry = z.unknown().refine((value) => {
      read += 1;
      return value === 1;
    });
    const inside = z.object({ some: z.array(z.object({ list: z.array(entry).optional() })) });
    const some = [{ list: [1] }, { list: Array(10_000).fill(2) }];
    const checked = validate(inside, { some });
    expect(checked.ok ? [] : Object.keys(checked.refusal.details ?? {})).toEqual(['some.1.list.0']);
    expect(read).toBe(1);
  });
});
