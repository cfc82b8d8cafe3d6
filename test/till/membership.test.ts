import { rmSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { startLocalApi } from '../../main/host/local-api/server.ts';
import { bookedSlip } from '../../main/host/receipts/booked-slip.ts';
import { issuedOfSale } from '../../main/host/receipts/issued.ts';
import { saleSlip } from '../../main/host/receipts/sale-slip.ts';
import { receiptTable } from '../../shared/books/export/tables.ts';
import { ids } from '../support/payments.ts';
import { newQuickFolder } from '../support/quick-folder.ts';
import { createRegister } from '../support/register.ts';
import { apiParts } from '../support/till-parts.ts';
import { billsWorld, goods, outcome } from './bills-world.ts';
import { booksWorld, SETTINGS } from './books-world.ts';

/* The membership number of a customer, from the command to the receipt and the export. */

const number = (text: string | null) => ({ act: 'member', number: text });

it('is on the receipts of its bill and in the export, and on no other receipt', async () => {
  const world = await booksWorld();
  await world.order('a', goods('Coffee', 5_000));
  await world.order('b', goods('Tea', 4_000));
  expect(outcome(await world.act('a', number('4711')))).toBe('done');
  await world.byPhone('a', 2_000);
  await world.pay('a', 3_000);
  await world.pay('b', 4_000);
  const receipts = world.entries().filter(({ receipt }) => receipt !== null);
  const onPaper = receipts.map((entry) =>
    bookedSlip(entry, SETTINGS, { kind: 'original' })?.facts.find(
      ({ label }) => label === 'Member',
    ),
  );
  const member = { label: 'Member', value: '4711' };
  expect(onPaper).toEqual([member, member, undefined]);
  const shop = { currency: 'NOK', timeZone: 'Europe/Oslo' };
  const table = [...receiptTable(world.entries(), world.entries(), shop)];
  const column = table[0]?.indexOf('member') ?? -1;
  expect(table.map((row) => row[column])).toEqual(['member', '4711', '4711', '']);
  // The picture for the phone, and paper after a payment by phone.
  const [sale] = world.terminal.view().sales;
  if (sale === undefined) throw new Error('no sale');
  const issued = await issuedOfSale({ books: world.books, fiscal: null }, sale);
  expect(saleSlip(sale, SETTINGS, { issued })?.facts).toContainEqual(member);
});

it('is as it was ordered last after a power cut at each record', async () => {
  const world = billsWorld();
  const screen = world.screen();
  await screen.act('a', { act: 'open', name: 'A', lines: [goods('Coffee', 5_000)] });
  await screen.act('a', { act: 'member', number: '4711' });
  await screen.act('a', { act: 'member', number: null });
  const at = (records: number) => world.restart(records).bill('a').member;
  expect([1, 2, 3].map(at)).toEqual([null, '4711', null]);
});

it('a cash register gives it with a version, as a screen does', async () => {
  const { terminal, bills, clock } = billsWorld();
  const directory = newQuickFolder('tillkit-member-');
  const api = await startLocalApi({
    ...apiParts(terminal, clock, { bills }).parts,
    ...{ directory, ids },
    till: { posId: 'till1', currency: 'NOK' },
    port: 0,
    report: (sentence) => {
      throw new Error(sentence);
    },
  });
  onTestFinished(async () => {
    await api.stop();
    rmSync(directory, { recursive: true, force: true });
  });
  const register = createRegister(api);
  const give = async (id: string, version: number, act: object) => {
    const { status, json } = await register.bill('a', { id, version, act });
    return [status, json.bill?.member ?? json.error_type];
  };
  await give('c0', 0, { act: 'open', name: 'A', lines: [goods('Coffee', 5_000)] });
  expect(await give('c1', 1, number('4711'))).toEqual([200, '4711']);
  expect(await give('c2', 1, number('4712'))).toEqual([409, 'bill_changed']);
  expect(await give('c3', 2, number('47 11'))).toEqual([400, 'validation_error']);
  expect(await give('c4', 2, number(null))).toEqual([200, undefined]);
});
