import { expect, it } from 'vitest';
import { createTill } from '../../../renderer/state/till-store.ts';
import { money } from '../../../shared/money/money.ts';
import { plainProduct } from '../../shared/catalogue/products.ts';
import { createRecordingBridge } from '../../support/recording-bridge.ts';
import { createTestDevice } from '../../support/scripted-host.ts';

const product = plainProduct({ id: 'cake', price: null });

/** The state of a cashier's screen without a host. */
function openTill() {
  const { bridge } = createRecordingBridge(async () => ({ ok: true, value: null }));
  const till = createTill(bridge, createTestDevice());
  till.goods.store.setState({
    catalogue: {
      ...{ categories: [], products: [product], optionGroups: [], inStoreCodes: [] },
      openPriceVatRate: null,
    },
  });
  till.press({ kind: 'digit', digit: 4 });
  const typed = () => ({
    amount: till.store.getState().entry.amount,
    price: till.goods.store.getState().typed,
    name: till.tables.store.getState().name,
  });
  return { till, typed };
}

const SEVEN = { kind: 'digit', digit: 7 } as const;

it('a key is typed into the amount of the sale', () => {
  const { till, typed } = openTill();
  till.press(SEVEN);
  expect(typed()).toEqual({ amount: money(47), price: 0, name: '' });
});

it('a key is typed into the price alone while a product needs a price', () => {
  const { till, typed } = openTill();
  till.goods.add(product);
  till.press(SEVEN);
  expect(till.focus()).toBe('line_step');
  expect(typed()).toEqual({ amount: money(4), price: 7, name: '' });
});

it('a key is typed into the name alone while a table is named', () => {
  const { till, typed } = openTill();
  till.goods.add(product);
  till.tables.startNaming('park');
  till.press(SEVEN);
  expect(till.focus()).toBe('table_name');
  expect(typed()).toEqual({ amount: money(4), price: 0, name: '7' });
});

it.each([
  ['customer_code', { stage: 'scan' }],
  ['question', { asking: true }],
] as const)('no key is typed while the %s owns the keys', (focus, change) => {
  const { till, typed } = openTill();
  till.edit(change);
  for (const key of [SEVEN, { kind: 'clear' }, { kind: 'backspace' }] as const) till.press(key);
  expect(till.focus()).toBe(focus);
  expect(typed()).toEqual({ amount: money(4), price: 0, name: '' });
  expect(till.store.getState().entry).toMatchObject(change);
});
