import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DayEntry, sumDay } from '../../../../shared/device/history/day.ts';
import type { DaySums } from '../../../../shared/documents/day.ts';
import { shopDay } from '../../../../shared/ledger/calendar.ts';
import { money } from '../../../../shared/money/money.ts';
import { HOUR } from '../../../../shared/time/clock.ts';

const amount = fc.integer({ min: 0, max: 999_999_999 }).map(money);
const at = fc.integer({ min: 0, max: 2_000_000_000_000 });
const currency = fc.constantFrom('NOK', 'EUR', 'JPY');
const entry: fc.Arbitrary<DayEntry> = fc.oneof(
  fc.record({
    kind: fc.constant('captured' as const),
    at,
    method: fc.constantFrom('screen_code' as const, 'phone' as const, 'sticker' as const),
    currency,
    amount,
    additional: amount,
  }),
  fc.record({ kind: fc.constant('refund' as const), at, currency, amount }),
  fc.record({
    kind: fc.constantFrom('tender' as const, 'tender_back' as const),
    at,
    tender: fc.constantFrom('cash' as const, 'other' as const),
    name: fc.option(fc.constant('card'), { nil: null }),
    currency,
    amount,
  }),
  fc.record({
    kind: fc.constant('sale' as const),
    state: fc.constantFrom('open' as const, 'paid' as const, 'not_paid' as const),
  }),
);
const entries = fc.array(entry, { maxLength: 60 });

const total = (list: readonly { readonly amount: number }[]) =>
  list.reduce((sum, one) => sum + one.amount, 0);

describe('the sums of a day', () => {
  it('match each other and the entries of the day', () => {
    fc.assert(
      fc.property(entries, (day) => {
        const sums = sumDay(day);
        for (const one of sums.currencies) {
          const mine = day.filter((each) => 'currency' in each && each.currency === one.currency);
          const taken = mine.filter((each) => each.kind === 'captured');
          const refunds = mine.filter((each) => each.kind === 'refund');
          expect(one.captured.amount).toBe(
            total(taken) + taken.reduce((s, t) => s + t.additional, 0),
          );
          expect(one.captured.count).toBe(taken.length);
          expect(total(one.byMethod)).toBe(one.captured.amount);
          expect(one.refunded.amount).toBe(total(refunds));
          expect(one.net + one.refunded.amount).toBe(one.captured.amount);
          expect(one.additional).toBeLessThanOrEqual(one.captured.amount);
          const known = (kind: DayEntry['kind']) =>
            mine.flatMap((each) =>
              each.kind === kind && 'amount' in each ? [{ amount: each.amount }] : [],
            );
          expect(total(one.tenders)).toBe(total(known('tender')));
          expect(total(one.tenders.map(({ refunded }) => refunded))).toBe(
            total(known('tender_back')),
          );
        }
        const counted = sums.sales.reduce((sum, { count }) => sum + count, 0);
        expect(counted).toBe(day.filter((each) => each.kind === 'sale').length);
      }),
    );
  });

  it('do not depend on the order of the entries', () => {
    fc.assert(
      fc.property(entries, fc.func(fc.integer()), (day, key) => {
        const shuffled = day.toSorted((one, other) => key(one) - key(other));
        expect(sumDay(shuffled)).toEqual(sumDay(day));
      }),
    );
  });

  it('of two parts of a day have net amounts that add up to the net of the day', () => {
    const key = (sums: DaySums, code: string) =>
      sums.currencies.find((one) => one.currency === code)?.net ?? 0;
    fc.assert(
      fc.property(entries, entries, (morning, evening) => {
        const whole = sumDay([...morning, ...evening]);
        for (const code of ['NOK', 'EUR', 'JPY']) {
          expect(key(sumDay(morning), code) + key(sumDay(evening), code)).toBe(key(whole, code));
        }
      }),
    );
  });
});

describe('the shop’s day', () => {
  it('is 23 or 25 hours long when the clocks change', () => {
    const zone = 'Europe/Oslo';
    const spring = Date.UTC(2026, 2, 28, 23); // 29 March begins in Oslo.
    const autumn = Date.UTC(2026, 9, 24, 22); // 25 October begins in Oslo.
    expect(shopDay(spring - 1, zone)).toBe('2026-03-28');
    expect(shopDay(spring, zone)).toBe('2026-03-29');
    expect(shopDay(spring + 23 * HOUR - 1, zone)).toBe('2026-03-29');
    expect(shopDay(spring + 23 * HOUR, zone)).toBe('2026-03-30');
    expect(shopDay(autumn, zone)).toBe('2026-10-25');
    expect(shopDay(autumn + 25 * HOUR - 1, zone)).toBe('2026-10-25');
    expect(shopDay(autumn + 25 * HOUR, zone)).toBe('2026-10-26');
  });
});
