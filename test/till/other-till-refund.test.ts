import fc from 'fast-check';
import { expect, it } from 'vitest';
import { documentOf } from '../../main/host/receipts/document.ts';
import { differencesOf, type Movement } from '../../shared/books/compare.ts';
import { receiptTable } from '../../shared/books/export/tables.ts';
import type { OtherTillReceipt } from '../../shared/device/commands/book-answers.ts';
import type { AnyAnswer } from '../../shared/device/commands/table.ts';
import { byRate, sumOf as sumOfRates } from '../../shared/lines/divide.ts';
import { add, money, ZERO } from '../../shared/money/money.ts';
import { roundedRateOf } from '../../shared/money/vat.ts';
import { present } from '../../shared/objects/present.ts';
import { refundedLines } from '../../shared/payment/payment.ts';
import { type RefundLine, refundAmounts, restOf } from '../../shared/payment/refund-lines.ts';
import { statementOfPayment } from '../../shared/payment/statement.ts';
import { vatOf } from '../../shared/payment/vat.ts';
import { approveRefund } from '../../shared/terminal/refunds/check-approval.ts';
import type { RefundRequest } from '../../shared/terminal/refunds/refund.ts';
import { drive, rest } from '../support/till.ts';
import { goods } from './bills-world.ts';
import { type BooksWorld, booksWorld, RECEIPT_CODES, receiptsOf, SETTINGS } from './books-world.ts';

/* A phone payment that one till sold is refunded at another till of the shop (D-423 to D-425). */

/** Two tills of one shop: the first one sells, and has handed its receipts over. */
async function shop(currencies: Readonly<Partial<Record<'seller' | 'other', string>>> = {}) {
  const seller = await booksWorld(present({ currency: currencies.seller }));
  const other = await booksWorld(
    { till: 'till2', handedOver: receiptsOf(seller), ...present({ currency: currencies.other }) },
    seller,
  );
  /** Sells three buns and a cake with 10 % off and a tip, and the customer pays by phone. */
  const sell = async () => {
    await seller.order('a', goods('Bun', 2_033, 3), {
      ...goods('Cake', 5_000),
      vatRate: '0.15',
    });
    const discount = { kind: 'percent', basisPoints: 1_000, reason: 'Regular' };
    await seller.act('a', { act: 'discount_bill', discount });
    await seller.byPhone('a', 9_989, { tip: 500 });
    return RECEIPT_CODES.codeOf(seller.numbered(1));
  };
  return { seller, other, sell };
}

const open = (till: BooksWorld, code: string) => till.run({ type: 'open_receipt', code });

function receiptIn(answered: AnyAnswer): OtherTillReceipt {
  const value: { readonly otherTill?: OtherTillReceipt } = Object(
    answered.ok ? answered.value : null,
  );
  if (value.otherTill === undefined) throw new Error(JSON.stringify(answered));
  return value.otherTill;
}
const refusalIn = (answered: AnyAnswer) => (answered.ok ? null : answered.refusal.details);

let given = 0;

/** A supervisor of a till approves a refund, and the till begins it. */
async function refund(
  till: BooksWorld,
  request: Omit<RefundRequest, 'text' | 'refundId'>,
  currency = 'NOK',
) {
  given += 1;
  const word = { id: `word-${given}`, approver: 'Marte', currency, ceiling: money(90_000) };
  const approval = approveRefund({ ...word, tid: request.tid }, till.clock.now());
  const refundId = `r-${given}`;
  const answered = await till.terminal.refund({ ...request, text: 'Returned', refundId }, approval);
  return answered.ok ? refundId : answered.because;
}

/** The lines with what they cost now. */
function linesOf({ refundable }: OtherTillReceipt, wanted: readonly [number, string][]) {
  return wanted.flatMap(([index, quantity]): RefundLine[] => {
    const item = refundable.items[index];
    if (item === undefined) return [];
    const { total } = refundAmounts(item, index, quantity, refundable.refunded);
    return [{ index, quantity, total }];
  });
}
const sumOf = (lines: readonly RefundLine[]) => add(ZERO, ...lines.map(({ total }) => total));

const isOver = (till: BooksWorld) => () =>
  till.terminal.view().refunds.every(({ state }) => state !== 'under_way');

const refundsIn = (till: BooksWorld) =>
  till.entries().flatMap(({ fact }) => (fact.kind === 'refund' ? [fact] : []));

