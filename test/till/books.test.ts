import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { keepIn } from '../../main/host/adapters/kept-value.ts';
import { realFiles } from '../../main/host/adapters/small-files.ts';
import { hashOf, lineOf } from '../../main/host/books/book-files.ts';
import { xReportPage } from '../../main/host/books/books.ts';
import {
  followDayTerms,
  OPEN_DAY_FILE,
  type OpenDay,
  openDay,
} from '../../main/host/books/open-books.ts';
import { receiptCodes } from '../../main/host/books/receipt-codes.ts';
import { verifyBooks } from '../../main/host/books/verify-books.ts';
import { startLocalApi } from '../../main/host/local-api/server.ts';
import { documentOf } from '../../main/host/receipts/document.ts';
import type { Subject } from '../../main/host/staff/approvals.ts';
import { amountsOf } from '../../shared/bill/amounts.ts';
import { isPaid } from '../../shared/bill/paid.ts';
import { reduceBooks } from '../../shared/books/books.ts';
import type { PeriodReport } from '../../shared/books/entry.ts';
import { cashRegisterFile } from '../../shared/books/export/cash-register-file.ts';
import { entryOf } from '../../shared/books/next-entry.ts';
import { entryOfCommand, entryOfRefund } from '../../shared/ids/host-ids.ts';
import { money } from '../../shared/money/money.ts';
import { statementOfPayment } from '../../shared/payment/statement.ts';
import { vatOf } from '../../shared/payment/vat.ts';
import { approveRefund } from '../../shared/terminal/refunds/check-approval.ts';
import { HOUR } from '../../shared/time/clock.ts';
import { DISK_FULL, openMemoryBooks } from '../support/books.ts';
import { ids } from '../support/payments.ts';
import { newQuickFolder } from '../support/quick-folder.ts';
import { createRegister } from '../support/register.ts';
import { drive, rest } from '../support/till.ts';
import { apiParts } from '../support/till-parts.ts';
import { goods, newId, outcome } from './bills-world.ts';
import {
  type BooksWorld,
  booksWorld,
  inWords,
  RECEIPT_CODES,
  reportIn,
  SETTINGS,
} from './books-world.ts';

/* The books of a till, from the commands of its screens to the files. */

const BREAD = goods('Bread', 4_249);

/** The service makes a refund of the first payment. */
async function refundByPhone(world: BooksWorld, amount: number, refundId: string): Promise<void> {
  const tid = world.service.payments()[0]?.tid ?? '';
  const given = { id: `ok-${refundId}`, approver: 'Marte', tid, currency: 'NOK' };
  const approval = approveRefund({ ...given, ceiling: money(amount) }, world.clock.now());
  const request = { tid, amount: money(amount), text: 'Stale', refundId };
  expect((await world.terminal.refund(request, approval)).ok).toBe(true);
}

describe('a command of the drawer whose id another command has used', () => {
  const refusedBy = (answered: Awaited<ReturnType<BooksWorld['run']>>) =>
    answered.ok ? 'done' : answered.refusal.details?.reason;

  it('is refused, so nobody hears of money that is not booked; the same command again is done', async () => {
    const world = await booksWorld();
    const float = { act: 'float', amount: 50_000 };
    expect(refusedBy(await world.drawerAct(float, 'one'))).toBe('done');
    expect(refusedBy(await world.drawerAct(float, 'one'))).toBe('done');
    const out = { act: 'pay_out', amount: 50_000, reason: 'Bank' };
    expect(refusedBy(await world.drawerAct(out, 'one'))).toBe('bill_command_used');
    const more = { act: 'float', amount: 60_000 };
    expect(refusedBy(await world.drawerAct(more, 'one'))).toBe('bill_command_used');
    expect(refusedBy(await world.count([[10_000, 5]], { id: 'one' }))).toBe('bill_command_used');
    expect(refusedBy(await world.close([[10_000, 5]], { id: 'one' }))).toBe('bill_command_used');
    expect(refusedBy(await world.count([[10_000, 5]], { id: 'two' }))).toBe('done');
    expect(refusedBy(await world.count([[10_000, 5]], { id: 'two' }))).toBe('done');
    expect(refusedBy(await world.count([[10_000, 4]], { id: 'two' }))).toBe('bill_command_used');
    expect(world.drawer).toHaveLength(1);
    expect(inWords(world.entries())).toEqual(['begin', 'float 50000', 'count 50000 of 50000']);
  });

  it('is refused also for a refund of another amount of the same receipt', async () => {
    const world = await booksWorld();
    await world.order('a', BREAD);
    await world.pay('a', 4_249);
    const back = (amount: number) =>
      world.run({
        ...{ type: 'refund_receipt', id: 'back', receipt: 1, lines: null, amount, tip: 0 },
        approval: 'approved',
      });
    expect(refusedBy(await back(1_000))).toBe('done');
    expect(refusedBy(await back(1_000))).toBe('done');
    expect(refusedBy(await back(2_000))).toBe('id_used');
  });
});

