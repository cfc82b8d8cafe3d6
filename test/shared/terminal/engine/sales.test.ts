import { describe, expect, it } from 'vitest';
import { CODE } from '../../../../shared/protocol/status-codes.ts';
import { assemble } from '../../../../shared/terminal/components.ts';
import type { Sale } from '../../../../shared/terminal/sale/sale.ts';
import { recoverState } from '../../../../shared/terminal/start/recover.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createModelService } from '../../../support/model-service.ts';
import { but, openedSale, saleAfter, seenCode } from '../../../support/sales.ts';
import { createMemoryJournal, SETUP, testIds } from '../../../support/till.ts';

/* Which sales a running till keeps with a timer, and which ended ones it keeps only for lookups. */

/** A till whose view has room for one ended sale. */
function salesWith(list: readonly Sale[]) {
  const clock = createManualClock();
  const { client } = createModelService(clock);
  const { journal } = createMemoryJournal();
  const settings = { ...SETUP, endedShown: 1 };
  const none = { refunds: null, permissions: null, machine: null, receipts: null, permit: null };
  const deps = { client, journal, clock, ids: testIds(), push: null, settings, ...none };
  const { sales } = assemble(deps, recoverState([]), () => undefined);
  for (const sale of list) sales.add(sale);
  return sales;
}

const idsOf = (list: readonly Sale[]) => list.map(({ facts }) => facts.id);
const open = (id: string) =>
  but(openedSale({ sale: id }), { created: { tid: `p-${id}`, uri: null, expires: 0 } });
const ended = (id: string) => saleAfter([seenCode(CODE.aborted)], open(id));
const leg = (sale: Sale, of: 'code' | 'sticker', other: string, state: 'won' | 'lost') =>
  but(sale, { leg: { of, other, state } });

describe('an ended sale that has left the view', () => {
  it('is not among the running sales, and is found among the ended sales', () => {
    const sales = salesWith([ended('1'), ended('2'), open('3')]);
    expect(idsOf(sales.all())).toEqual(['2', '3']);
    expect(idsOf(sales.visible())).toEqual(['2', '3']);
    expect(sales.get('1')).toBeNull();
    expect(sales.ended('1')?.facts.id).toBe('1');
    expect(sales.resolve('1')?.facts.id).toBe('1');
    expect(['p-1', 'p-2', 'p-3'].map(sales.hasEnded)).toEqual([true, false, false]);
  });

  it('is the oldest ended one; every open sale stays', () => {
    const sales = salesWith([open('1'), ended('2'), open('3'), ended('4'), ended('5'), open('6')]);
    expect(idsOf(sales.all())).toEqual(['1', '3', '5', '6']);
  });
});

describe('a sale that ended on hold', () => {
  const held = (id: string) => but(ended(id), { aside: true, onHold: true });

  it('stays until a person has seen its end, however many sales began after it', () => {
    const sales = salesWith([held('1'), ended('2'), ended('3'), ended('4')]);
    expect(idsOf(sales.all())).toEqual(['1', '4']);
  });

  it('leaves the view when too many ended like it: a till without a person does not grow', () => {
    const sales = salesWith([held('1'), ended('2'), held('3'), ended('4')]);
    expect(idsOf(sales.all())).toEqual(['3', '4']);
  });
});

describe('an ended request of a pair', () => {
  it('stays while the other request is open', () => {
    const won = leg(ended('1'), 'code', '1.s', 'won');
    const lost = leg(open('1.s'), 'sticker', '1', 'lost');
    const sales = salesWith([won, lost, ended('2')]);
    expect(idsOf(sales.all())).toEqual(['1', '1.s', '2']);
  });

  it('stays while it holds money that belongs to no sale', () => {
    const won = leg(ended('1'), 'code', '1.s', 'won');
    const paid = saleAfter([seenCode(CODE.ok)], open('1.s'));
    const sales = salesWith([won, leg(paid, 'sticker', '1', 'lost'), ended('2')]);
    expect(idsOf(sales.all())).toEqual(['1.s', '2']);
  });
});