/** What a till's books say of phone payments, and what the service made of them. */
function bookedBy(till: BooksWorld): readonly Movement[] {
  return till.entries().flatMap(({ day, fact }): Movement[] => {
    if ((fact.kind !== 'receipt' && fact.kind !== 'refund') || fact.method.kind !== 'phone')
      return [];
    const kind = fact.kind === 'receipt' ? 'capture' : 'refund';
    return [{ tid: fact.method.tid, day, kind, amount: add(fact.total, fact.tip) }];
  });
}
function madeByService({ service }: BooksWorld, day: string): readonly Movement[] {
  return service.payments().flatMap(({ tid, captures, refunds }) => {
    const moved = (kind: Movement['kind'], parts: typeof captures) =>
      parts.map((one) => ({ tid, day, kind, amount: add(one.amount, one.additionalAmount) }));
    return [...moved('capture', captures), ...moved('refund', refunds)];
  });
}

function expectThreeWay(seller: BooksWorld, other: BooksWorld): void {
  const ledger = madeByService(seller, seller.numbered(1).day);
  expect(differencesOf('till', ledger, [...bookedBy(seller), ...bookedBy(other)])).toEqual([]);
}

/** The books of both tills give back of each rate what the service states. */
function expectSameRates(seller: BooksWorld, other: BooksWorld): void {
  const payment = seller.service.only();
  const stated = vatOf(
    payment.lineItems ?? [],
    statementOfPayment(payment),
    refundedLines(payment),
  ).map(({ rate, refunded }) => [rate, refunded.amount, refunded.vat]);
  const booked = [...refundsIn(seller), ...refundsIn(other)].flatMap(({ vat }) => vat);
  const ofRate = (rate: number) => booked.filter((one) => roundedRateOf(one.vatRate) === rate);
  const both = stated.map(([rate = 0]) => {
    const sum = sumOfRates(ofRate(rate));
    return [rate, sum.total, sum.vat];
  });
  expect(both).toEqual(stated);
}

it('a refund of an amount at another till, and of all that is left, has the rates of the sale', async () => {
  const { seller, other, sell } = await shop();
  const { tid, receipt } = receiptIn(await open(other, await sell()));
  const amounts = [
    [other, money(3_393)],
    [seller, money(319)],
    [other, money(101)],
    [other, null],
  ] as const;
  for (const [till, amount] of amounts) {
    await refund(till, { tid, amount, otherReceipt: receipt });
    await drive(seller.clock, isOver(till));
    expectSameRates(seller, other);
  }
  const [first] = refundsIn(other);
  expect(first?.vat.map(({ vatRate }) => vatRate)).toEqual(['0.25', '0.15']);
  const rates = [...refundsIn(seller), ...refundsIn(other)].flatMap(({ vat }) => vat);
  const sold = seller.numbered(1).fact;
  expect(byRate(rates)).toEqual(sold.kind === 'receipt' ? sold.vat : []);
});

it('amounts that two tills refund at once have the rates of the order in which the service has made them', async () => {
  const { seller, other, sell } = await shop();
  const { tid, receipt } = receiptIn(await open(other, await sell()));
  for (const amount of [money(101), money(3_393), money(319), money(1_001)]) {
    // Both have read the payment before one of them refunds.
    await Promise.all([
      refund(other, { tid, amount, otherReceipt: receipt }),
      refund(seller, { tid, amount }),
    ]);
    await drive(seller.clock, () => isOver(other)() && isOver(seller)());
    expectSameRates(seller, other);
  }
  const rates = [...refundsIn(seller), ...refundsIn(other)];
  expect(rates).toHaveLength(8);
});