describe('the books', () => {
  it('have a day from the float to the close, with gapless numbers', async () => {
    const world = await booksWorld();
    await world.drawerAct({ act: 'float', amount: 50_000 });
    await world.order('a', BREAD, goods('Bun', 2_000, 2));
    await world.pay('a', 8_249, { kind: 'cash', received: 10_000 });
    await world.order('b', goods('Cake', 12_000));
    await world.byPhone('b', 6_000, { tip: 500 });
    await world.pay('b', 6_000, { kind: 'other', name: 'Bank card' });
    await world.drawerAct({ act: 'pay_out', amount: 3_000, reason: 'Milk' });
    await world.drawerAct({ act: 'no_sale', reason: 'Change for a customer' });
    const counted = [[20_000, 2] as [number, number], [5_000, 3] as [number, number]];
    const short = await world.close(counted);
    expect(short).toMatchObject({ value: { difference: { expected: 55_200, counted: 55_000 } } });
    expect(outcome(await world.close(counted, { reason: 'Coins lost', keep: 50_000 }))).toBe(
      'done',
    );
    expect(inWords(world.entries())).toEqual([
      'begin',
      'float 50000',
      '1 receipt 8249 cash',
      '2 receipt 6000 phone',
      '3 receipt 6000 other',
      'pay_out 3000',
      'no_sale 0',
      'count 55000 of 55200',
      'pay_out 5000',
      'close 1',
    ]);
    expect(world.entries().map(({ entry }) => entry)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await world.report(1)).toMatchObject({
      days: ['2026-11-27'],
      receipts: { first: 1, last: 3 },
      sales: { count: 3, amount: 20_249 },
      gross: 20_249,
      net: 20_249,
      vat: [{ vatRate: '0.25', total: 20_249, vat: 4_050 }],
      tips: 500,
      rounding: -49,
      tenders: [
        { kind: 'cash', sales: { count: 1, amount: 8_200 } },
        { kind: 'other', name: 'Bank card', sales: { count: 1, amount: 6_000 } },
        { kind: 'phone', sales: { count: 1, amount: 6_500 } },
      ],
      people: [{ by: 'Kari', count: 3, amount: 20_249 }],
      drawer: {
        opening: 50_000,
        payOut: { count: 2, amount: 8_000 },
        noSale: 1,
        counts: 1,
        difference: -200,
        expected: 50_000,
      },
      grand: { sales: 20_249, refunds: 0, net: 20_249 },
    });
    expect(world.host.view()).toMatchObject({ lastClose: 1, days: [], hasCash: true, state: 'ok' });
  });

  it('begin their next period with what the drawer kept and count on', async () => {
    const world = await booksWorld();
    await world.order('a', goods('Bun', 2_000));
    await world.pay('a', 2_000);
    await world.close([[2_000, 1]], { keep: 2_000 });
    const again = await world.restart();
    await again.order('b', goods('Bun', 3_000));
    await again.pay('b', 3_000);
    expect(await again.report()).toMatchObject({
      receipts: { first: 2, last: 2 },
      drawer: { opening: 2_000, expected: 5_000 },
      grand: { sales: 5_000 },
    });
    expect(outcome(await again.close([[5_000, 1]]))).toBe('done');
    expect(await again.report(2)).toMatchObject({ grand: { net: 5_000 } });
    expect(await again.report(1)).toMatchObject({ grand: { net: 2_000 } });
    expect(outcome(await again.run({ type: 'read_report', period: 3 }))).toBe('period_gone');
  });

  it('note who took what off, removed lines and cleared bills', async () => {
    const world = await booksWorld();
    await world.order('a', goods('Cake', 10_000), goods('Bun', 2_000, 3), goods('Tea', 3_000));
    const [, bun = '', tea = ''] = world.bill('a').lines.map(({ id }) => id);
    await world.act('a', { act: 'set_quantity', line: bun, quantity: 1_000 });
    await world.act('a', { act: 'set_quantity', line: bun, quantity: 2_000 });
    await world.act('a', { act: 'remove', line: tea });
    const discount = { kind: 'percent', basisPoints: 1_000, reason: 'Regular' };
    await world.act('a', { act: 'discount_bill', discount });
    await world.pay('a', 4_600);
    await world.pay('a', 8_000);
    await world.order('b', goods('Cake', 10_000));
    await world.act('b', { act: 'clear', reason: 'Left' });
    expect(inWords(world.entries()).slice(1)).toEqual([
      'reduced 4000',
      'removed 3000',
      '1 receipt 4600 cash',
      '2 receipt 8000 cash',
      'cleared 10000',
    ]);
    expect(await world.report()).toMatchObject({
      gross: 14_000,
      net: 12_600,
      discounts: [{ reason: 'Regular', by: 'Kari', approvedBy: null, count: 2, amount: 1_400 }],
      corrections: [
        { act: 'cleared', by: 'Kari', count: 1, amount: 10_000 },
        { act: 'reduced', by: 'Kari', count: 1, amount: 4_000 },
        { act: 'removed', by: 'Kari', count: 1, amount: 3_000 },
      ],
    });
  });

  it('book a sale without a bill, and what a register noted, each once', async () => {
    const world = await booksWorld();
    await world.run({
      type: 'start_sale',
      request: { amount: 5_000, method: { kind: 'qr' }, text: 'Coffee' },
    });
    await drive(world.clock, () => world.service.payments().length === 1);
    world.service.confirm();
    await drive(world.clock, () => world.entries().length === 2);
    await world.terminal.tendered({ id: 'r-1', method: 'cash', amount: 2_500 });
    await world.terminal.tendered({ id: 'r-1', method: 'cash', amount: 2_500 });
    await world.terminal.tendered({ id: 'r-2', method: 'Gift card', amount: 1_000 });
    const again = await world.restart();
    await rest();
    expect(inWords(again.entries())).toEqual([
      'begin',
      '1 receipt 5000 phone',
      '2 receipt 2500 cash',
      '3 receipt 1000 other',
    ]);
  });

  it('that cannot begin let the till take no money, and say why; the till sells when the disk writes', async () => {
    const world = await booksWorld({ disk: DISK_FULL });
    await world.order('a', goods('Bun', 2_000), goods('Cake', 1_000));
    await world.act('a', { act: 'remove', line: world.bill('a').lines[1]?.id });
    const refused = await world.pay('a', 2_000);
    expect(refused).toMatchObject({ ok: false, refusal: { type: 'Service Unavailable' } });
    expect(outcome(refused)).toBe('books_not_saved');
    expect(
      await world.terminal.tendered({ id: 'r-1', method: 'Card', amount: 1_000 }),
    ).toMatchObject({ ok: false });
    const sale = { amount: money(1_000), text: null, method: { kind: 'qr' } } as const;
    expect(await world.terminal.start(sale)).toMatchObject({ ok: false });
    expect([world.bill('a').tenders, world.terminal.view().sales]).toEqual([[], []]);
    world.disk.onWrite(async () => undefined);
    expect(outcome(await world.pay('a', 2_000))).toBe('done');
    expect(inWords(world.entries())).toEqual(['begin', 'removed 1000', '1 receipt 2000 cash']);
  });

  it('that could not begin book after a restart with a good disk all that the journal has', async () => {
    const world = await booksWorld({ disk: DISK_FULL });
    await world.order('a', goods('Bun', 2_000), goods('Cake', 1_000));
    await world.act('a', { act: 'remove', line: world.bill('a').lines[1]?.id });
    expect(world.entries()).toEqual([]);
    const again = await world.restart({});
    await again.pay('a', 2_000);
    const third = await again.restart();
    expect(inWords(third.entries())).toEqual(['begin', 'removed 1000', '1 receipt 2000 cash']);
  });

  it('that were taken away begin again with what the journal still has', async () => {
    const world = await booksWorld();
    await world.order('a', goods('Bun', 2_000));
    await world.pay('a', 2_000);
    world.disk.texts.clear();
    const again = await world.restart();
    await again.order('b', goods('Bun', 3_000));
    await again.pay('b', 3_000);
    const third = await again.restart();
    await third.restart();
    expect(inWords(third.entries())).toEqual([
      'begin',
      '1 receipt 2000 cash',
      '2 receipt 3000 cash',
    ]);
  });

  it('have each X report that a person prints, and no other look at a report', async () => {
    const world = await booksWorld();
    await world.order('a', goods('Bun', 2_000));
    await world.pay('a', 2_000);
    const before = await world.report();
    await world.clock.advance(24 * HOUR);
    await world.printReport(null);
    await world.printReport(null, 'browser');
    expect(await world.report()).toEqual(before);
    expect(world.printed).toEqual([{ entry: 3 }]);
    await world.close([[2_000, 1]]);
    await world.printReport(1);
    await world.printReport(1, 'browser');
    expect(world.printed).toEqual([{ entry: 3 }, { period: 1 }]);
    const entries = world.entries();
    expect(inWords(entries)).toEqual([
      ...['begin', '1 receipt 2000 cash', 'x_report', 'x_report', 'count 2000 of 2000'],
      ...['pay_out 2000', 'close 1'],
    ]);
    expect(entries[2]?.fact).toMatchObject({ by: 'Kari', at: before.to + 24 * HOUR });
    const lines = entries.map((entry, line) => ({ file: 'b', line, text: lineOf(entry).trim() }));
    expect(verifyBooks(lines, { from: 'whole', copy: [] })).toMatchObject({ fault: null });
  });

  it('print an X report as it was booked, also when its paper comes after more sales and the close', async () => {
    const world = await booksWorld();
    const seen: PeriodReport[] = [];
    /** Sells a bun and orders an X report on paper. */
    async function sellAndPrint(bill: string) {
      await world.order(bill, goods('Bun', 2_000));
      await world.pay(bill, 2_000);
      seen.push(await world.report());
      await world.printReport(null);
    }
    await sellAndPrint('a');
    await sellAndPrint('b');
    await world.close([[2_000, 2]]);
    await sellAndPrint('c');
    await sellAndPrint('d');
    const entries = world.printed.flatMap((one) => ('entry' in one ? [one.entry] : []));
    const again = await world.restart();
    const pages = await Promise.all(entries.map((entry) => xReportPage(again.books, entry)));
    // Each of them without what the drawer should hold, which nobody reads before a count.
    const shown = seen.map((sums) => ({ ...sums, drawer: { ...sums.drawer, expected: null } }));
    expect(pages.map((page) => page?.report)).toEqual(shown);
    expect(await xReportPage(again.books, 2)).toBeNull();
  });

  it('answer a browser that prints with the X report that was booked', async () => {
    const world = await booksWorld();
    for (const bill of ['a', 'b']) {
      await world.order(bill, goods('Bun', 2_000));
      await world.pay(bill, 2_000);
      const printed = reportIn(await world.printReport(null, 'browser'));
      const entry = world.entries().at(-1)?.entry ?? 0;
      expect(printed).toEqual((await xReportPage(world.books, entry))?.report);
      await world.close([[2_000, 1]]);
    }
  });

  it('print no X report that they cannot have', async () => {
    const world = await booksWorld();
    world.disk.onWrite(DISK_FULL);
    expect(outcome(await world.printReport(null))).toBe('books_not_saved');
    expect(world.printed).toEqual([]);
  });

  it('lose nothing that is paid while the disk refuses, and book it when the disk writes again', async () => {
    const world = await booksWorld();
    world.disk.onWrite(DISK_FULL);
    await world.order('a', goods('Bun', 2_000));
    expect(outcome(await world.pay('a', 2_000))).toBe('done');
    expect(world.host.view().state).toBe('unwritable');
    expect(outcome(await world.drawerAct({ act: 'no_sale', reason: 'x' }))).toBe('books_not_saved');
    world.disk.onWrite(async () => undefined);
    await drive(world.clock, () => world.host.view().state === 'ok');
    expect(inWords(world.entries())).toEqual(['begin', '1 receipt 2000 cash']);
  });

  it('lose nothing that is paid when the till stops while the disk refuses', async () => {
    const world = await booksWorld();
    world.disk.onWrite(DISK_FULL);
    await world.order('a', goods('Bun', 2_000));
    await world.pay('a', 2_000);
    const again = await world.restart();
    expect(inWords(again.entries())).toEqual(['begin', '1 receipt 2000 cash']);
  });

  it('book a payment once, also when more was booked since than a till remembers', async () => {
    const world = await booksWorld();
    await world.order('a', goods('Bun', 2_000));
    await world.pay('a', 2_000);
    let books = world.books.books();
    const lines = Array.from({ length: 20_001 }, (_, place) => {
      const opening = {
        kind: 'drawer',
        act: 'no_sale',
        amount: money(0),
        reason: 'Change',
      } as const;
      const who = { id: entryOfCommand(`n${place}`), at: world.clock.now(), by: 'Kari' };
      const entry = entryOf(books, { ...opening, ...who }, '2026-11-27', hashOf);
      books = reduceBooks(books, entry);
      return lineOf(entry);
    });
    world.disk.texts.set(1, (world.disk.texts.get(1) ?? '') + lines.join(''));
    const again = await world.restart();
    expect((await again.report()).sales).toEqual({ count: 1, amount: 2_000 });
    expect(again.host.view().state).toBe('ok');
  });

  it('refuse an amount that no sum can take, and can be read after it', async () => {
    const world = await booksWorld();
    const heap = [[999_999_999_999, 9_000]] as const;
    expect(outcome(await world.count([[...heap[0]]], { reason: 'Gold' }))).toBe('done');
    await world.drawerAct({ act: 'float', amount: 999_999_999_999 });
    for (let more = 0; more < 8; more += 1) {
      await world.drawerAct({ act: 'pay_in', amount: 999_999_999_999, reason: 'Gold' });
    }
    const before = world.books.books();
    const again = await world.restart();
    expect(again.books.books().hash).toBe(before.hash);
  });

  it('tell when the files cannot be read, and book the refund later', async () => {
    const world = await booksWorld();
    await world.order('a', goods('Bun', 2_000));
    await world.byPhone('a', 2_000);
    const read = world.disk.files.read;
    world.disk.files.read = () => Promise.reject(Object.assign(new Error('bad'), { code: 'EIO' }));
    await refundByPhone(world, 2_000, 'r1');
    await drive(world.clock, () => world.host.view().state === 'unwritable');
    world.disk.files.read = read;
    await drive(world.clock, () => world.host.view().state === 'ok');
    expect((await world.report()).refunds).toEqual({ count: 1, amount: 2_000 });
  });

  it('keep the journal’s records until they are booked', async () => {
    const world = await booksWorld();
    world.disk.onWrite(DISK_FULL);
    await world.order('a', goods('Bun', 2_000));
    await world.pay('a', 2_000);
    expect(await world.books.catchUp(world.memory.records)).toBe(false);
  });

  it('end each day by themselves on a till that nobody closes', async () => {
    const world = await booksWorld({ closes: 'daily' });
    await world.terminal.tendered({ id: 'r-1', method: 'Card', amount: 2_500 });
    world.clock.advance(24 * 3_600_000);
    await world.terminal.tendered({ id: 'r-2', method: 'Card', amount: 1_500 });
    expect(inWords(world.entries())).toEqual([
      'begin',
      '1 receipt 2500 other',
      'close 1',
      '2 receipt 1500 other',
    ]);
    expect((await world.report()).days).toEqual(['2026-11-28']);
  });
});

