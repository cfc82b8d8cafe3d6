import { expect, it } from 'vitest';
import {
  CUSTOMERS,
  FAULTS,
  faultOf,
  OPERATIONS,
  peopleOf,
  saleOf,
} from '../../../../main/commands/torture/plan.ts';

/* What a seed of `tillkit torture` decides. */

const numbers = Array.from({ length: 2_000 }, (_, at) => at + 1);

it('the amounts of two sales in a run differ by at least six minor units', () => {
  const amounts = numbers.map((number) => saleOf(5, number).amount).sort((a, b) => a - b);
  const steps = amounts.slice(1).map((amount, at) => amount - (amounts[at] ?? 0));
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(6);
});

it('the same seed gives the same plan, and another seed gives another plan', () => {
  const plan = (seed: number) =>
    numbers.slice(0, 100).map((sale) => [faultOf(seed, sale, 'create', 0), peopleOf(seed, sale)]);
  expect(plan(5)).toEqual(plan(5));
  expect(plan(5)).not.toEqual(plan(6));
});

it('every fault and every kind of customer occurs', () => {
  const faults = new Set(numbers.map((sale) => faultOf(5, sale, 'capture', 1).name));
  expect(faults).toEqual(new Set([...FAULTS, 'none']));
  expect(new Set(numbers.map((sale) => peopleOf(5, sale).customer))).toEqual(new Set(CUSTOMERS));
});

it('the seventh exchange of each operation has no fault', () => {
  const late = numbers.flatMap((sale) =>
    OPERATIONS.map((operation) => faultOf(5, sale, operation, 6).name),
  );
  expect(new Set(late)).toEqual(new Set(['none']));
});

it('the cashier cancels each sale whose customer does not answer in time', () => {
  const waiting = numbers
    .map((sale) => peopleOf(5, sale))
    .filter(({ customer }) => ['late', 'at abort', 'never'].includes(customer));
  expect(waiting.length).toBeGreaterThan(0);
  expect(waiting.filter(({ cancelAfter }) => cancelAfter === null)).toEqual([]);
});
