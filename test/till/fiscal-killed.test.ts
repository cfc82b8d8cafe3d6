import { expect, it } from 'vitest';
import type { WithoutDevice } from '../../shared/books/fiscal.ts';
import { paymentIn, paymentOf } from '../../shared/ids/host-ids.ts';
import { drive, rest } from '../support/till.ts';
import { goods, outcome } from './bills-world.ts';
import { type BooksWorld, booksWorld } from './books-world.ts';
import { type SimulatedDevice, simulatedDevice, withRule } from './fiscal-world.ts';

/*
 * A bill in cash and by phone, a payment that is cancelled, and a refund, with a fiscal device. The till is killed before
 * each record of its journal, before each entry of its books, and before and after each act of the device.
 */

const phone = { kind: 'phone', method: { kind: 'qr' } };
type Step = { readonly id: string; readonly amount?: number; readonly method?: object };
const PAYMENTS: readonly Step[] = [
  { id: 'p1', amount: 3_000, method: { kind: 'cash' } },
  { id: 'p2', amount: 2_500, method: phone },
  { id: 'p3', amount: 1_500, method: { kind: 'other', name: 'Card' } },
];

async function play(world: BooksWorld, isDead: () => boolean): Promise<void> {
  const give = async (command: object): Promise<string | null> => {
    let answered: string | null = null;
    void world.run(command).then((one) => {
      answered = outcome(one);
    });
    await drive(world.clock, () => answered !== null || isDead());
    return answered;
  };
  const version = () => world.terminal.bills.bills().bills.get('a')?.version ?? 0;
  const lines = [goods('Bread', 4_000), goods('Tea', 3_000)];
  await give({
    ...{ type: 'bill', id: 'o1', bill: 'a', version: 0 },
    act: { act: 'open', name: 'a', lines },
  });
  for (const payment of PAYMENTS) {
    if (isDead()) return;
    const pay = (id: string) =>
      give({ type: 'pay_bill', bill: 'a', version: version(), tip: 0, ...payment, id });
    // The power cut came between the record of the payment and the one of its sale.
    if ((await pay(payment.id)) === 'bill_not_started') await pay(`${payment.id}-again`);
    await confirmed(world, isDead);
  }
  if (isDead()) return;
  await give({
    ...{ type: 'refund_receipt', id: 'r1', receipt: 1, lines: null, amount: 500, tip: 0 },
    approval: 'approved',
  });
  await drive(world.clock, () => isDead() || isSettled(world));
}

const isSettled = ({ books }: BooksWorld) => {
  const { started, unsigned } = books.books().fiscal;
  return started.size === 0 && unsigned.size === 0;
};

/** The customer confirms what waits for him, and the bill learns it. */
async function confirmed(world: BooksWorld, isDead: () => boolean): Promise<void> {
  const isOpen = () =>
    [...world.terminal.bills.bills().bills.values()].some(({ tenders }) =>
      tenders.some(({ state }) => state === 'open'),
    );
  await drive(world.clock, () => {
    if (isDead()) return true;
    for (const sale of world.terminal.view().sales) {
      if (sale.state.kind === 'waiting_scan' && world.service.payments().length === 1) {
        world.service.confirm();
      }
      if (sale.actions.includes('capture')) void world.terminal.act(sale.id, 'capture');
    }
    return !isOpen();
  });
  await rest();
}

async function killed(rule: WithoutDevice, device: SimulatedDevice, after: number) {
  let steps = 0;
  let cut = false;
  const step = async () => {
    if (steps >= after) {
      cut = true;
      await new Promise(() => undefined);
    }
    steps += 1;
  };
  const world = await booksWorld(withRule(rule, device.connect(step)));
  world.memory.onAppend(async () => {
    await step();
    return { ok: true };
  });
  world.disk.onWrite(step);
  world.service.setFate(() => (cut ? 'dead_before' : 'deliver'));
  await play(world, () => cut);
  world.service.setFate(() => 'deliver');
  return { world, steps };
}

it.each(['block_sales', 'sell_and_mark'] as const)(
  'ends each transaction once, whichever step the power cut prevents, with %s',
  async (rule) => {
    const { steps } = await killed(rule, simulatedDevice(), Number.POSITIVE_INFINITY);
    expect(steps).toBeGreaterThan(25);
    for (let after = 1; after <= steps; after += 1) {
      const device = simulatedDevice();
      const dead = await killed(rule, device, after);
      const again = await dead.world.restart(withRule(rule, device.connect()));
      await play(again, () => false);
      const entries = again.entries();
      const receipts = entries.filter(({ receipt }) => receipt !== null);
      expect(receipts.map(({ fact }) => fact.kind).sort(), `killed after ${after}`).toEqual(
        [...['receipt', 'receipt', 'receipt', 'refund']].sort(),
      );
      // Each receipt has one transaction at the device, which signed it, and no other one is open or signed.
      const finished = device.transactions().filter(({ state }) => state === 'finished');
      expect(
        finished.map(({ transaction }) => paymentIn(transaction)).sort(),
        `killed after ${after}`,
      ).toEqual(receipts.map(({ fact }) => paymentOf(fact.id)).sort());
      expect(device.counts().open, `killed after ${after}`).toBe(0);
      const signed = entries.flatMap(({ fact }) =>
        fact.kind === 'fiscal' && fact.act === 'signed' ? [fact] : [],
      );
      expect(signed.map(({ of }) => paymentIn(of)).sort(), `killed after ${after}`).toEqual(
        receipts.map(({ fact }) => paymentOf(fact.id)).sort(),
      );
      for (const { of, number } of signed) {
        expect(device.transactions()[number - 1]?.transaction).toBe(of);
      }
    }
  },
);