describe('a cash register', () => {
  it('gets no second payment under a command id that the till has forgotten', async () => {
    const world = await booksWorld();
    await world.order('a', BREAD);
    const once = { id: 'register-1' };
    expect(outcome(await world.pay('a', 4_249, { kind: 'cash', received: 5_000 }, once))).toBe(
      'done',
    );
    await world.order('b', BREAD);
    // The till remembers the last 1,000 commands.
    for (let more = 0; more <= 1_000; more += 1) {
      await world.act('b', { act: 'rename', name: `b${more}` });
    }
    expect(outcome(await world.pay('b', 4_249, { kind: 'cash', received: 5_000 }, once))).toBe(
      'bill_command_used',
    );
    expect(world.bill('b').tenders).toEqual([]);
    expect(outcome(await world.pay('b', 4_249, { kind: 'cash', received: 5_000 }))).toBe('done');
    const receipts = inWords(world.entries()).filter((one) => one.includes('receipt'));
    expect(receipts).toEqual(['1 receipt 4249 cash', '2 receipt 4249 cash']);
  });

  it('gets no phone payment of another bill under the id of an earlier one', async () => {
    const world = await booksWorld();
    await world.order('a', BREAD);
    await world.byPhone('a', 4_249, { id: 'register-1' });
    await world.order('b', BREAD);
    for (let more = 0; more <= 1_000; more += 1) {
      await world.act('b', { act: 'rename', name: `b${more}` });
    }
    const phone = { kind: 'phone', method: { kind: 'qr' } };
    const again = await world.pay('b', 4_249, phone, { id: 'register-1' });
    expect(outcome(again)).toBe('bill_command_used');
    expect(world.bill('b').tenders).toEqual([]);
  });

  it.each([
    ['Grace', 'Grace'],
    [undefined, 'Cash register'],
  ])('that names %s is in the books as %s', async (by, seller) => {
    const world = await booksWorld();
    const directory = newQuickFolder('tillkit-register-');
    const { terminal, clock, bills, books, openReceipt } = world;
    const { parts, stop } = apiParts(terminal, clock, { bills });
    const till = { posId: 'till1', currency: 'NOK' };
    const own = { books, openReceipt, till, directory, ids };
    const api = await startLocalApi({ ...parts, ...own, port: 0, report: noReport });
    onTestFinished(async () => {
      await api.stop();
      stop();
    });
    const { call } = createRegister(api);
    const body = { reference: 'r-1', amount: 2_500, by };
    expect((await call('POST', 'sales/', { body })).status).toBe(201);
    await drive(clock, () => world.service.payments().length === 1);
    world.service.confirm();
    await drive(clock, () => world.books.books().receipt === 1);
    const fact = world.entries().at(-1)?.fact;
    expect(fact).toMatchObject({ kind: 'receipt', by: seller, total: 2_500 });
    expect((await world.report()).people).toMatchObject([{ by: seller, amount: 2_500 }]);
  });
});

