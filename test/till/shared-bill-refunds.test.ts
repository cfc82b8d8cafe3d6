import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allOfBill, planBillRefund, unitsOfBillLeft } from '../../shared/books/bill-refund.ts';
import type { BillPage, BillRefunded } from '../../shared/device/commands/book-answers.ts';
import { clientOf } from '../../shared/device/commands/client.ts';
import type { AnyAnswer } from '../../shared/device/commands/table.ts';
import { entryOfRefund } from '../../shared/ids/host-ids.ts';
import { salesLines } from '../../shared/ledger/sales.ts';
import { byRate, isSomething, type RatedAmount, sumOf } from '../../shared/lines/divide.ts';
import { add, money, subtract, ZERO } from '../../shared/money/money.ts';
import { roundedRateOf } from '../../shared/money/vat.ts';
import { type Payment, refundedLines, refundedRates } from '../../shared/payment/payment.ts';
import { statementOfPayment } from '../../shared/payment/statement.ts';
import { vatOf } from '../../shared/payment/vat.ts';
import { approveRefund } from '../../shared/terminal/refunds/check-approval.ts';
import { drive, rest } from '../support/till.ts';
import { goods, newId } from './bills-world.ts';
import { type BooksWorld, booksWorld, RECEIPT_CODES, receiptsOf } from './books-world.ts';

/*
 * A bill that was paid in shares is refunded by product (D-572): the money goes back to its payments in their order, and
 * the bill, its receipts, the books and the ledger agree, in total and by tax rate.
 */

const food = (name: string, price: number, count = 1) => ({
  ...goods(name, price, count),
  vatRate: '0.15',
});

/** Beer 2 x 60.00 at 25 % and bread 3 x 40.00 at 15 %, paid by two phones and the rest in cash. */
async function table(world: BooksWorld): Promise<void> {
  await world.order('t', goods('Beer', 6_000, 2), food('Bread', 4_000, 3));
  await world.byPhone('t', 10_000);
  await world.byPhone('t', 6_000);
  await world.pay('t', 8_000);
  await rest();
}

async function pageOf(
  world: BooksWorld,
  bill = 't',
): Promise<BillPage & { readonly left: readonly number[] }> {
  const answered = await clientOf(world.run)({ type: 'find_bill', bill });
  if (!answered.ok) throw new Error(JSON.stringify(answered));
  const { sharedBill } = answered.value;
  return { ...sharedBill, left: unitsOfBillLeft(sharedBill) };
}

type Units = readonly (readonly [line: number, thousandths: number])[];

const command = (lines: Units, more: object = {}) => ({
  ...{ type: 'refund_bill', id: newId(), bill: 't', reason: 'Returned', approval: 'approved' },
  lines: lines.map(([line, quantity]) => ({ line, quantity })),
  ...more,
});

const isOver = (world: BooksWorld) => () =>
  world.terminal.view().refunds.every(({ state }) => state !== 'under_way');

async function refund(world: BooksWorld, lines: Units, more: object = {}): Promise<AnyAnswer> {
  const answered = await world.run(command(lines, more));
  await drive(world.clock, isOver(world));
  await rest();
  return answered;
}

function partsIn(answered: AnyAnswer): BillRefunded['parts'] {
  const value: { readonly billRefund?: BillRefunded } = Object(answered.ok ? answered.value : null);
  if (value.billRefund === undefined) throw new Error(JSON.stringify(answered));
  return value.billRefund.parts;
}
const inShort = (answered: AnyAnswer) =>
  partsIn(answered).map(({ method, amount }) => [method.kind, amount]);
const refusalIn = (answered: AnyAnswer) => (answered.ok ? null : answered.refusal.details);

const factsIn = (world: BooksWorld) =>
  world.entries().flatMap(({ fact }) => {
    return fact.kind === 'receipt' || fact.kind === 'refund' ? [fact] : [];
  });

/** Amounts by the number of the rate; without rates of nothing. */
function inRates(all: readonly RatedAmount[]) {
  const rates = all.map((one) => ({ ...one, vatRate: String(roundedRateOf(one.vatRate)) }));
  return byRate(rates)
    .filter(isSomething)
    .map(({ vatRate, total, vat }) => [vatRate, total, vat])
    .sort();
}
const negative = ({ vatRate, total, vat }: RatedAmount): RatedAmount => ({
  vatRate,
  total: subtract(ZERO, total),
  vat: subtract(ZERO, vat),
});

