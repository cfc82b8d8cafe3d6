import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differencesOf, type Movement } from '../../../shared/books/compare.ts';
import { money } from '../../../shared/money/money.ts';

/** Payments of some days: each captured at once or in two parts, some of them refunded. */
const day = fc.constantFrom('2026-03-01', '2026-03-02', '2026-03-03');
const amount = fc.integer({ min: 1, max: 100_000 }).map(money);
const world = fc
  .array(
    fc.record({
      day,
      parts: fc.array(amount, { minLength: 1, maxLength: 2 }),
      back: fc.option(amount),
    }),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((payments) =>
    payments.flatMap(({ day, parts, back }, index): Movement[] => {
      const tid = `tid-${index}`;
      const captures = parts.map((part) => ({ tid, kind: 'capture' as const, day, amount: part }));
      const refund = { tid, kind: 'refund' as const, day, amount: back ?? money(0) };
      return back === null ? captures : [...captures, refund];
    }),
  );
const place = fc.constantFrom('till' as const, 'settlement' as const);
const pick = fc.nat();

/** One of the payment's movements, and all that belong to the same kind of it. */
function chosen(ledger: readonly Movement[], at: number) {
  const one = ledger[at % ledger.length];
  if (one === undefined) throw new Error('no movement');
  const own = ledger.filter(({ tid, kind }) => tid === one.tid && kind === one.kind);
  return { one, own, rest: ledger.filter((movement) => !own.includes(movement)) };
}

const holds = (property: fc.IRawProperty<unknown>) => fc.assert(property, { numRuns: 300 });

describe('the three-way close', () => {
  it('finds nothing if both have the same, also if the till booked the parts of a payment as one', () => {
    holds(
      fc.property(world, place, (ledger, where) => {
        expect(differencesOf(where, ledger, [...ledger].reverse())).toEqual([]);
        const keys = [...new Set(ledger.map(({ tid, kind, day: on }) => `${tid} ${kind} ${on}`))];
        const joined = keys.map((key) => {
          const own = ledger.filter(({ tid, kind, day: on }) => `${tid} ${kind} ${on}` === key);
          const [first] = own;
          if (first === undefined) throw new Error('no movement');
          return { ...first, amount: money(own.reduce((sum, one) => sum + one.amount, 0)) };
        });
        expect(differencesOf(where, ledger, joined)).toEqual([]);
      }),
    );
  });

  it('names a payment that is missing, and exactly it', () => {
    holds(
      fc.property(world, place, pick, (ledger, where, at) => {
        const { one, rest } = chosen(ledger, at);
        const found = { tid: one.tid, kind: one.kind, what: 'missing' };
        expect(differencesOf(where, ledger, rest)).toMatchObject([
          { ...found, place: where, other: null },
        ]);
        expect(differencesOf(where, rest, ledger)).toMatchObject([
          { ...found, place: 'service', service: null },
        ]);
        expect(differencesOf(where, ledger, rest)).toHaveLength(1);
      }),
    );
  });

  it('names a payment that is doubled, and exactly it', () => {
    holds(
      fc.property(world, place, pick, (ledger, where, at) => {
        const { one } = chosen(ledger, at);
        const found = { tid: one.tid, kind: one.kind, what: 'doubled' };
        const twice = [...ledger, { ...one }];
        expect(differencesOf(where, ledger, twice)).toMatchObject([{ ...found, place: where }]);
        expect(differencesOf(where, twice, ledger)).toMatchObject([{ ...found, place: 'service' }]);
        expect(differencesOf(where, ledger, twice)).toHaveLength(1);
      }),
    );
  });

  it('names a payment of another amount, and exactly it', () => {
    holds(
      fc.property(world, place, pick, (ledger, where, at) => {
        const { one, own, rest } = chosen(ledger, at);
        const total = own.reduce((sum, movement) => sum + movement.amount, 0);
        const changed = [...rest, { ...one, amount: money(total + 1) }];
        expect(differencesOf(where, ledger, changed)).toEqual([
          {
            tid: one.tid,
            kind: one.kind,
            what: 'other_amount',
            place: where,
            day: one.day,
            service: total,
            other: total + 1,
          },
        ]);
      }),
    );
  });

  it('names a payment of another day, and exactly it', () => {
    holds(
      fc.property(world, place, pick, (ledger, where, at) => {
        const { one, own, rest } = chosen(ledger, at);
        const moved = own.map((movement) => ({ ...movement, day: '2026-03-04' }));
        expect(differencesOf(where, ledger, [...rest, ...moved])).toMatchObject([
          { tid: one.tid, kind: one.kind, what: 'other_day', place: where, day: one.day },
        ]);
      }),
    );
  });
});
