import { expect, it } from 'vitest';
import { money } from '../../shared/money/money.ts';
import type { Command } from '../../shared/payment/commands.ts';
import { createPayment } from '../../shared/payment/create.ts';
import { decide } from '../../shared/payment/decide.ts';
import { outcomeOf } from '../../shared/payment/outcome.ts';
import type { Payment } from '../../shared/payment/payment.ts';
import { draft, TERMS } from '../support/drafts.ts';
import { expected, type Model, PHASE_STATUS, START, sum, TOTAL } from '../support/payment-model.ts';

/*
 * Every sequence of commands up to a depth, over one payment of 2 minor units, against a model that
 * was written from the specification's table and not from the code: it has sums, not single captures.
 */

// A run of mutants, which plays this hundreds of times, asks for less.
const DEPTH = Number(process.env.SMALL_WORLDS_DEPTH ?? 7);

const part = (id: string, amount: number) => ({
  id,
  amount: money(amount),
  additionalAmount: money(0),
  currency: 'NOK',
});
const COMMANDS: Readonly<Record<string, Command>> = {
  confirm: { kind: 'confirm', additionalAmount: null, credit: false },
  reject: { kind: 'reject' },
  expire: { kind: 'expire' },
  abort: { kind: 'abort' },
  release: { kind: 'release' },
  reauth: { kind: 'reauth' },
  captureAll: { kind: 'capture', part: null },
  captureA1: { kind: 'capture', part: part('a', 1) },
  captureA2: { kind: 'capture', part: part('a', 2) },
  captureB1: { kind: 'capture', part: part('b', 1) },
  refundAll: { kind: 'refund', part: null, text: null },
  refundA1: { kind: 'refund', part: part('a', 1), text: null },
  refundB1: { kind: 'refund', part: part('b', 1), text: null },
};

/** Plays every command on `payment` and compares; answers how many worlds were seen. */
function explore(payment: Payment, model: Model, depth: number, path: string): number {
  if (depth === 0) return 1;
  let worlds = 1;
  for (const [name, command] of Object.entries(COMMANDS)) {
    const here = `${path} ${name}`;
    const wanted = expected(model, name);
    const decision = decide(payment, command, payment.created, TERMS);
    if (typeof wanted === 'number') {
      const status = decision.ok ? 204 : decision.refusal.type === 'Conflict' ? 409 : 400;
      if (status !== wanted) expect.fail(`${here}: answered ${status}, not ${wanted}`);
      continue;
    }
    if (!decision.ok) expect.fail(`${here}: refused, ${decision.refusal.description}`);
    const { next } = decision.value;
    const { status, auth_amount, captures, refunds } = outcomeOf(next);
    const left = wanted.phase === 'held' ? TOTAL - sum(wanted.captures) : 0;
    const agrees =
      status === PHASE_STATUS[wanted.phase] &&
      auth_amount === left &&
      captures.length === Object.keys(wanted.captures).length &&
      captures.reduce((total, one) => total + one.amount, 0) === sum(wanted.captures) &&
      refunds.reduce((total, one) => total + one.amount, 0) === sum(wanted.refunds);
    if (!agrees) expect.fail(`${here}: ${JSON.stringify(outcomeOf(next))}`);
    worlds += explore(next, wanted, depth - 1, here);
  }
  return worlds;
}

it('every sequence of commands has the results of the specification’s table', () => {
  const request = draft({ amount: TOTAL });
  const customer = { kind: 'open' } as const;
  const payment = createPayment({ tid: 'p1', merchantId: 'm1', request, customer, now: 0 });
  expect(explore(payment, START, DEPTH, '')).toBeGreaterThan(1_000);
});