/** What the service keeps of a payment by rate, and what the books keep of it. */
function bothOf(world: BooksWorld, payment: Payment) {
  const { lineItems, tid } = payment;
  const named = [refundedLines(payment), refundedRates(payment)] as const;
  const stated = vatOf(lineItems ?? [], statementOfPayment(payment), ...named);
  const service = stated.map(({ rate, net }) => ({
    ...{ vatRate: String(rate / 10_000), total: net.amount, vat: net.vat },
  }));
  const own = factsIn(world).filter(({ method }) => method.kind === 'phone' && method.tid === tid);
  const books = own.flatMap(({ kind, vat }) => (kind === 'receipt' ? vat : vat.map(negative)));
  return { service: inRates(service), books: inRates(books) };
}

/** Every payment has the same in the service and in the books, and no rate gave back more than it took. */
function expectAgreed(world: BooksWorld): void {
  for (const payment of world.service.payments()) {
    const { service, books } = bothOf(world, payment);
    expect(books).toEqual(service);
    for (const [at, { id }] of payment.refunds.entries()) {
      const ledger = salesLines(payment, 'refund', payment.refunds.slice(0, at + 1));
      const stated = ledger.map(({ vatRate: rate, total, vat }) => {
        return { vatRate: String(rate / 10_000), total, vat };
      });
      const booked = factsIn(world).find((fact) => fact.id === entryOfRefund(id ?? ''));
      expect(inRates(booked?.vat ?? [])).toEqual(inRates(stated));
    }
  }
  for (const fact of factsIn(world)) {
    expect(sumOf(fact.vat).total).toBe(fact.total);
    if (fact.kind !== 'refund' || fact.lines.length === 0) continue;
    // The lines of a refund are its money.
    expect(add(ZERO, ...fact.lines.map(({ total }) => total))).toBe(fact.total);
  }
}

it('gives a product back to the payments in their order, each at its own tax rate', async () => {
  const world = await booksWorld();
  await table(world);
  const page = await pageOf(world);
  expect(page.lines.map(({ name, total }) => [name, total])).toEqual([
    ['Beer', 12_000],
    ['Bread', 12_000],
  ]);
  expect(page.left).toEqual([2_000, 3_000]);
  // Of the 120.00 at 25 % the first payment took 50.00, the second 30.00 and the third 40.00.
  expect(inShort(await refund(world, [[0, 1_000]]))).toEqual([
    ['phone', 5_000],
    ['phone', 1_000],
  ]);
  const back = factsIn(world).filter(({ kind }) => kind === 'refund');
  expect(back.map(({ total, vat, lines }) => [total, inRates(vat), lines[0]?.quantity])).toEqual([
    [5_000, [['2500', 5_000, 1_000]], '0.833'],
    [1_000, [['2500', 1_000, 200]], '0.167'],
  ]);
  expect((await pageOf(world)).left).toEqual([1_000, 3_000]);
  expect(inShort(await refund(world, [[0, 1_000]]))).toEqual([
    ['phone', 2_000],
    ['cash', 4_000],
  ]);
  const people = factsIn(world).flatMap((fact) =>
    fact.kind === 'refund' ? [`${fact.by}, ${fact.approvedBy}`] : [],
  );
  expect(people).toHaveLength(4);
  expect(new Set(people).size, people.join('; ')).toBe(1);
  expect(world.drawer).toHaveLength(2);
  expectAgreed(world);
  expect(refusalIn(await refund(world, [[0, 1_000]]))).toMatchObject({ reason: 'too_much' });
});

it('gives returned deposits back with goods of their rate, and never without them', async () => {
  const world = await booksWorld();
  const bottles = { ...food('Bottle', 300, 2), kind: 'deposit_return' } as const;
  await world.order('t', goods('Beer', 5_000, 2), food('Bread', 4_000, 3), bottles);
  await world.byPhone('t', 7_134);
  await world.byPhone('t', 7_133);
  await world.pay('t', 7_133);
  await rest();
  const alone: Units = [
    [0, 1_000],
    [2, 2_000],
  ];
  expect(refusalIn(await refund(world, alone))).toMatchObject({ reason: 'too_much' });
  const all: Units = [
    [0, 2_000],
    [1, 3_000],
    [2, 2_000],
  ];
  const parts = partsIn(await refund(world, all));
  expect(parts.map(({ method }) => method.kind)).toEqual(['phone', 'phone', 'cash']);
  const back = factsIn(world).filter(({ kind }) => kind === 'refund');
  const totals = back.map(({ total }) => total).sort();
  expect(totals).toEqual([7_133, 7_133, 7_134]);
  const kept = factsIn(world).flatMap(({ kind, vat }) =>
    kind === 'receipt' ? vat : vat.map(negative),
  );
  expect(inRates(kept)).toEqual([]);
  expectAgreed(world);
});

