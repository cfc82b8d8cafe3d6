import { expect, it } from 'vitest';
import {
  CUSTOMERS,
  FAULTS,
  faultOf,
  OPERATIONS,
  peopleOf,
  saleOf,
} from '../../../main/torture/plan.ts';

/* What a seed of `tillkit torture` decides. */

const numbers = Array.from({ length: 2_000 }, (_, at) => at + 1);

it('amounts of a run differ so far that a till that rounds takes no amount of another sale', () => {
  const amounts = numbers.map((number) => saleOf(5, number).amount).sort((a, b) => a - b);
  const steps = amounts.slice(1).map((amount, at) => amount - (amounts[at] ?? 0));
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(6);
});

it('a seed decides the same every time, and another seed decides otherwise', () => {
  const plan = (seed: number) =>
    numbers.slice(0, 100).map((sale) => [faultOf(seed, sale, 'create', 0), peopleOf(seed, sale)]);
  expect(plan(5)).toEqual(plan(5));
  expect(plan(5)).not.toEqual(plan(6));
});

it('every fault and every customer occurs', () => {
  const faults = new Set(numbers.map((sale) => faultOf(5, sale, 'capture', 1).name));
  expect(faults).toEqual(new Set([...FAULTS, 'none']));
  expect(new Set(numbers.map((sale) => peopleOf(5, sale).customer))).toEqual(new Set(CUSTOMERS));
});

it('a sale has an end: after some exchanges of a kind all others pass', () => {
  const late = numbers.flatMap((sale) =>
    OPERATIONS.map((operation) => faultOf(5, sale, operation, 6).name),
  );
  expect(new Set(late)).toEqual(new Set(['none']));
});

it('a sale has an end: where the customer does not answer, the cashier cancels', () => {
  const waiting = numbers
    .map((sale) => peopleOf(5, sale))
    .filter(({ customer }) => ['late', 'at abort', 'never'].includes(customer));
  expect(waiting.length).toBeGreaterThan(0);
  expect(waiting.filter(({ cancelAfter }) => cancelAfter === null)).toEqual([]);
});