it('a register hears that a till takes no money because its books cannot begin', async () => {
  const world = await booksWorld({ disk: DISK_FULL });
  const { terminal, clock, bills, books, openReceipt } = world;
  const { parts, stop } = apiParts(terminal, clock, { bills });
  const directory = newQuickFolder('tillkit-register-');
  const till = { posId: 'till1', currency: 'NOK' };
  const own = { books, openReceipt, till, directory, ids };
  const api = await startLocalApi({ ...parts, ...own, port: 0, report: noReport });
  onTestFinished(async () => {
    await api.stop();
    stop();
  });
  const register = createRegister(api);
  const obstacle = async () => (await register.call('GET', '')).json.obstacle;
  await world.order('a', goods('Bun', 2_000));
  const pay = (how: object, id: string) =>
    register.pay('a', { id, version: 1, amount: 2_000, method: how });
  const refused = [
    await register.start({ reference: 'r-1', amount: 2_500 }),
    await pay({ kind: 'cash' }, 'r-2'),
    await pay({ kind: 'phone', method: { kind: 'qr' } }, 'r-3'),
  ];
  expect(refused.map(({ status, json }) => [status, json.error_type])).toEqual(
    refused.map(() => [503, 'journal_full']),
  );
  expect(await obstacle()).toBe('journal_full');
  world.disk.onWrite(async () => undefined);
  await drive(clock, () => world.host.view().state === 'ok');
  expect(await obstacle()).toBe('none');
  const version = world.bill('a').version;
  const body = { id: 'r-4', version, amount: 2_000, method: { kind: 'cash' } };
  expect((await register.pay('a', body)).status).toBe(200);
  expect(inWords(world.entries())).toEqual(['begin', '1 receipt 2000 cash']);
});

const noReport = (sentence: string) => {
  throw new Error(sentence);
};

describe('the drawer', () => {
  it('opens for cash, floats and openings without a sale, and not for phone payments or repeats', async () => {
    const world = await booksWorld();
    const id = newId();
    await world.drawerAct({ act: 'float', amount: 50_000 }, id);
    await world.drawerAct({ act: 'float', amount: 50_000 }, id);
    expect(world.drawer).toHaveLength(1);
    await world.order('a', goods('Bun', 4_000));
    await world.byPhone('a', 2_000);
    expect(world.drawer).toHaveLength(1);
    const once = { id: newId() };
    await world.pay('a', 2_000, { kind: 'cash' }, once);
    await world.pay('a', 2_000, { kind: 'cash' }, once);
    expect(world.drawer).toHaveLength(2);
    expect((await world.report()).drawer).toMatchObject({ opening: 50_000, expected: 52_000 });
  });

  it('is counted blind: a difference is asked about once and booked with its reason', async () => {
    const world = await booksWorld();
    await world.drawerAct({ act: 'float', amount: 10_000 });
    const counted = [[5_000, 1] as [number, number]];
    expect(await world.count(counted)).toMatchObject({
      value: { difference: { expected: 10_000, counted: 5_000 } },
    });
    expect(inWords(world.entries())).toEqual(['begin', 'float 10000']);
    await world.count(counted, { reason: 'Stolen' });
    expect(outcome(await world.count(counted))).toBe('done');
    expect((await world.report()).drawer).toMatchObject({ counts: 2, difference: -5_000 });
  });
});

