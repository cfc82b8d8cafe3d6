import { describe, expect, it } from 'vitest';
import { money } from '../../../../shared/money/money.ts';
import type { JournalRecord } from '../../../../shared/terminal/sale/records.ts';
import { recoverState } from '../../../../shared/terminal/start/recover.ts';
import { openedRecord, recordOf, seenCode } from '../../../support/sales.ts';
import { sums } from '../sale/applied.ts';
import {
  asked,
  askedCreated,
  askedEnded,
  at,
  code,
  refundEnded,
  refundOpened,
  sold,
  unclaimed,
} from './journal-records.ts';

/* The state that the till recovers from its journal when it starts. */

describe('the recovered state', () => {
  it('has the largest number of all sales and codes, also of closed codes', () => {
    const records = [...sold(7), code('9-c', 9), ...sold(8)];
    expect(recoverState(records).lastNumber).toBe(9);
    expect(
      recoverState([...records, { ...at(), kind: 'code_closed', code: '9-c' }]).lastNumber,
    ).toBe(9);
    expect(recoverState([]).lastNumber).toBe(0);
  });

  it('has the last record of each unclaimed result until it is claimed', () => {
    const records = [unclaimed('p8', 1003), unclaimed('p9', 1003), unclaimed('p8', 2000)];
    expect(
      [...recoverState(records).unclaimed.values()].map((one) => [one.tid, one.outcome?.code]),
    ).toEqual([
      ['p8', 2000],
      ['p9', 1003],
    ]);
    const dealt: JournalRecord = { ...at(), kind: 'claimed', tid: 'p8' };
    expect([...recoverState([...records, dealt]).unclaimed.keys()]).toEqual(['p9']);
  });

  it('has each code with its scan, except closed codes and codes that became sales', () => {
    const scan: JournalRecord = { ...at(), kind: 'code_scanned', code: '1-c', token: 'token:1' };
    const records = [code('1-c', 1), code('2-c', 2), code('3-c', 3), scan];
    expect([...recoverState(records).codes].map(([id, { token }]) => [id, token])).toEqual([
      ['1-c', 'token:1'],
      ['2-c', null],
      ['3-c', null],
    ]);
    const closed: JournalRecord = { ...at(), kind: 'code_closed', code: '2-c' };
    const sale = openedRecord({ sale: '3-c', number: 3 });
    expect([...recoverState([...records, closed, sale]).codes.keys()]).toEqual(['1-c']);
    expect(recoverState([scan]).codes.size).toBe(0);
  });

  it('has the times of payments by another tender', () => {
    expect(recoverState([]).tendered).toEqual([]);
    const last: JournalRecord = { ...at(5), kind: 'last_tender' };
    const own = { kind: 'tendered', id: 'r-1', amount: money(100) } as const;
    const found = recoverState([last, { ...at(9), ...own }]);
    expect([found.tendered, found.tenderIds]).toEqual([[5, 9], ['r-1']]);
  });

  it('has requests for data with the id from the service and their end', () => {
    const records = [asked('d1'), askedCreated('d1'), asked('d2'), askedEnded('d2')];
    const { permissions } = recoverState([...records, askedEnded('d3')]);
    expect([...permissions.values()]).toMatchObject([
      { id: 'd1', rid: 'r1', end: null },
      { id: 'd2', rid: null, end: { how: 'granted' } },
    ]);
  });

  it('has one refund for two opening records, and ignores the end of an unknown refund', () => {
    const again = refundOpened('r1', 'p1', 999);
    const records = [refundOpened('r1', 'p1'), again, refundEnded('r1', 'refused')];
    const { refunds } = recoverState([...records, refundEnded('r9', 'done')]);
    expect([...refunds.values()]).toMatchObject([
      { id: 'r1', part: { amount: 400 }, end: { how: 'refused', sentence: 'No.' } },
    ]);
  });

  it('has one sale for two opening records, and keeps the payment id known before', () => {
    const { sales } = recoverState([...sold(1), openedRecord()]);
    expect(sales.size).toBe(1);
    expect(sales.get('1-a')?.facts.created?.tid).toBe('p1');
  });

  it('ignores a record of a sale that was never opened', () => {
    expect(recoverState([recordOf('9-z', seenCode(2000))]).sales.size).toBe(0);
  });
});

