import { expect, it } from 'vitest';
import type { BridgeAnswer } from '../../../shared/bridge/contract.ts';
import type { TableView } from '../../../shared/bridge/goods.ts';
import { ON_TABLE, TABLES } from '../../screens/cashier/goods-shop.ts';
import { NOW } from '../../screens/cashier/sales.ts';
import { openTill } from '../../support/scripted-host.ts';

const ACCEPTED: BridgeAnswer = { ok: true, value: { id: 't4' } };
const BASKET: BridgeAnswer = {
  ok: true,
  value: { id: 't4' },
  goods: { kind: 'basket', basket: ON_TABLE },
};
const [TABLE_4, WINDOW] = TABLES as readonly [TableView, TableView];
const TO_WINDOW = { kind: 'open', table: WINDOW.id } as const;

/** A screen with one of two coffees of table 4 selected, to be moved. */
async function select() {
  const open = openTill();
  open.show([], { tables: TABLES });
  const { tables } = open.till;
  void tables.pick(TABLE_4);
  await open.answer('goods', BASKET);
  tables.choose(0);
  return { ...open, tables, state: tables.store.getState };
}

it.each([
  ['a new table', 'Window', TABLES.concat({ ...WINDOW, id: 'new', name: 'window' })],
  ['its own table', null, [{ ...TABLE_4, at: NOW }, WINDOW]],
] as const)(
  'clears the basket if the host has parked it at %s and the answer is lost',
  async (_, name, after) => {
    const { answer, show, shown, till } = openTill();
    show([], { tables: TABLES });
    till.goods.load(ON_TABLE, { id: TABLE_4.id, name: TABLE_4.name });
    await answer('goods', ACCEPTED);
    const parked = till.tables.park(name);
    await answer('goods', null);
    expect(await parked).toBe(false);
    expect(shown().lines).toBe(2);
    show([], { tables: TABLES });
    expect(shown().lines).toBe(2);
    show([], { tables: after });
    expect(shown().lines).toBe(0);
  },
);

it('asks the cashier to select the table again if the answer to a move is lost', async () => {
  const { answer, state, tables } = await select();
  void tables.moveTo(TO_WINDOW);
  await answer('goods', null);
  expect(state()).toMatchObject({ picked: null, busy: false, problem: { refusal: null } });
});

it('leaves a table alone that the cashier selected while lines were being moved', async () => {
  const { answer, state, tables } = await select();
  void tables.moveTo(TO_WINDOW);
  void tables.pick(WINDOW);
  await answer('goods', ACCEPTED);
  await answer('goods', BASKET);
  expect(state()).toMatchObject({ picked: WINDOW, basket: ON_TABLE });
});
