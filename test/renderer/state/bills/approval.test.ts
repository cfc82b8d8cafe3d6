import { expect, it } from 'vitest';
import { approvalIn } from '../../../../renderer/state/mode/mode.ts';
import type { NewLine } from '../../../../shared/bill/acts.ts';
import { amountsOf } from '../../../../shared/bill/amounts.ts';
import { pieces } from '../../../../shared/bill/quantity.ts';
import { money } from '../../../../shared/money/money.ts';
import { createBillHost } from '../../../support/bill-host.ts';
import { openTill } from '../../../support/scripted-host.ts';

const goods = (name: string, price: number): NewLine => ({
  kind: 'goods',
  product: name,
  name,
  unit: 'piece',
  quantity: pieces(1),
  price: money(price),
  vatRate: '0.25',
  options: [],
  note: null,
});

/** A cashier's screen with Table 4 on its slip, where a supervisor took 50.00 off 150.00, and the till's host. */
async function table() {
  const host = createBillHost();
  host.open('t4', 'Table 4', [goods('Cake', 10_000), goods('Tea', 5_000)]);
  const discount = { kind: 'amount', amount: money(5_000), reason: 'late' } as const;
  host.act('t4', { act: 'discount_bill', discount });
  const screen = openTill();
  const { till } = screen;
  till.bills.link();
  const see = () => screen.show([], host.view());
  /** The host answers the oldest command of this type. */
  const serve = async (type: 'bill' | 'read_bill') => {
    const command = screen.sent(type).at(-1);
    if (command !== undefined) await screen.answer(type, await host.call(command));
    see();
  };
  see();
  till.bills.show('t4');
  await serve('read_bill');
  const [cake = 'line:', tea = 'line:'] = host.bill('t4').lines.map(({ id }) => id);
  const { getState } = till.bills.store;
  const asked = () => approvalIn(till.store.getState().mode);
  return { ...screen, host, see, serve, cake, tea, asked, state: getState, bills: till.bills };
}

it('a command above the limit is kept as it was refused, and is sent once with the approval', async () => {
  const { host, bills, serve, sent, state, cake, asked, till } = await table();
  const { version } = host.bill('t4');
  bills.act({ act: 'remove', line: cake });
  await serve('bill');
  const wanted = asked();
  expect(wanted).toEqual({ bill: 't4', version, act: { act: 'remove', line: cake } });
  expect(state().shown.get('t4')?.lines.length).toBe(2);
  if (wanted === null) throw new Error('nobody is asked');
  till.approved(wanted, 'approval-1');
  till.approved(wanted, 'approval-2');
  await serve('bill');
  expect(sent('bill').map(({ approval }) => approval)).toEqual([undefined, 'approval-1']);
  expect(sent('bill').at(-1)).toMatchObject({ version, act: { act: 'remove', line: cake } });
  expect(amountsOf(host.bill('t4')).total).toBe(0);
  expect(asked()).toBeNull();
});

it('what was approved on a bill that another screen has changed meanwhile is not done, and the screen says so', async () => {
  const { host, bills, serve, sent, state, see, cake, asked, till } = await table();
  bills.act({ act: 'remove', line: cake });
  await serve('bill');
  const wanted = asked();
  host.act('t4', { act: 'add', line: goods('Bun', 4_500) });
  see();
  await serve('read_bill');
  if (wanted === null) throw new Error('nobody is asked');
  till.approved(wanted, 'approval-1');
  expect(sent('bill').length).toBe(1);
  expect(state().notice).toEqual({ kind: 'refused', problem: 'bill_changed', goods: [] });
  expect(host.bill('t4').lines.length).toBe(3);
});

it('the host refuses what was approved on a version that this screen has not seen change', async () => {
  const { host, bills, serve, state, cake, asked, till } = await table();
  bills.act({ act: 'remove', line: cake });
  await serve('bill');
  const wanted = asked();
  host.act('t4', { act: 'add', line: goods('Bun', 4_500) });
  if (wanted === null) throw new Error('nobody is asked');
  till.approved(wanted, 'approval-1');
  await serve('bill');
  expect(host.bill('t4').lines.length).toBe(3);
  expect(state().notice).toEqual({ kind: 'refused', problem: 'bill_changed', goods: [] });
});

it('an approval of one command is not taken for the next one', async () => {
  const { bills, serve, sent, cake, tea, asked, till } = await table();
  bills.act({ act: 'remove', line: cake });
  await serve('bill');
  const first = asked();
  if (first === null) throw new Error('nobody is asked');
  till.approved(first, null);
  bills.act({ act: 'remove', line: tea });
  await serve('bill');
  expect(asked()?.act).toEqual({ act: 'remove', line: tea });
  // The answer about the first PIN comes only now.
  till.approved(first, 'approval-1');
  expect(sent('bill').length).toBe(2);
  expect(asked()?.act).toEqual({ act: 'remove', line: tea });
});

it('what was tapped after the refused command was sent is taken back with a sentence', async () => {
  const { bills, serve, state, cake, asked, till } = await table();
  bills.act({ act: 'remove', line: cake });
  bills.order([goods('Bun', 4_500)]);
  await serve('bill');
  expect(
    state()
      .shown.get('t4')
      ?.lines.map(({ name }) => name),
  ).toEqual(['Cake', 'Tea']);
  expect(state().notice).toEqual({
    kind: 'refused',
    problem: 'bill_needs_approval',
    goods: ['Bun'],
  });
  const wanted = asked();
  if (wanted === null) throw new Error('nobody is asked');
  till.approved(wanted, 'approval-1');
  expect(state().notice).toEqual({
    kind: 'refused',
    problem: 'bill_needs_approval',
    goods: ['Bun'],
  });
});

it('a locked till forgets what a supervisor was asked about: the next person has not done it', async () => {
  const { host, bills, serve, show, cake, asked } = await table();
  bills.act({ act: 'remove', line: cake });
  await serve('bill');
  expect(asked()).not.toBeNull();
  const backOffice = { state: 'locked', personId: null, staff: [], refunds: 'no_key' } as const;
  const locked = { ...backOffice, settlements: null, timeZone: 'UTC', today: '2026-01-01' };
  show([], host.view(), { backOffice: locked });
  expect(asked()).toBeNull();
});
