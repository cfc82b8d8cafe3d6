import { rmSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { startLocalApi } from '../../main/host/local-api/server.ts';
import { ids } from '../support/payments.ts';
import { newQuickFolder } from '../support/quick-folder.ts';
import { createRegister } from '../support/register.ts';
import { goods } from './bills-world.ts';
import { type BooksWorld, booksWorld } from './books-world.ts';

/* A cash register reads what of a bill can still be refunded, for each way in which a part of it was paid. */

async function registerAt({ terminal, bills, books, clock }: BooksWorld) {
  const directory = newQuickFolder('tillkit-left-');
  const api = await startLocalApi({
    ...{ terminal, bills, books, directory, clock, ids },
    till: { posId: 'till1', currency: 'NOK' },
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
  return async (bill: string) => {
    const { status, json } = await register.call('GET', `refunds/left/?bill=${bill}`);
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
  const sale = world.terminal.saleOfTender(phone?.id ?? '');
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