it('the receipt opens at another till with what the service has of it, and its refund is in the books of that till', async () => {
  const { seller, other, sell } = await shop();
  const code = await sell();
  const found = receiptIn(await open(other, code));
  expect(found).toMatchObject({
    receipt: 'till1-R1',
    total: 10_489,
    refundable: { left: { amount: 9_989, additional: 500 } },
  });
  const lines = linesOf(found, [[0, '1']]);
  const request = { tid: found.tid, amount: sumOf(lines), lines, otherReceipt: found.receipt };
  await refund(other, request);
  await drive(other.clock, isOver(other));
  const [back] = refundsIn(other);
  expect(back).toMatchObject({
    ...{ of: null, otherReceipt: 'till1-R1', by: 'Marte', total: sumOf(lines), tip: 0 },
    lines: [{ name: 'Bun', quantity: '1', vatRate: '0.25' }],
    method: { kind: 'phone', tid: found.tid },
  });
  expect(await other.report()).toMatchObject({
    refunds: { count: 1, amount: sumOf(lines) },
    otherTills: { count: 1, amount: sumOf(lines) },
    sales: { count: 0 },
  });
  expect(refundsIn(seller)).toEqual([]);
  expect(await seller.report()).not.toHaveProperty('otherTills');
  const entry = other.numbered(1);
  expect(
    documentOf(entry, { ...SETTINGS, posId: 'till2' }, { mark: null, refunds: null }),
  ).toMatchObject({
    ...{ kind: 'refund', number: 'till2-R1', refund_of: 'till1-R1' },
  });
  const [head = [], row = []] = receiptTable([entry], other.entries(), {
    ...{ currency: 'NOK', timeZone: 'Europe/Oslo' },
  });
  expect(row[head.indexOf('refund_of')]).toBe('till1-R1');
  expectThreeWay(seller, other);
});

it('says which till sold what cannot be refunded here, and keeps everything else to itself', async () => {
  const { seller, other, sell } = await shop();
  const code = await sell();
  await seller.order('cash', goods('Tea', 3_000));
  await seller.pay('cash', 3_000);
  const cash = RECEIPT_CODES.codeOf(seller.numbered(2));
  const here = { reason: 'receipt_foreign', receipt: 'till1-R2' };
  expect(refusalIn(await open(other, cash))).toEqual(here);
  const unknown = code.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  expect(refusalIn(await open(other, unknown))).toEqual({
    ...{ reason: 'receipt_not_found', receipt: 'till1-R1' },
  });
  await seller.run({
    ...{ type: 'refund_receipt', id: 'r', receipt: 2, lines: null, amount: 1_000, tip: 0 },
    approval: 'approved',
  });
  const back = RECEIPT_CODES.codeOf(seller.numbered(3));
  expect(refusalIn(await open(other, back))).toEqual({ reason: 'receipt_no_sale' });
  const alone = await booksWorld({ till: 'till3' }, seller);
  expect(refusalIn(await open(alone, code))).toMatchObject({ reason: 'service_away' });
  seller.service.setFate(({ name }) => (name === 'read' ? 'drop_before' : 'deliver'));
  expect(refusalIn(await open(other, code))).toMatchObject({ reason: 'service_away' });
});

it('a receipt that was returned opens with nothing left, and another refund of it is refused', async () => {
  const { seller, other, sell } = await shop();
  const code = await sell();
  const { tid, receipt } = receiptIn(await open(other, code));
  await refund(seller, { tid, amount: null });
  await drive(seller.clock, isOver(seller));
  expect(receiptIn(await open(other, code)).refundable.left).toEqual({ amount: 0, additional: 0 });
  expect(await refund(other, { tid, amount: null, otherReceipt: receipt })).toBe('nothing_left');
  expect(refundsIn(other)).toEqual([]);
});

it('what the other till has given back meanwhile is not given back again', async () => {
  const { seller, other, sell } = await shop();
  const found = receiptIn(await open(other, await sell()));
  const lines = linesOf(found, [[1, '1']]);
  const request = { tid: found.tid, amount: sumOf(lines), lines };
  await refund(seller, request);
  await drive(seller.clock, isOver(seller));
  const late = await refund(other, { ...request, otherReceipt: found.receipt });
  expect(late).toBe('lines_gone');
  expectThreeWay(seller, other);
});

it('of a payment that was captured in part no line is offered, and not more than was captured goes back', async () => {
  const { seller, other } = await shop();
  await seller.order('a', goods('Bun', 2_000, 2));
  const how = { kind: 'phone', method: { kind: 'qr' } };
  await seller.pay('a', 4_000, how);
  await drive(seller.clock, () => seller.service.payments().length > 0);
  const { pos_tid } = seller.service.only().request;
  seller.service.confirm();
  const part = { id: 'c', amount: money(2_500), additionalAmount: ZERO, currency: 'NOK' };
  seller.service.happenTo(pos_tid, { kind: 'capture', part });
  seller.service.happenTo(pos_tid, { kind: 'release' });
  const { tid } = seller.service.only();
  const read = await other.terminal.refundable(tid);
  expect(read).toMatchObject({ value: { items: [], left: { amount: 2_500 } } });
  const otherReceipt = 'till1-R1';
  expect(await refund(other, { tid, amount: money(2_501), otherReceipt })).toBe('too_much');
  await refund(other, { tid, amount: null, otherReceipt });
  await drive(other.clock, isOver(other));
  expect(seller.service.only().refunds).toMatchObject([{ amount: 2_500, additionalAmount: 0 }]);
  expect(refundsIn(other)[0]?.vat).toEqual([{ vatRate: '0.25', total: 2_500, vat: 500 }]);
});

