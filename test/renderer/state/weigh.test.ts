import { beforeEach, describe, expect, it } from 'vitest';
import { stepOf, windowIn } from '../../../renderer/state/mode/mode.ts';
import { createTill, type Till } from '../../../renderer/state/till-store.ts';
import { weightNow } from '../../../renderer/state/weigh.ts';
import { quantity } from '../../../shared/bill/quantity.ts';
import { catalogueOf } from '../../../shared/catalogue/schema.ts';
import type { ScaleReading } from '../../../shared/device/scale/reading.ts';
import type { ScaleSettings } from '../../../shared/device/scale/settings.ts';
import { money } from '../../../shared/money/money.ts';
import { catalogueDocument } from '../../../shared/protocol/catalogue-document.ts';
import { BOOKS } from '../../screens/cashier/books-shop.ts';
import { GOODS } from '../../screens/cashier/goods-shop.ts';
import { SETTINGS, view } from '../../screens/cashier/sales.ts';
import { createRecordingBridge } from '../../support/recording-bridge.ts';
import { createTestDevice } from '../../support/scripted-host.ts';

/* Goods by the kilogram at a screen. The test is the scale. */

const settle = () => new Promise((done) => setImmediate(done));
const CATALOGUE = catalogueOf(
  catalogueDocument.parse({
    categories: [],
    products: [
      { id: 'apples', name: 'Apples', price: 4_990, unit: 'kg', barcodes: ['4006381333931'] },
      { id: 'nuts', name: 'Nuts', price: 19_900, unit: 'kg', tare: 20 },
      { id: 'bun', name: 'Bun', price: 4_500 },
      { id: 'fish', name: 'Fish', price: 'open', unit: 'kg' },
    ],
  }),
);
const [APPLES, NUTS, BUN, FISH] = CATALOGUE.products;

/** The catalogue as another person of the shop has left it. */
const changed = (change: Partial<(typeof CATALOGUE.products)[number]>) => ({
  ...CATALOGUE,
  products: CATALOGUE.products.map((one) => (one.id === 'bun' ? one : { ...one, ...change })),
});

let till: Till;
/** What the host answers when the screen reads the catalogue. */
let catalogue: typeof CATALOGUE;
let device: ReturnType<typeof createTestDevice>;
/** Answers of the scale, in turn; a promise is one that the test holds back. */
let readings: (ScaleReading | Promise<ScaleReading>)[];
let screen: ReturnType<typeof createRecordingBridge>;

async function open(scale?: ScaleSettings): Promise<void> {
  readings = [];
  screen = createRecordingBridge(async ({ type }) => {
    if (type === 'read_goods') return { ok: true, value: { catalogue } };
    // The screen shows its own lines until the host answers.
    if (type !== 'read_scale' && type !== 'set_scale') return new Promise(() => {});
    const reading = await (readings.shift() ?? { kind: 'busy' });
    return { ok: true, value: reading };
  });
  device = createTestDevice('one');
  till = createTill(screen.bridge, device);
  await tell(scale);
  till.goods.store.setState({ catalogue: CATALOGUE, version: '1' });
}

async function tell(scale?: ScaleSettings, version: string | null = null): Promise<void> {
  screen.show({
    settings: { ...SETTINGS, language: 'en', ...(scale === undefined ? {} : { scale }) },
    view: view([]),
    goods: { ...GOODS, catalogue: version },
    bills: { open: [], shown: null, pays: null },
    books: BOOKS,
  });
  for (let turn = 0; turn < 5; turn += 1) await settle();
}

const SCALE: ScaleSettings = {
  connection: { path: '/dev/ttyUSB0', baudRate: 9_600 },
  approved: true,
  typed: 'allowed',
};

const add = (product = APPLES) => product && till.goods.add(product);
const type = (digits: string) => {
  for (const digit of digits) till.press({ kind: 'digit', digit: Number(digit) });
};
async function shows(...next: readonly (ScaleReading | Promise<ScaleReading>)[]): Promise<void> {
  for (const one of next) {
    readings.push(one);
    await till.goods.readScale();
  }
}
const lines = () =>
  (till.bills.current()?.lines ?? []).map(({ name, quantity }) => [name, Number(quantity)]);
const stable = (grams: number): ScaleReading => ({ kind: 'stable', grams });

