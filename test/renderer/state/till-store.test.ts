import { describe, expect, it } from 'vitest';
import { openedDeck } from '../../../renderer/state/goods-state.ts';
import type { AnyAnswer } from '../../../shared/device/commands/table.ts';
import { type TenderId, tenderId } from '../../../shared/ids/host-ids.ts';
import { money } from '../../../shared/money/money.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import { demoShop } from '../../screens/cashier/goods-shop.ts';
import { sale } from '../../screens/cashier/sales.ts';
import { openTill } from '../../support/scripted-host.ts';

const ACCEPTED: AnyAnswer = { ok: true, value: { bill: null, sale: 'sale-187' } };
const CONFLICT = { type: 'Conflict', description: 'A sale is in progress.' } as const;

const waiting = (id: string, amount = 7) =>
  sale({ kind: 'creating' }, { id, number: 1, amount: money(amount) });
const LOST = { problem: { refusal: null } };

describe('a typed amount', () => {
  /** A screen with NOK 0.07, for which the cashier has started a sale. */
  async function sellSeven() {
    const open = openTill();
    open.till.press({ kind: 'digit', digit: 7 });
    void open.till.startSale({ kind: 'qr' });
    await open.answer('bill', { ok: true, value: { bill: null } });
    return open;
  }

  it('opens a bill with one line, as an item does, and one key pays it', async () => {
    const { answer, sent, shown, till } = await sellSeven();
    const [opened] = sent('bill');
    expect(opened?.act).toMatchObject({ act: 'open', lines: [{ product: null, price: 7 }] });
    expect(sent('pay_bill')).toMatchObject([{ bill: opened?.bill, amount: 7 }]);
    await answer('pay_bill', ACCEPTED);
    expect(shown()).toMatchObject({ amount: 0, problem: null });
    expect(till.store.getState().mode.kind).toBe('entry');
  });

  it('stays on the slip, and is not typed again, if the host refuses the sale', async () => {
    const { answer, shown } = await sellSeven();
    await answer('pay_bill', { ok: false, refusal: CONFLICT });
    expect(shown()).toMatchObject({ amount: 0, lines: 1, problem: { refusal: CONFLICT } });
  });

  it('that a customer did not pay is not on the slip of the next one', async () => {
    const { answer, sent, show, shown, till } = await sellSeven();
    await answer('pay_bill', ACCEPTED);
    const [pay] = sent('pay_bill');
    const bill = { bill: pay?.bill ?? '', tender: tenderId(pay?.id ?? '') };
    const declined = { ...sale({ kind: 'declined' }, { id: 's1', amount: money(7) }), bill };
    show([declined]);
    till.press({ kind: 'digit', digit: 5 });
    till.newSale(declined);
    expect(shown()).toMatchObject({ amount: 5, lines: 0 });
    expect(sent('bill').at(-1)?.act).toMatchObject({ act: 'clear' });
  });

  it('whose answer was lost is found also after a second attempt was refused', async () => {
    const { answer, sent, show, shown, till } = await sellSeven();
    await answer('pay_bill', null);
    expect(shown()).toMatchObject({ lines: 1, ...LOST });
    void till.startSale({ kind: 'qr' });
    await answer('none', null);
    await answer('pay_bill', { ok: false, refusal: CONFLICT });
    const [pay] = sent('pay_bill');
    const bill = { bill: pay?.bill ?? '', tender: tenderId(pay?.id ?? '') };
    show([{ ...waiting('new'), bill }]);
    expect(till.store.getState()).toMatchObject({ problem: null, unanswered: null });
  });

  it('whose sale is in a snapshot before its answer is lost is found at once', async () => {
    const { answer, sent, show, till } = await sellSeven();
    const [pay] = sent('pay_bill');
    const bill = { bill: pay?.bill ?? '', tender: tenderId(pay?.id ?? '') };
    show([{ ...waiting('new'), bill }]);
    await answer('pay_bill', null);
    expect(till.store.getState()).toMatchObject({ problem: null, unanswered: null });
  });
});

