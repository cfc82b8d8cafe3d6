import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { HANDLED_MAX } from '../../../../main/host/printing/queue.ts';
import { reportPaper } from '../../../../main/host/receipts/report-paper.ts';
import { reportOf } from '../../../../shared/books/books.ts';
import { historyOf } from '../../../../shared/device/history/history.ts';
import { entryOfCommand, xReport } from '../../../../shared/ids/host-ids.ts';
import { money } from '../../../../shared/money/money.ts';
import { timeOf } from '../../../../shared/time/clock.ts';
import { SETTINGS, sale } from '../../../screens/cashier/sales.ts';
import { amounts } from '../../../support/amounts.ts';
import { createMemoryFiles, openMemoryBooks } from '../../../support/books.ts';
import { rest } from '../../../support/till.ts';
import { FLUSHED, recordedFlushes } from '../adapters/recorded-flushes.ts';
import { printingWorld } from './printing-world.ts';

const OPEN = sale({ kind: 'waiting_approval', expires: 1 });

let world: ReturnType<typeof printingWorld>;
beforeEach(() => {
  world = printingWorld();
});

describe('an automatic receipt', () => {
  it('is printed once when the sale is paid, and never for an unpaid sale', async () => {
    const printing = world.open();
    world.till.show({ sales: [OPEN] });
    await rest();
    expect(world.papers).toEqual([]);
    world.till.show({ sales: [world.paid()] });
    world.till.show({ sales: [world.paid()] });
    await rest();
    expect(world.kinds()).toEqual(['original']);
    expect(world.papers[0]).toMatchObject({ code: 'p2ybyw4tq73n' });
    expect(printing.view().jobs).toEqual([]);
  });

  it('is not printed if the settings say on request', async () => {
    world.open('on_request');
    world.till.show({ sales: [world.paid()] });
    await rest();
    expect(world.papers).toEqual([]);
  });

  it('is not printed for sales from before the printer was set up', async () => {
    world.till.show({ sales: [world.paid()] });
    world.open();
    await rest();
    expect(world.papers).toEqual([]);
  });

  it('is printed after a restart, except for a sale that ended an hour ago', async () => {
    const before = world.open();
    before.stop();
    world.till.show({
      sales: [
        world.paid('sale-188', 188),
        world.paid('sale-9', 9, timeOf(world.clock.now() - 3_600_000)),
      ],
    });
    world.open();
    await rest();
    expect(world.papers.map(({ content }) => content.foot[0])).toEqual(['Receipt 1042-0188']);
    world.stopLast();
    world.open();
    await rest();
    expect(world.papers).toHaveLength(1);
  });
});

describe('a receipt on request', () => {
  it('is an original the first time and a copy after that, also after a restart', async () => {
    world.till.show({ sales: [world.paid()] });
    const printing = world.open('on_request');
    expect(printing.receipt('sale-187').ok).toBe(true);
    expect(printing.receipt('sale-187').ok).toBe(true);
    await rest();
    printing.stop();
    world.open('on_request').receipt('sale-187');
    await rest();
    expect(world.kinds()).toEqual(['original', 'copy', 'copy']);
    expect(world.papers.map(({ content }) => content.mark ?? null)).toEqual([null, 'COPY', 'COPY']);
  });

  it('is an original or a copy as after a restart, however many were printed since', async () => {
    const names = Array.from({ length: HANDLED_MAX }, (_, at) => `s${at}`);
    writeFileSync(
      world.file,
      JSON.stringify({ version: 1, jobs: [], handled: names, booked: null, lost: [] }),
    );
    const printing = world.open();
    world.till.show({ sales: [world.paid('new', 9)] });
    await rest();
    const earlier = timeOf(world.clock.now() - 3_600_000);
    world.till.show({ sales: ['s0', 's1'].map((id) => world.paid(id, 1, earlier)) });
    world.papers.length = 0;
    printing.receipt('s1');
    printing.receipt('s0');
    await rest();
    expect(world.kinds()).toEqual(['copy', 'original']);
    expect(world.writes.at(-1)?.handled).toHaveLength(HANDLED_MAX);
  });

  it('is refused for an unpaid or unknown sale', () => {
    world.till.show({ sales: [OPEN] });
    const printing = world.open('on_request');
    for (const id of ['sale-187', 'sale-1']) {
      expect(printing.receipt(id)).toMatchObject({ ok: false, refusal: { type: 'Not Found' } });
    }
  });

  it('lists later refunds', async () => {
    const refund = { id: 'r1', tid: 'p2ybyw4tq73n', amount: money(4_500), currency: 'NOK' };
    const refunds = [
      {
        ...refund,
        text: null,
        approver: 'Kari',
        at: world.clock.now(),
        state: 'done',
        sentence: null,
      },
      {
        ...refund,
        id: 'r2',
        tid: 'p99',
        text: null,
        approver: null,
        at: 0,
        state: 'done',
        sentence: null,
      },
    ] as const;
    world.till.show({ sales: [world.paid()], refunds });
    world.open('on_request').receipt('sale-187');
    await rest();
    expect(world.papers[0]?.content.changes).toEqual([
      { label: expect.stringContaining('Refunded'), value: '−kr\u00a045.00' },
    ]);
  });
});

