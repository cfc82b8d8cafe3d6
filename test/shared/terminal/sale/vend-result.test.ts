import { describe, expect, it } from 'vitest';
import { MONEY_MAX, money } from '../../../../shared/money/money.ts';
import { CODE } from '../../../../shared/protocol/status-codes.ts';
import type { VendResult } from '../../../../shared/terminal/sale/machine-port.ts';
import type { Sale } from '../../../../shared/terminal/sale/sale.ts';
import type { TerminalSetup } from '../../../../shared/terminal/sale/settings.ts';
import { orderOf } from '../../../../shared/terminal/sale/vend.ts';
import { resultOf } from '../../../../shared/terminal/sale/vend-facts.ts';
import {
  onRefundEnd,
  onVendResult,
  resumeVend,
} from '../../../../shared/terminal/sale/vend-result.ts';
import { but, openedSale } from '../../../support/sales.ts';
import {
  AUTH,
  context,
  deposit,
  failed,
  NOW,
  OK,
  PAID,
  part,
  payFirst,
  seen,
  steps,
  vend,
} from './vend-sales.ts';

/* What a machine reports, and how a restarted till continues a vending sale. */

const afterResult = (sale: Sale, result: VendResult) =>
  onVendResult({ sale, steps: [] }, result, context());

describe('the result of a machine', () => {
  const waiting = deposit({ ...AUTH, ...vend(null) }, { due: NOW + 5_000 });

  it('is journalled before the till acts on it', () => {
    const told = afterResult(waiting, part(300));
    expect(steps(told)).toEqual(['vended']);
    expect(told.sale.facts.vend?.result).toEqual(part(300));
    expect(told.sale.run.due).toBe(NOW);
    expect(steps(afterResult(payFirst({ ...PAID, ...vend(null) }), failed))).toEqual([
      'vended',
      'undelivered',
      'refund',
    ]);
  });

  it('is journalled with at most 500 characters of its reason', () => {
    const [step] = afterResult(waiting, { kind: 'failed', why: 'x'.repeat(600) }).steps;
    expect(step).toMatchObject({
      record: { result: 'failed', amount: null, why: 'x'.repeat(500) },
    });
    const [ok] = afterResult(waiting, OK).steps;
    expect(ok).toMatchObject({ record: { result: 'ok', amount: null, why: '' } });
    const [some] = afterResult(waiting, part(3)).steps;
    expect(some).toMatchObject({ record: { result: 'partial', amount: 3, why: 'x' } });
  });

  it.each([-1, 0.5, MONEY_MAX + 1, Number.NaN])('with an invalid price %d is unknown', (amount) => {
    for (const kind of ['ok', 'partial'] as const) {
      // A machine may run any code; its messages are checked like all input from outside.
      const told = afterResult(waiting, Object.assign(part(1), { kind, amount }));
      expect(told.sale.facts.vend?.result).toEqual({
        kind: 'unknown',
        why: 'The machine named a price that is none.',
      });
    }
  });

  it('with the largest price or a price of zero is accepted', () => {
    const told = afterResult(waiting, { kind: 'ok', amount: money(MONEY_MAX) });
    expect(told.sale.facts.vend?.result).toEqual({ kind: 'ok', amount: MONEY_MAX });
    expect(afterResult(waiting, part(0)).sale.facts.vend?.result).toEqual(part(0));
  });

  it('is ignored without an order', () => {
    expect(steps(afterResult(deposit(AUTH), OK))).toEqual([]);
  });

  it('that comes late is journalled only if it reports goods after a failure', () => {
    const gaveUp = deposit({ ...seen(CODE.aborted), ...vend(failed) });
    const late = afterResult(gaveUp, OK);
    expect(steps(late)).toEqual(['vended']);
    expect(late.sale.facts.vend?.result).toEqual(failed);
    expect(late.sale.log.map((line) => line.key)).toContain('delivered_late');
    expect(steps(afterResult(gaveUp, part(3)))).toEqual(['vended']);
    expect(steps(afterResult(gaveUp, { kind: 'unknown', why: '' }))).toEqual([]);
    expect(steps(afterResult(deposit({ ...AUTH, ...vend(OK) }), OK))).toEqual([]);
    expect(steps(afterResult(deposit({ ...AUTH, ...vend(part(1)) }), OK))).toEqual([]);
  });

  it('is read from its journal record; a part without an amount is read as unknown', () => {
    const base = { v: 1, at: 0, sale: '1-a', kind: 'vended', vend: '_vend.1-a', why: 'x' } as const;
    expect(resultOf({ ...base, result: 'ok', amount: null })).toEqual(OK);
    expect(resultOf({ ...base, result: 'ok', amount: money(5) })).toEqual({
      kind: 'ok',
      amount: 5,
    });
    expect(resultOf({ ...base, result: 'partial', amount: money(5) })).toEqual(part(5));
    expect(resultOf({ ...base, result: 'partial', amount: null })).toEqual({
      kind: 'unknown',
      why: 'x',
    });
    expect(resultOf({ ...base, result: 'failed', amount: null })).toEqual({
      kind: 'failed',
      why: 'x',
    });
    expect(resultOf({ ...base, result: 'unknown', amount: null })).toEqual({
      kind: 'unknown',
      why: 'x',
    });
  });
});