it('offers all units of goods whose payments also have returned deposits of their rate', async () => {
  const world = await booksWorld();
  const bottles = { ...goods('Bottle', 300, 4), kind: 'deposit_return' } as const;
  await world.order('t', goods('Cola', 3_000, 3), bottles);
  await world.byPhone('t', 4_000);
  await world.pay('t', 3_800);
  await rest();
  const page = await pageOf(world);
  // Alone only two bottles of cola go back: the payments have 78.00 of the rate, and three cost 90.00.
  const three = [{ line: 0, quantity: 3_000 }];
  expect(planBillRefund(page, three)).toMatchObject({ ok: false });
  expect(page.left).toEqual([3_000, 4_000]);
  const all = [...three, { line: 1, quantity: 4_000 }];
  expect(planBillRefund(page, all)).toMatchObject({ ok: true, total: 7_800 });
  expect(
    inShort(
      await refund(world, [
        [0, 3_000],
        [1, 4_000],
      ]),
    ),
  ).toEqual([
    ['phone', 4_000],
    ['cash', 3_800],
  ]);
  expectAgreed(world);
});

it('offers nothing by product of goods that took the place of others between two payments', async () => {
  const world = await booksWorld();
  await world.order('t', food('Lunch', 10_000));
  await world.byPhone('t', 5_000);
  const [lunch] = world.bill('t').lines;
  await world.act('t', { act: 'add', line: goods('Wine', 10_000) });
  await world.act('t', { act: 'remove', line: lunch?.id });
  await world.pay('t', 5_000);
  await rest();
  const page = await pageOf(world);
  expect(page.left).toEqual([0]);
  expect(refusalIn(await refund(world, [[0, 1_000]]))).toMatchObject({ reason: 'too_much' });
});

it('is done once when it is repeated, and refuses its id for other products', async () => {
  const world = await booksWorld();
  await table(world);
  const id = newId();
  const first = await refund(world, [[1, 1_000]], { id });
  expect(inShort(await refund(world, [[1, 1_000]], { id }))).toEqual(inShort(first));
  expect(refusalIn(await refund(world, [[1, 2_000]], { id }))).toMatchObject({ reason: 'id_used' });
  expect((await pageOf(world)).left).toEqual([2_000, 2_000]);
});

it('refuses the id for other products and for another bill after its till has forgotten the command', async () => {
  const before = await booksWorld();
  await table(before);
  await before.order('u', goods('Tea', 3_000, 2));
  await before.byPhone('u', 2_000);
  await before.pay('u', 4_000);
  const id = newId();
  const first = await refund(before, [[1, 1_000]], { id });
  // The journal of a till drops a command that ended two days ago; its books have it for ever.
  const { records, texts } = before.copy();
  const left = records.filter(({ kind }) => kind !== 'bill_refunded');
  const world = await before.restart(undefined, { records: left, texts });
  const entries = world.entries().length;
  expect(inShort(await refund(world, [[1, 1_000]], { id }))).toEqual(inShort(first));
  const others = [
    await refund(world, [[1, 2_000]], { id }),
    await refund(world, [[0, 1_000]], { id }),
    await refund(world, [[1, 1_000]], { id, bill: 'u' }),
    await refund(world, [[1, 1_000]], { id, reason: 'Cold' }),
  ];
  expect(others.map((one) => refusalIn(one)?.reason)).toEqual(others.map(() => 'id_used'));
  expect(world.entries()).toHaveLength(entries);
});

it('wants a supervisor, and refuses a bill that one payment paid', async () => {
  const world = await booksWorld();
  await table(world);
  const refused = await refund(world, [[0, 1_000]], { approval: 'nobody' });
  expect(refusalIn(refused)).toMatchObject({ reason: 'approval_expired' });
  await world.order('u', goods('Tea', 3_000));
  await world.pay('u', 3_000);
  const answered = await world.run({ type: 'find_bill', bill: 'u' });
  expect(refusalIn(answered)).toMatchObject({ reason: 'bill_not_shared' });
  expect(factsIn(world).filter(({ kind }) => kind === 'refund')).toEqual([]);
});

