import { describe, expect, it } from 'vitest';
import { openTillFiscal } from '../../main/host/fiscal/open-fiscal.ts';
import { fiscalStateOf } from '../../main/host/status/open-status.ts';
import { MACHINE_PORTS } from '../../main/host/till/ports.ts';
import type { BookEntry } from '../../shared/books/entry.ts';
import { receiptTable } from '../../shared/books/export/tables.ts';
import type { WithoutDevice } from '../../shared/books/fiscal.ts';
import { BEGIN, entryOfCommand, paymentIn, paymentOf } from '../../shared/ids/host-ids.ts';
import { HOUR, MINUTE, SECOND } from '../../shared/time/clock.ts';
import { drive, rest } from '../support/till.ts';
import { goods, outcome } from './bills-world.ts';
import { type BooksWorld, booksWorld, inWords } from './books-world.ts';
import { type SimulatedDevice, simulatedDevice, withRule } from './fiscal-world.ts';

const phone = { kind: 'phone', method: { kind: 'qr' } };

async function shop(rule: WithoutDevice, device: SimulatedDevice) {
  const world = await booksWorld(withRule(rule, device.connect()));
  await world.order('a', goods('Bread', 4_000), goods('Tea', 3_000));
  return world;
}

const fiscalOf = ({ books }: BooksWorld) => books.books().fiscal;
const isSettled = (world: BooksWorld) =>
  fiscalOf(world).unsigned.size === 0 && fiscalOf(world).started.size === 0;
const settled = (world: BooksWorld) => drive(world.clock, () => isSettled(world));

/** The ends of the transaction of each receipt and refund. */
function ends(entries: readonly BookEntry[]) {
  const numbered = entries.filter(({ receipt }) => receipt !== null);
  return numbered.map(({ fact }) => {
    const of = paymentOf(fact.id);
    return entries.flatMap(({ fact: end }) =>
      end.kind === 'fiscal' &&
      (end.act === 'signed' || end.act === 'failed') &&
      paymentIn(end.of) === of
        ? [end.act]
        : [],
    );
  });
}

/** The columns of the device in the table of receipts: state, device and number. */
function cells(world: BooksWorld) {
  const shop = { currency: 'NOK', timeZone: 'Europe/Oslo' };
  const [header = [], ...rows] = receiptTable(world.entries(), world.entries(), shop);
  const first = header.indexOf('fiscal');
  return rows.map((row) => row.slice(first, first + 3));
}

const stateOf = (world: BooksWorld) => fiscalStateOf(world.fiscal());

const refund = {
  ...{ type: 'refund_receipt', id: 'r', receipt: 1, lines: null, amount: 500, tip: 0 },
  approval: 'approved',
};

it('signs each payment of a bill and each refund with one transaction, and the Z report counts them', async () => {
  const device = simulatedDevice();
  const world = await shop('block_sales', device);
  await world.pay('a', 3_000);
  await world.byPhone('a', 4_000);
  await world.run(refund);
  await settled(world);
  expect(ends(world.entries())).toEqual([['signed'], ['signed'], ['signed']]);
  expect(device.counts()).toEqual({ open: 0, finished: 3, cancelled: 0 });
  expect(await world.fiscal().mark(entryOfCommand('r'))).toMatchObject({
    kind: 'signed',
    device: 'SIM',
    number: 3,
  });
  expect(cells(world)).toEqual([
    ['signed', 'SIM', '1'],
    ['signed', 'SIM', '2'],
    ['signed', 'SIM', '3'],
  ]);
  await world.close([[100, 25]]);
  expect(await world.report(1)).toMatchObject({
    fiscal: { without: 'block_sales', signed: 3, failed: 0, unsigned: [], started: [] },
  });
});

it('asks for the transaction before a payment has its first record', async () => {
  const device = simulatedDevice();
  const world = await shop('block_sales', device);
  const seen: (readonly [string, string])[] = [];
  world.memory.onAppend(async () => {
    seen.push([
      'record',
      device
        .transactions()
        .map(({ state }) => state)
        .join(),
    ]);
    return { ok: true };
  });
  await world.pay('a', 3_000);
  expect(seen[0]).toEqual(['record', 'open']);
});

