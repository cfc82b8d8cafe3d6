import { describe, expect, it } from 'vitest';
import { isPaid } from '../../shared/bill/paid.ts';
import { drive } from '../support/till.ts';
import { billsWorld, goods, newId, outcome } from './bills-world.ts';

/* Cash for a bill: what is received, and what the coins of a country cannot pay. */

const NOK = { step: 100, half: 'up' } as const;
const cash = (received?: number) => ({
  method: { kind: 'cash', ...(received === undefined ? {} : { received }) },
});

function shop() {
  const world = billsWorld({ rules: () => ({ rounding: NOK }) });
  const screen = world.screen();
  const tenders = () =>
    world.bill('b').tenders.map(({ amount, rounding, received }) => [amount, rounding, received]);
  return { world, screen, tenders };
}

describe('cash for a bill', () => {
  it('is rounded when it pays all that is due, and nothing of the bill changes by it', async () => {
    const { world, screen, tenders } = shop();
    await screen.act('b', { act: 'open', name: null, lines: [goods('Bread', 4_249)] });
    expect(outcome(await screen.pay('b', 4_249, cash(5_000)))).toBe('done');
    expect(tenders()).toEqual([[4_249, -49, 5_000]]);
    expect(isPaid(world.bill('b'))).toBe(true);
  });

  it('keeps its rounding when the rule of the shop changes', async () => {
    let step = 100;
    const world = billsWorld({ rules: () => ({ rounding: { step, half: 'up' } }) });
    const screen = world.screen();
    for (const bill of ['b', 'c']) {
      await screen.act(bill, { act: 'open', name: null, lines: [goods('Bread', 4_249)] });
    }
    expect(outcome(await screen.pay('b', 4_249, cash(5_000)))).toBe('done');
    step = 50;
    expect(outcome(await screen.pay('c', 4_249, cash(5_000)))).toBe('done');
    const roundings = ['b', 'c'].map((bill) => world.bill(bill).tenders[0]?.rounding);
    expect(roundings).toEqual([-49, 1]);
  });

  it('is not rounded when it pays a part, and the last part is', async () => {
    const { world, screen, tenders } = shop();
    await screen.act('b', { act: 'open', name: null, lines: [goods('Bread', 4_251)] });
    expect(outcome(await screen.pay('b', 1_025, cash(1_100)))).toBe('done');
    expect(outcome(await screen.pay('b', 3_226, cash(3_200)))).toBe('done');
    expect(tenders()).toEqual([
      [1_025, 0, 1_100],
      [3_226, -26, 3_200],
    ]);
    expect(isPaid(world.bill('b'))).toBe(true);
  });

  it('is refused when less is received than is to be paid, and the bill stays due', async () => {
    const { world, screen } = shop();
    await screen.act('b', { act: 'open', name: null, lines: [goods('Bread', 4_250)] });
    const refused = await screen.pay('b', 4_250, cash(4_299));
    expect(outcome(refused)).toBe('bill_received_less');
    expect([world.bill('b').tenders, world.list()]).toEqual([[], ['- 4250']]);
    expect(outcome(await screen.pay('b', 4_250, cash(4_300)))).toBe('done');
  });

  it('without a received sum was received exactly, as the till API sends it', async () => {
    const { screen, tenders } = shop();
    await screen.act('b', { act: 'open', name: null, lines: [goods('Bread', 4_249)] });
    await screen.pay('b', 4_249, { ...cash(), tip: 500 });
    expect(tenders()).toEqual([[4_249, -49, 4_700]]);
  });

  it('is taken once when its answer was lost, also after a power cut', async () => {
    const { world, screen } = shop();
    await screen.act('b', { act: 'open', name: null, lines: [goods('Bread', 4_249)] });
    const once = { ...cash(5_000), id: newId() };
    await screen.pay('b', 4_249, once);
    const again = world.restart();
    const other = again.screen();
    await other.see('b');
    expect(outcome(await other.pay('b', 4_249, once))).toBe('done');
    expect(again.bill('b').tenders).toHaveLength(1);
  });

  it('is not accepted while a phone payment of the bill is not decided', async () => {
    const { world, screen } = shop();
    await screen.act('b', { act: 'open', name: null, lines: [goods('Bread', 4_249)] });
    await screen.pay('b', 2_000);
    await drive(world.clock, () => world.service.payments().length === 1);
    expect(outcome(await screen.pay('b', 2_249, cash()))).toBe('bill_unclear');
  });
});