/** Two screens of one till give these commands at the same time. */
async function atOnce(world: BooksWorld, ...commands: readonly object[]): Promise<AnyAnswer[]> {
  const answered = await Promise.all(commands.map((one) => world.run(one)));
  await drive(world.clock, isOver(world));
  await rest();
  expectAgreed(world);
  return answered;
}
const refundsIn = (world: BooksWorld) => factsIn(world).filter(({ kind }) => kind === 'refund');
const sumIn = (world: BooksWorld) => add(ZERO, ...refundsIn(world).map(({ total }) => total));

it('two screens that refund the same products at the same time: one does, the other hears why not', async () => {
  const world = await booksWorld();
  await table(world);
  const both: Units = [[0, 2_000]];
  const [first, second] = await atOnce(world, command(both), command(both));
  expect(inShort(first as AnyAnswer)).toEqual([
    ['phone', 5_000],
    ['phone', 3_000],
    ['cash', 4_000],
  ]);
  expect(refusalIn(second as AnyAnswer)).toMatchObject({ reason: 'too_much' });
  expect(sumIn(world)).toBe(12_000);
  expect((await pageOf(world)).left).toEqual([0, 3_000]);
});

it('two screens that refund different units at the same time both do, from what the other has left', async () => {
  const world = await booksWorld();
  await table(world);
  const one: Units = [[0, 1_000]];
  const answers = await atOnce(world, command(one), command(one), command([[1, 3_000]]));
  expect(answers.map(({ ok }) => ok)).toEqual([true, true, true]);
  expect(sumIn(world)).toBe(24_000);
  expect((await pageOf(world)).shares.map(({ left }) => left)).toEqual([0, 0, 0]);
});

it('a second press and a repeat after a lost answer are one refund', async () => {
  const world = await booksWorld();
  await table(world);
  const pressed = command([[1, 1_000]]);
  const [first, second] = await atOnce(world, pressed, pressed);
  expect(inShort(second as AnyAnswer)).toEqual(inShort(first as AnyAnswer));
  expect(inShort(await world.run(pressed))).toEqual(inShort(first as AnyAnswer));
  expect([sumIn(world), world.drawer.length]).toEqual([4_000, 1]);
});

it('a person who cancels before the answer comes, and begins anew, refunds what is left then', async () => {
  const world = await booksWorld();
  await table(world);
  // The screen has left the refund, so nobody reads its answer.
  const late = world.run(command([[0, 2_000]]));
  const page = await pageOf(world);
  const answered = await refund(world, [[0, 2_000]]);
  expect((await late).ok).toBe(true);
  expect(refusalIn(answered)).toMatchObject({ reason: 'too_much' });
  expect(page.left).toContain(3_000);
  expect(sumIn(world)).toBe(12_000);
  expectAgreed(world);
});

it('products at one screen and an amount of a payment at another never give back more than was paid', async () => {
  const world = await booksWorld();
  await table(world);
  const { shares } = await pageOf(world);
  const amounts = shares.map((share) => refundAmount(world, share, share.left, 'any'));
  const products = world.run(command([[0, 2_000]]));
  await Promise.all([...amounts, products]);
  await drive(world.clock, isOver(world));
  await rest();
  expectAgreed(world);
  expect(sumIn(world)).toBeLessThanOrEqual(24_000);
  for (const payment of world.service.payments()) {
    const back = payment.refunds.reduce((sum, { amount }) => sum + amount, 0);
    expect(back).toBe(payment.captures.reduce((sum, { amount }) => sum + amount, 0));
  }
});

it('a till that is killed between two of the refunds makes each of them once', async () => {
  const all: Units = [[0, 2_000]];
  for (const fate of ['dead_before', 'dead_after'] as const) {
    for (const at of [0, 1]) {
      const world = await booksWorld();
      await table(world);
      let sent = 0;
      world.service.setFate((call) => {
        if (call.name !== 'refund') return 'deliver';
        sent += 1;
        return sent > at ? fate : 'deliver';
      });
      const id = newId();
      void world.run(command(all, { id }));
      await drive(world.clock, () => sent > at);
      await rest();
      world.service.setFate(() => 'deliver');
      const next = await world.restart();
      await drive(next.clock, isOver(next));
      await rest();
      const sums = next.service
        .payments()
        .map(({ refunds }) => refunds.map(({ amount }) => amount));
      expect(sums).toEqual([[5_000], [3_000]]);
      const back = factsIn(next).filter(({ kind }) => kind === 'refund');
      expect(back.map(({ total }) => total).sort()).toEqual([3_000, 4_000, 5_000]);
      expect(inShort(await refund(next, all, { id }))).toHaveLength(3);
      expect(factsIn(next).filter(({ kind }) => kind === 'refund')).toHaveLength(3);
      expectAgreed(next);
    }
  }
});