describe('the deck', () => {
  const shop = demoShop().catalogue;
  const cold = { pane: 'items', category: 'cold' } as const;

  it.each([
    ['on the items the first time', null, false, { pane: 'items', category: null }],
    ['as it was left at this screen', cold, false, cold],
    [
      'without a category that the shop has no more',
      { ...cold, category: 'gone' },
      false,
      { ...cold, category: null },
    ],
    ['on the keypad while an amount is typed', cold, true, { ...cold, pane: 'keypad' }],
  ])('opens %s', (_, kept, isTyping, deck) => {
    expect(openedDeck(shop, kept, isTyping)).toEqual(deck);
  });

  it('stays on the keypad in a shop without items', () => {
    expect(openedDeck({ ...shop, products: [] }, cold, false).pane).toBe('keypad');
  });

  it('is remembered with each change', () => {
    const { till, device } = openTill();
    till.goods.show('items');
    till.goods.pick('cold');
    expect(device.keptDeck()).toEqual(cold);
  });
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
    await answer('bill', { ok: true, value: { bill: null } });
    device.runOut();
    expect(sent('bill')).toHaveLength(2);
  });

  it('is taken back with a sentence if the host refuses it', async () => {
    const { answer, shown, till } = orderTea();
    await answer('bill', refuseTill('bill_not_saved'));
    expect(shown().lines).toBe(0);
    expect(till.bills.store.getState()).toMatchObject({
      slip: { kind: 'none' },
      notice: { kind: 'refused', problem: 'bill_not_saved' },
    });
  });

  it('is paid only after the host has taken all lines, and again with the same id', async () => {
    const { answer, command, sent, shown, till } = orderTea();
    void till.startSale({ kind: 'qr' });
    expect(sent('pay_bill')).toEqual([]);
    await answer('bill', { ok: true, value: { bill: null } });
    const pay = { bill: command.bill, version: 1, amount: 3_400 };
    expect(sent('pay_bill')).toMatchObject([pay]);
    await answer('pay_bill', null);
    expect(shown()).toMatchObject({ lines: 1, ...LOST });
    void till.startSale({ kind: 'qr' });
    await answer('none', { ok: true, value: { bill: null } });
    const [first, second] = sent('pay_bill');
    expect(second).toEqual(first);
  });

  it('whose payment has no answer keeps what was typed until its own sale is there', async () => {
    const { answer, sent, show, till } = orderTea();
    till.store.setState(({ entry }) => ({ entry: { ...entry, number: '98765432' } }));
    void till.startSale({ kind: 'qr' });
    await answer('bill', { ok: true, value: { bill: null } });
    await answer('pay_bill', null);
    const [pay] = sent('pay_bill');
    const saleOf = (id: string, bill: string, tender: TenderId) => ({
      ...waiting(id, 3_400),
      bill: { bill, tender },
    });
    const typed = () => till.store.getState().entry.number;
    const other = saleOf('other', 'b2', 'tender:other');
    show([other, waiting('typed', 3_400)]);
    expect(typed()).toBe('98765432');
    show([other, saleOf('own', pay?.bill ?? '', tenderId(pay?.id ?? ''))]);
    expect(typed()).toBe('');
  });

  it('is not paid if the host refuses a line of it', async () => {
    const { answer, sent, till } = orderTea();
    void till.startSale({ kind: 'qr' });
    await answer('bill', refuseTill('bill_too_many'));
    expect(sent('pay_bill')).toEqual([]);
    expect(till.store.getState().mode.kind).toBe('entry');
  });

  it('is asked for at the first start of a page, and found again by a page that is loaded anew', async () => {
    const one = openTill();
    expect(one.sent('restore_bill')).toHaveLength(1);
    one.till.goods.addAmount(TEA.price);
    expect(one.device.kept().bill).toBe(one.sent('bill')[0]?.bill);
  });
});
