import { expect, it } from 'vitest';
import { unendedClose } from '../../shared/books/drawer.ts';
import type { BookEntry } from '../../shared/books/entry.ts';
import { fiscalEndId, lineId } from '../../shared/ids/host-ids.ts';
import { compact } from '../../shared/terminal/start/compact.ts';
import { DAY } from '../../shared/time/clock.ts';
import { createMemoryFiles } from '../support/books.ts';
import { createMemoryJournal, drive, rest } from '../support/till.ts';
import { goods, outcome } from './bills-world.ts';
import { type BooksWorld, booksWorld, inWords, openWorld, piles } from './books-world.ts';

/*
 * A bakery's morning: float, a bill in cash and by phone, money taken out, a refund in cash, a count and a close. The
 * till is killed before each record of its journal and before each entry of its books. Then it starts again, and its
 * people repeat each command.
 */

type Step = { readonly command: object; readonly bill?: string };
const cash = { kind: 'cash', received: 5_000 };
const phone = { kind: 'phone', method: { kind: 'qr' } };

const STORY: readonly Step[] = [
  { command: { type: 'drawer', id: 'k1', act: { act: 'float', amount: 10_000 } } },
  {
    bill: 'a',
    command: {
      ...{ type: 'bill', id: 'k2', bill: 'a' },
      act: { act: 'open', name: 'a', lines: [goods('Bread', 4_249), goods('Tea', 3_000)] },
    },
  },
  {
    bill: 'a',
    command: { type: 'bill', id: 'k3', bill: 'a', act: { act: 'remove', line: lineId('k2', 1) } },
  },
  {
    bill: 'a',
    command: { type: 'pay_bill', id: 'k4', bill: 'a', amount: 1_000, tip: 0, method: phone },
  },
  {
    bill: 'a',
    command: { type: 'pay_bill', id: 'k5', bill: 'a', amount: 3_249, tip: 0, method: cash },
  },
  {
    command: { type: 'drawer', id: 'k6', act: { act: 'pay_out', amount: 500, reason: 'Milk' } },
  },
  {
    command: {
      ...{ type: 'refund_receipt', id: 'k7', receipt: 2, lines: null, amount: 249, tip: 0 },
      approval: 'approved',
    },
  },
  {
    command: {
      ...{ type: 'close_period', id: 'k8', counted: piles([[100, 124]]), keep: 10_000 },
      ...{ openBills: [], reason: 'Coins' },
    },
  },
];

/** Gives the commands in turn, until the till is dead. */
async function play(world: BooksWorld, isDead: () => boolean): Promise<void> {
  for (const { command, bill } of STORY) {
    if (isDead()) return;
    const give = async (more: object) => {
      const version = world.terminal.bills.bills().bills.get(bill ?? '')?.version ?? 0;
      let answered: string | null = null;
      const given = bill === undefined ? command : { ...command, version, ...more };
      void world.run(given).then((one) => {
        answered = outcome(one);
      });
      await drive(world.clock, () => answered !== null || isDead());
      await confirmed(world, isDead);
      return answered;
    };
    // The power cut came between the record of the payment and the one of its sale.
    if ((await give({})) === 'bill_not_started') await give({ id: 'again' });
  }
}

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

/** Plays the story on a till that is killed before its step `after + 1`. */
async function killed(after: number) {
  const world = await booksWorld();
  let steps = 0;
  let cut = false;
  const step = async () => {
    if (steps >= after) await new Promise(() => undefined);
    steps += 1;
  };
  world.memory.onAppend(async () => {
    await step();
    return { ok: true };
  });
  world.disk.onWrite(step);
  world.service.setFate(() => (cut ? 'dead_before' : 'deliver'));
  await play(world, () => {
    if (steps >= after) cut = true;
    return cut;
  });
  world.service.setFate(() => 'deliver');
  return { world, steps };
}

const WHOLE = [
  'begin',
  'float 10000',
  'removed 3000',
  '1 receipt 1000 phone',
  '2 receipt 3249 cash',
  'pay_out 500',
  '3 refund 249 cash',
  'count 12400 of 12500',
  'pay_out 2400',
  'close 1',
];