it('a till that is killed before its books have the cash books it once', async () => {
  const world = await booksWorld();
  await table(world);
  await refund(world, [[0, 1_000]]);
  const entries = world.entries().length;
  world.disk.onWrite(() => new Promise(() => undefined));
  const records = world.memory.records.length;
  void world.run(command([[0, 1_000]]));
  await drive(world.clock, () => world.memory.records.length > records);
  await rest();
  expect(world.entries()).toHaveLength(entries);
  const next = await world.restart();
  await drive(next.clock, isOver(next));
  await rest();
  const cash = factsIn(next).filter(
    (fact) => fact.kind === 'refund' && fact.method.kind === 'cash',
  );
  expect(cash.map(({ total }) => total)).toEqual([4_000]);
  expectAgreed(next);
});

it('another till refunds an amount of a share afterwards, with the rates that the share has left', async () => {
  const world = await booksWorld();
  await table(world);
  await refund(world, [[0, 1_000]]);
  const other = await booksWorld({ till: 'till2', handedOver: receiptsOf(world) }, world);
  const code = RECEIPT_CODES.codeOf(world.numbered(1));
  const opened = await clientOf(other.run)({ type: 'open_receipt', code });
  if (!opened.ok || !('otherTill' in opened.value)) throw new Error(JSON.stringify(opened));
  const { tid, refundable } = opened.value.otherTill;
  // The products of the bill are at the till that sold it: the other one refunds amounts of a share.
  expect([refundable.items, refundable.left.amount]).toEqual([[], 5_000]);
  const word = { id: 'w', approver: 'Marte', currency: 'NOK', ceiling: money(90_000), tid };
  const approval = approveRefund(word, other.clock.now());
  const asked = { tid, amount: money(5_000), text: null, refundId: 'r-other' };
  expect(await other.terminal.refund(asked, approval)).toMatchObject({ ok: true });
  await drive(other.clock, isOver(other));
  await rest();
  const [fact] = factsIn(other);
  expect(inRates(fact?.vat ?? [])).toEqual([['1500', 5_000, 652]]);
  // What is left of the bill goes back by product.
  expect((await pageOf(world)).left).toEqual([1_000, 1_000]);
});

const anyLine = fc.record({
  price: fc.integer({ min: 0, max: 9_999 }),
  count: fc.integer({ min: 1, max: 4 }),
  rate: fc.constantFrom('0.25', '0.15', '0', null),
  kind: fc.constantFrom('goods', 'goods', 'goods', 'deposit_return'),
});
const anyStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      lines: fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ receipt: fc.nat(9), per: fc.integer({ min: 1, max: 1_000 }) }),
  },
);
const anyTable = fc.record({
  lines: fc.array(anyLine, { minLength: 1, maxLength: 5 }),
  off: fc.constantFrom(0, 700, 3_300),
  shares: fc.array(fc.record({ per: fc.integer({ min: 1, max: 900 }), phone: fc.boolean() }), {
    minLength: 1,
    maxLength: 3,
  }),
  restByPhone: fc.boolean(),
  steps: fc.array(anyStep, { maxLength: 6 }),
});

