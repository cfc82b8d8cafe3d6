import { describe, expect, it } from 'vitest';
import { money } from '../../../../shared/money/money.ts';
import { CODE } from '../../../../shared/protocol/status-codes.ts';
import { openSales, type Run, type Sale } from '../../../../shared/terminal/sale/sale.ts';
import type { SaleAction } from '../../../../shared/terminal/sale/state.ts';
import { but, openedRecord, openedSale } from '../../../support/sales.ts';
import { created, END, happens, NOW, seen } from './happens.ts';

/* What a press of a button does to a sale, and what is asked of the service then. */

const AUTH = seen(CODE.auth);

describe('what the cashier does', () => {
  const act = (sale: Sale, action: SaleAction) => happens(sale, { kind: 'action', action });
  const run: Partial<Run> = {
    confirmed: true,
    due: NOW + 9_000,
    tries: 2,
    accepted: true,
    stale: 1,
  };
  const waiting = but(openedSale(), { created, ...seen(CODE.pending) }, run);
  const held = but(waiting, { ...AUTH, goal: 'hold', because: 'capture_failed' });

  it('is set out for, sent at once and counted anew', () => {
    const one = act(waiting, 'cancel');
    expect([one.wrote.map((record) => ('what' in record ? record.what : '')), one.calls]).toEqual([
      ['abort'],
      ['abort'],
    ]);
    expect(one.run).toMatchObject({ tries: 1, accepted: false, stale: 0, takeAt: null });
    expect(act(held, 'capture').calls).toEqual(['capture']);
    expect(act(held, 'release').calls).toEqual(['release']);
    const lasting = but(held, { mode: { kind: 'authorise' } });
    expect(act(lasting, 'renew').calls).toEqual(['reauth']);
    expect(act(held, 'ask_again').calls).toEqual(['read']);
  });

  it('cancels a read that is in progress, and no command', () => {
    const reading = but(held, {}, { busy: 'read', askedAt: NOW });
    expect(act(reading, 'release').steps).toEqual(['write', 'cancel_read', 'call', 'arm']);
    const commanding = but(waiting, { goal: 'take' }, { busy: 'create', askedAt: NOW });
    expect(act(commanding, 'cancel').steps).toEqual(['write', 'arm']);
  });

  it('takes again what was to be taken before: the same part, or all', () => {
    const pending = { id: 'c', amount: money(5), additional: money(0) };
    const some = act(but(held, { pending, rest: 'release' }, { unsure: true }), 'capture');
    expect(some.wrote).toMatchObject([{ kind: 'intent', part: pending, rest: 'release' }]);
    expect(some.run.unsure).toBe(true);
    const all = act(but(held, {}, { unsure: true }), 'capture');
    expect(all.wrote[0]).not.toHaveProperty('part');
    expect(all.run.unsure).toBe(false);
  });

  it('before a request was sent closes the sale on the till', () => {
    const awaits = { uri: 'http://pay.test/s/1-a', until: END };
    const one = act(but(openedSale(), { awaits }), 'cancel');
    expect([one.kinds, one.calls]).toEqual([['closed'], []]);
  });

  it('about its place is written down, clearing the screen too', () => {
    expect(act(held, 'set_aside').kinds).toEqual(['aside']);
    expect(act(but(held, { aside: true }), 'bring_to_front').kinds).toEqual(['front']);
    const paid = act(but(openedSale(), seen(CODE.ok)), 'dismiss');
    expect([paid.kinds, paid.facts.aside]).toEqual([['dismissed'], true]);
  });

  it('settles what a machine left to a person', () => {
    const mode = { kind: 'vend', item: 'B4', order: 'pay_first' } as const;
    const undelivered = { how: 'person', missing: money(5) } as const;
    const one = act(but(openedSale(), { mode, ...seen(CODE.ok), undelivered }), 'settle');
    expect(one.wrote).toMatchObject([{ kind: 'settled', how: 'person' }]);
  });

  it('that is not possible any more does nothing', () => {
    expect(act(but(openedSale(), seen(CODE.ok)), 'cancel').kinds).toEqual([]);
    expect(act(waiting, 'capture').kinds).toEqual([]);
  });
});

describe('taking a part', () => {
  const held = but(
    openedSale(),
    { created, ...AUTH, goal: 'hold', because: 'to_be_captured' },
    { confirmed: true, due: NOW + 9_000, busy: 'read', askedAt: NOW },
  );
  it('starts with its id and with the use of the rest', () => {
    const part = { id: 'c', amount: money(5), additional: money(0) };
    const one = happens(held, { kind: 'take_part', part, rest: 'release' });
    expect(one.wrote).toMatchObject([{ kind: 'intent', what: 'capture', part, rest: 'release' }]);
    expect(one.steps).toEqual(['write', 'cancel_read', 'call', 'arm']);
    const kept = happens(held, { kind: 'take_part', part, rest: 'keep' });
    expect(kept.wrote[0]).not.toHaveProperty('rest');
  });

  it('is not possible on the request of a pair that lost', () => {
    const twin = { sale: '1-a.s', body: openedRecord().body };
    const [code = held] = openSales(openedRecord({ twin }));
    const lost = but(code, { ...held.facts, leg: { of: 'code', other: 'x', state: 'lost' } }, {});
    const part = { id: 'c', amount: money(5), additional: money(0) };
    const one = happens(lost, { kind: 'take_part', part, rest: 'keep' });
    expect(one.kinds).toEqual([]);
  });
});