describe('the receipt of a refund', () => {
  it('has the total that was paid and the refund below it, and is a copy the second time', async () => {
    const at = world.clock.now();
    const refundedMoney = amounts({ captured: 12_500, refunded: 12_500 });
    const refunded = sale({ kind: 'refunded' }, { money: refundedMoney, started: at - 60_000 });
    world.till.show({ sales: [refunded] });
    const printing = world.open('on_request');
    expect(printing.receipt('sale-187').ok).toBe(true);
    await rest();
    const [paper] = world.papers;
    expect(paper?.content.total).toEqual({ label: 'Total', value: 'kr\u00a0125.00' });
    expect(paper?.content.changes).toEqual([
      { label: expect.stringContaining('Refunded'), value: '−kr\u00a0125.00' },
    ]);
    expect(paper?.content.mark).toBeUndefined();
    printing.receipt('sale-187');
    await rest();
    expect(world.papers[1]?.content.mark).toBe('COPY');
  });

  it('of a part shows the full total and the refunded part', async () => {
    const refundedMoney = amounts({ captured: 12_500, refunded: 4_500 });
    const part = { tid: 'p2ybyw4tq73n', amount: money(4_500), currency: 'NOK', text: null };
    const done = {
      approver: 'Kari',
      at: world.clock.now(),
      state: 'done',
      sentence: null,
    } as const;
    world.till.show({
      sales: [sale({ kind: 'paid', at: world.clock.now() }, { money: refundedMoney })],
      refunds: [{ id: 'r1', ...part, ...done }],
    });
    world.open('on_request').receipt('sale-187');
    await rest();
    expect(world.papers[0]?.content.total.value).toBe('kr\u00a0125.00');
    expect(world.papers[0]?.content.changes?.map(({ value }) => value)).toEqual(['−kr\u00a045.00']);
  });
});

describe('the receipt of a sale that only the history holds', () => {
  const LONG_AGO = Date.UTC(2026, 7, 21, 21, 9);
  const old = historyOf(sale({ kind: 'paid', at: LONG_AGO }, { started: LONG_AGO - 60_000 }));

  it('is printed like any other, and is refused for an unknown sale', async () => {
    world.keepsOnly([{ sale: old, refunds: [] }]);
    const printing = world.open('on_request');
    expect((await printing.earlierReceipt(old.id, old.started)).ok).toBe(true);
    await rest();
    const [paper] = world.papers;
    expect(paper).toMatchObject({ kind: 'original', code: 'p2ybyw4tq73n' });
    expect(paper?.content.total.value).toBe('kr\u00a0125.00');
    expect(paper?.content.foot[0]).toBe('Receipt 1042-0187');
    expect(paper?.content.facts[1]?.value).toMatch(/^21 Aug 2026/);
    await printing.earlierReceipt(old.id, old.started);
    await rest();
    expect(world.kinds()).toEqual(['original', 'copy']);
    const unknown = await printing.earlierReceipt('sale-1', old.started);
    expect(unknown).toMatchObject({ ok: false, refusal: { type: 'Not Found' } });
  });

  it('is a copy where receipts are printed automatically; its refund receipt is an original', async () => {
    world.keepsOnly([{ sale: old, refunds: [] }]);
    const printing = world.open('always');
    await printing.earlierReceipt(old.id, old.started);
    await rest();
    world.keepsOnly([
      { sale: { ...old, state: 'refunded', refunded: money(12_500) }, refunds: [] },
    ]);
    await printing.earlierReceipt(old.id, old.started);
    await rest();
    expect(world.kinds()).toEqual(['copy', 'original']);
    expect(world.papers[1]?.content.changes).toEqual([
      { label: expect.stringMatching(/^Refunded 21 Aug 2026/), value: '−kr\u00a0125.00' },
    ]);
  });

  it('survives a power cut', async () => {
    world.keepsOnly([{ sale: old, refunds: [] }]);
    const before = world.open('on_request');
    world.fail('no_paper');
    await before.earlierReceipt(old.id, old.started);
    await rest();
    before.stop();
    world.printerReturns();
    world.open('on_request');
    await rest();
    expect(world.papers.map(({ content }) => content.foot[0])).toEqual(['Receipt 1042-0187']);
  });
});

