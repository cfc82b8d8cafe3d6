import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepIn } from '../../../../main/host/adapters/kept-value.ts';
import type { PrintOutcome } from '../../../../main/host/printing/port.ts';
import { createPrinting } from '../../../../main/host/printing/printing.ts';
import { JOBS_MAX, printFile } from '../../../../main/host/printing/queue.ts';
import { money } from '../../../../shared/money/money.ts';
import type { PrintedReceipt } from '../../../../shared/printing/receipt.ts';
import type { PrinterSettings } from '../../../../shared/printing/settings.ts';
import { SETTINGS, sale } from '../../../screens/cashier/sales.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createScriptedTerminal } from '../../../support/scripted-terminal.ts';
import { rest, testIds } from '../../../support/till.ts';

let folder: string;
let clock: ReturnType<typeof createManualClock>;
let till: ReturnType<typeof createScriptedTerminal>;
let papers: PrintedReceipt[];
let outcome: () => Promise<PrintOutcome>;
let reports: string[];
let stops: (() => void)[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-printing-'));
  clock = createManualClock();
  till = createScriptedTerminal();
  papers = [];
  reports = [];
  stops = [];
  outcome = async () => ({ ok: true });
});
afterEach(() => {
  for (const stop of stops) stop();
  rmSync(folder, { recursive: true, force: true });
});

const NO_SUMS = { currencies: [], sales: [] };
const OPEN = sale({ kind: 'waiting_approval', expires: 1 });
const paid = (id = 'sale-187', number = 187, at = clock.now()) =>
  sale({ kind: 'paid', at }, { id, number });

function open(receipts: PrinterSettings['receipts'] = 'always') {
  const way = { kind: 'system', name: null, paper: 80 } as const;
  const printing = createPrinting({
    terminal: till.terminal,
    settings: SETTINGS,
    printer: { connection: way, receipts },
    port: {
      print: async (paper) => {
        const result = await outcome();
        if (result.ok) papers.push(paper);
        return result;
      },
      state: async () => ({ kind: 'silent' }),
    },
    keep: keepIn(join(folder, 'printing.json'), printFile),
    clock,
    ids: testIds(),
    report: (sentence) => reports.push(sentence),
    days: { today: () => '2026-11-21', day: async (day) => ({ day, days: [], sums: NO_SUMS }) },
  });
  stops.push(printing.stop);
  return printing;
}
const kinds = () => papers.map(({ kind }) => kind);
const fail = (why: Extract<PrintOutcome, { ok: false }>['why']) => {
  outcome = async () => ({ ok: false, why });
};

describe('an automatic receipt', () => {
  it('is printed once when the sale is paid, and never for an unpaid sale', async () => {
    const printing = open();
    till.show({ sales: [OPEN] });
    await rest();
    expect(papers).toEqual([]);
    till.show({ sales: [paid()] });
    till.show({ sales: [paid()] });
    await rest();
    expect(kinds()).toEqual(['original']);
    expect(papers[0]).toMatchObject({ code: 'p2ybyw4tq73n' });
    expect(printing.view().jobs).toEqual([]);
  });

  it('is not printed if the settings say on request', async () => {
    open('on_request');
    till.show({ sales: [paid()] });
    await rest();
    expect(papers).toEqual([]);
  });

  it('is not printed for sales from before the printer was set up', async () => {
    till.show({ sales: [paid()] });
    open();
    await rest();
    expect(papers).toEqual([]);
  });

  it('is printed after a restart, but not hours later', async () => {
    const before = open();
    before.stop();
    till.show({ sales: [paid('sale-188', 188), paid('sale-9', 9, clock.now() - 3_600_000)] });
    open();
    await rest();
    expect(papers.map(({ content }) => content.foot[0])).toEqual(['Receipt 1042-0188']);
    stops.pop()?.();
    open();
    await rest();
    expect(papers).toHaveLength(1);
  });
});