describe('a close', () => {
  it('names open bills, wants a count where there is cash, and keeps no more than was counted', async () => {
    const world = await booksWorld();
    await world.order('a', goods('Bun', 2_000));
    expect(outcome(await world.close(null))).toBe('close_open_bills');
    expect(outcome(await world.close(null, { openBills: world.seen() }))).toBe('done');
    await world.pay('a', 2_000);
    expect(outcome(await world.close(null))).toBe('close_needs_count');
    expect(outcome(await world.close([[2_000, 1]], { keep: 2_001 }))).toBe('keep_too_much');
    expect(outcome(await world.close([[2_000, 1]]))).toBe('done');
    expect(world.host.view().lastClose).toBe(2);
  });

  it('is refused over a bill that another screen has opened or changed since the person saw them', async () => {
    const world = await booksWorld();
    await world.order('a', goods('Bun', 2_000));
    const before = world.seen();
    // As many bills are open as before, and one of them is another one.
    await world.act('a', { act: 'clear', reason: 'Left' });
    await world.order('b', goods('Cake', 9_000));
    expect(world.seen()).toHaveLength(before.length);
    expect(outcome(await world.close(null, { openBills: before }))).toBe('close_open_bills');
    const seen = world.seen();
    await world.act('b', { act: 'add', line: goods('Tea', 3_000) });
    expect(outcome(await world.close(null, { openBills: seen }))).toBe('close_open_bills');
    expect(outcome(await world.close(null, { openBills: world.seen() }))).toBe('done');
  });

  it('is for a supervisor, or with the approval of one', async () => {
    const world = await booksWorld({ role: 'cashier' });
    expect(outcome(await world.close(null))).toBe('role');
    expect(outcome(await world.close(null, { approval: 'other' }))).toBe('role');
    expect(outcome(await world.close(null, { approval: 'approved' }))).toBe('done');
    expect(world.entries().at(-1)?.fact).toMatchObject({ by: 'Kari', approvedBy: 'Marte' });
  });

  it('is done once when its answer was lost, and the repeat has the same report', async () => {
    const world = await booksWorld();
    const once = { id: newId() };
    const first = await world.close(null, once);
    await world.order('a', goods('Bun', 2_000));
    await world.pay('a', 2_000);
    const again = await world.restart();
    expect(await again.close(null, once)).toEqual(first);
    expect(again.host.view().lastClose).toBe(1);
  });

  it('is answered again while the disk refuses', async () => {
    const world = await booksWorld();
    const once = { id: newId() };
    const first = await world.close(null, once);
    world.disk.onWrite(DISK_FULL);
    await world.order('a', goods('Bun', 2_000));
    await world.pay('a', 2_000);
    expect(world.host.view().state).toBe('unwritable');
    expect(await world.close(null, once)).toEqual(first);
    expect(outcome(await world.close([[2_000, 1]]))).toBe('books_not_saved');
  });

  it('is done once when its answer was lost, also when its approval is forgotten', async () => {
    const world = await booksWorld({ role: 'cashier' });
    const once = { id: newId() };
    const first = await world.close(null, { ...once, approval: 'approved' });
    expect(await world.close(null, { ...once, approval: 'forgotten' })).toEqual(first);
  });

  it('leaves the same books to the till that made it and to one that starts after it', async () => {
    const world = await booksWorld();
    for (const cash of [true, false, false]) {
      if (cash) await world.drawerAct({ act: 'float', amount: 10_000 });
      expect(outcome(await world.close(cash ? [[10_000, 1]] : null))).toBe('done');
      const kept = world.books.books();
      const found = await openMemoryBooks(world.disk, { clock: world.clock });
      expect(found.books()).toEqual(kept);
    }
    expect(world.host.view().hasCash).toBe(false);
  });

  it('is refused to a second screen that closes the same day', async () => {
    const world = await booksWorld();
    await world.drawerAct({ act: 'float', amount: 50_000 });
    const both = { lastClose: 0, reason: 'Lost', explains: 50_000, keep: 10_000 };
    const closed = await Promise.all([
      world.close([[10_000, 4]], { ...both, id: newId() }),
      world.close([[10_000, 4]], { ...both, id: newId() }),
    ]);
    expect(closed.map(outcome)).toEqual(['done', 'close_done']);
    expect(world.host.view().lastClose).toBe(1);
    expect((await world.report()).drawer.expected).toBe(10_000);
  });

  it('asks again about a difference that a sale on another screen has changed', async () => {
    const world = await booksWorld();
    await world.drawerAct({ act: 'float', amount: 50_000 });
    const asked = await world.count([[10_000, 4]]);
    expect(asked).toMatchObject({ value: { difference: { expected: 50_000 } } });
    await world.order('a', goods('Bun', 2_000));
    await world.pay('a', 2_000);
    const reason = { reason: 'Lost', explains: 50_000 };
    const differs = { value: { difference: { expected: 52_000, counted: 40_000 } } };
    expect(await world.count([[10_000, 4]], reason)).toMatchObject(differs);
    expect(await world.close([[10_000, 4]], reason)).toMatchObject(differs);
    await world.count([[10_000, 4]], { ...reason, explains: 52_000 });
    expect((await world.report()).drawer).toMatchObject({ expected: 40_000, difference: -12_000 });
  });

  it('has the days of a till whose close was missed', async () => {
    const world = await booksWorld({
      terms: () => ({ timeZone: 'Europe/Oslo', startOfDay: '04:00:00' }),
    });
    world.clock.advance(18 * 3_600_000);
    // 02:00 of the next day is the same business day.
    await world.order('a', goods('Beer', 9_000));
    await world.pay('a', 9_000);
    expect(world.host.view().days).toEqual(['2026-11-27']);
    world.clock.advance(3 * 3_600_000);
    await world.order('b', goods('Beer', 9_000));
    await world.pay('b', 9_000);
    expect(world.host.view().days).toEqual(['2026-11-27', '2026-11-28']);
  });
});