describe('a refund in the journal', () => {
  const back = (records: readonly JournalRecord[], id = '1-a') =>
    recoverState(records).sales.get(id)?.facts;

  it('counts for the sale whose payment it refunds, and for no other', () => {
    const made = [refundOpened('r1', 'p2'), refundEnded('r1', 'done')];
    const other = [refundOpened('r2', 'p1', 300), refundEnded('r2', 'done')];
    const records = [...sold(1), ...sold(2), ...made, ...other, ...sold(3)];
    expect(back(records, '2-a')?.refunded.amount).toBe(400);
    expect(back(records, '1-a')?.refunded.amount).toBe(300);
    expect(back(records, '3-a')?.refunded.amount).toBe(0);
  });

  it('that the service refused does not count', () => {
    const records = [...sold(1), refundOpened('r1', 'p1'), refundEnded('r1', 'refused')];
    expect(back(records)?.refunded.amount).toBe(0);
  });

  it('of the full amount makes the sale refunded; a partial refund does not', () => {
    const part = [...sold(1), refundOpened('r1', 'p1', 999), refundEnded('r1', 'done')];
    expect(back(part)?.seen?.refunded).toBe(false);
    const rest = [...part, refundOpened('r2', 'p1', 1), refundEnded('r2', 'done')];
    expect(back(rest)?.seen?.refunded).toBe(true);
    expect(back(rest)?.refunded.amount).toBe(1_000);
  });

  it('counts once if an outcome reported it, before or after its end', () => {
    const report = recordOf('1-a', { ...seenCode(2000), refundedSum: sums(400) });
    const [opened, ended] = [refundOpened('r1', 'p1'), refundEnded('r1', 'done')];
    expect(back([...sold(1), opened, report, ended])?.refunded).toEqual(sums(400));
    expect(back([...sold(1), opened, ended, report])?.refunded).toEqual(sums(400));
    const second = [refundOpened('r2', 'p1', 100), refundEnded('r2', 'done')];
    expect(back([...sold(1), opened, report, ended, ...second])?.refunded).toEqual(sums(500));
  });

  it('does not reduce what an outcome reported of another till', () => {
    const report = recordOf('1-a', { ...seenCode(2000), refundedSum: sums(700) });
    const made = [refundOpened('r1', 'p1'), refundEnded('r1', 'done')];
    expect(back([...sold(1), report, ...made])?.refunded).toEqual(sums(700));
  });

  it('of an undelivered item counts once, when the sale is settled', () => {
    const [opened, ...more] = sold(1);
    const mode = { kind: 'vend', item: 'B4', order: 'pay_first' } as const;
    const missing = recordOf('1-a', { kind: 'undelivered', how: 'refund', missing: money(400) });
    const made = [refundOpened('r1', 'p1'), refundEnded('r1', 'done')];
    const machine = [{ ...openedRecord(), mode }, ...more, missing, ...made];
    expect(opened?.kind).toBe('opened');
    expect(back(machine)?.refunded.amount).toBe(0);
    const settled = recordOf('1-a', { kind: 'settled', how: 'refunded' });
    expect(back([...machine, settled])?.refunded.amount).toBe(400);
  });
});

describe('a sale after a restart', () => {
  it('that has ended is off the main screen and is not marked as restored', () => {
    const sale = recoverState(sold(1)).sales.get('1-a');
    expect(sale?.facts.aside).toBe(true);
    expect(sale?.run.restored).toBe(false);
  });

  it('that is open is doubtful, and the till reads it before it repeats a request', () => {
    const sale = recoverState(sold(1, 3008)).sales.get('1-a');
    expect(sale?.facts.aside).toBe(false);
    expect(sale?.run).toMatchObject({
      restored: true,
      request: 'doubtful',
      unsure: true,
      lookFirst: true,
    });
  });

  it('whose code was not scanned is not doubtful and needs no read', () => {
    const opened = openedRecord({ awaits: { uri: 'http://pay.test/s/1-a' } });
    expect(recoverState([opened]).sales.get('1-a')?.run).toMatchObject({
      restored: true,
      request: 'unsent',
      unsure: false,
      lookFirst: false,
    });
  });
});