describe('a shop that does not sell without the device', () => {
  it('starts no payment, and the device keeps nothing open of those that it began', async () => {
    const device = simulatedDevice();
    const world = await shop('block_sales', device);
    for (const mood of ['absent', 'loses'] as const) {
      device.be(mood);
      expect(outcome(await world.pay('a', 1_000))).toBe('fiscal_no_answer');
      expect(outcome(await world.pay('a', 1_000, phone))).toBe('fiscal_no_answer');
      expect(
        (await world.terminal.tendered({ id: `card-${mood}`, method: 'Card', amount: 100 })).ok,
      ).toBe(false);
      const sale = { amount: 100, text: null, method: { kind: 'qr' } } as const;
      expect((await world.terminal.start(sale)).ok).toBe(false);
    }
    expect(world.entries().filter(({ receipt }) => receipt !== null)).toEqual([]);
    expect(world.fiscal().view()).toMatchObject({ problem: 'no_answer' });
    device.be('ok');
    await settled(world);
    expect(device.counts()).toMatchObject({ open: 0, finished: 0 });
    expect(outcome(await world.pay('a', 1_000))).toBe('done');
    await settled(world);
    expect(world.fiscal().view()).toEqual({ without: 'block_sales', problem: null, unsigned: 0 });
    expect([stateOf(world), fiscalStateOf(null)]).toEqual(['ready', undefined]);
    expect(device.counts()).toMatchObject({ open: 0, finished: 1 });
  });

  it('says that the memory is full', async () => {
    const device = simulatedDevice(1);
    const world = await shop('block_sales', device);
    await world.pay('a', 1_000);
    expect(outcome(await world.pay('a', 1_000))).toBe('fiscal_full');
    expect(world.fiscal().view()).toMatchObject({ problem: 'full' });
    device.grow(10);
    expect(outcome(await world.pay('a', 1_000))).toBe('done');
  });

  it('signs later what was paid while the device went away, and says meanwhile that it is not signed', async () => {
    const device = simulatedDevice();
    const world = await shop('block_sales', device);
    const isStarted = () => device.requests.some((request) => request.do === 'start');
    const before = world.service.payments().length;
    const command = { amount: 7_000, tip: 0 };
    await world.pay('a', 7_000, phone, command);
    await drive(world.clock, () => world.service.payments().length > before);
    expect(isStarted()).toBe(true);
    device.be('absent');
    world.service.confirm();
    await drive(world.clock, () => fiscalOf(world).unsigned.size === 1);
    const [transaction = ''] = fiscalOf(world).unsigned;
    let mark: unknown = null;
    void world
      .fiscal()
      .mark(paymentIn(transaction))
      .then((found) => {
        mark = found;
      });
    await drive(world.clock, () => mark !== null);
    expect(mark).toEqual({ kind: 'waiting' });
    expect(cells(world)).toEqual([['waiting', '', '']]);
    expect(stateOf(world)).toBe('failed');
    await world.close(null);
    expect(await world.report(1)).toMatchObject({
      fiscal: { signed: 0, failed: 0, unsigned: [transaction] },
    });
    device.be('ok');
    await settled(world);
    expect(await world.fiscal().mark(paymentIn(transaction))).toMatchObject({
      kind: 'signed',
      number: 1,
    });
    expect(await world.report()).toMatchObject({ fiscal: { signed: 1, unsigned: [] } });
    expect(device.counts()).toEqual({ open: 0, finished: 1, cancelled: 0 });
  });
});