it('bill, receipts, books and ledger agree by rate, whatever is refunded by product and by amount', async () => {
  await fc.assert(
    fc.asyncProperty(anyTable, async ({ lines, off, shares, restByPhone, steps }) => {
      const world = await booksWorld();
      const sold = lines.map(({ price, count, rate, kind }, at) => ({
        ...goods(`Item ${at}`, kind === 'goods' ? price : price % 500, count),
        ...{ vatRate: rate, kind },
      }));
      await world.order('t', ...sold);
      if (off > 0) {
        const discount = { kind: 'percent', basisPoints: off, reason: 'Regular' };
        await world.act('t', { act: 'discount_bill', discount });
      }
      const due = () => {
        const open = world.bills.view().open.find(({ id }) => id === 't');
        return open?.due ?? 0;
      };
      const pay = async (amount: number, phone: boolean) => {
        if (phone) await world.byPhone('t', amount);
        else await world.pay('t', amount);
        await rest();
      };
      for (const { per, phone } of shares) {
        const amount = Math.ceil((due() * per) / 1_000);
        if (amount > 0 && amount < due()) await pay(amount, phone);
      }
      fc.pre(world.bill('t').tenders.length > 0 && due() > 0);
      await pay(due(), restByPhone);
      const page = await pageOf(world);
      const receipts = factsIn(world);
      expect(inRates(receipts.flatMap(({ vat }) => vat))).toEqual(inRates(page.lines));
      expectAgreed(world);
      let isByProduct = true;
      for (const step of steps) {
        const now = await pageOf(world);
        expectOffered(now);
        if ('lines' in step) {
          const wanted = new Map<number, number>();
          for (const [line, units] of step.lines) {
            const place = line % now.lines.length;
            const most = now.left[place] ?? 0;
            if (most > 0) wanted.set(place, Math.min(most, 1_000 + (units % 4) * 1_000));
          }
          const units = [...wanted];
          const planned = planBillRefund(
            now,
            units.map(([line, quantity]) => ({ line, quantity })),
          );
          if (units.length === 0) continue;
          const answered = await refund(world, units);
          expect(answered.ok).toBe(planned.ok);
        } else {
          isByProduct = false;
          const share = now.shares[step.receipt % now.shares.length];
          const amount = money(Math.ceil(((share?.left ?? 0) * step.per) / 1_000));
          if (share !== undefined && amount > 0) await refundAmount(world, share, amount);
        }
        expectAgreed(world);
        if (!isByProduct) continue;
        const back = factsIn(world).filter(({ kind }) => kind === 'refund');
        const goodsBack = back.flatMap((fact) => fact.lines);
        const totals = (all: readonly RatedAmount[]) =>
          inRates(all.map((one) => ({ ...one, vat: ZERO })));
        expect(totals(back.flatMap(({ vat }) => vat))).toEqual(totals(goodsBack));
      }
      for (const share of (await pageOf(world)).shares) {
        if (share.left > 0) await refundAmount(world, share, share.left);
      }
      expectAgreed(world);
      const kept = factsIn(world).flatMap(({ kind, vat }) =>
        kind === 'receipt' ? vat : vat.map(negative),
      );
      expect(sumOf(kept).total).toBe(0);
      // Goods and a returned deposit of the same value can be left together: they are no money.
      if (lines.some(({ kind }) => kind === 'deposit_return')) return;
      expect(inRates(kept)).toEqual([]);
    }),
    { numRuns: Number(process.env.RUNS ?? 40) },
  );
});

/**
 * What is offered can be refunded: a choice of goods that takes of each line all that is offered beside the lines before it
 * goes back, if need be with the returned deposits.
 */
function expectOffered(bill: BillPage): void {
  const choice: { line: number; quantity: number }[] = [];
  const goodsOf = [...bill.lines.keys()].filter((line) => (bill.lines[line]?.total ?? 0) > 0);
  for (const line of goodsOf) {
    const quantity = unitsOfBillLeft(bill, choice)[line] ?? 0;
    if (quantity > 0) choice.push({ line, quantity });
  }
  if (choice.length === 0) return;
  const deposits = allOfBill(bill).filter(({ line }) => (bill.lines[line]?.total ?? 0) < 0);
  const plans = [choice, [...choice, ...deposits]].map((some) => planBillRefund(bill, some).ok);
  expect(plans).toContain(true);
}

let words = 0;

async function refundAmount(
  world: BooksWorld,
  { method, number }: BillPage['shares'][number],
  amount: number,
  result: 'made' | 'any' = 'made',
): Promise<void> {
  if (method.kind === 'phone') {
    words += 1;
    const { tid } = method;
    const word = { id: `word-${words}`, approver: 'Marte', currency: 'NOK', tid };
    const approval = approveRefund({ ...word, ceiling: money(900_000) }, world.clock.now());
    const asked = { tid, amount: money(amount), text: null, refundId: `r-${words}` };
    const answered = await world.terminal.refund(asked, approval);
    if (result === 'made') expect(answered).toMatchObject({ ok: true });
  } else {
    const what = { receipt: number, lines: null, amount, tip: 0, reason: null };
    const answered = await world.run({
      ...{ type: 'refund_receipt', id: newId(), ...what, approval: 'approved' },
    });
    if (result === 'made') expect(answered.ok).toBe(true);
  }
  await drive(world.clock, isOver(world));
  await rest();
}
