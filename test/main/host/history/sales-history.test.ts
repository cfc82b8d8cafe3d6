import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { realFiles } from '../../../../main/host/adapters/small-files.ts';
import { dayPage, endedSale, historyPage } from '../../../../main/host/history/history-page.ts';
import { openSalesHistory } from '../../../../main/host/history/sales-history.ts';
import { money } from '../../../../shared/money/money.ts';
import type { SaleView } from '../../../../shared/terminal/sale/state.ts';
import { HOUR, MINUTE } from '../../../../shared/time/clock.ts';
import { sale } from '../../../screens/cashier/sales.ts';
import { amounts } from '../../../support/amounts.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createScriptedTerminal } from '../../../support/scripted-terminal.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tillkit-history-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** A till that runs from `now` on in a time zone, with these sales in its view. */
async function till(timeZone: string, now: number, sales: readonly SaleView[]) {
  const { terminal, show } = createScriptedTerminal();
  show({ sales });
  const clock = createManualClock(now);
  const terms = () => ({ timeZone, startOfDay: '00:00:00' });
  const options = { directory, files: realFiles, clock, terms };
  const history = await openSalesHistory(options, terminal.view());
  const books = { ofDay: async () => [], days: () => [] };
  const more = { books, currency: 'NOK', now: () => now, receiptOf: async () => null };
  const deps = { history, terms, view: () => terminal.view(), ...more };
  const sums = () =>
    Promise.all(history.days().map(async (day) => (await dayPage(deps, day)).sums));
  return {
    show: (next: readonly SaleView[]) => {
      show({ sales: next });
      history.note(terminal.view());
    },
    /** Recorded days; what was captured and which sales were started on any of them. */
    async totals() {
      return {
        days: history.days(),
        captured: (await sums()).flatMap(({ currencies }) =>
          currencies.map(({ captured }) => captured.amount),
        ),
        additional: (await sums()).flatMap(({ currencies }) =>
          currencies.map(({ additional }) => additional),
        ),
        sales: (await sums()).flatMap((one) => one.sales),
        numbers: (await historyPage(deps, {})).sales.map(({ number }) => number),
      };
    },
    ended: (id: string, started: number) => endedSale(deps, id, started),
  };
}

function paid(at: number, over: Partial<SaleView> = {}): SaleView {
  const amount = money(12_500);
  return sale(
    { kind: 'paid', at },
    {
      ...{ id: 'sale-1', number: 1, tid: 'p1', amount, started: at - MINUTE, aside: true },
      money: amounts({ captured: amount }),
      ...over,
    },
  );
}

describe('a sale before a change of the time zone', () => {
  const AT = Date.UTC(2026, 10, 20, 23, 30);

  it.each([
    ['UTC', 'Europe/Oslo', '2026-11-20'],
    ['UTC', 'Pacific/Kiritimati', '2026-11-20'],
    ['Pacific/Pago_Pago', 'Pacific/Kiritimati', '2026-11-20'],
    ['Europe/Oslo', 'UTC', '2026-11-21'],
  ])('counts on one day: from %s to %s', async (before, after, day) => {
    const sold = paid(AT);
    await till(before, AT, [sold]);
    const once = { days: [day], captured: [12_500], additional: [0], numbers: [1] };
    const next = await till(after, AT + HOUR, [sold]);
    expect(await next.totals()).toEqual({ ...once, sales: [{ state: 'paid', count: 1 }] });
    // A refund changes the sale's record.
    const back = amounts({ captured: 12_500, refunded: 12_500 });
    next.show([paid(AT, { state: { kind: 'refunded' }, money: back })]);
    next.show([]);
    expect(await next.totals()).toEqual({ ...once, sales: [{ state: 'refunded', count: 1 }] });
    expect((await next.ended('sale-1', AT - MINUTE))?.sale.number).toBe(1);
  });
});

it('counts a sale once that was paid, by the clock, on a day before its start', async () => {
  const sold = paid(Date.UTC(2026, 10, 15, 12), { started: Date.UTC(2026, 10, 20, 12) });
  await till('UTC', Date.UTC(2026, 10, 20, 13), [sold]);
  const next = await till('UTC', Date.UTC(2026, 10, 20, 14), [sold]);
  expect((await next.totals()).captured).toEqual([12_500]);
});

it('counts a payment once that stays in the view while 10,000 others come and go', async () => {
  const at = Date.UTC(2026, 10, 20, 12);
  const stays = paid(at);
  const history = await till('UTC', at, [stays]);
  for (let number = 2; number <= 10_001; number += 1) {
    history.show([stays, paid(at, { id: `sale-${number}`, number })]);
  }
  history.show([]);
  expect((await history.totals()).captured).toEqual([10_001 * 12_500]);
});

it('counts the additional amount of each capture as the service has it', async () => {
  const AT = Date.UTC(2026, 10, 20, 12);
  const sums = (captured: number, additional: number) => ({
    ...amounts({ asked: 12_500, captured }),
    additional: { asked: money(2_500), captured: money(additional), refunded: money(0) },
  });
  const of = (money: SaleView['money']) => ({ amount: money.asked, money });
  const first = await till('UTC', AT, [paid(AT, of(sums(6_000, 1_000)))]);
  expect((await first.totals()).additional).toEqual([1_000]);
  const next = await till('UTC', AT + HOUR, [paid(AT, of(sums(10_000, 2_500)))]);
  expect(await next.totals()).toMatchObject({ captured: [10_000], additional: [2_500] });
});

it('writes a sale, reads it, and does not write it again at the next start', async () => {
  const AT = Date.UTC(2026, 10, 20, 12);
  const sold = paid(AT);
  await till('UTC', AT, [sold]);
  const file = join(directory, 'history', '2026-11-20.jsonl');
  const written = readFileSync(file, 'utf8');
  const next = await till('UTC', AT + MINUTE, [sold]);
  expect(readFileSync(file, 'utf8')).toBe(written);
  next.show([]);
  expect(await next.ended('sale-1', sold.started)).toMatchObject({
    sale: { method: 'qr', captured: 12_500 },
  });
});