describe('a device that does not sign a paid receipt', () => {
  it.each([
    ['refuses', 'refused'],
    ['unsigned', 'refused'],
    ['mixes', 'refused'],
    ['miscounts', 'refused'],
    ['hangs', 'no_answer'],
    ['fills', 'full'],
  ] as const)(
    'that %s stops the sales of a shop that does not sell without it, until the receipt has its signature',
    async (mood, why) => {
      const device = simulatedDevice();
      const world = await shop('block_sales', device);
      await world.pay('a', 1_000);
      await settled(world);
      device.be(mood);
      expect(outcome(await world.pay('a', 1_000))).toBe('done');
      await drive(world.clock, () => world.fiscal().view()?.problem === why);
      for (const round of [1, 2]) {
        expect(outcome(await world.pay('a', 500)), String(round)).toBe(`fiscal_${why}`);
        world.clock.advance(MINUTE);
        await rest();
        expect(world.fiscal().view()).toMatchObject({ problem: why, unsigned: 1 });
      }
      // Away and back for a moment, it has not signed either.
      device.be('absent');
      expect(outcome(await world.pay('a', 500))).toMatch(/^fiscal_/);
      device.be(mood);
      world.clock.advance(MINUTE);
      await rest();
      expect(outcome(await world.pay('a', 500))).toBe(`fiscal_${why}`);
      device.be('ok');
      await settled(world);
      expect(outcome(await world.pay('a', 1_000))).toBe('done');
      await settled(world);
      expect(world.fiscal().view()).toMatchObject({ problem: null });
      expect(ends(world.entries())).toEqual([['signed'], ['signed'], ['signed']]);
      const seals = world
        .entries()
        .flatMap(({ fact }) =>
          fact.kind === 'fiscal' && fact.act === 'signed' ? [fact.signature] : [],
        );
      expect(new Set(seals).size).toBe(3);
    },
  );

  it('stops the sales of the next run too, before the first one', async () => {
    const device = simulatedDevice();
    const world = await shop('block_sales', device);
    device.be('refuses');
    await world.pay('a', 1_000);
    await drive(world.clock, () => world.fiscal().view()?.problem === 'refused');
    const next = await world.restart();
    expect(outcome(await next.pay('a', 500))).toBe('fiscal_refused');
    device.be('ok');
    await drive(next.clock, () => next.fiscal().view()?.problem === null);
    const last = await next.restart();
    expect(outcome(await last.pay('a', 500))).toBe('done');
  });

  it('is waited for after a start, until it has said whether it signs', async () => {
    const device = simulatedDevice();
    const world = await shop('block_sales', device);
    device.be('refuses');
    await world.pay('a', 1_000);
    await drive(world.clock, () => world.fiscal().view()?.problem === 'refused');
    const { promise: said, resolve: say } = Promise.withResolvers<void>();
    const connected = device.connect();
    const slow: typeof connected = async (request) => {
      if (request.do === 'finish') await said;
      return connected(request);
    };
    const next = await world.restart(withRule('block_sales', slow));
    const paid = next.pay('a', 500);
    await rest();
    say();
    expect(outcome(await paid)).toBe('fiscal_refused');
  });

  it.each([
    ['signs everything alike', 'stuck'],
    ['gives each transaction the same number', 'stands'],
  ] as const)('that %s signs one receipt, also after a restart', async (_, mood) => {
    const device = simulatedDevice();
    const world = await shop('sell_and_mark', device);
    device.be(mood);
    await world.pay('a', 1_000);
    await settled(world);
    await world.pay('a', 1_000);
    await settled(world);
    const next = await world.restart();
    await next.pay('a', 1_000);
    await settled(next);
    expect(ends(next.entries())).toEqual([['signed'], ['failed'], ['failed']]);
  });

  it('marks a receipt whose answers are those of another one, in a shop that sells', async () => {
    const device = simulatedDevice();
    const world = await shop('sell_and_mark', device);
    await world.pay('a', 1_000);
    await settled(world);
    device.be('mixes');
    await world.pay('a', 1_000);
    await settled(world);
    expect(ends(world.entries())).toEqual([['signed'], ['failed']]);
  });

  it.each(['block_sales', 'sell_and_mark'] as const)(
    'is asked again with %s when its answer was lost',
    async (rule) => {
      const device = simulatedDevice();
      const world = await shop(rule, device);
      device.be('loses_once');
      await world.pay('a', 1_000);
      await settled(world);
      expect(ends(world.entries())).toEqual([['signed']]);
      expect(device.counts()).toEqual({ open: 0, finished: 1, cancelled: 0 });
    },
  );
});

