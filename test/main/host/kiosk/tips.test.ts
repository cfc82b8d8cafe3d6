import { describe, expect, it } from 'vitest';
import type { Catalogue } from '../../../../shared/catalogue/catalogue.ts';
import { catalogueOf } from '../../../../shared/catalogue/schema.ts';
import type { TipSettings } from '../../../../shared/device/tips/tips.ts';
import { money } from '../../../../shared/money/money.ts';
import { SCAN, saleView } from '../../../shared/device/kiosk/worlds.ts';
import { CONFIG, type KioskWorld, openWorld } from './kiosk-setup.ts';

const TIPS = {
  ask: 'display',
  percents: [1_000],
  amounts: [money(500)],
  patience: 20_000,
} as const;
/** Goods that a person hands out. */
const SERVED = { ...CONFIG, goods: CONFIG.goods.map((good) => ({ ...good, slot: null })) };
const kiosk = (ask: 'display' | 'phone' = 'display', config = SERVED as typeof CONFIG) =>
  openWorld(config, 'hash', undefined, { ...TIPS, ask });

async function press(world: KioskWorld): Promise<void> {
  await world.call({ type: 'begin' });
  await world.call({ type: 'choose', good: 'coffee' });
  await world.call({ type: 'pay', good: 'coffee' });
  await world.settle();
}

const answer = (world: KioskWorld, question: string, option: string) =>
  world.call({ type: 'answer', question, answer: { kind: 'choice', option } });
const started = ({ till }: KioskWorld) =>
  till.asked.map((one) => Object(one).start).filter((one) => one !== undefined);

describe('a kiosk in a shop that asks for tips on the display', () => {
  it('asks once before the payment, and the sale has the tip beside the price', async () => {
    const world = kiosk();
    await press(world);
    expect(world.view().screen).toMatchObject({
      kind: 'question',
      question: { id: 'q1', words: { kind: 'tip', price: 5_200 } },
    });
    expect(started(world)).toEqual([]);
    expect((await answer(world, 'q1', 'p1000')).ok).toBe(true);
    // A second press answers a question that is over.
    expect((await answer(world, 'q1', 'a500')).ok).toBe(false);
    await world.settle();
    expect(started(world)).toMatchObject([
      { amount: 5_200, additional: { amount: 520, edit: 'fixed' } },
    ]);
    expect(world.screen()).not.toBe('question');
  });

  it('starts without a tip when the customer does not answer, whatever the clock says', async () => {
    const world = kiosk();
    await press(world);
    world.clock.advance(19_999);
    expect(world.screen()).toBe('question');
    world.clock.advance(1);
    await world.settle();
    expect(started(world)).toHaveLength(1);
    expect(started(world)[0]).not.toHaveProperty('additional');
  });

  it('goes back to the choice with Cancel, and asks again at the next payment', async () => {
    const world = kiosk();
    await press(world);
    await world.call({ type: 'cancel' });
    expect(world.view().screen).toMatchObject({ kind: 'choose', good: 'coffee' });
    expect((await answer(world, 'q1', 'p1000')).ok).toBe(false);
    await world.call({ type: 'pay', good: 'coffee' });
    await world.settle();
    expect(world.view().screen).toMatchObject({ kind: 'question', question: { id: 'q2' } });
    await answer(world, 'q2', 'none');
    await world.settle();
    expect(started(world)).toHaveLength(1);
    expect(started(world)[0]).not.toHaveProperty('additional');
  });

  it('takes the price and the tip that the question showed, whatever the shop changes meanwhile', async () => {
    const tips: { -readonly [Name in keyof TipSettings]: TipSettings[Name] } = { ...TIPS };
    const coffee = { id: 'coffee', name: 'Coffee', price: money(6_000) };
    const dearer = catalogueOf({ categories: [], products: [coffee] });
    let shop: Catalogue | null = null;
    const world = openWorld(SERVED, 'hash', undefined, tips, () => shop);
    await press(world);
    shop = dearer;
    tips.ask = 'phone';
    await answer(world, 'q1', 'p1000');
    await world.settle();
    expect(started(world)).toMatchObject([
      { amount: 5_200, additional: { amount: 520, edit: 'fixed' } },
    ]);
  });

  it('withdraws the question when a cash register takes the screen', async () => {
    const world = kiosk();
    await press(world);
    world.show([saleView(SCAN)]);
    await world.settle();
    expect(world.screen()).toBe('scan');
    expect((await answer(world, 'q1', 'p1000')).ok).toBe(false);
    expect(started(world)).toEqual([]);
  });
});

it.each(['display', 'phone'] as const)(
  'a machine is no waiter: a shop that asks on the %s asks for no tip for what a machine delivers',
  async (ask) => {
    const world = kiosk(ask, CONFIG);
    await press(world);
    expect(world.screen()).not.toBe('question');
    expect(started(world)).toMatchObject([{ amount: 5_200, mode: { kind: 'vend' } }]);
    expect(started(world)[0]).not.toHaveProperty('additional');
  },
);

it('a kiosk in a shop that asks on the phone leaves the question to the phone', async () => {
  const world = kiosk('phone');
  await press(world);
  expect(started(world)).toMatchObject([{ additional: { amount: 0, edit: 'by_customer' } }]);
});
