import { expect, it } from 'vitest';
import { money } from '../../../shared/money/money.ts';
import type { Command } from '../../../shared/payment/commands.ts';
import { createPayment } from '../../../shared/payment/create.ts';
import { decide } from '../../../shared/payment/decide.ts';
import { outcomeOf } from '../../../shared/payment/outcome.ts';
import type { Payment } from '../../../shared/payment/payment.ts';
import { draft, TERMS } from '../../support/payments.ts';

/*
 * Every sequence of commands up to a depth, over one payment of 2 minor units, against a model that
 * was written from the specification's table and not from the code: it knows sums, not moves.
 */

const DEPTH = 7;

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

type Model = {
  readonly phase: 'asked' | 'held' | 'over' | 'paid';
  readonly aborted: boolean;
  readonly captures: Readonly<Record<string, number>>;
  readonly refunds: Readonly<Record<string, number>>;
};

const TOTAL = 2;
const sum = (parts: Readonly<Record<string, number>>) =>
  Object.values(parts).reduce((total, one) => total + one, 0);

/** What the specification says: the model after, or the HTTP status of the refusal. */
function expected(model: Model, name: string): Model | 400 | 409 {
  const { phase, captures, refunds } = model;
  const captured = sum(captures);
  const [, verb, id, size] = /^(capture|refund)(All|[AB])(\d)?$/.exec(name) ?? [];
  if (verb !== undefined) {
    const done = verb === 'capture' ? captures : refunds;
    const key = id ?? '';
    if (Object.hasOwn(done, key)) return id === 'All' || done[key] === Number(size) ? model : 409;
    const room = verb === 'capture' ? TOTAL - captured : captured - sum(refunds);
    const amount = id === 'All' ? room : Number(size);
    if (verb === 'capture') {
      if (phase !== 'held') return 409;
      if (amount > room) return 400;
      const next = { ...captures, [key]: amount };
      return { ...model, captures: next, phase: sum(next) === TOTAL ? 'paid' : 'held' };
    }
    if (phase === 'over' || (id === 'All' && room === 0)) return 409;
    if (amount > room) return 400;
    return { ...model, refunds: { ...refunds, [key]: amount } };
  }
  switch (name) {
    case 'confirm':
      return phase === 'asked' ? { ...model, phase: 'held' } : 409;
    case 'reject':
      return phase === 'asked' ? { ...model, phase: 'over' } : 409;
    case 'reauth':
      return phase === 'held' ? model : 409;
    case 'abort':
      if (model.aborted) return model;
      if (phase === 'asked' || (phase === 'held' && captured === 0)) {
        return { ...model, phase: 'over', aborted: true };
      }
      return 409;
    case 'expire':
      if (phase === 'asked') return { ...model, phase: 'over' };
      if (phase !== 'held') return 409;
      return { ...model, phase: captured > 0 ? 'paid' : 'over' };
    default:
      if (phase !== 'held') return 409;
      return { ...model, phase: captured > 0 ? 'paid' : 'over' };
  }
}

const PHASE_STATUS = { asked: 'pending', held: 'auth', over: 'fail', paid: 'ok' } as const;

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

it('every sequence of commands does what the specification’s table says', () => {
  const request = draft({ amount: TOTAL });
  const customer = { kind: 'open' } as const;
  const payment = createPayment({ tid: 'p1', merchantId: 'm1', request, customer, now: 0 });
  const start: Model = { phase: 'asked', aborted: false, captures: {}, refunds: {} };
  expect(explore(payment, start, DEPTH, '')).toBeGreaterThan(1_000);
});
