import { describe, expect, it } from 'vitest';
import { money } from '../../../../shared/money/money.ts';
import { CODE } from '../../../../shared/protocol/status-codes.ts';
import type { VendResult } from '../../../../shared/terminal/sale/machine-port.ts';
import type { Sale } from '../../../../shared/terminal/sale/sale.ts';
import type { TerminalSetup } from '../../../../shared/terminal/sale/settings.ts';
import { decideVend, orderOf } from '../../../../shared/terminal/sale/vend.ts';
import {
  AUTH,
  context,
  deposit,
  failed,
  OK,
  PAID,
  part,
  payFirst,
  seen,
  steps,
  vend,
} from './vend-sales.ts';

/* The rules of a vending sale, one by one. */

const captureAsked = { goal: 'take', lastIntent: 'capture' } as const;
const decided = (sale: Sale, setup: Partial<TerminalSetup> = {}) =>
  steps(decideVend({ sale, steps: [] }, context(setup)));

describe('a vending sale before the approval', () => {
  it('does nothing, except that a restored sale is aborted once', () => {
    const waiting = seen(CODE.pending);
    expect(decided(deposit(waiting))).toEqual([]);
    expect(decided(deposit(waiting, { restored: true }))).toEqual(['abort']);
    expect(decided(deposit({ ...waiting, goal: 'abort' }, { restored: true }))).toEqual([]);
  });
});

describe('a deposit that is reserved', () => {
  it('journals the order with its id, then orders the goods', () => {
    const sale = deposit(AUTH);
    expect(decided(sale)).toEqual(['vend', 'machine: order']);
    const { sale: after } = decideVend({ sale, steps: [] }, context());
    expect(after.facts.vend).toEqual({ id: '_vend.1-a', result: null });
    expect(orderOf(after.facts)).toEqual({
      vend: '_vend.1-a',
      item: 'B4',
      most: 1_000,
      currency: 'NOK',
    });
  });

  it('is released after a restart or a cancellation, and orders nothing', () => {
    expect(decided(deposit(AUTH, { restored: true }))).toEqual(['release']);
    expect(decided(deposit({ ...AUTH, goal: 'abort' }))).toEqual(['release']);
    expect(decided(deposit({ ...AUTH, goal: 'release' }))).toEqual([]);
  });

  it('waits for the machine, then captures what came out and releases the rest', () => {
    expect(decided(deposit({ ...AUTH, ...vend(null) }))).toEqual([]);
    const takes = (result: VendResult) => decided(deposit({ ...AUTH, ...vend(result) }));
    expect(takes(OK)).toEqual(['capture 1000 of _vend.1-a, then release']);
    expect(takes({ kind: 'ok', amount: money(300) })).toEqual([
      'capture 300 of _vend.1-a, then release',
    ]);
    expect(takes({ kind: 'ok', amount: money(4_000) })).toEqual([
      'capture 1000 of _vend.1-a, then release',
    ]);
    expect(takes(part(4_000))).toEqual(['capture 1000 of _vend.1-a, then release']);
    expect(takes(part(20))).toEqual(['capture 20 of _vend.1-a, then release']);
    expect(takes(failed)).toEqual(['release']);
    expect(takes({ kind: 'unknown', why: '' })).toEqual(['release']);
    expect(takes({ kind: 'ok', amount: money(0) })).toEqual(['release']);
  });

  it('is captured once: a capture that is in progress or done is not repeated', () => {
    const came = { ...AUTH, ...vend(OK) };
    expect(decided(deposit({ ...came, ...captureAsked }))).toEqual([]);
    expect(decided(deposit({ ...came, goal: 'hold', lastIntent: 'capture' }))).toEqual([
      'capture 1000 of _vend.1-a, then release',
    ]);
    const captures = [{ id: '_vend.1-a', amount: money(300), additional: money(0) }];
    expect(decided(deposit({ ...came, captures, ...captureAsked }))).toEqual(['release']);
  });

  it('captures at most what is still reserved', () => {
    const held = { amount: money(250), additional: money(0) };
    expect(decided(deposit({ ...AUTH, authorised: held, ...vend(OK) }))).toEqual([
      'capture 250 of _vend.1-a, then release',
    ]);
  });

  it('does nothing once its payment has ended', () => {
    expect(decided(deposit({ ...seen(CODE.aborted), ...vend(OK) }))).toEqual([]);
  });
});

describe('a vending sale that is paid first', () => {
  it('is captured in full when it is authorised, unless the sale was cancelled or restored', () => {
    expect(decided(payFirst(AUTH))).toEqual(['capture']);
    expect(decided(payFirst(AUTH, { restored: true }))).toEqual(['release']);
    expect(decided(payFirst({ ...AUTH, goal: 'abort' }))).toEqual(['release']);
    expect(decided(payFirst({ ...AUTH, goal: 'release' }))).toEqual([]);
  });

  it('repeats its capture up to the configured number of tries, and is then released', () => {
    const asked = { ...AUTH, ...captureAsked };
    expect(decided(payFirst(asked, { tries: 2 }), { captureTries: 3 })).toEqual([]);
    expect(decided(payFirst(asked, { tries: 3 }), { captureTries: 3 })).toEqual(['release']);
    expect(decided(payFirst(asked, { restored: true, tries: 0 }))).toEqual([]);
  });

  it('orders the goods once it is paid, and is refunded after a cancellation or a restart', () => {
    expect(decided(payFirst({ ...PAID, ...captureAsked }))).toEqual(['vend', 'machine: order']);
    const back = ['undelivered', 'refund'];
    expect(decided(payFirst({ ...PAID, ...captureAsked }, { restored: true }))).toEqual(back);
    expect(decided(payFirst({ ...PAID, goal: 'abort' }))).toEqual(back);
  });

  it('is settled when the machine has delivered the full amount', () => {
    expect(decided(payFirst({ ...PAID, ...vend(null) }))).toEqual([]);
    const all = payFirst({ ...PAID, ...vend({ kind: 'partial', amount: money(1_000), why: '' }) });
    expect(decided(all)).toEqual(['settled']);
  });

  it('is refunded by the missing amount', () => {
    const after = decideVend(
      { sale: payFirst({ ...PAID, ...vend(part(400)) }), steps: [] },
      context(),
    );
    expect(steps(after)).toEqual(['undelivered', 'refund']);
    expect(after.sale.facts.undelivered).toEqual({ how: 'refund', missing: 600 });
    const cheaper = payFirst({ ...PAID, ...vend({ kind: 'ok', amount: money(900) }) });
    const missing = decideVend({ sale: cheaper, steps: [] }, context()).sale.facts.undelivered;
    expect(missing?.missing).toBe(100);
  });

  it('is left to a person if the till cannot refund; an unattended till sets it aside', () => {
    const missing = payFirst({ ...PAID, ...vend(failed) });
    expect(decided(missing, { undelivered: 'person' })).toEqual(['undelivered', 'aside']);
    expect(decided(missing, { undelivered: 'person', policy: 'attended' })).toEqual([
      'undelivered',
    ]);
  });

  it('is not refunded again while a refund is open or after one', () => {
    const undelivered = { how: 'refund', missing: money(1_000) } as const;
    expect(decided(payFirst({ ...PAID, ...vend(failed), undelivered }))).toEqual([]);
    expect(decided(payFirst({ ...seen(CODE.ok, true), ...vend(failed) }))).toEqual([]);
  });
});