describe('a vending sale after a restart', () => {
  const takenUp = (sale: Sale) => steps(resumeVend({ sale, steps: [] }, context()));

  it('asks the machine about an open order, and orders nothing again', () => {
    expect(takenUp(deposit({ ...AUTH, ...vend(null) }))).toEqual(['machine: ask']);
    expect(takenUp(payFirst({ ...PAID, ...vend(null) }))).toEqual(['machine: ask']);
  });

  it('continues its refund, and refunds what was paid and not delivered', () => {
    const refund = { how: 'refund', missing: money(600) } as const;
    const person = { how: 'person', missing: money(600) } as const;
    const came = { ...PAID, ...vend(part(400)) };
    expect(takenUp(payFirst({ ...came, undelivered: refund }))).toEqual(['refund']);
    expect(takenUp(payFirst({ ...came, undelivered: person }))).toEqual([]);
    expect(takenUp(payFirst(came))).toEqual(['undelivered', 'refund']);
    expect(takenUp(payFirst(PAID, { restored: true }))).toEqual(['undelivered', 'refund']);
  });

  it('does nothing without an order, if it has ended, or if it is no vending sale', () => {
    expect(takenUp(deposit(AUTH))).toEqual([]);
    expect(takenUp(deposit({ ...seen(CODE.aborted), ...vend(null) }))).toEqual([]);
    expect(takenUp(but(openedSale(), { ...AUTH, ...vend(null) }))).toEqual([]);
    expect(orderOf(but(openedSale(), vend(null)).facts)).toBeNull();
    expect(orderOf(deposit(AUTH).facts)).toBeNull();
  });
});

describe('the result of a refund for missing goods', () => {
  const refund = { how: 'refund', missing: money(600) } as const;
  const sale = payFirst({ ...PAID, ...vend(part(400)), undelivered: refund });
  const ended = (of: Sale, how: 'done' | 'refused', setup: Partial<TerminalSetup> = {}) =>
    onRefundEnd({ sale: of, steps: [] }, how, context(setup));

  it('ends the sale, or leaves it to a person; an unattended till sets it aside then', () => {
    expect(ended(sale, 'done').sale.facts.settled).toBe('refunded');
    const refused = ended(sale, 'refused');
    expect(refused.sale.facts.undelivered).toEqual({ how: 'person', missing: 600 });
    expect(refused.sale.facts.aside).toBe(true);
    expect(ended(sale, 'refused', { policy: 'attended' }).sale.facts.aside).toBe(false);
    expect(refused.sale.log.map((line) => line.key)).toContain('refund_refused');
  });

  it('is ignored if a person handles the sale, the sale is over or no refund is open', () => {
    const person = { ...refund, how: 'person' } as const;
    expect(steps(ended(but(sale, { undelivered: person }), 'done'))).toEqual([]);
    expect(steps(ended(but(sale, { settled: 'person' }), 'refused'))).toEqual([]);
    expect(steps(ended(payFirst(PAID), 'done'))).toEqual([]);
  });
});