it('a day that is open keeps its end, also over a restart, and the next period has the new one', async () => {
  const directory = newQuickFolder('tillkit-open-day-');
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  let dayEndsAt = '00:00';
  const till = () => ({
    terms: followDayTerms(
      () => ({ timeZone: 'Europe/Oslo', dayEndsAt }),
      keepIn(realFiles, join(directory, OPEN_DAY_FILE), openDay),
    ),
  });
  let world: BooksWorld = await booksWorld(till());
  const sell = async (bill: string) => {
    await world.order(bill, goods('Beer', 9_000));
    await world.pay(bill, 9_000);
    return world.entries().at(-1)?.day;
  };
  expect(await sell('a')).toBe('2026-11-27');
  dayEndsAt = '04:00';
  // 02:00 of the 28th.
  world.clock.advance(18 * 3_600_000);
  expect(await sell('b')).toBe('2026-11-28');
  world = await world.restart(till());
  expect(world.host.view().day).toBe('2026-11-28');
  expect(await sell('c')).toBe('2026-11-28');
  await world.close([[9_000, 3]]);
  world = await world.restart(till());
  // 01:00 of the 29th.
  world.clock.advance(23 * 3_600_000);
  expect(await sell('d')).toBe('2026-11-28');
});

it('an end of the day of another period, or one that cannot be read, does not count', async () => {
  const settings = () => ({ timeZone: 'Europe/Oslo', dayEndsAt: '04:00' });
  const world = await booksWorld();
  await world.order('a', goods('Beer', 9_000));
  await world.pay('a', 9_000);
  const books = world.books.books();
  const kept = (value: OpenDay | null) =>
    followDayTerms(settings, { read: () => value, write: () => undefined })(books).startOfDay;
  const old = { timeZone: 'Europe/Oslo', startOfDay: '02:00:00' };
  expect(kept({ ...old, close: 0 })).toBe('02:00:00');
  expect(kept({ ...old, close: 7 })).toBe('04:00:00');
  expect(kept(null)).toBe('04:00:00');
  expect(openDay.safeParse({ ...old, close: 0, timeZone: 'Mars/Crater' }).success).toBe(false);
});

