import { expect, it } from 'vitest';
import { amountsOf } from '../../../shared/bill/amounts.ts';
import { type Bill, type Bills, NOTHING_STATED } from '../../../shared/bill/bill.ts';
import type { BillRecord } from '../../../shared/bill/commands.ts';
import { decideBill } from '../../../shared/bill/decide.ts';
import { statedWith } from '../../../shared/bill/parts.ts';
import { reduceBill } from '../../../shared/bill/reduce.ts';
import { playHistory, type Rules } from './histories.ts';

/* The random histories find each of these defects, so a history without a finding shows that it is not there. */

/** A rule that changes the bills of some records after the right one. */
function spoils(
  spoil: (after: Bills, record: BillRecord, before: Bills) => readonly Bill[],
): Partial<Rules> {
  return {
    reduce: (before, record) => {
      const after = reduceBill(before, record);
      const bills = new Map(after.bills);
      for (const bill of spoil(after, record, before)) bills.set(bill.id, bill);
      return { ...after, bills };
    },
  };
}

/** Changes the bill of records of one kind. */
const on = (act: BillRecord['act'], to: (bill: Bill, before: Bill | undefined) => Bill) =>
  spoils((after, record, before) => {
    const bill = after.bills.get(record.bill);
    return record.act === act && bill !== undefined ? [to(bill, before.bills.get(bill.id))] : [];
  });

/** Changes the bill to which lines were moved. */
const onTarget = (to: (bill: Bill, before: Bill | undefined) => Bill) =>
  spoils((after, record, before) => {
    const bill = record.act === 'move' ? after.bills.get(record.to.bill) : undefined;
    return bill === undefined ? [] : [to(bill, before.bills.get(bill.id))];
  });

it.each<readonly [string, Partial<Rules>]>([
  [
    'a moved line also stays on its bill',
    on('move', (bill, before) => ({ ...bill, lines: before?.lines ?? [], closed: false })),
  ],
  [
    'a move to an open bill replaces its lines',
    onTarget((bill, before) => ({ ...bill, lines: bill.lines.slice(before?.lines.length ?? 0) })),
  ],
  [
    'another line is moved than the person chose',
    on('move', (bill, before) => ({
      ...bill,
      lines: (before?.lines ?? []).slice(bill.lines.length === 0 ? 1 : 0, bill.lines.length),
    })),
  ],
  ['money off the bill is lost when lines move', onTarget((bill) => ({ ...bill, discounts: [] }))],
  [
    'money off the bill stays and also moves',
    on('move', (bill, before) => ({
      ...bill,
      discounts: bill.lines.length === 0 ? [] : (before?.discounts ?? []),
    })),
  ],
  [
    'both parts of a line have the whole money off',
    onTarget((bill) => ({
      ...bill,
      lines: bill.lines.map((line) => ({
        ...line,
        discounts: line.discounts.map((one) =>
          one.kind === 'amount' ? { ...one, over: one.amount } : one,
        ),
      })),
    })),
  ],
  [
    'a discount in per cent becomes a fixed sum',
    onTarget((bill) => ({
      ...bill,
      lines: bill.lines.map((line) => ({ ...line, discounts: [] })),
    })),
  ],
  ['a paid part can be paid again', on('tender_paid', (bill) => ({ ...bill, tenders: [] }))],
  [
    'the last part of a bill does not know what the earlier ones state',
    on('add', (bill) => ({ ...bill, stated: NOTHING_STATED })),
  ],
  [
    'what a part states is stated of the new rates once the bill changes',
    on('add', (bill) => ({
      ...bill,
      stated: statedWith({ ...bill, tenders: [], stated: NOTHING_STATED }, amountsOf(bill).paid),
    })),
  ],
  [
    'a cash payment is forgotten',
    on('pay', (bill, before) => ({ ...bill, tenders: before?.tenders ?? [] })),
  ],
  [
    'other options leave the line a part of its old order',
    on('options', (bill, before) => ({
      ...bill,
      lines: bill.lines.map((line) => ({
        ...line,
        order: before?.lines.find(({ id }) => id === line.id)?.order ?? line.order,
      })),
    })),
  ],
  [
    'a command on an older version takes effect',
    {
      decide: (state, command, at, permit) => {
        const version = state.bills.get(command.bill)?.version ?? 0;
        const decision = decideBill(state, { ...command, version }, at, permit);
        return decision.ok && decision.record !== null
          ? { ok: true, record: { ...command, at } }
          : decision;
      },
    },
  ],
  [
    'a repeat takes effect again',
    {
      reduce: (state, record) => ({ ...reduceBill(state, record), done: [] }),
      decide: (state, command, at, permit) =>
        decideBill(
          { ...state, done: [] },
          { ...command, version: state.bills.get(command.bill)?.version ?? 0 },
          at,
          permit,
        ),
    },
  ],
])('a planted defect is found: %s', (_, rules) => {
  const found = (seed: number) => playHistory(seed, 30, rules).findings.length > 0;
  expect(Array.from({ length: 300 }, (__, seed) => seed).some(found)).toBe(true);
});
