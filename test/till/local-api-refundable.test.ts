import { rmSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { startLocalApi } from '../../main/host/local-api/server.ts';
import { money } from '../../shared/money/money.ts';
import { ids } from '../support/payments.ts';
import { newQuickFolder } from '../support/quick-folder.ts';
import { createRegister } from '../support/register.ts';
import { drive } from '../support/till.ts';
import { apiParts } from '../support/till-parts.ts';
import { goods } from './bills-world.ts';
import { type BooksWorld, booksWorld, RECEIPT_CODES, receiptsOf } from './books-world.ts';

/* A cash register reads what of a bill can still be refunded, for each way in which a part of it was paid. */

async function callsAt(
  { terminal, bills, books, host, openReceipt, clock }: BooksWorld,
  { posId = 'till1', currency = 'NOK' } = {},
) {
  const directory = newQuickFolder('tillkit-left-');
  const api = await startLocalApi({
    ...apiParts(terminal, clock, { bills, hostBooks: host }).parts,
    ...{ books, openReceipt, directory, ids },
    till: { posId, currency, refundCeiling: money(50_000) },
    port: 0,
    report: (sentence) => {
      throw new Error(sentence);
    },
  });
  const register = createRegister(api);
  onTestFinished(async () => {
    register.hangUp();
    await api.stop();
    rmSync(directory, { recursive: true, force: true });
  });
  return register.call;
}

async function registerAt(world: BooksWorld) {
  const call = await callsAt(world);
  return async (bill: string) => {
    const { status, json } = await call('GET', `refunds/left/?bill=${bill}`);
    return { status, tenders: json.tenders ?? json.error_type };
  };
}

it('a bill says what is left of each tender, and in which lines', async () => {
  const world = await booksWorld();
  const left = await registerAt(world);
  expect(await left('t4')).toEqual({ status: 404, tenders: 'not_found' });
  await world.order('t4', goods('Coffee', 5_000, 3), goods('Bun', 4_500));
  expect(await left('t4')).toEqual({ status: 200, tenders: [] });
  await world.pay('t4', 19_500, undefined, { tip: 700 });
  const cash = { method: { kind: 'cash' }, sale: null, tid: null, receipt: 1 };
  const coffee = { index: 0, product_id: 'coffee', description: 'Coffee' };
  const bun = { index: 1, product_id: 'bun', quantity: '1', total: 4_500, vat: 900 };
  expect(await left('t4')).toMatchObject({
    status: 200,
    tenders: [
      {
        ...cash,
        tender: world.bill('t4').tenders[0]?.id,
        amount: 20_200,
        tip: 700,
        lines: [{ ...coffee, quantity: '3', total: 15_000, vat: 3_000 }, bun],
      },
    ],
  });
  await world.run({
    ...{ type: 'refund_receipt', id: 'back-1', receipt: 1, approval: 'approved', reason: null },
    ...{ lines: [{ line: 0, quantity: 2_000 }], amount: 0, tip: 0 },
  });
  expect(await left('t4')).toMatchObject({
    tenders: [{ amount: 10_200, lines: [{ ...coffee, quantity: '1', total: 5_000 }, bun] }],
  });
});

it('a bill that was paid by phone and in cash says both; a tender that is not decided is left out', async () => {
  const world = await booksWorld();
  const left = await registerAt(world);
  await world.order('t5', goods('Dinner', 10_000));
  await world.byPhone('t5', 4_000);
  await world.pay('t5', 2_500, { kind: 'other', name: 'Bank card' });
  await world.pay('t5', 3_500);
  const [phone, card] = world.bill('t5').tenders;
  const sale = world.terminal.saleOfTender(phone?.id ?? 'tender:');
  const { tenders } = await left('t5');
  expect(tenders).toMatchObject([
    { tender: phone?.id, method: { kind: 'phone' }, sale: sale?.id, tid: sale?.tid, amount: 4_000 },
    { tender: card?.id, method: { kind: 'other', name: 'Bank card' }, amount: 2_500 },
    { method: { kind: 'cash' }, amount: 3_500, lines: [{ product_id: null, quantity: '1' }] },
  ]);
  // The register refunds the part by phone with what it has read.
  const back = await world.terminal.refund(
    { tid: sale?.tid ?? '', amount: null, text: null, lines: [{ index: 0, quantity: '1' }] },
    {
      ...{ id: 'a1', approver: 'Marte', tid: sale?.tid ?? '', currency: 'NOK' },
      ...{ ceiling: 4_000, expires: world.clock.now() + 60_000 },
    },
  );
  expect(back).toMatchObject({ ok: true });
  expect((await left('t5')).tenders).toMatchObject([{ amount: 0, lines: [] }, {}, {}]);
  await world.order('t6', goods('Lunch', 9_000));
  await world.pay('t6', 9_000, { kind: 'phone', method: { kind: 'qr' } });
  expect(world.bill('t6').tenders).toMatchObject([{ state: 'open' }]);
  expect(await left('t6')).toEqual({ status: 200, tenders: [] });
});

it('a bill that was paid in shares is refunded by product, up to the ceiling', async () => {
  const world = await booksWorld();
  const call = await callsAt(world);
  await world.order('t7', goods('Dinner', 30_000, 2), { ...goods('Cake', 6_000), vatRate: '0.15' });
  await world.byPhone('t7', 33_000);
  await world.pay('t7', 33_000);
  const left = async () =>
    (await call('POST', 'commands/find_bill/', { body: { bill: 't7' } })).json.left;
  expect(await left()).toEqual([
    { line: 0, quantity: 2_000, total: 60_000 },
    { line: 1, quantity: 1_000, total: 6_000 },
  ]);
  const back = async (lines: readonly object[], id: string) => {
    const body = { id, bill: 't7', approver: 'Marte', lines, reason: 'Cold' };
    const answered = await call('POST', 'commands/refund_bill/', { body });
    await drive(world.clock, () =>
      world.terminal.view().refunds.every(({ state }) => state !== 'under_way'),
    );
    return answered;
  };
  const cake = [{ line: 1, quantity: 1_000 }];
  const first = await back(cake, 'b1');
  expect([first.status, first.json]).toMatchObject([
    200,
    { billRefund: { parts: [{ method: { kind: 'phone' } }, { method: { kind: 'cash' } }] } },
  ]);
  const given = first.json.billRefund?.parts as unknown as readonly { amount: number }[];
  expect(given.reduce((sum, { amount }) => sum + amount, 0)).toBe(6_000);
  // The same command again gives nothing back.
  expect((await back(cake, 'b1')).json.billRefund?.parts).toMatchObject(
    given.map(({ amount }) => ({ amount })),
  );
  expect(await back([{ line: 0, quantity: 2_000 }], 'b2')).toMatchObject({ status: 403 });
  expect(await back(cake, 'b3')).toMatchObject({ status: 409 });
  expect(await left()).toEqual([{ line: 0, quantity: 2_000, total: 60_000 }]);
  const other = await call('POST', 'commands/refund_bill/', {
    body: { id: 'b4', bill: 'none', approver: 'Marte', lines: cake },
  });
  expect(other.status).toBe(404);
});

it('a bill that the till has forgotten is read from its books, and an unknown one says where to look', async () => {
  const world = await booksWorld();
  await world.order('t8', goods('Dinner', 30_000), { ...goods('Cake', 6_000), vatRate: '0.15' });
  await world.byPhone('t8', 16_000);
  await world.pay('t8', 20_000);
  const known = await callsAt(world);
  const { json: before } = await known('GET', 'refunds/left/?bill=t8');
  const { bills } = world.terminal;
  const forgotten = { ...bills, bills: () => ({ ...bills.bills(), bills: new Map() }) };
  const call = await callsAt({ ...world, terminal: { ...world.terminal, bills: forgotten } });
  const { status, json } = await call('GET', 'refunds/left/?bill=t8');
  expect([status, json]).toEqual([200, before]);
  const none = await call('GET', 'refunds/left/?bill=none');
  expect(none).toMatchObject({
    status: 404,
    json: { error_description: expect.stringContaining('receipt_code') },
  });
});

it('lines that a register prices itself take off at most what the shop takes back of deposits', async () => {
  const world = await booksWorld();
  const call = await callsAt(world);
  const line = (total: number, quantity = '1') => ({
    ...{ product_id: 'p', description: 'Line', vat_rate: null, vat: null, quantity, total },
    item_cost: total / Number(quantity),
  });
  let sales = 0;
  const sell = async (back: ReturnType<typeof line>) => {
    sales += 1;
    const lines = [line(30_000), back];
    const body = { reference: `P-${sales}`, amount: 30_000 + back.total, lines };
    const { status, json } = await call('POST', 'sales/', { body });
    if (status === 201) await call('POST', `sales/${json.id}/cancel/`);
    return [status, json.error_details?.reason];
  };
  expect(await sell(line(-501))).toEqual([409, 'bill_deposit_too_large']);
  expect(await sell(line(-101, '101'))).toEqual([409, 'bill_deposits_too_many']);
  expect(await sell(line(-20_100, '67'))).toEqual([409, 'bill_deposits_too_much']);
  expect(await sell(line(-5_000, '50'))).toEqual([409, 'bill_needs_approval']);
  expect(world.service.payments()).toEqual([]);
  expect(await sell(line(-4_900, '49'))).toEqual([201, undefined]);
});

it('the code on a receipt of another till names its phone payment, and the refund is booked here with that receipt', async () => {
  const seller = await booksWorld();
  const other = await booksWorld({ till: 'till2', handedOver: receiptsOf(seller) }, seller);
  await seller.order('a', goods('Coffee', 5_000, 2));
  await seller.byPhone('a', 10_000);
  await seller.order('b', goods('Tea', 3_000));
  await seller.pay('b', 3_000);
  const [code, cash] = [1, 2].map((one) => RECEIPT_CODES.codeOf(seller.numbered(one)));
  const call = await callsAt(other);
  const { tid } = seller.service.only();
  const left = await call('GET', `refunds/left/?receipt_code=${code}`);
  expect(left.json.tenders).toMatchObject([
    { tid, sale: null, receipt: null, amount: 10_000, lines: [{ quantity: '2', total: 10_000 }] },
  ]);
  const order = { approver: 'Kari', lines: [{ index: 0, quantity: '1' }] };
  const refund = (more: object) => call('POST', 'refunds/', { body: { ...order, ...more } });
  const twice = [1, 2].map(() => refund({ refund_id: 'return-1', receipt_code: code }));
  expect((await Promise.all(twice)).map(({ status }) => status)).toEqual([201, 201]);
  await drive(other.clock, () => seller.service.only().refunds.length > 0);
  await drive(other.clock, () => other.entries().some(({ fact }) => fact.kind === 'refund'));
  expect(other.numbered(1).fact).toMatchObject({ otherReceipt: 'till1-R1', total: 5_000 });
  expect(seller.service.only().refunds).toHaveLength(1);
  expect(await refund({ refund_id: 'return-2', receipt_code: cash })).toMatchObject({
    ...{ status: 409, json: { error_type: 'refund_refused' } },
  });
  const unknown = await refund({ refund_id: 'return-3', receipt_code: 'till1-R9' });
  expect(unknown).toMatchObject({ status: 404, json: { error_type: 'not_found' } });
  expect((await refund({ refund_id: 'return-4', receipt_code: code, tid })).status).toBe(400);
});

it('a payment in another currency says so on each way to it, and no amount of it is named', async () => {
  const seller = await booksWorld({ currency: 'SEK' });
  const other = await booksWorld({ till: 'till2', handedOver: receiptsOf(seller) }, seller);
  await seller.order('a', goods('Coffee', 5_000, 2));
  await seller.byPhone('a', 10_000);
  const receipt_code = RECEIPT_CODES.codeOf(seller.numbered(1));
  const call = await callsAt(other, { posId: 'till2' });
  const { tid } = seller.service.only();
  const order = { approver: 'Kari', amount: 1_000 };
  const calls = await Promise.all([
    call('GET', `refunds/left/?receipt_code=${receipt_code}`),
    call('GET', `refunds/left/?tid=${tid}`),
    call('POST', 'refunds/', { body: { ...order, refund_id: 'return-1', receipt_code } }),
    call('POST', 'refunds/', { body: { ...order, refund_id: 'return-2', tid } }),
  ]);
  for (const { status, json } of calls) {
    expect({ status, type: json.error_type }).toEqual({ status: 409, type: 'other_currency' });
    expect(json).not.toHaveProperty('tenders');
  }
  expect(seller.service.only().refunds).toEqual([]);
});

it('the code on a receipt of this till opens it as on the screen, whatever it was paid with', async () => {
  const world = await booksWorld();
  await world.order('a', goods('Coffee', 5_000, 2));
  await world.byPhone('a', 10_000);
  await world.order('b', goods('Tea', 3_000));
  await world.pay('b', 3_000);
  await world.order('c', goods('Cake', 4_000));
  await world.pay('c', 4_000, { kind: 'other', name: 'Bank card' });
  const codes = [1, 2, 3].map((one) => RECEIPT_CODES.codeOf(world.numbered(one)));
  const call = await callsAt(world);
  const left = async (code = '') => {
    const { status, json } = await call('GET', `refunds/left/?receipt_code=${code}`);
    return { status, tenders: json.tenders ?? json.error_type };
  };
  const { tid } = world.service.only();
  const tenderOf = (bill: string) => world.bill(bill).tenders[0]?.id;
  expect(await left(codes[0])).toMatchObject({
    tenders: [
      { tender: tenderOf('a'), method: { kind: 'phone' }, tid, receipt: 1, amount: 10_000 },
    ],
  });
  expect(await left(codes[1])).toMatchObject({
    tenders: [
      {
        tender: tenderOf('b'),
        sale: null,
        method: { kind: 'cash' },
        tid: null,
        receipt: 2,
        amount: 3_000,
      },
    ],
  });
  const card = { kind: 'other', name: 'Bank card' };
  expect(await left(codes[2])).toMatchObject({
    tenders: [
      {
        tender: tenderOf('c'),
        sale: null,
        method: card,
        tid: null,
        receipt: 3,
        lines: [{ total: 4_000 }],
      },
    ],
  });
  // The number alone opens nothing.
  expect(await left('till1-R2.AAAAAAAAAAAAAAAAAAAAAA')).toEqual({
    ...{ status: 404, tenders: 'not_found' },
  });
  const refund = (receipt_code: string | undefined, refund_id: string) =>
    call('POST', 'refunds/', {
      body: { approver: 'Kari', amount: 1_000, refund_id, receipt_code },
    });
  expect(await refund(codes[1], 'return-1')).toMatchObject({
    status: 409,
    json: {
      error_type: 'refund_refused',
      error_details: { reason: 'receipt_not_by_phone', receipt: 2 },
    },
  });
  expect((await refund(codes[0], 'return-2')).status).toBe(201);
  await drive(world.clock, () => world.service.only().refunds.length > 0);
  await drive(world.clock, () => world.entries().some(({ fact }) => fact.kind === 'refund'));
  const [back] = world.entries().flatMap(({ fact }) => (fact.kind === 'refund' ? [fact] : []));
  expect(back?.of).toBe(world.numbered(1).fact.id);
  expect(back).not.toHaveProperty('otherReceipt');
});

it('refuses the id of an old bill and of an old refund for another one, also after the till has forgotten them', async () => {
  const before = await booksWorld();
  await before.order('t', goods('Beer', 6_000, 2));
  await before.byPhone('t', 6_000);
  await before.pay('t', 6_000);
  await before.order('u', goods('Tea', 3_000));
  await before.byPhone('u', 3_000);
  await drive(before.clock, () => before.entries().length === 4);
  const [first, second] = before.service.payments();
  const refund = { refund_id: 'r1', amount: 1_000, approver: 'Marte' };
  const call = await callsAt(before);
  const made = await call('POST', 'refunds/', { body: { ...refund, tid: first?.tid } });
  expect(made.status).toBe(201);
  await drive(before.clock, () => before.entries().length === 5);
  const facts = () =>
    before.entries().flatMap(({ fact }) => (fact.kind === 'refund' ? [fact] : []));
  expect(facts()).toMatchObject([{ by: 'Cash register', approvedBy: 'Marte' }]);
  const named = { ...refund, refund_id: 'r2', by: 'Ola', tid: second?.tid };
  expect((await call('POST', 'refunds/', { body: named })).status).toBe(201);
  await drive(before.clock, () => before.entries().length === 6);
  expect(facts()).toMatchObject([{}, { by: 'Ola', approvedBy: 'Marte' }]);
  // A journal drops what ended two days ago; the books have it for ever.
  const world = await before.restart(undefined, { records: [], texts: before.copy().texts });
  const again = await callsAt(world);
  const other = await again('POST', 'refunds/', { body: { ...refund, tid: second?.tid } });
  expect([other.status, other.json.error_details?.reason]).toEqual([409, 'id_used']);
  const order = (bill: string, id: string, version: number, act: object) =>
    again('POST', 'commands/bill/', { body: { id, bill, version, act } });
  const act = { act: 'open', name: null, lines: [goods('Wine', 40_000)] };
  const open = await order('t', 'again-1', 0, act);
  expect([open.status, open.json.error_details?.reason]).toEqual([409, 'bill_command_used']);
  const fresh = await order('fresh', 'again-2', 0, act);
  expect(fresh.status, fresh.text).toBe(200);
  const to = { kind: 'new', bill: 't', name: null };
  const units = [{ line: fresh.json.bill?.lines?.[0]?.id, quantity: 1_000 }];
  const move = { act: 'move', lines: units, to, discount: null };
  const moved = await order('fresh', 'again-3', 1, move);
  expect([moved.status, moved.json.error_details?.reason]).toEqual([409, 'bill_command_used']);
  expect(world.service.payments().map(({ refunds }) => refunds.length)).toEqual([1, 1]);
});
