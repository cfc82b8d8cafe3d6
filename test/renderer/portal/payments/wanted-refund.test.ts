import { describe, expect, it } from 'vitest';
import {
  costsTooMuch,
  refundOf,
  type Wanted,
} from '../../../../renderer/portal/payments/wanted-refund.ts';
import { DETAIL } from '../../../screens/portal/answers.ts';

/** Of two cups for 104.00 and a tip, 60.00 of the cups and 20.00 of the tip are left. */
const LEFT = { ...DETAIL, refundable: 8_000, refundable_by_line: 6_000 };

const items = (quantity: string): Wanted => ({
  by: 'items',
  typed: '',
  quantities: new Map([[0, quantity]]),
});
const sum = (typed: string): Wanted => ({ by: 'amount', typed, quantities: new Map() });

describe('what a person types as a refund', () => {
  it('is paid from what is left without the tip if it is lines, and says so', () => {
    expect(refundOf(items('1'), LEFT)).toMatchObject({ amount: 5_200, lines: [{ index: 0 }] });
    const dear = items('1.5');
    expect([refundOf(dear, LEFT), costsTooMuch(dear, LEFT)]).toEqual([null, true]);
  });

  it('can be all that is left if it is an amount', () => {
    expect(refundOf(sum('80'), LEFT)).toEqual({ amount: 8_000 });
    expect([refundOf(sum('80.01'), LEFT), costsTooMuch(sum('80.01'), LEFT)]).toEqual([null, true]);
  });

  it.each([items(''), items('0'), items('x'), items('3'), sum(''), sum('x')])(
    'is nothing, and not too dear, as long as no money is typed: %j',
    (wanted) => {
      expect([refundOf(wanted, LEFT), costsTooMuch(wanted, LEFT)]).toEqual([null, false]);
    },
  );
});