describe('the drawer', () => {
  const notices = (printing: ReturnType<typeof world.open>) =>
    (printing.view().notices ?? []).map((one) => [one.kind, one.kind === 'drawer' && one.why]);

  it('opens while a receipt waits for the printer', async () => {
    const printing = world.open();
    world.answers(() => new Promise(() => undefined));
    world.till.show({ sales: [world.paid()] });
    world.drawerAnswers({ ok: false, why: 'not_found' });
    printing.openDrawer();
    await rest();
    expect(notices(printing)).toEqual([['drawer', 'not_found']]);
  });

  it('that stays shut is a notice and a true line of the log, until a person has seen it', async () => {
    const printing = world.open();
    let told = 0;
    printing.subscribe(() => {
      told += 1;
    });
    world.drawerAnswers({ ok: false, why: 'no_answer' });
    printing.openDrawer();
    await rest();
    expect([notices(printing), told]).toEqual([[['drawer', 'no_answer']], 1]);
    expect(world.reports).toEqual([
      'The cash drawer was not opened. The printer does not respond. Check its power and its cable or network.',
    ]);
    const id = printing.view().notices?.[0]?.id ?? '';
    expect(printing.seen(id).ok).toBe(true);
    expect([printing.view().notices, told]).toEqual([undefined, 2]);
    expect(printing.seen(id).ok).toBe(true);
  });

  it('that opens the next time ends the notice', async () => {
    const printing = world.open();
    world.drawerAnswers({ ok: false, why: 'unsure' });
    printing.openDrawer();
    await rest();
    expect(world.reports).toEqual([
      'The cash drawer may be shut: the printer did not confirm its pulse.',
    ]);
    world.drawerAnswers({ ok: true });
    printing.openDrawer();
    await rest();
    expect(notices(printing)).toEqual([]);
  });
});

describe('the file of the receipts that are not printed yet', () => {
  it('names the X report that was booked, so that its paper has the sums of then', async () => {
    const books = await openMemoryBooks(createMemoryFiles(), { clock: world.clock });
    const float = (command: string) =>
      books.book(entryOfCommand(command), () => {
        const id = entryOfCommand(command);
        const fact = { kind: 'drawer', act: 'float', amount: money(1_000), reason: null } as const;
        return { facts: [{ ...fact, id, at: world.clock.now(), by: 'Kari' }], value: null };
      });
    await float('first');
    const sums = reportOf(books.books(), world.clock.now());
    // A report before the count does not say what the drawer should hold.
    const report = { ...sums, drawer: { ...sums.drawer, expected: null } };
    const at = world.clock.now();
    const booked = { kind: 'x_report', id: xReport(3), at: world.clock.now(), by: 'Kari' } as const;
    await books.book(null, () => ({ facts: [booked], value: null }));
    world.fail('no_paper');
    const printing = world.open('on_request', { books });
    printing.printReport({ entry: 3 });
    await rest();
    await float('second');
    world.stopLast();
    world.printerReturns();
    world.open('on_request', { books });
    await rest();
    expect(world.papers.length).toBe(1);
    const slip = reportPaper({ report, number: null, at, closed: null }, SETTINGS);
    expect(world.papers[0]?.content).toEqual(slip);
    await books.stop();
  });

  const kept = () => JSON.parse(readFileSync(world.file, 'utf8')).jobs;

  it('is flushed at each change, so that a power cut after a print prints nothing again', async () => {
    world.open();
    const flushed = await recordedFlushes(async () => {
      world.till.show({ sales: [world.paid()] });
      await rest();
    });
    expect(flushed).toEqual(world.writes.slice(1).flatMap(() => FLUSHED));
    expect(world.kinds()).toEqual(['original']);
  });

  it('has all of them after every write, also during a start', async () => {
    const numbers = [187, 188, 189];
    world.open();
    world.fail('no_paper');
    world.till.show({ sales: numbers.map((number) => world.paid(`sale-${number}`, number)) });
    await rest();
    world.stopLast();
    world.writes.length = 0;
    world.open();
    await rest();
    expect(world.writes.length).toBeGreaterThan(0);
    for (const { jobs } of world.writes) {
      expect(jobs.map((job) => 'number' in job && job.number)).toEqual(numbers);
    }
  });

  it('counts as none if it is damaged, and stops no receipt if it cannot be written', async () => {
    const job = { id: 'a1', day: '2026-11-21', at: 1, state: 'burnt', why: null, since: 1 };
    const file = { version: 1, jobs: [job], handled: [], booked: null, lost: [] };
    writeFileSync(world.file, JSON.stringify(file));
    world.open();
    await rest();
    expect([world.kinds(), kept()]).toEqual([[], []]);
    rmSync(world.file);
    mkdirSync(world.file);
    world.till.show({ sales: [world.paid()] });
    await rest();
    expect(world.kinds()).toEqual(['original']);
  });
});