it('a refund that only calls itself one of another till is one of this till in the books', async () => {
  const { seller, sell } = await shop();
  await sell();
  const { tid } = seller.service.only();
  await refund(seller, { tid, amount: money(1_000), otherReceipt: 'till2-R7' });
  await drive(seller.clock, isOver(seller));
  const [back] = refundsIn(seller);
  expect(back).not.toHaveProperty('otherReceipt');
  expect(back?.of).toBe(seller.numbered(1).fact.id);
});

it('goes back to the phone that paid, and needs a supervisor who approved this payment', async () => {
  const { seller, other, sell } = await shop();
  const { tid, receipt } = receiptIn(await open(other, await sell()));
  const word = { id: 'w', approver: 'Marte', currency: 'NOK', ceiling: money(90_000) };
  const ask = (more: Partial<typeof word & { tid: string }>) =>
    other.terminal.refund(
      { tid, amount: money(1_000), text: null, refundId: 'r-w', otherReceipt: receipt },
      approveRefund({ ...word, tid, ...more }, other.clock.now()),
    );
  expect(await ask({ tid: 'another' })).toMatchObject({ because: 'approval_for_another_payment' });
  expect(await ask({ ceiling: money(999) })).toMatchObject({ because: 'above_ceiling' });
  expect(await ask({ approver: '' })).toMatchObject({ because: 'bad_request' });
  expect(await ask({})).toMatchObject({ ok: true });
  await drive(other.clock, isOver(other));
  // The service knows no other receiver of a refund than who paid; the drawer stays shut.
  expect(seller.service.only().refunds).toMatchObject([{ id: 'r-w', amount: 1_000 }]);
  expect(other.drawer).toEqual([]);
  expect(refundsIn(other)).toMatchObject([{ approvedBy: 'Marte', otherReceipt: 'till1-R1' }]);
  expect(await other.report()).toMatchObject({ otherTills: { count: 1 }, drawer: { expected: 0 } });
});

it.each([
  ['everything', 'not_accepted'],
  ['the same line', 'lines_gone'],
] as const)(
  'the portal refunds %s at the same moment: the till says %s, and books nothing',
  async (what, reason) => {
    const { seller, other, sell } = await shop();
    const found = receiptIn(await open(other, await sell()));
    const { tid, receipt: otherReceipt } = found;
    const { pos_tid } = seller.service.only().request;
    const lines = linesOf(found, [[1, '1']]);
    const sums = { amount: sumOf(lines), additionalAmount: ZERO, currency: 'NOK' };
    const inPortal =
      what === 'everything'
        ? { part: null }
        : {
            part: { id: 'portal-1', ...sums },
            lines: lines.map((line) => ({ ...line, product: 'cake' })),
          };
    let isMade = false;
    seller.service.setFate(({ name }) => {
      // The till has checked what is left; the portal's request arrives before its own.
      if (name === 'refund' && !isMade) {
        isMade = seller.service.happenTo(pos_tid, { kind: 'refund', text: null, ...inPortal });
      }
      return 'deliver';
    });
    await refund(other, { tid, amount: null, otherReceipt, lines });
    await drive(other.clock, isOver(other));
    expect(isMade).toBe(true);
    expect(other.terminal.view().refunds).toMatchObject([{ state: 'refused', reason }]);
    expect(seller.service.only().refunds).toHaveLength(1);
    expect(refundsIn(other)).toEqual([]);
  },
);

