import { describe, expect, it } from 'vitest';
import type { JournalRecord } from '../../../../shared/terminal/sale/records.ts';
import { compact } from '../../../../shared/terminal/start/compact.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/time/clock.ts';
import { BEGAN, openedRecord, recordOf, seenCode } from '../../../support/sales.ts';
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

/* How long the till keeps each record of its journal. */

describe('a compacted journal', () => {
  const later = BEGAN + 3 * DAY;
  const kinds = (records: readonly JournalRecord[], now = later) =>
    compact(records, now).map((record) => record.kind);
  /** Enough sales of the last hour that the first ones are not among the newest. */
  const many = Array.from({ length: 50 }, (_, index) => sold(100 + index, 2000, later)).flat();
  const numbers = (records: readonly JournalRecord[], now = later) =>
    compact([...records, ...many], now).flatMap((record) =>
      record.kind === 'opened' && record.number < 100 ? [record.number] : [],
    );

  it('keeps an ended sale for two days, and an open one without limit', () => {
    expect(numbers([...sold(1), ...sold(2, 3008)])).toEqual([2]);
    expect(numbers(sold(1), BEGAN + 2 * DAY - 1)).toEqual([1]);
    expect(numbers(sold(1), BEGAN + 2 * DAY)).toEqual([]);
  });

  it('keeps the fifty newest sales at any age', () => {
    const old = Array.from({ length: 51 }, (_, index) => sold(1 + index)).flat();
    const kept = compact(old, later).flatMap((one) => (one.kind === 'opened' ? [one.number] : []));
    expect(kept).toHaveLength(50);
    expect(kept[0]).toBe(2);
  });

  it('keeps all records of a sale or none of them', () => {
    expect(compact([...sold(1, 3008), ...many], later).slice(0, 3)).toEqual(sold(1, 3008));
    const ended = compact([...sold(1), ...many], later);
    expect(ended.some((record) => 'sale' in record && record.sale === '1-a')).toBe(false);
  });

  it('keeps both requests of a sale while one of them is open', () => {
    const twin = { sale: '1-a.s', body: { ...openedRecord().body, pos_tid: '1-a.s' } };
    const opened = openedRecord({ twin });
    const codeEnded = recordOf('1-a', seenCode(4019));
    const stickerEnded = recordOf('1-a.s', seenCode(4019));
    const of = (records: readonly JournalRecord[]) =>
      compact([...records, ...many], later).filter((one) => records.includes(one));
    expect(of([opened, codeEnded])).toEqual([opened, codeEnded]);
    expect(of([opened, stickerEnded])).toEqual([opened, stickerEnded]);
    expect(of([opened, codeEnded, stickerEnded])).toEqual([]);
  });

  it('keeps a losing request that was paid until the cashier dismisses it', () => {
    const twin = { sale: '1-a.s', body: { ...openedRecord().body, pos_tid: '1-a.s' } };
    const chosen = (sale: string, leg: 'won' | 'lost') => recordOf(sale, { kind: 'chosen', leg });
    const records = [
      openedRecord({ twin }),
      chosen('1-a', 'won'),
      recordOf('1-a', seenCode(2000)),
      chosen('1-a.s', 'lost'),
      recordOf('1-a.s', seenCode(2000)),
    ];
    const dismissed = [...records, recordOf('1-a.s', { kind: 'dismissed' })];
    const of = (all: readonly JournalRecord[]) =>
      compact([...all, ...many], later).filter((one) => all.includes(one));
    expect(of(records)).toEqual(records);
    expect(of(dismissed)).toEqual([]);
  });

  it('keeps a sale that was put on hold until a person has seen its end', () => {
    const held = (number: number, end: { end: 'shown' } | object) =>
      sold(number).toSpliced(1, 0, recordOf(`${number}-a`, { kind: 'aside', ...end }));
    const seen = recordOf('3-a', { kind: 'dismissed' });
    // Where a machine has delivered, no person waits for the end.
    expect(numbers([...held(1, { end: 'shown' }), ...held(2, {})])).toEqual([1]);
    expect(numbers([...held(3, { end: 'shown' }), seen])).toEqual([]);
  });

  it('drops check records, claimed results and closed codes', () => {
    const check: JournalRecord = { ...at(), kind: 'check' };
    const claimed: JournalRecord = { ...at(), kind: 'claimed', tid: 'p8' };
    const closed: JournalRecord = { ...at(), kind: 'code_closed', code: '1-c' };
    const records = [check, unclaimed('p8', 1), claimed, code('1-c', 1), closed];
    expect(compact(records, BEGAN)).toEqual([]);
  });

  it('keeps only the last record of an unclaimed result', () => {
    expect(compact([unclaimed('p8', 1003), unclaimed('p8', 2000)], later)).toEqual([
      unclaimed('p8', 2000),
    ]);
  });

  it('keeps a code and its scan for two days', () => {
    const scan: JournalRecord = { ...at(), kind: 'code_scanned', code: '1-c', token: 'token:1' };
    const records = [code('1-c', 1), scan];
    expect(kinds(records, BEGAN + 2 * DAY - MINUTE)).toEqual(['code', 'code_scanned']);
    expect(kinds(records, BEGAN + 2 * DAY)).toEqual([]);
  });

  it('keeps only the time of the last payment of a bill by another tender', () => {
    const tendered = (time: number): JournalRecord => ({ ...at(time), kind: 'last_tender' });
    expect(compact([tendered(1), tendered(2)], later)).toEqual([tendered(2)]);
  });

  it('keeps a refund in progress without limit, and one that ended for two days', () => {
    const open = [refundOpened('r1', 'p1')];
    const ended = [...open, refundEnded('r1', 'done')];
    expect(compact(open, later)).toEqual(open);
    expect(compact(ended, BEGAN + 2 * DAY - HOUR)).toEqual(ended);
    expect(compact(ended, BEGAN + 2 * DAY)).toEqual([]);
  });

  it('keeps an open request for data without limit, and one that ended for two days', () => {
    const open = [asked('d1'), askedCreated('d1')];
    const ended = [...open, askedEnded('d1')];
    expect(compact(open, later)).toEqual(open);
    expect(compact(ended, BEGAN + 2 * DAY - HOUR)).toEqual(ended);
    expect(compact(ended, BEGAN + 2 * DAY)).toEqual([]);
  });
});