describe('a refund of a receipt', () => {
  const refund = (receipt: number, more: object) => ({
    ...{ type: 'refund_receipt', id: newId(), receipt, lines: null, amount: 0, tip: 0 },
    approval: 'approved',
    ...more,
  });

  it('gives cash back by line and by amount, never more than was paid', async () => {
    const world = await booksWorld();
    await world.order('a', goods('Bun', 2_033, 3), goods('Cake', 10_000));
    await world.pay('a', 16_099, { kind: 'cash', received: 20_000 });
    const bun = { lines: [{ line: 0, quantity: 2_000 }], reason: 'Stale' };
    const answered = await world.run(refund(1, bun));
    expect(answered).toMatchObject({
      value: { number: 2, receipt: { left: { total: 12_033, lines: [1_000, 1_000] } } },
    });
    expect(outcome(await world.run(refund(1, bun)))).toBe('too_much');
    expect(outcome(await world.run(refund(1, { amount: 12_034 })))).toBe('too_much');
    expect(outcome(await world.run(refund(1, { amount: 12_033 })))).toBe('done');
    expect(outcome(await world.run(refund(1, { amount: 1 })))).toBe('too_much');
    const report = await world.report();
    expect(report.refunds).toEqual({ count: 2, amount: 16_099 });
    expect(report.refundedVat).toEqual(report.vat);
    expect(report.grand).toEqual({ sales: 16_099, refunds: 16_099, net: 0 });
    expect(world.entries().at(-1)?.fact).toMatchObject({
      approvedBy: 'Marte',
      of: expect.any(String),
    });
  });

  it('refunds exactly what was paid in coins, and is done once', async () => {
    const world = await booksWorld();
    await world.order('a', BREAD);
    await world.pay('a', 4_249);
    const once = refund(1, { amount: 4_249 });
    await world.run(once);
    await world.run(once);
    expect((await world.report()).drawer.expected).toBe(0);
    expect(await world.report()).toMatchObject({ rounding: 0, refunds: { count: 1 } });
  });

  it('refunds in many small parts no more coins than were paid', async () => {
    const world = await booksWorld();
    await world.order('a', goods('Bun', 250, 10));
    await world.pay('a', 2_500, { kind: 'cash', received: 2_500 });
    const given: number[] = [];
    for (let part = 0; part < 10; part += 1) {
      const before = (await world.report()).drawer.expected;
      await world.run(refund(1, { lines: [{ line: 0, quantity: 1_000 }] }));
      given.push(before - (await world.report()).drawer.expected);
    }
    expect(given).toEqual([300, 200, 300, 200, 300, 200, 300, 200, 300, 200]);
    expect(await world.report()).toMatchObject({ rounding: 0, drawer: { expected: 0 } });
  });

  it('is refused without an approval, for a phone payment and for a receipt that does not exist', async () => {
    const world = await booksWorld();
    await world.order('a', goods('Bun', 2_000));
    await world.byPhone('a', 1_000);
    await world.pay('a', 1_000);
    expect(outcome(await world.run(refund(2, { amount: 100, approval: 'no' })))).toBe(
      'approval_expired',
    );
    expect(outcome(await world.run(refund(1, { amount: 100 })))).toBe('receipt_by_phone');
    expect(outcome(await world.run(refund(3, { amount: 100 })))).toBe('receipt_gone');
  });

  it('asks for the approval of the close that it makes, with its figures and bills', async () => {
    const asked: Subject[] = [];
    const world = await booksWorld({
      role: 'cashier',
      approver: (subject) => {
        asked.push(subject);
        return { ok: false, reason: 'approval_expired' };
      },
    });
    const close = { id: 'c1', keep: 0, lastClose: 0, openBills: [] };
    const counted = [[10_000, 2]] as const;
    const said = { ...close, reason: 'Coins lost', explains: 20_000, approval: 'a' };
    expect(outcome(await world.close([[...counted[0]]], said))).toBe('role');
    const piles = [{ value: 10_000, count: 2 }];
    expect(asked).toEqual([{ kind: 'close', close: { ...close, counted: piles } }]);
  });

  it('asks for the approval of what changes hands: with the tip, and rounded as coins are', async () => {
    const asked: Subject[] = [];
    const world = await booksWorld({
      approver: (subject) => {
        asked.push(subject);
        return { ok: false, reason: 'above_ceiling' };
      },
    });
    await world.order('a', goods('Bun', 2_033, 3));
    await world.pay('a', 6_099, { kind: 'cash', received: 20_000 });
    const bun = { lines: [{ line: 0, quantity: 1_000 }] };
    expect(outcome(await world.run(refund(1, bun)))).toBe('above_ceiling');
    const seen = { receipt: 1, ...bun, amount: 0, tip: 0, reason: null };
    expect(asked).toEqual([{ kind: 'receipt_refund', refund: seen, amount: 2_000 }]);
    expect((await world.report()).refunds).toEqual({ count: 0, amount: 0 });
  });

  it('by phone is booked when the service has made it, with the VAT of its receipt, in parts exactly', async () => {
    const world = await booksWorld();
    await world.order('a', goods('Bun', 2_033), goods('Cake', 4_000));
    await world.byPhone('a', 6_033);
    const back = async (amount: number, refundId: string) => {
      await refundByPhone(world, amount, refundId);
      await drive(world.clock, () => world.books.isBooked(entryOfRefund(refundId)));
    };
    await back(1_001, 'r1');
    await world.close(null);
    await back(5_032, 'r2');
    const again = await world.restart();
    const refunds = again.entries().flatMap(({ fact }) => (fact.kind === 'refund' ? [fact] : []));
    const receipt = again.entries().find(({ fact }) => fact.kind === 'receipt')?.fact;
    expect(refunds.map(({ of, total, by }) => [of, total, by])).toEqual([
      [receipt?.id, 1_001, 'Marte'],
      [receipt?.id, 5_032, 'Marte'],
    ]);
    const vat = refunds.flatMap((one) => one.vat.map((rate) => rate.vat));
    expect(vat.reduce((sum, one) => sum + one, 0)).toBe(1_207);
    expect((await again.report()).grand).toEqual({ sales: 6_033, refunds: 6_033, net: 0 });
  });

  it('by phone of a payment that is not captured completely yet is booked with its VAT, and the receipt follows', async () => {
    let world = await booksWorld();
    const lines = (
      [
        ['0.15', 4_667],
        ['0.25', 4_734],
      ] as const
    ).map(([vat_rate, total]) => {
      const line = { product_id: vat_rate, description: null, metadata: null, tags: null };
      const amounts = { vat: null, item_cost: money(total), total: money(total) };
      return { ...line, ...amounts, vat_rate, quantity: '1' };
    });
    const mode = { kind: 'authorise' } as const;
    await world.terminal.start({
      ...{ amount: money(9_401), text: null, lines, method: { kind: 'qr' }, mode },
    });
    await drive(world.clock, () => world.service.payments().length === 1);
    world.service.confirm();
    const sale = () => world.terminal.view().sales[0];
    const capture = async (id: string, amount: number) => {
      const part = { amount: money(amount), captureId: id };
      expect((await world.terminal.capture(sale()?.id ?? '', part)).ok).toBe(true);
      const isMade = () => world.service.payments()[0]?.captures.some((made) => made.id === id);
      await drive(world.clock, () => isMade() === true);
      await rest();
    };
    const back = async (id: string, amount: number) => {
      await refundByPhone(world, amount, id);
      await drive(world.clock, () => world.books.isBooked(entryOfRefund(id)));
    };
    await drive(world.clock, () => sale()?.money.authorised === 9_401);
    await capture('c1', 5_000);
    await back('r1', 3_393);
    world = await world.restart();
    await capture('c2', 4_401);
    await drive(world.clock, () => inWords(world.entries()).length === 3);
    await back('r2', 319);
    const [, first, receipt] = world.entries().map(({ fact }) => fact);
    expect([first?.kind, receipt?.kind]).toEqual(['refund', 'receipt']);
    expect(first).toMatchObject({ of: receipt?.id });
    const [payment] = world.service.payments();
    if (payment === undefined) throw new Error('no payment');
    const inService = vatOf(payment.lineItems ?? [], statementOfPayment(payment));
    const { vat, refundedVat, grand } = await world.report();
    const amounts = (rates: typeof vat) =>
      rates.map((one) => ({ amount: one.total, vat: one.vat }));
    expect(amounts(vat)).toEqual(inService.map(({ captured }) => captured));
    expect(amounts(refundedVat)).toEqual(inService.map(({ refunded }) => refunded));
    expect(grand.net).toBe(9_401 - 3_393 - 319);
  });

  it('have a returned deposit as a line of its own, as the payment has it, and the goods keep their VAT', async () => {
    const world = await booksWorld();
    const bottles = { ...goods('Empty bottle', 300, 10), kind: 'deposit_return' as const };
    await world.order(
      'a',
      { ...goods('Beer', 5_000), vatRate: '0.25' },
      { ...bottles, vatRate: null },
    );
    await world.byPhone('a', 2_000);
    const [payment] = world.service.payments();
    const inService = payment?.lineItems?.map(({ quantity, item_cost, total, vat }) => {
      return [quantity, item_cost, total, vat];
    });
    expect(inService).toEqual([
      ['1', 5_000, 5_000, 1_000],
      ['10', -300, -3_000, null],
    ]);
    expect(world.numbered(1).fact).toMatchObject({
      lines: [
        { name: 'Beer', total: 5_000, vat: 1_000 },
        { name: 'Empty bottle', quantity: '10', gross: -3_000, total: -3_000, vat: 0 },
      ],
      total: 2_000,
      vat: [
        { vatRate: '0.25', total: 5_000, vat: 1_000 },
        { vatRate: null, total: -3_000, vat: 0 },
      ],
    });
    const document = documentOf(world.numbered(1), SETTINGS, { mark: null, refunds: null });
    if (document === null) throw new Error('no document');
    expect(document.lines.map(({ quantity, gross }) => [quantity, gross])).toEqual([
      ['1', 5_000],
      ['10', -3_000],
    ]);
    const found = await world.terminal.refundable(payment?.tid ?? '');
    const items = found.ok ? found.value.items : [];
    const back = items.map(({ quantity, total }, index) => ({ index, quantity, total }));
    const tid = payment?.tid ?? '';
    const given = { id: 'ok', approver: 'Marte', tid, currency: 'NOK', lines: back };
    const approval = approveRefund({ ...given, ceiling: money(2_000) }, world.clock.now());
    const request = { tid, amount: null, lines: back, text: 'Back', refundId: 'r1' };
    expect(await world.terminal.refund(request, approval)).toMatchObject({ ok: true });
    await drive(world.clock, () => world.books.isBooked(entryOfRefund('r1')));
    const { vat, refundedVat, grand } = await world.report();
    expect([refundedVat, grand.net]).toEqual([vat, 0]);
  });

  it('have a payout once, numbered, with the VAT of its goods and less cash in the drawer', async () => {
    const world = await booksWorld();
    const bottles = { ...goods('Empty bottle', 300, 12), kind: 'deposit_return' as const };
    const cola = { ...goods('Cola', 2_550), vatRate: '0.25' };
    await world.order('a', cola, { ...bottles, vatRate: null });
    expect(outcome(await world.pay('a', -1_050))).toBe('bill_payout_no_cash');
    const float = { type: 'drawer', id: 'f', act: { act: 'float', amount: 20_000 } };
    await world.run(float);
    const version = world.bill('a').version;
    const command = { id: 'payout', version };
    expect(outcome(await world.pay('a', -1_050, { kind: 'other', name: 'Card' }))).toBe(
      'bill_payout_in_cash',
    );
    for (const _ of ['first', 'repeat']) {
      expect(outcome(await world.pay('a', -1_050, { kind: 'cash' }, command))).toBe('done');
    }
    const { fact, receipt } = world.numbered(1);
    expect([receipt, fact]).toMatchObject([
      1,
      {
        total: -1_050,
        vat: [
          { vatRate: '0.25', total: 2_550, vat: 510 },
          { vatRate: null, total: -3_600, vat: 0 },
        ],
        returned: [{ by: 'Kari', approvedBy: null, pieces: 12, amount: 3_600 }],
        method: { kind: 'cash', rounding: -50, received: 0 },
      },
    ]);
    const { returned, payouts, net, vat, drawer, grand, tenders } = await world.report();
    expect(returned).toEqual([{ by: 'Kari', approvedBy: null, count: 12, amount: 3_600 }]);
    expect(payouts).toEqual({ count: 1, amount: 1_100 });
    expect([net, vat[0]?.vat, drawer.expected, grand.net]).toEqual([-1_050, 510, 18_900, -1_050]);
    expect(tenders).toMatchObject([{ kind: 'cash', sales: { count: 1, amount: -1_100 } }]);
    const document = documentOf(world.numbered(1), SETTINGS, { mark: null, refunds: null });
    expect(document).toMatchObject({ kind: 'payout', total: -1_100, rounding: -50 });
    const back = await world.run({
      ...{ type: 'refund_receipt', id: 'r', receipt: 1, approval: 'approved', lines: null },
      ...{ amount: 1_050, tip: 0, reason: null },
    });
    expect(outcome(back)).toBe('too_much');
    const file = cashRegisterFile(world.entries(), {
      ...{ company: { organisation: '999999999', name: 'Shop' }, timeZone: 'Europe/Oslo' },
      ...{ from: '2000-01-01', to: '2100-01-01', created: world.clock.now() },
      software: { name: 'Till', version: '1' },
    });
    const text = file.ok ? [...file.value].join('') : '';
    expect(text).toMatch(/<transType>DEPOSITPAYOUT<.*<transAmntIn>-10.50<.*<amntTp>D</s);
  });

  it('have the rate of goods that were exchanged after a payment, also where nothing more is due', async () => {
    const world = await booksWorld();
    const wine = (price: number) => ({ ...goods('Wine', price), vatRate: '0.25' });
    const food = (name: string, price: number) => ({ ...goods(name, price), vatRate: '0.15' });
    await world.order('a', wine(5_000), food('Water', 5_000));
    await world.pay('a', 5_000);
    const [first] = world.bill('a').lines;
    await world.act('a', { act: 'add', line: food('Bread', 5_000) });
    await world.act('a', { act: 'remove', line: first?.id });
    await world.pay('a', 5_000);
    expect(isPaid(world.bill('a'))).toBe(true);
    await world.order('b', wine(6_000), food('Water', 4_000));
    await world.pay('b', 5_000);
    const [other] = world.bill('b').lines;
    await world.act('b', { act: 'add', line: food('Bread', 1_000) });
    await world.act('b', { act: 'remove', line: other?.id });
    expect([amountsOf(world.bill('b')).due, isPaid(world.bill('b'))]).toEqual([0, false]);
    await world.pay('b', 0);
    expect(isPaid(world.bill('b'))).toBe(true);
    const again = await world.restart();
    const { vat, net, receipts } = await again.report();
    expect(vat.filter(({ total, vat: tax }) => total !== 0 || tax !== 0)).toEqual([
      { vatRate: '0.15', total: 15_000, vat: 652 * 3 },
    ]);
    expect([net, receipts]).toEqual([15_000, { first: 1, last: 4 }]);
  });

  it('finds the receipt of a payment at the till by its tender', async () => {
    const world = await booksWorld();
    await world.order('a', goods('Bun', 2_000));
    await world.pay('a', 2_000);
    const tender = world.bill('a')?.tenders[0]?.id ?? '';
    expect(await world.run({ type: 'find_tender', tender })).toMatchObject({
      value: { receipt: { number: 1, receipt: { total: 2_000 } } },
    });
    expect(outcome(await world.run({ type: 'find_tender', tender: 'tender:other' }))).toBe(
      'receipt_gone',
    );
  });

  it('opens by its code, and by no code of another till or of a refund', async () => {
    const world = await booksWorld();
    await world.order('a', goods('Bun', 2_000));
    await world.pay('a', 2_000);
    await world.run(refund(1, { amount: 100 }));
    const open = (code: string) => world.run({ type: 'open_receipt', code });
    const [sale, back] = [world.numbered(1), world.numbered(2)];
    expect(await open(RECEIPT_CODES.codeOf(sale))).toMatchObject({
      value: { receipt: { number: 1, receipt: { total: 2_000 } } },
    });
    expect(outcome(await open(RECEIPT_CODES.codeOf(back)))).toBe('receipt_no_sale');
    expect(outcome(await open('no code'))).toBe('receipt_unknown');
  });

  it('does not open by the code of a key that the till had before', async () => {
    const world = await booksWorld();
    await world.order('a', goods('Bun', 2_000));
    await world.pay('a', 2_000);
    const code = receiptCodes('till1', Buffer.alloc(32, 8)).codeOf(world.numbered(1));
    expect(outcome(await world.run({ type: 'open_receipt', code }))).toBe('receipt_unknown');
  });

  it('finds a receipt of an earlier period', async () => {
    const world = await booksWorld();
    await world.order('a', goods('Bun', 2_000));
    await world.pay('a', 2_000);
    await world.close([[2_000, 1]], { keep: 2_000 });
    const again = await world.restart();
    expect(outcome(await again.run(refund(1, { amount: 500 })))).toBe('done');
    expect(await again.report()).toMatchObject({
      refunds: { count: 1, amount: 500 },
      drawer: { expected: 1_500 },
    });
    expect(await again.run({ type: 'find_receipt', receipt: 1 })).toMatchObject({
      value: { receipt: { left: { total: 1_500 } } },
    });
  });
});
