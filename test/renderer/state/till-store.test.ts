import { describe, expect, it } from 'vitest';
import type { BridgeAnswer } from '../../../shared/device/bridge/contract.ts';
import { money } from '../../../shared/money/money.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import { sale } from '../../screens/cashier/sales.ts';
import { openTill } from '../../support/scripted-host.ts';

const ACCEPTED: BridgeAnswer = { ok: true, value: { id: 'sale-187' } };

/** A screen with an amount of NOK 0.07, for which the cashier has started a sale. */
function sellSeven() {
  const open = openTill();
  open.till.press({ kind: 'digit', digit: 7 });
  const started = open.till.startSale({ kind: 'qr' });
  return { ...open, started };
}

const waiting = (id: string, amount = 7) =>
  sale({ kind: 'creating' }, { id, number: 1, amount: money(amount) });
const LOST = { problem: { refusal: null } };
const CLEARED = { amount: 0, lines: 0, problem: null };

it('clears the amount after the host has started the sale', async () => {
  const { answer, shown } = sellSeven();
  await answer('start_sale', ACCEPTED);
  expect(shown()).toEqual(CLEARED);
});

it('clears the amount if the answer is lost and the next snapshot has the sale', async () => {
  const { answer, link, show, shown } = sellSeven();
  link(false);
  await answer('start_sale', null);
  expect(shown()).toMatchObject({ amount: 7, ...LOST });
  link(true);
  show([waiting('new')]);
  expect(shown()).toEqual(CLEARED);
});

it('clears the amount if the sale is in a snapshot before its answer is lost', async () => {
  const { answer, show, shown } = sellSeven();
  show([waiting('new')]);
  await answer('start_sale', null);
  expect(shown()).toEqual(CLEARED);
});

it('finds the sale of a lost answer also after a second attempt was refused', async () => {
  const { answer, show, shown, till } = sellSeven();
  await answer('start_sale', null);
  void till.startSale({ kind: 'qr' });
  const refusal = { type: 'Conflict', description: 'A sale is in progress.' } as const;
  await answer('start_sale', { ok: false, refusal });
  expect(shown()).toMatchObject({ amount: 7, problem: { refusal } });
  show([waiting('new')]);
  expect(shown()).toEqual(CLEARED);
});

it('keeps the amount if the host has not started the sale', async () => {
  const { answer, show, shown } = sellSeven();
  show([waiting('earlier')]);
  await answer('start_sale', { ok: false, refusal: { type: 'Conflict', description: 'No.' } });
  expect(shown()).toMatchObject({ amount: 7 });
});

it('does not take a sale that it knew, or one of another amount, for the lost one', async () => {
  const { answer, show, shown, till } = openTill();
  show([waiting('known')]);
  till.press({ kind: 'digit', digit: 7 });
  void till.startSale({ kind: 'qr' });
  await answer('start_sale', null);
  show([waiting('known')]);
  show([waiting('known'), waiting('other', 8)]);
  expect(shown()).toMatchObject({ amount: 7, ...LOST });
});

describe('a bill', () => {
  const TEA = { price: money(3_400) };

  /** A screen on which a tea was ordered; the host has not answered. */
  function orderTea() {
    const open = openTill();
    open.till.goods.addAmount(TEA.price);
    const [command] = open.sent('bill');
    if (command === undefined) throw new Error('nothing was sent');
    return { ...open, command };
  }

  it('has a line at once, and the same command is sent again if its answer is lost', async () => {
    const { answer, command, device, sent, shown } = orderTea();
    expect(shown().lines).toBe(1);
    await answer('bill', null);
    expect(sent('bill')).toHaveLength(1);
    device.runOut();
    expect(sent('bill')).toEqual([command, command]);
    await answer('bill', { ok: true, value: null });
    device.runOut();
    expect(sent('bill')).toHaveLength(2);
  });

  it('is taken back with a sentence if the host refuses it', async () => {
    const { answer, shown, till } = orderTea();
    await answer('bill', refuseTill('bill_not_saved'));
    expect(shown().lines).toBe(0);
    expect(till.bills.store.getState()).toMatchObject({
      current: null,
      notice: { kind: 'refused', problem: 'bill_not_saved' },
    });
  });

  it('is paid only after the host has taken all lines, and again with the same id', async () => {
    const { answer, command, sent, shown, till } = orderTea();
    void till.startSale({ kind: 'qr' });
    expect(sent('pay_bill')).toEqual([]);
    await answer('bill', { ok: true, value: null });
    const pay = { bill: command.bill, version: 1, amount: 3_400 };
    expect(sent('pay_bill')).toMatchObject([pay]);
    await answer('pay_bill', null);
    expect(shown()).toMatchObject({ lines: 1, ...LOST });
    void till.startSale({ kind: 'qr' });
    await answer('none', { ok: true, value: null });
    const [first, second] = sent('pay_bill');
    expect(second).toEqual(first);
  });

  it('whose payment has no answer keeps what was typed until its own sale is there', async () => {
    const { answer, sent, show, till } = orderTea();
    till.store.setState(({ entry }) => ({ entry: { ...entry, number: '98765432' } }));
    void till.startSale({ kind: 'qr' });
    await answer('bill', { ok: true, value: null });
    await answer('pay_bill', null);
    const [pay] = sent('pay_bill');
    const saleOf = (id: string, bill: string, tender: string) => ({
      ...waiting(id, 3_400),
      bill: { bill, tender },
    });
    const typed = () => till.store.getState().entry.number;
    const other = saleOf('other', 'b2', 't-other');
    show([other, waiting('typed', 3_400)]);
    expect(typed()).toBe('98765432');
    show([other, saleOf('own', pay?.bill ?? '', `t-${pay?.id}`)]);
    expect(typed()).toBe('');
  });

  it('is not paid if the host refuses a line of it', async () => {
    const { answer, sent, till } = orderTea();
    void till.startSale({ kind: 'qr' });
    await answer('bill', refuseTill('bill_too_many'));
    expect(sent('pay_bill')).toEqual([]);
    expect(till.store.getState().pending).toBeNull();
  });

  it('is asked for at the first start of a page, and found again by a page that is loaded anew', async () => {
    const one = openTill();
    expect(one.sent('restore_bill')).toHaveLength(1);
    one.till.goods.addAmount(TEA.price);
    expect(one.device.kept()).toBe(one.sent('bill')[0]?.bill);
  });
});
