import { expect, it } from 'vitest';
import { drive, rest } from '../support/till.ts';
import { goods, outcome } from './bills-world.ts';
import { type BooksWorld, booksWorld, inWords } from './books-world.ts';

/*
 * A customer brings twelve bottles and buys a cola, so the till pays out in cash. It is killed before each record of its
 * journal and before each entry of its books, and after the last of them, before the drawer opens. Then it starts again,
 * and the cashier repeats each command.
 */

const BOTTLES = {
  ...goods('Empty bottle', 300, 12),
  kind: 'deposit_return',
  vatRate: null,
} as const;

const STORY: readonly { readonly command: object; readonly bill?: string }[] = [
  { command: { type: 'drawer', id: 'k1', act: { act: 'float', amount: 20_000 } } },
  {
    bill: 'a',
    command: {
      ...{ type: 'bill', id: 'k2', bill: 'a' },
      act: { act: 'open', name: 'a', lines: [goods('Cola', 2_550), BOTTLES] },
    },
  },
  {
    bill: 'a',
    command: {
      ...{ type: 'pay_bill', id: 'k3', bill: 'a', amount: -1_050, tip: 0 },
      method: { kind: 'cash' },
    },
  },
];

/** Gives the commands in turn, until the till is dead; what the last one was answered. */
async function play(world: BooksWorld, isDead: () => boolean): Promise<string | null> {
  let answered: string | null = null;
  for (const { command, bill } of STORY) {
    if (isDead()) return null;
    answered = null;
    const version = world.terminal.bills.bills().bills.get(bill ?? '')?.version ?? 0;
    void world.run(bill === undefined ? command : { ...command, version }).then((one) => {
      answered = outcome(one);
    });
    await drive(world.clock, () => answered !== null || isDead());
    await rest();
  }
  return answered;
}

/** Plays the story on a till that is killed before its step `after + 1`. */
async function killed(after: number) {
  const world = await booksWorld();
  let steps = 0;
  let isDead = false;
  const step = async () => {
    if (steps >= after) {
      isDead = true;
      await new Promise(() => undefined);
    }
    steps += 1;
  };
  world.memory.onAppend(async () => {
    await step();
    return { ok: true };
  });
  world.disk.onWrite(step);
  await play(world, () => isDead);
  return { world, steps };
}

const WHOLE = ['begin', 'float 20000', '1 receipt -1050 cash'];
const payouts = (world: BooksWorld) => world.drawer.length - 1;

it('a payout is booked once and paid out once, whichever record or entry the power cut prevents', async () => {
  const { world, steps } = await killed(Number.POSITIVE_INFINITY);
  expect([inWords(world.entries()), payouts(world)]).toEqual([WHOLE, 1]);
  // The entry of the float, the records of the bill and of its payment, and the entry of the receipt.
  expect(steps).toBe(4);
  for (let after = 0; after <= steps; after += 1) {
    const dead = await killed(after);
    const isJournalled = dead.world.memory.records.some(
      (one) => one.kind === 'bill' && one.record.act === 'pay',
    );
    const again = await dead.world.restart();
    // What the journal has is booked before anybody repeats it.
    await rest();
    const booked = inWords(again.entries()).filter((one) => one.includes('receipt'));
    expect(booked, `killed after ${after}`).toEqual(isJournalled ? WHOLE.slice(-1) : []);
    expect(await play(again, () => false), `killed after ${after}`).toBe('done');
    expect(inWords(again.entries()), `killed after ${after}`).toEqual(WHOLE);
    expect(again.bill('a').tenders).toMatchObject([{ state: 'paid', amount: -1_050 }]);
    expect(again.books.books().drawer).toBe(18_900);
    // The drawer opens for the float and for the payout, and for neither again.
    const opened = dead.world.drawer.length + again.drawer.length;
    expect(opened, `killed after ${after}`).toBeLessThanOrEqual(2);
  }
});