describe('a receipt on request', () => {
  it('is an original the first time and a copy after that, also after a restart', async () => {
    till.show({ sales: [paid()] });
    const printing = open('on_request');
    expect(printing.receipt('sale-187').ok).toBe(true);
    expect(printing.receipt('sale-187').ok).toBe(true);
    await rest();
    printing.stop();
    open('on_request').receipt('sale-187');
    await rest();
    expect(kinds()).toEqual(['original', 'copy', 'copy']);
    expect(papers.map(({ content }) => content.mark ?? null)).toEqual([null, 'COPY', 'COPY']);
  });

  it('is refused for an unpaid or unknown sale', () => {
    till.show({ sales: [OPEN] });
    const printing = open('on_request');
    for (const id of ['sale-187', 'sale-1']) {
      expect(printing.receipt(id)).toMatchObject({ ok: false, refusal: { type: 'Not Found' } });
    }
  });

  it('lists later refunds', async () => {
    const refund = { id: 'r1', tid: 'p2ybyw4tq73n', amount: money(4_500), currency: 'NOK' };
    const refunds = [
      { ...refund, text: null, approver: 'Kari', at: clock.now(), state: 'done', sentence: null },
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
    till.show({ sales: [paid()], refunds });
    open('on_request').receipt('sale-187');
    await rest();
    expect(papers[0]?.content.changes).toEqual([
      { text: expect.stringContaining('Refunded'), amount: '−kr\u00a045.00' },
    ]);
  });
});

describe('the receipt of a refund', () => {
  it('has the total that was paid and the refund below it, and is a copy the second time', async () => {
    const at = clock.now();
    const amounts = { reserved: money(0), taken: money(12_500), refunded: money(12_500) };
    const refunded = sale({ kind: 'refunded' }, { money: amounts, started: at - 60_000 });
    till.show({ sales: [refunded] });
    const printing = open('on_request');
    expect(printing.receipt('sale-187').ok).toBe(true);
    await rest();
    const [paper] = papers;
    expect(paper?.content.total).toEqual({ label: 'Total', amount: 'kr\u00a0125.00' });
    expect(paper?.content.changes).toEqual([
      { text: expect.stringContaining('Refunded'), amount: '−kr\u00a0125.00' },
    ]);
    expect(paper?.content.mark).toBeUndefined();
    printing.receipt('sale-187');
    await rest();
    expect(papers[1]?.content.mark).toBe('COPY');
  });

  it('of a part has the refunded part alone', async () => {
    const amounts = { reserved: money(0), taken: money(12_500), refunded: money(4_500) };
    const part = { tid: 'p2ybyw4tq73n', amount: money(4_500), currency: 'NOK', text: null };
    const done = { approver: 'Kari', at: clock.now(), state: 'done', sentence: null } as const;
    till.show({
      sales: [sale({ kind: 'paid', at: clock.now() }, { money: amounts })],
      refunds: [{ id: 'r1', ...part, ...done }],
    });
    open('on_request').receipt('sale-187');
    await rest();
    expect(papers[0]?.content.total.amount).toBe('kr\u00a0125.00');
    expect(papers[0]?.content.changes?.map(({ amount }) => amount)).toEqual(['−kr\u00a045.00']);
  });
});

describe('a printer that does not print', () => {
  it('delays no sale; its jobs wait and are printed in order later', async () => {
    const printing = open();
    fail('no_paper');
    till.show({ sales: [paid()] });
    till.show({ sales: [paid('sale-188', 188), paid()] });
    await rest();
    expect(printing.view().jobs.map(({ number, state, why }) => [number, state, why])).toEqual([
      [187, 'waiting', 'no_paper'],
      [188, 'waiting', null],
    ]);
    expect(reports).toEqual([expect.stringContaining('out of paper')]);
    outcome = async () => ({ ok: true });
    clock.advance(2_500);
    await rest();
    expect(papers.map(({ content }) => content.foot[0])).toEqual([
      'Receipt 1042-0187',
      'Receipt 1042-0188',
    ]);
  });

  it('stops retrying after ten minutes, and the job stays until the operator decides', async () => {
    const printing = open();
    fail('no_answer');
    till.show({ sales: [paid()] });
    for (let step = 0; step < 40; step += 1) {
      await rest();
      clock.advance(30_000);
    }
    await rest();
    expect(printing.view().jobs).toMatchObject([{ state: 'failed', why: 'no_answer' }]);
    expect(clock.armed()).toBe(0);
    outcome = async () => ({ ok: true });
    const [job] = printing.view().jobs;
    expect(printing.again(job?.id ?? '').ok).toBe(true);
    await rest();
    expect([kinds(), printing.view().jobs]).toEqual([['original'], []]);
  });

  it('that failed during a job is not retried automatically', async () => {
    const printing = open();
    fail('unsure');
    till.show({ sales: [paid()] });
    await rest();
    clock.advance(3_600_000);
    await rest();
    const [job] = printing.view().jobs;
    expect(job).toMatchObject({ state: 'failed', why: 'unsure' });
    expect(printing.drop(job?.id ?? '').ok).toBe(true);
    expect(printing.drop(job?.id ?? '')).toMatchObject({ ok: false });
    expect(reports.at(-1)).toContain('dropped by the operator');
    expect(printing.view().jobs).toEqual([]);
  });

  it('loses no job in a power cut', async () => {
    const before = open();
    fail('no_paper');
    till.show({ sales: [paid()] });
    await rest();
    before.stop();
    outcome = async () => ({ ok: true });
    const after = open();
    await rest();
    expect([kinds(), after.view().jobs]).toEqual([['original'], []]);
    expect(JSON.parse(readFileSync(join(folder, 'printing.json'), 'utf8')).jobs).toEqual([]);
  });

  it('loses no day slip in a power cut', async () => {
    const before = open('on_request');
    fail('no_paper');
    expect(before.daySlip(null).ok).toBe(true);
    expect(before.view().jobs).toMatchObject([{ what: 'day', number: null, saleId: null }]);
    await rest();
    before.stop();
    outcome = async () => ({ ok: true });
    open('on_request');
    await rest();
    expect(papers).toMatchObject([{ code: null, kind: 'copy', content: { mark: 'End of day' } }]);
    expect(papers[0]?.content.facts).toContainEqual({
      label: 'Day',
      value: expect.stringMatching(/21 Nov 2026$/),
    });
  });

  it('that rejects counts as failed during the job', async () => {
    const printing = open();
    outcome = () => Promise.reject(new Error('a bug'));
    till.show({ sales: [paid()] });
    await rest();
    expect(printing.view().jobs).toMatchObject([{ state: 'failed', why: 'unsure' }]);
  });

  it('has a limit on waiting jobs and reports it', async () => {
    const printing = open('on_request');
    outcome = () => new Promise(() => undefined);
    for (let page = 0; page < JOBS_MAX; page += 1) expect(printing.testPage().ok).toBe(true);
    expect(printing.testPage()).toMatchObject({ refusal: { type: 'Too Many Requests' } });
    expect(await printing.printerState()).toEqual({ kind: 'fault', why: 'busy' });
  });
});
