import { describe, expect, it } from 'vitest';
import { money } from '../../../../shared/money/money.ts';
import { CODE } from '../../../../shared/protocol/status-codes.ts';
import { openSales, type Run, type Sale } from '../../../../shared/terminal/sale/sale.ts';
import type { SaleAction } from '../../../../shared/terminal/sale/state.ts';
import { but, openedRecord, openedSale } from '../../../support/sales.ts';
import { created, END, happens, NOW, seen } from './happens.ts';

/* What an action of the cashier does to a sale, and which calls it sends to the service. */

const AUTH = seen(CODE.auth);

describe('an action of the cashier', () => {
  const act = (sale: Sale, action: SaleAction) => happens(sale, { kind: 'action', action });
  const run: Partial<Run> = {
    request: 'confirmed',
    due: NOW + 9_000,
    tries: 2,
    staleReads: 1,
  };
  const waiting = but(openedSale(), { created, ...seen(CODE.pending) }, run);
  const held = but(waiting, { ...AUTH, goal: 'hold', because: 'capture_failed' });

  it('sends its call at once; a cancel writes its intent and resets the counters', () => {
    const one = act(waiting, 'cancel');
    expect([one.wrote.map((record) => ('what' in record ? record.what : '')), one.calls]).toEqual([
      ['abort'],
      ['abort'],
    ]);
    expect(one.run).toMatchObject({ tries: 1, staleReads: null, takeAt: null });
    expect(act(held, 'capture').calls).toEqual(['capture']);
    expect(act(held, 'release').calls).toEqual(['release']);
    const lasting = but(held, { mode: { kind: 'authorise' } });
    expect(act(lasting, 'renew').calls).toEqual(['reauth']);
    expect(act(held, 'ask_again').calls).toEqual(['read']);
  });

  it('cancels a read in progress and leaves a command in progress', () => {
    const reading = but(held, {}, { call: { kind: 'read', again: false }, askedAt: NOW });
    expect(act(reading, 'release').steps).toEqual(['write', 'cancel_read', 'call', 'arm']);
    const commanding = but(
      waiting,
      { goal: 'take' },
      { call: { kind: 'create', again: false }, askedAt: NOW },
    );
    expect(act(commanding, 'cancel').steps).toEqual(['write', 'arm']);
  });

  it('captures the pending part again, or the whole amount if no part is pending', () => {
    const pending = { id: 'c', amount: money(5), additional: money(0) };
    const some = act(but(held, { pending, rest: 'release' }, { unsure: true }), 'capture');
    expect(some.wrote).toMatchObject([{ kind: 'intent', part: pending, rest: 'release' }]);
    expect(some.run.unsure).toBe(true);
    const all = act(but(held, {}, { unsure: true }), 'capture');
    expect(all.wrote[0]).not.toHaveProperty('part');
    expect(all.run.unsure).toBe(false);
  });

  it('closes the sale without a call if it cancels before a request was sent', () => {
    const awaits = { uri: 'http://pay.test/s/1-a', until: END };
    const one = act(but(openedSale(), { awaits }), 'cancel');
    expect([one.kinds, one.calls]).toEqual([['closed'], []]);
  });

  it('writes a record if it sets a sale aside, brings it to the front or dismisses it', () => {
    expect(act(held, 'set_aside').kinds).toEqual(['aside']);
    expect(act(but(held, { aside: true }), 'bring_to_front').kinds).toEqual(['front']);
    const paid = act(but(openedSale(), seen(CODE.ok)), 'dismiss');
    expect([paid.kinds, paid.facts.aside]).toEqual([['dismissed'], true]);
  });

  it('settles an undelivered item that is left to a person', () => {
    const mode = { kind: 'vend', item: 'B4', order: 'pay_first' } as const;
    const undelivered = { how: 'person', missing: money(5) } as const;
    const one = act(but(openedSale(), { mode, ...seen(CODE.ok), undelivered }), 'settle');
    expect(one.wrote).toMatchObject([{ kind: 'settled', how: 'person' }]);
  });

  it('does nothing if the sale does not allow it', () => {
    expect(act(but(openedSale(), seen(CODE.ok)), 'cancel').kinds).toEqual([]);
    expect(act(waiting, 'capture').kinds).toEqual([]);
  });
});

describe('the capture of a part', () => {
  const held = but(
    openedSale(),
    { created, ...AUTH, goal: 'hold', because: 'to_be_captured' },
    { request: 'confirmed', due: NOW + 9_000, call: { kind: 'read', again: false }, askedAt: NOW },
  );
  it('writes an intent with the part, names the rest only for a release, and sends its call', () => {
    const part = { id: 'c', amount: money(5), additional: money(0) };
    const one = happens(held, { kind: 'take_part', part, rest: 'release' });
    expect(one.wrote).toMatchObject([{ kind: 'intent', what: 'capture', part, rest: 'release' }]);
    expect(one.steps).toEqual(['write', 'cancel_read', 'call', 'arm']);
    const kept = happens(held, { kind: 'take_part', part, rest: 'keep' });
    expect(kept.wrote[0]).not.toHaveProperty('rest');
  });

  it('does nothing on the losing request of a pair', () => {
    const twin = { sale: '1-a.s', body: openedRecord().body };
    const [code = held] = openSales(openedRecord({ twin }));
    const lost = but(code, { ...held.facts, leg: { of: 'code', other: 'x', state: 'lost' } }, {});
    const part = { id: 'c', amount: money(5), additional: money(0) };
    const one = happens(lost, { kind: 'take_part', part, rest: 'keep' });
    expect(one.kinds).toEqual([]);
  });
});
