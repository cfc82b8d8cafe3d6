import { expect, it } from 'vitest';
import { deckOf } from '../../../../renderer/state/mode/mode.ts';
import type { NewLine } from '../../../../shared/bill/acts.ts';
import { pieces } from '../../../../shared/bill/quantity.ts';
import type { AnyAnswer, Command } from '../../../../shared/device/commands/table.ts';
import { money, ZERO } from '../../../../shared/money/money.ts';
import { refuseTill } from '../../../../shared/refusals/till-problem.ts';
import { LOCKED } from '../../../screens/cashier/staff-history-day.ts';
import { createBillHost } from '../../../support/bill-host.ts';
import { createTestDevice, openTill } from '../../../support/scripted-host.ts';

const CAKE: NewLine = {
  ...({ kind: 'goods', product: 'cake', name: 'Cake', unit: 'piece', vatRate: '0.25' } as const),
  ...{ quantity: pieces(1), price: money(10_000), options: [], note: null },
};
const TEA: NewLine = { ...CAKE, product: 'tea', name: 'Tea', price: money(2_500) };

/** A screen with this bill on its slip, and its host, which answers when the test says so. */
async function openWith(device = createTestDevice()) {
  const host = createBillHost();
  const screen = openTill(device);
  const { till, answer, sent } = screen;
  host.open('t4', 'Table 4', [CAKE]);
  screen.show([], host.view());
  till.bills.show('t4');
  await answer('read_bill', await host.call({ type: 'read_bill', bill: 't4' }));
  /** The host does the newest command of this type, and the screen reads its answer. */
  const reach = async (type: 'bill' | 'read_bill'): Promise<AnyAnswer> => {
    const command: Command | undefined = sent(type).at(-1);
    if (command === undefined) throw new Error(`the screen gives no ${type}`);
    const given = await host.call(command);
    await answer(type, given);
    return given;
  };
  /** Another screen takes the whole bill in cash. */
  const payElsewhere = async () => {
    const { version } = host.bill('t4');
    const method = { kind: 'cash', received: money(10_000) } as const;
    const pay = { id: 'p1', bill: 't4', version, amount: money(10_000), tip: ZERO, method };
    expect(await host.call({ type: 'pay_bill', ...pay })).toMatchObject({ ok: true });
    screen.show([], host.view());
    await reach('read_bill');
  };
  const state = () => till.bills.store.getState();
  return { host, ...screen, reach, payElsewhere, state };
}

it('a bill that another screen has paid stays on the slip as paid, and what is asked about it ends', async () => {
  const { till, state, payElsewhere } = await openWith();
  till.goods.select(state().shown.get('t4')?.lines[0]?.id ?? null);
  till.goods.askDiscount('line');
  await payElsewhere();
  expect(state().slip).toMatchObject({
    kind: 'ended',
    bill: { id: 't4', name: 'Table 4', tenders: [{ state: 'paid', amount: 10_000 }] },
  });
  expect(till.bills.current()).toBeNull();
  expect(deckOf(till.store.getState().mode)).toEqual({ kind: 'entry', stage: 'amount' });
  till.bills.goOn();
  expect(state().slip).toEqual({ kind: 'none' });
});

it('the next item begins the next bill, and the screen says so', async () => {
  const { till, state, payElsewhere, sent } = await openWith();
  await payElsewhere();
  till.bills.order([TEA]);
  expect(state().notice).toEqual({ kind: 'begun', name: 'Table 4' });
  expect(sent('bill')).toMatchObject([{ version: 0, act: { act: 'open', lines: [TEA] } }]);
  expect(sent('bill')[0]?.bill).not.toBe('t4');
});

it('says the goods that were ordered for a bill that another screen has paid meanwhile', async () => {
  const { till, state, host, reach } = await openWith();
  const { version } = host.bill('t4');
  const method = { kind: 'cash', received: money(10_000) } as const;
  const pay = { id: 'p1', bill: 't4', version, amount: money(10_000), tip: ZERO, method };
  await host.call({ type: 'pay_bill', ...pay });
  till.bills.order([TEA]);
  await reach('bill');
  await reach('bill');
  expect(state().slip).toMatchObject({ kind: 'ended', bill: { id: 't4' } });
  expect(state().notice).toMatchObject({ kind: 'refused', goods: ['Tea'] });
  expect(host.bill('t4').lines.map(({ name }) => name)).toEqual(['Cake']);
});

it('a bill that another screen has cleared is said to have ended', async () => {
  const { show, host, reach, state } = await openWith();
  host.act('t4', { act: 'clear', reason: 'Left' });
  show([], host.view());
  await reach('read_bill');
  expect(state().slip).toMatchObject({ kind: 'ended', bill: { id: 't4', closed: true } });
});

it('goods that a locked screen has not sent are sent once it is unlocked; what else was done is said to be lost', async () => {
  const { till, show, host, answer, reach, state, sent } = await openWith();
  till.bills.order([TEA]);
  till.bills.act({ act: 'rename', name: 'Table 5' });
  show([], host.view(), { backOffice: LOCKED });
  await answer('bill', refuseTill('locked'));
  expect(state().copies.pending).toHaveLength(2);
  expect(sent('bill')).toHaveLength(1);
  show([], host.view());
  expect(state().notice).toEqual({ kind: 'not_saved', goods: [] });
  await reach('bill');
  expect(host.bill('t4').lines.map(({ name }) => name)).toEqual(['Cake', 'Tea']);
  expect(host.bill('t4').name).toBe('Table 4');
});

it('a page that is loaded again sends what has no answer once more, and then what was not sent', async () => {
  const device = createTestDevice();
  const before = await openWith(device);
  before.till.bills.order([TEA]);
  before.till.bills.order([CAKE]);
  const [lost] = before.sent('bill');
  if (lost === undefined) throw new Error('the screen has ordered nothing');
  before.till.stop();
  // The host has done the first one; its answer did not come.
  const { host } = before;
  await host.call(lost);
  const { sent, answer, show, till } = openTill(device);
  show([], host.view());
  expect(sent('bill')).toEqual([lost]);
  await answer('bill', await host.call(lost));
  await answer('read_bill', await host.call({ type: 'read_bill', bill: 't4' }));
  const second = sent('bill')[1];
  if (second === undefined) throw new Error('the second order was forgotten');
  await answer('bill', await host.call(second));
  const units = (name: string) => host.bill('t4').lines.find((one) => one.name === name)?.quantity;
  expect([units('Cake'), units('Tea')]).toEqual([2_000, 1_000]);
  expect(till.bills.current()).toEqual(host.bill('t4'));
  expect(device.kept()).toEqual({ bill: 't4', pending: [], sent: null });
});