it('books everything once, whichever record or entry the power cut prevents', async () => {
  const { world, steps } = await killed(Number.POSITIVE_INFINITY);
  expect(inWords(world.entries())).toEqual(WHOLE);
  expect(steps).toBeGreaterThan(15);
  for (let after = 0; after <= steps; after += 1) {
    const dead = await killed(after);
    const again = await dead.world.restart();
    await play(again, () => false);
    expect(inWords(again.entries()), `killed after ${after}`).toEqual(WHOLE);
    const numbers = again.entries().flatMap(({ receipt }) => receipt ?? []);
    expect(numbers, `killed after ${after}`).toEqual([1, 2, 3]);
  }
});

it('ends a close that was begun when the power was cut, whether or not anybody repeats it', async () => {
  const { world, steps } = await killed(Number.POSITIVE_INFINITY);
  const close = world.entries().at(-1)?.fact;
  for (const missing of [1, 2]) {
    const dead = await killed(steps - missing);
    const again = await dead.world.restart();
    await rest();
    expect(inWords(again.entries())).toEqual(WHOLE);
    const ended = again.entries().at(-1)?.fact;
    expect(ended).toMatchObject({ kind: 'close', id: 'command:k8', by: 'Kari', approvedBy: null });
    expect(ended?.kind === 'close' && close?.kind === 'close' ? ended.report.drawer : null).toEqual(
      close?.kind === 'close' ? close.report.drawer : undefined,
    );
    // Nobody may be at the till.
    expect(again.drawer).toEqual([]);
  }
});

/** The entry of a signature that came late. */
const SIGNED = (entries: readonly BookEntry[]): readonly BookEntry[] =>
  entries.slice(-1).map((last) => ({
    ...last,
    fact: {
      ...{ kind: 'fiscal', id: fiscalEndId('x'), at: last.fact.at, by: '', act: 'signed' },
      ...{ of: '1:x', device: 'SIM', number: 1, signature: 'seal', time: 'T' },
    },
  }));

it('leaves a begun close alone once a person has gone on', async () => {
  const { world } = await killed(Number.POSITIVE_INFINITY);
  const begun = world.entries().slice(0, -1);
  const [phone, cash] = begun.filter(({ fact }) => fact.kind === 'receipt');
  const added = (one: BookEntry | undefined) => (one === undefined ? begun : [...begun, one]);
  expect(unendedClose(begun)).toMatchObject({ close: 'command:k8', keep: 10_000, by: 'Kari' });
  // The service has answered a payment of which the till knew nothing more.
  expect(unendedClose(added(phone))).toMatchObject({ close: 'command:k8' });
  // The fiscal device has signed an earlier receipt, also before the money for the bank was booked.
  const count = begun.slice(0, -1);
  for (const earlier of [begun, count]) {
    expect(unendedClose([...earlier, ...SIGNED(earlier)])).toMatchObject({ close: 'command:k8' });
  }
  expect(unendedClose(added(cash))).toBeNull();
});

it('books what the journal says before a compaction drops it, whenever the last entry was written', async () => {
  const { world } = await killed(Number.POSITIVE_INFINITY);
  const lines = world.entries();
  const { clock, service } = world;
  const records = compact(world.memory.records, clock.now() + 3 * DAY);
  // The compaction has dropped the records of the bill.
  expect(records.filter(({ kind }) => kind === 'bill')).toEqual([]);
  for (let kept = 1; kept <= 5; kept += 1) {
    const text = lines.slice(0, kept).map((one) => `${JSON.stringify(one)}\n`);
    const disk = createMemoryFiles(new Map([[1, text.join('')]]));
    const left = { clock, service, memory: createMemoryJournal(world.memory.records), disk };
    const again = await openWorld(left, {});
    const booked = inWords(again.entries());
    for (const one of WHOLE.slice(2, 5)) expect(booked).toContain(one);
    // The drawer has no record in the journal.
    expect(booked).toHaveLength(kept === 1 ? 4 : 5);
  }
});

it('cuts off a line that a power cut has left in part, and books it again', async () => {
  const { world } = await killed(Number.POSITIVE_INFINITY);
  const whole = (world.disk.texts.get(1) ?? '').split('\n').slice(0, 5).join('\n');
  for (const torn of [1, 40, 400]) {
    const disk = createMemoryFiles(new Map([[1, whole.slice(0, -torn)]]));
    const { clock, service } = world;
    const memory = createMemoryJournal(world.memory.records);
    const again = await openWorld({ clock, service, memory, disk }, {});
    expect(again.host.view().state).toBe('ok');
    expect(inWords(again.entries())).toEqual(WHOLE.slice(0, 5));
  }
});
