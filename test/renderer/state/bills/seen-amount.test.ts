import { expect, it } from 'vitest';
import type { NewLine } from '../../../../shared/bill/acts.ts';
import { pieces } from '../../../../shared/bill/quantity.ts';
import type { TipSettings } from '../../../../shared/device/tips/tips.ts';
import { money } from '../../../../shared/money/money.ts';
import { SETTINGS, sale } from '../../../screens/cashier/sales.ts';
import { createBillHost } from '../../../support/bill-host.ts';
import { openTill } from '../../../support/scripted-host.ts';

/* Another screen changes a bill in the moment in which this one pays it. */

const CAKE: NewLine = {
  ...({ kind: 'goods', product: 'cake', name: 'Cake', unit: 'piece', vatRate: '0.25' } as const),
  ...{ quantity: pieces(1), price: money(10_000), options: [], note: null },
};
const GIFT: NewLine = { ...CAKE, product: 'gift', name: 'Gift', price: money(0) };
const TIPS: TipSettings = { ask: 'display', percents: [1_000], amounts: [], patience: 20_000 };

const settle = () => new Promise((done) => setImmediate(done));

/** A till whose screen shows Table 4 with these lines. The test gives the answers of the host one by one. */
async function atTable(...lines: NewLine[]) {
  const host = createBillHost();
  host.open('t4', 'Table 4', lines);
  const open = openTill();
  const { till, sent, answer } = open;
  till.bills.link();
  const show = () => open.show([], host.view(), { settings: { ...SETTINGS, tips: TIPS } });
  const next = async (type: 'bill' | 'read_bill') => {
    const command = sent(type).at(-1);
    if (command !== undefined) await answer(type, await host.call(command));
  };
  show();
  till.tables.pick('t4');
  await next('read_bill');
  till.tables.takeUp();
  return { ...open, host, show, next };
}

it('asks no customer for the amount of a bill that a snapshot says to be outdated', async () => {
  const { host, till, show, next, sent, answer } = await atTable(CAKE);
  host.act('t4', { act: 'add', line: CAKE });
  show();
  void till.startSale({ kind: 'qr' });
  await next('read_bill');
  await next('read_bill');
  await settle();
  expect([sent('ask_tip'), sent('pay_bill')]).toEqual([[], []]);
  expect(till.bills.store.getState().notice).toEqual({ kind: 'changed', name: 'Table 4' });
  expect(till.store.getState().pending).toBeNull();
  // The person sees the new total now, and presses again.
  void till.startSale({ kind: 'qr' });
  await settle();
  expect(sent('ask_tip')).toEqual([{ type: 'ask_tip', price: 20_000 }]);
  await answer('ask_tip', null);
  expect(sent('pay_bill')).toMatchObject([{ amount: 20_000 }]);
});

it('asks for no amount that the person has not seen, also if an order was sent again meanwhile', async () => {
  const { host, till, next, sent } = await atTable(CAKE);
  till.bills.order([{ ...CAKE, product: 'tea', name: 'Tea', price: money(3_000) }]);
  void till.startSale({ kind: 'qr' });
  host.act('t4', { act: 'add', line: CAKE });
  await next('bill');
  await next('bill');
  await settle();
  expect([sent('ask_tip'), sent('pay_bill')]).toEqual([[], []]);
  expect(till.bills.store.getState().notice).toEqual({ kind: 'changed', name: 'Table 4' });
});

it('notes no cash for a free bill to which another screen adds something', async () => {
  const { host, till, next, sent } = await atTable(GIFT);
  till.bills.order([{ ...GIFT, product: 'card', name: 'Card' }]);
  till.finishFree();
  host.act('t4', { act: 'add', line: CAKE });
  await next('bill');
  await next('bill');
  expect(sent('pay_bill')).toEqual([]);
  expect(till.store.getState().pending).toBeNull();
});

it('starts an ended sale again for its own amount only, on the bill as it is by then', async () => {
  for (const added of [null, CAKE]) {
    const { host, till, show, next, sent, answer } = await atTable(CAKE);
    host.ask('t4', money(10_000));
    show();
    await next('read_bill');
    host.end('t4', 'failed');
    if (added !== null) host.act('t4', { act: 'add', line: added });
    const declined = sale(
      { kind: 'declined' },
      { amount: money(10_000), bill: { bill: 't4', tender: 'tender:other-2' } },
    );
    void till.again(declined, { kind: 'qr' });
    show();
    await answer('act', { ok: true, value: null });
    // The snapshot and the end of the sale are here before the bill is.
    await next('read_bill');
    await next('read_bill');
    await settle();
    const { version } = host.bill('t4');
    expect(sent('pay_bill')).toMatchObject(added === null ? [{ amount: 10_000, version }] : []);
    expect(sent('pay_bill')).toHaveLength(added === null ? 1 : 0);
  }
});
