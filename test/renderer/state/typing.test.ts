import { expect, it } from 'vitest';
import { keyOwner, stepOf, windowIn } from '../../../renderer/state/mode/mode.ts';
import { createTill, type Till } from '../../../renderer/state/till-store.ts';
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
    price: stepOf(till.store.getState().mode)?.typed ?? 0,
    name: windowIn(till.store.getState().mode, 'table_name')?.name ?? '',
    owner: keyOwner(till.store.getState().mode),
  });
  return { till, typed };
}

const SEVEN = { kind: 'digit', digit: 7 } as const;

it('a key is typed into the amount of the sale', () => {
  const { till, typed } = openTill();
  till.press(SEVEN);
  expect(typed()).toEqual({ amount: money(47), price: 0, name: '', owner: 'amount' });
});

it('a key is typed into the price alone while a product needs a price', () => {
  const { till, typed } = openTill();
  till.goods.add(product);
  till.press(SEVEN);
  expect(typed()).toEqual({ amount: money(4), price: 7, name: '', owner: 'price' });
});

it('a key is typed into the name alone while a table is named', () => {
  const { till, typed } = openTill();
  till.goods.add(product);
  till.tables.startNaming('park');
  till.press(SEVEN);
  expect(typed()).toEqual({ amount: money(4), price: 0, name: '7', owner: 'table_name' });
});

it.each([
  ['scan', (till: Till) => till.enter('scan')],
  ['question', (till: Till) => till.askToClear(true)],
] as const)('no key is typed while the %s owns the keys', (owner, begin) => {
  const { till, typed } = openTill();
  begin(till);
  for (const key of [SEVEN, { kind: 'clear' }, { kind: 'backspace' }] as const) till.press(key);
  expect(typed()).toEqual({ amount: money(4), price: 0, name: '', owner });
});
