import { expect, it } from 'vitest';
import type { BridgeAnswer } from '../../../shared/bridge/contract.ts';
import { money } from '../../../shared/money/money.ts';
import { ON_TABLE } from '../../screens/cashier/goods-shop.ts';
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

it('sends the basket to a host that is back only after the first snapshot', async () => {
  const { baskets, link, show, till } = openTill();
  till.goods.load(ON_TABLE, null);
  link(false);
  link(true);
  expect(baskets().length).toBe(1);
  show([]);
  expect(baskets()).toMatchObject([{ basket: ON_TABLE }, { basket: ON_TABLE }]);
  show([]);
  expect(baskets().length).toBe(2);
});

it('does not send a sold basket to a host that is back', async () => {
  const { answer, baskets, link, show, shown, till } = openTill();
  till.goods.load(ON_TABLE, null);
  void till.startSale({ kind: 'qr' });
  link(false);
  await answer('start_sale', null);
  link(true);
  show([waiting('new', 23_900)]);
  expect(shown()).toEqual(CLEARED);
  expect(baskets()).toMatchObject([{ basket: ON_TABLE }, { basket: { lines: [] } }]);
});