it('a payment in another currency is refused when its receipt is opened, and so is every refund of it', async () => {
  const currency = fc.constantFrom('NOK', 'SEK', 'JPY');
  const amount = fc.option(fc.integer({ min: 1, max: 20_000 }).map(money));
  const units = fc.option(fc.constantFrom('1', '3'));
  await fc.assert(
    fc.asyncProperty(currency, currency, amount, units, async (ofSeller, ofOther, wanted, unit) => {
      const { seller, other, sell } = await shop({ seller: ofSeller, other: ofOther });
      const opened = await open(other, await sell());
      if (ofSeller === ofOther) {
        expect(receiptIn(opened).refundable.currency).toBe(ofOther);
        return;
      }
      expect(refusalIn(opened)).toEqual({ reason: 'other_currency', receipt: 'till1-R1' });
      const { tid } = seller.service.only();
      expect(await other.terminal.refundable(tid)).toMatchObject({ because: 'other_currency' });
      const lines = unit === null ? {} : { lines: [{ index: 0, quantity: unit }] };
      // Whatever currency the approval is in.
      for (const approved of [ofSeller, ofOther]) {
        expect(await refund(other, { tid, amount: wanted, ...lines }, approved)).toBe(
          'other_currency',
        );
      }
      expect(seller.service.only().refunds).toEqual([]);
    }),
    { numRuns: 30 },
  );
});

/** One press of the refund key: at which till, what, and what the network does with it. */
const press = fc.record({
  at: fc.constantFrom('seller' as const, 'other' as const),
  what: fc.oneof(
    fc.record({
      line: fc.constantFrom(0, 1),
      units: fc.constantFrom('1', '2', '3'),
      lost: fc.constant(null),
    }),
    fc.constantFrom('all' as const, 1_000, 4_000, 9_989),
  ),
  network: fc.constantFrom('deliver', 'drop_before', 'drop_after', 'dead_after'),
  /** Begins before the one before it has ended. */
  atOnce: fc.boolean(),
});

it('two tills refund no more than was paid, and no unit twice, at every loss of power and of answers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(press, { minLength: 2, maxLength: 6 }), async (presses) => {
      const { seller, other, sell } = await shop();
      const code = await sell();
      const tills = { seller, other };
      const { tid, receipt } = receiptIn(await open(other, code));
      let running: Promise<unknown>[] = [];
      for (const { at, what, network, atOnce } of presses) {
        const till = tills[at];
        if (!atOnce) {
          await Promise.all(running);
          await drive(seller.clock, () => isOver(tills.seller)() && isOver(tills.other)());
          running = [];
        }
        let isHit = false;
        seller.service.setFate(({ name }) => {
          if (name !== 'refund' || isHit) return 'deliver';
          isHit = true;
          return network;
        });
        const more = at === 'other' ? { otherReceipt: receipt } : {};
        const wanted =
          what === 'all'
            ? { tid, amount: null }
            : typeof what === 'number'
              ? { tid, amount: money(what) }
              : { tid, amount: null, lines: [{ index: what.line, quantity: what.units }] };
        running.push(refund(till, { ...wanted, ...more }));
        if (network !== 'dead_after') continue;
        // Both lose power: one of them after the service has its refund, and before it hears so.
        await Promise.all(running);
        await rest();
        tills.seller = await tills.seller.restart();
        tills.other = await tills.other.restart();
        running = [];
      }
      await Promise.all(running);
      seller.service.setFate(() => 'deliver');
      await drive(seller.clock, () => isOver(tills.seller)() && isOver(tills.other)());
      const { captures, refunds, lineItems } = seller.service.only();
      const total = (parts: typeof captures) =>
        add(ZERO, ...parts.flatMap((one) => [one.amount, one.additionalAmount]));
      expect(total(refunds)).toBeLessThanOrEqual(total(captures));
      const back = refunds.flatMap(({ lines = [] }) => lines);
      for (const { quantity, total: left, vat } of restOf(lineItems ?? [], back)) {
        expect(Number(quantity)).toBeGreaterThanOrEqual(0);
        expect(Math.min(left, vat)).toBeGreaterThanOrEqual(0);
      }
      expect(new Set(refunds.map(({ id }) => id)).size).toBe(refunds.length);
      expectThreeWay(tills.seller, tills.other);
      // Two refunds at the same time do not know of each other.
      if (presses.every(({ atOnce }) => !atOnce)) expectSameRates(tills.seller, tills.other);
      for (const fact of refundsIn(tills.other)) expect(fact.otherReceipt).toBe(receipt);
      for (const fact of refundsIn(tills.seller)) expect(fact).not.toHaveProperty('otherReceipt');
    }),
    { numRuns: 40 },
  );
});