describe('a shop that sells without the device', () => {
  it.each(['absent', 'loses'] as const)('marks what was sold while it is %s', async (mood) => {
    const device = simulatedDevice();
    const world = await shop('sell_and_mark', device);
    device.be(mood);
    expect(outcome(await world.pay('a', 1_000))).toBe('done');
    await world.byPhone('a', 2_000);
    await drive(world.clock, () => fiscalOf(world).failed === 2);
    const [, first] = world.entries().filter(({ fact }) => fact.kind === 'receipt');
    expect(await world.fiscal().mark(first?.fact.id ?? BEGIN)).toEqual({ kind: 'failed' });
    device.be('ok');
    await drive(world.clock, () => world.fiscal().view()?.problem === null);
    await settled(world);
    await world.pay('a', 4_000);
    await settled(world);
    expect(ends(world.entries())).toEqual([['failed'], ['failed'], ['signed']]);
    expect(device.counts()).toMatchObject({ open: 0 });
    expect(await world.report()).toMatchObject({ fiscal: { signed: 1, failed: 2, unsigned: [] } });
  });

  it('marks what was sold while its memory is full', async () => {
    const device = simulatedDevice(0);
    const world = await shop('sell_and_mark', device);
    await world.pay('a', 1_000);
    await drive(world.clock, () => fiscalOf(world).failed === 1);
    expect(ends(world.entries())).toEqual([['failed']]);
    // The device answers, and signs nothing: a screen says so until it does.
    world.clock.advance(MINUTE);
    await rest();
    expect(world.fiscal().view()).toMatchObject({ problem: 'full' });
    device.grow(10);
    await world.pay('a', 1_000);
    await settled(world);
    expect(world.fiscal().view()).toMatchObject({ problem: null });
  });
});

it('cancels the transaction of a payment that the cashier cancels', async () => {
  const device = simulatedDevice();
  const world = await shop('block_sales', device);
  await world.pay('a', 7_000, phone);
  const id = world.terminal.view().sales[0]?.id ?? '';
  await drive(world.clock, () => world.terminal.sale(id)?.actions.includes('cancel') === true);
  expect(device.counts()).toEqual({ open: 1, finished: 0, cancelled: 0 });
  await world.terminal.act(id, 'cancel');
  await settled(world);
  expect(device.counts()).toEqual({ open: 0, finished: 0, cancelled: 1 });
});

it('a till that closes by itself ends a day on that day, also if the device signs after midnight', async () => {
  const device = simulatedDevice();
  const connected = device.connect();
  let isSlow = true;
  const slow: typeof connected = async (request) =>
    isSlow && request.do === 'finish' ? null : connected(request);
  const world = await booksWorld({ ...withRule('block_sales', slow), closes: 'daily' });
  await world.order('a', goods('Bread', 4_000), goods('Tea', 3_000));
  // 23:59:58 in Oslo.
  world.clock.advance(16 * HOUR - 2 * SECOND);
  await world.pay('a', 1_000);
  world.clock.advance(HOUR);
  isSlow = false;
  await settled(world);
  await world.pay('a', 1_000);
  const closed = world.entries().find(({ fact }) => fact.kind === 'close');
  expect(closed).toMatchObject({ day: '2026-11-27', fact: { report: { days: ['2026-11-27'] } } });
});

it('books from when on a device is used and by which rule, once for each change', async () => {
  const device = simulatedDevice();
  const world = await booksWorld();
  expect(inWords(world.entries())).toEqual(['begin']);
  const first = await world.restart(withRule('block_sales', device.connect()));
  const again = await first.restart();
  const other = await again.restart(withRule('sell_and_mark', device.connect()));
  await other.restart({ fiscal: { rule: null, device: device.connect() } });
  const last = await other.restart({ fiscal: { rule: null, device: device.connect() } });
  expect(inWords(last.entries())).toEqual(['begin', 'fiscal on', 'fiscal on', 'fiscal off']);
});

it('a till whose device was taken out still has the signatures of its receipts, at every later start', async () => {
  const world = await shop('block_sales', simulatedDevice());
  await world.pay('a', 3_000);
  await settled(world);
  const id = world.entries().find(({ receipt }) => receipt === 1)?.fact.id ?? BEGIN;
  let till = world;
  for (let start = 1; start <= 3; start += 1) {
    till = await till.restart({});
    const { books, terminal } = till;
    const fiscal = await openTillFiscal({
      books,
      terminal,
      settings: { posId: 'till1', locale: 'nb-NO' },
      report: () => undefined,
      clock: till.clock,
      deviceAt: MACHINE_PORTS.devices.fiscal,
    });
    expect(await fiscal.mark(id)).toMatchObject({ kind: 'signed', number: 1 });
    expect(fiscal.view()).toBeNull();
    await fiscal.stop();
  }
});
