import { expect, it } from 'vitest';
import { systemClock, systemIds } from '../../main/host/adapters/machine.ts';
import { openBills } from '../../main/host/bills/bills.ts';
import { isLivePayment } from '../../main/host/fiscal/open-fiscal.ts';
import { createChanges } from '../../main/host/local-api/changes.ts';
import { createReceiptLinks } from '../../main/host/receipts/shown-links.ts';
import { type Bill, newBill } from '../../shared/bill/bill.ts';
import { BillIndex } from '../../shared/bill/bill-index.ts';
import { createFollower } from '../../shared/books/follow.ts';
import { receiptOfTender, tenderId } from '../../shared/ids/host-ids.ts';
import { money, ZERO } from '../../shared/money/money.ts';
import { createBillBook } from '../../shared/terminal/bills/bill-book.ts';
import { instantOf } from '../../shared/time/clock.ts';
import { createPrng } from '../simulation/prng.ts';
import { giveTo } from '../support/host-commands.ts';
import { createScriptedTerminal } from '../support/scripted-terminal.ts';
import { EMPTY_BOOKS, PLAIN_BILLS } from '../support/till-parts.ts';
import { goods } from './bills-world.ts';

/** How often a till of so many ended bills reads one of them while it sells once more for cash. */
async function readsOfASale(count: number): Promise<number> {
  let reads = 0;
  const watched = (bill: Bill): Bill =>
    new Proxy(bill, {
      get(of, member) {
        reads += 1;
        return Reflect.get(of, member);
      },
    });
  const now = instantOf(systemClock.now());
  const ended = Array.from({ length: count }, (_, place) =>
    watched({ ...newBill(`ended-${place}`, null, now), closed: true }),
  );
  const follower = createFollower({ part: () => 'Part', discount: 'Discount', other: 'Other' });
  for (const bill of ended) follower.next({ v: 1, at: now, kind: 'bill_kept', bill });
  const { terminal: scripted } = createScriptedTerminal();
  const book = createBillBook({
    journalQueue: {
      write: async () => true,
      must: async (record) => {
        follower.next(record);
        return { ok: true };
      },
      settled: async () => undefined,
      isStuck: () => false,
      stop: async () => undefined,
    },
    clock: systemClock,
    restored: { bills: new Map(ended.map((bill) => [bill.id, bill])), done: [] },
    otherTender: () => undefined,
  });
  const terminal = { ...scripted, bills: book };
  const bills = openBills({
    ...PLAIN_BILLS,
    terminal,
  });
  const till = { posId: 'till1', currency: 'NOK' };
  const changes = createChanges({ terminal, bills, ...EMPTY_BOOKS, till, ids: systemIds });
  const links = createReceiptLinks({
    links: { linkOf: () => '', subscribe: () => () => undefined },
    books: { receiptKnown: () => null },
    sales: () => [],
    bills: book.bills,
  });
  const show = () => {
    bills.view();
    links.view();
    isLivePayment(terminal, receiptOfTender(tenderId('1')));
  };
  const stop = bills.subscribe(show);
  const give = giveTo(bills.commands);
  const sell = async (bill: string) => {
    const act = { act: 'open', name: bill, lines: [goods('Cake', 2_500)] } as const;
    await give({ type: 'bill', id: `open-${bill}`, bill, version: 0, act });
    const amount = money(2_500);
    const pay = {
      type: 'pay_bill',
      id: `pay-${bill}`,
      bill,
      version: 1,
      amount,
      tip: ZERO,
    } as const;
    expect(await give({ ...pay, method: { kind: 'cash' } })).toMatchObject({ ok: true });
  };
  await sell('first');
  reads = 0;
  const seq = changes.seq();
  await sell('second');
  const said = reads;
  expect(changes.seq() - seq).toBe(2);
  expect(book.bills().bills.size).toBe(count + 2);
  stop();
  bills.stop();
  changes.stop();
  return said;
}

it('a sale reads as many earlier bills after twenty thousand as after two thousand', async () => {
  // Whole parts of the index: what follows the last part is searched.
  const few = await readsOfASale(2_048);
  expect(await readsOfASale(20_480)).toBeLessThanOrEqual(few);
});

it('bills of the index are those of a plain map, whatever was opened, ended and forgotten', () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const prng = createPrng(seed);
    let index = BillIndex.of(new Map());
    const plain = new Map<string, Bill>();
    for (let at = 1; at <= 1_500; at += 1) {
      const id = `b${prng.between(1, 900)}`;
      const bill = { ...newBill(id, `T ${id}`, at), closed: prng.chance(0.8), version: at };
      index = index.with([bill]);
      plain.set(id, bill);
      if (prng.chance(0.01)) {
        index = index.without((time) => time <= at - 700, 300);
        for (const [one, { closed, changedAt }] of plain) {
          if (index.has(one)) continue;
          expect({ closed, isOld: changedAt <= at - 700 }).toEqual({ closed: true, isOld: true });
          plain.delete(one);
        }
      }
      expect(index.size).toBe(plain.size);
    }
    const sorted = (all: Iterable<Bill>) => [...all].sort((a, b) => a.version - b.version);
    expect(sorted(index.values())).toEqual(sorted(plain.values()));
    expect([...index.open()].every(({ closed }) => !closed)).toBe(true);
    const open = [...plain.values()].filter(({ closed }) => !closed);
    expect(index.open()).toHaveLength(open.length);
    expect([...plain.values()].every((bill) => index.get(bill.id) === bill)).toBe(true);
  }
});