describe('goods by the kilogram', () => {
  beforeEach(() => open(SCALE));

  it('are added with the weight of the scale, each weighing on a line of its own', async () => {
    add();
    expect(stepOf(till.store.getState().mode)?.kind).toBe('weight');
    expect(lines()).toEqual([]);
    await shows(stable(335));
    till.goods.addWeighed();
    expect(lines()).toEqual([['Apples', 335]]);
    expect(stepOf(till.store.getState().mode)).toBeNull();
    add();
    await shows({ kind: 'moving', grams: 100 }, stable(335));
    till.goods.addWeighed();
    expect(lines()).toEqual([
      ['Apples', 335],
      ['Apples', 335],
    ]);
    till.goods.more();
    expect(lines()).toHaveLength(2);
    till.goods.less();
    expect(lines()).toEqual([['Apples', 335]]);
  });

  it('are not added while the scale moves, is empty, or still has the goods before on it', async () => {
    add();
    for (const one of [{ kind: 'moving', grams: 335 } as const, stable(0), stable(-5)]) {
      await shows(one);
      till.goods.addWeighed();
      expect(lines()).toEqual([]);
    }
    await shows(stable(335));
    till.goods.addWeighed();
    add();
    await shows(stable(335));
    till.goods.addWeighed();
    expect(lines()).toHaveLength(1);
  });

  it('are not added with an earlier weight when nobody answers any more', async () => {
    add();
    await shows(stable(335), Promise.reject(new Error('the connection broke')));
    till.goods.addWeighed();
    expect(lines()).toEqual([]);
  });

  it('do not get an answer that the scale gave for the goods before', async () => {
    add();
    const held = Promise.withResolvers<ScaleReading>();
    readings.push(held.promise);
    const late = till.goods.readScale();
    till.goods.leaveStep();
    add();
    held.resolve(stable(700));
    await late;
    till.goods.addWeighed();
    expect(lines()).toEqual([]);
  });

  it.each(['a weight', 'a tare'] as const)(
    'are weighed again after the till has never answered a question for %s',
    async (what) => {
      add();
      await shows(stable(335));
      readings.push(new Promise(() => {}));
      const asked = what === 'a tare' ? till.goods.setScale('tare') : till.goods.readScale();
      let isOver = false;
      void asked.then(() => (isOver = true));
      device.runOut();
      await settle();
      expect(isOver).toBe(true);
      till.goods.addWeighed();
      expect(lines()).toEqual([]);
      await shows(stable(210));
      till.goods.addWeighed();
      expect(lines()).toEqual([['Apples', 210]]);
    },
  );

  it('are not added with a weight of before the tare, whichever answer comes first', async () => {
    add();
    await shows(stable(335));
    const [before, tare] = [
      Promise.withResolvers<ScaleReading>(),
      Promise.withResolvers<ScaleReading>(),
    ];
    readings.push(before.promise, tare.promise);
    const read = till.goods.readScale();
    const set = till.goods.setScale('tare');
    till.goods.addWeighed();
    before.resolve(stable(335));
    await read;
    till.goods.addWeighed();
    expect(lines()).toEqual([]);
    tare.resolve(stable(0));
    await set;
    await shows(stable(210));
    till.goods.addWeighed();
    expect(lines()).toEqual([['Apples', 210]]);
  });

  it('are not added with a weight from before another screen or the lock covered the window', async () => {
    add();
    await shows(stable(335));
    const held = Promise.withResolvers<ScaleReading>();
    readings.push(held.promise);
    const late = till.goods.readScale();
    till.goods.forgetWeight();
    till.goods.addWeighed();
    held.resolve(stable(335));
    await late;
    till.goods.addWeighed();
    expect(lines()).toEqual([]);
    await shows(stable(210));
    till.goods.addWeighed();
    expect(lines()).toEqual([['Apples', 210]]);
  });

  it('are sold as the shop sells them when they are added, not as when they were pressed', async () => {
    const prices = () => till.bills.current()?.lines.map(({ price }) => Number(price)) ?? [];
    add();
    catalogue = changed({ price: money(9_900), tare: 35 });
    await tell(SCALE, '2');
    await shows(stable(335));
    till.goods.addWeighed();
    expect([lines(), prices()]).toEqual([[['Apples', 300]], [9_900]]);
    // What is sold by the piece by now is not weighed, and what is sold out is not sold.
    add();
    catalogue = changed({ unit: 'pcs', tare: null });
    await tell(SCALE, '3');
    expect(stepOf(till.store.getState().mode)).toBeNull();
    add();
    catalogue = changed({ soldOut: true });
    await tell(SCALE, '4');
    await shows({ kind: 'moving', grams: 1 }, stable(500));
    till.goods.addWeighed();
    expect([lines(), till.bills.store.getState().notice?.kind]).toEqual([
      [['Apples', 300]],
      'sold_out',
    ]);
  });

  it('are weighed also if their price for a kilogram is typed first', async () => {
    add(FISH);
    type('25000');
    till.goods.addAtPrice();
    expect(lines()).toEqual([]);
    await shows(stable(335));
    till.goods.addWeighed();
    const [line] = till.bills.current()?.lines ?? [];
    expect(line).toMatchObject({ name: 'Fish', unit: 'kg', quantity: 335, price: 25_000 });
  });

  it('take a typed weight, which the name of the line says, before that of the scale', async () => {
    add();
    await shows(stable(335));
    type('1250');
    till.goods.addWeighed();
    expect(lines()).toEqual([['Apples (weight entered by hand)', 1_250]]);
  });

  it('are sold without the box of the item, also with a typed weight, and are not tared too', async () => {
    const weigh = async (...shown: readonly ScaleReading[]) => {
      add(NUTS);
      await shows(...shown);
      till.goods.addWeighed();
    };
    await weigh(stable(20));
    expect(lines()).toEqual([]);
    const step = windowIn(till.store.getState().mode, 'weight');
    expect(step !== null && weightNow(step, SCALE)).toBeNull();
    await shows(stable(335));
    const before = screen.commands.length;
    await till.goods.setScale('tare');
    expect(screen.commands).toHaveLength(before);
    till.goods.addWeighed();
    // The box of the goods before is still on the pan with them.
    await weigh(stable(335));
    expect(lines()).toEqual([['Nuts', 315]]);
    type('120');
    till.goods.addWeighed();
    expect(lines().at(-1)).toEqual(['Nuts (weight entered by hand)', 100]);
    add(NUTS);
    type('20');
    till.goods.addWeighed();
    expect(lines()).toHaveLength(2);
  });

  it('with a box of their own wait for the zero that ends a tare for other goods', async () => {
    add(NUTS);
    await shows({ kind: 'stable', grams: 315, tare: 'set' });
    till.goods.addWeighed();
    expect(lines()).toEqual([]);
    type('335');
    till.goods.addWeighed();
    expect(lines()).toEqual([['Nuts (weight entered by hand)', 315]]);
    add(NUTS);
    readings.push(stable(0));
    await till.goods.setScale('zero');
    await shows(stable(335));
    till.goods.addWeighed();
    expect(lines().at(-1)).toEqual(['Nuts', 315]);
  });

  it('have the weight of the label, also if the item has a box', () => {
    if (NUTS !== undefined) till.goods.add(NUTS, { quantity: quantity(335), price: null });
    expect(lines()).toEqual([['Nuts', 335]]);
  });

  it('are weighed after a key has set the zero point', async () => {
    add();
    await shows(stable(-15));
    readings.push(stable(0));
    await till.goods.setScale('zero');
    expect(screen.commands.at(-1)).toEqual({ type: 'set_scale', act: 'zero' });
    await shows(stable(300));
    till.goods.addWeighed();
    expect(lines()).toEqual([['Apples', 300]]);
  });

  it('are tared by a key', async () => {
    add();
    readings.push(stable(0));
    await till.goods.setScale('tare');
    expect(screen.commands.at(-1)).toEqual({ type: 'set_scale', act: 'tare' });
    await shows(stable(300));
    till.goods.addWeighed();
    expect(lines()).toEqual([['Apples', 300]]);
  });
});

it('the name of a line says that the scale is not verified', async () => {
  await open({ ...SCALE, approved: false });
  add();
  await shows(stable(335));
  till.goods.addWeighed();
  expect(lines()).toEqual([['Apples (scale not verified)', 335]]);
});

it('no weight is typed in a shop that does not allow it, and no scale is asked at a till without one', async () => {
  await open({ ...SCALE, typed: 'never' });
  add();
  type('335');
  till.goods.addWeighed();
  expect(lines()).toEqual([]);
  await open();
  add();
  await till.goods.readScale();
  type('999999');
  type('9');
  till.goods.addWeighed();
  expect(lines()).toEqual([['Apples (weight entered by hand)', 999_999]]);
  expect(screen.sent('read_scale')).toEqual([]);
});

it('a product by the piece and a label with a weight are added at once', async () => {
  await open(SCALE);
  add(BUN);
  const found = { quantity: till.bills.current()?.lines[0]?.quantity ?? null, price: null };
  if (APPLES !== undefined) till.goods.add(APPLES, found);
  expect(lines()).toEqual([
    ['Bun', 1_000],
    ['Apples', 1_000],
  ]);
});
