import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BookEntry } from '../../../../shared/books/entry.ts';
import { clientOf } from '../../../../shared/device/commands/client.ts';
import type {
  DayPage,
  HistoryFilter,
  HistoryPage,
} from '../../../../shared/device/commands/staff.ts';
import { money } from '../../../../shared/money/money.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';
import type { RefundView, SaleView } from '../../../../shared/terminal/sale/state.ts';
import { DAY, HOUR } from '../../../../shared/time/clock.ts';
import { sale } from '../../../screens/cashier/sales.ts';
import { amounts } from '../../../support/amounts.ts';
import {
  type BackOfficeSetup,
  openBackOfficeSetup,
  START,
} from '../back-office/back-office-setup.ts';

let world: BackOfficeSetup;
beforeEach(async () => {
  world = await openBackOfficeSetup();
});
afterEach(() => world.stop());

function paid(number: number, at: number, over: Partial<SaleView> = {}): SaleView {
  const amount = money(over.amount ?? 12_500);
  return sale(
    { kind: 'paid', at },
    {
      id: `sale-${number}`,
      number,
      tid: `p${number}`,
      amount,
      money: amounts({ captured: amount }),
      started: at - 20_000,
      aside: true,
      ...over,
    },
  );
}

function refund(tid: string, amount: number, over: Partial<RefundView> = {}): RefundView {
  return {
    ...{ id: `r-${tid}`, tid, amount: money(amount), currency: 'NOK', text: 'Sold out' },
    ...{ approver: 'Marte', at: world.clock.now(), state: 'done', sentence: null },
    ...over,
  };
}

async function history(filter: HistoryFilter = {}): Promise<HistoryPage> {
  const answer = await clientOf(world.call)({ type: 'history', filter });
  if (!answer.ok) throw new Error('none');
  return answer.value.history;
}
async function day(wanted?: string): Promise<DayPage> {
  const answer = await clientOf(world.call)({ type: 'day', day: wanted });
  if (!answer.ok) throw new Error('none');
  return answer.value.day;
}
const numbers = ({ sales }: HistoryPage) => sales.map(({ number }) => number);

describe('a till’s history', () => {
  it('keeps sales that the terminal no longer lists, after a restart and a truncated line', async () => {
    world.till.show({ sales: [paid(1, START)] });
    world.till.show({ sales: [paid(2, START)] });
    world.till.show({ sales: [] });
    const folder = join(world.directory, 'history');
    appendFileSync(join(folder, '2026-11-20.jsonl'), '{"kind":"sale","sale":{"id":"to');
    await world.restart();
    world.till.show({ sales: [paid(3, START)] });
    expect(numbers(await history())).toEqual([3, 2, 1]);
  });

  it('can be searched by amount, number, label, reference, state, method and day', async () => {
    world.till.show({
      sales: [
        paid(1, START, { amount: money(4_500), label: 'Table 4' }),
        paid(2, START, { reference: 'till-A-77', method: { kind: 'phone', msisdn: '4798765432' } }),
        paid(3, START + DAY),
        sale({ kind: 'declined' }, { id: 's4', number: 4, started: START, aside: true }),
      ],
    });
    world.till.show({ sales: [] });
    expect(numbers(await history({ text: '45,00' }))).toEqual([1]);
    expect(numbers(await history({ text: '45' }))).toEqual([1]);
    expect(numbers(await history({ text: 'table 4' }))).toEqual([1]);
    expect(numbers(await history({ text: 'TILL-a' }))).toEqual([2]);
    expect(numbers(await history({ text: '#3' }))).toEqual([3]);
    expect(numbers(await history({ states: 'not_paid' }))).toEqual([4]);
    expect(numbers(await history({ method: 'phone' }))).toEqual([2]);
    expect(numbers(await history({ day: '2026-11-21' }))).toEqual([3]);
    expect(numbers(await history({ text: 'nobody' }))).toEqual([]);
  });

  it('stores a sale of 23:09 UTC under the day of the shop’s time zone', async () => {
    // 23:09 in Lisbon is 00:09 of the next day in Oslo.
    const at = Date.UTC(2026, 10, 21, 23, 9);
    const days = { 'Europe/Lisbon': '2026-11-21', 'Europe/Oslo': '2026-11-22' };
    for (const [timeZone, expected] of Object.entries(days)) {
      const shop = await openBackOfficeSetup({
        terms: () => ({ timeZone, startOfDay: '00:00:00' }),
      });
      shop.till.show({ sales: [paid(1, at, { started: at })] });
      shop.till.show({ sales: [] });
      expect(readdirSync(join(shop.directory, 'history'))).toEqual([`${expected}.jsonl`]);
      const answer = await shop.call({ type: 'history', filter: { day: expected } });
      expect(answer).toMatchObject({ value: { history: { sales: [{ number: 1 }] } } });
      shop.stop();
    }
  });

  it('is returned in bounded pages without gaps or repeats', async () => {
    const all = Array.from({ length: 130 }, (_, index) =>
      paid(index + 1, START + (index % 3) * DAY + index),
    );
    for (const one of all) world.till.show({ sales: [one] });
    world.till.show({ sales: [] });
    const seen: number[] = [];
    let cursor: string | null = null;
    do {
      const page: HistoryPage = await history({ cursor });
      expect(page.sales.length).toBeLessThanOrEqual(LIMITS.historyPage);
      seen.push(...numbers(page));
      cursor = page.next;
    } while (cursor !== null);
    expect(seen.toSorted((a, b) => a - b)).toEqual(all.map(({ number }) => number));
  });

  it('contains no phone number', () => {
    const method = { kind: 'phone', msisdn: '4798765432' } as const;
    world.till.show({ sales: [paid(1, START, { method })] });
    const folder = join(world.directory, 'history');
    const text = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(text.join()).toContain('"number":1');
    expect(text.join()).not.toContain('98765432');
  });

  it('adds a refund to a sale that the terminal no longer lists', async () => {
    world.till.show({ sales: [paid(1, START)] });
    world.till.show({ sales: [], refunds: [refund('p1', 4_500)] });
    world.till.show({ refunds: [] });
    await world.restart();
    const page = await history();
    expect(page.sales[0]).toMatchObject({ captured: 12_500, refunded: 4_500 });
    expect(page.refunds).toMatchObject([{ tid: 'p1', amount: 4_500, state: 'done' }]);
  });
});

describe('a day', () => {
  it('sums each movement once, even if the view repeats it', async () => {
    const first = paid(1, START);
    world.till.show({ sales: [first] });
    world.till.show({ sales: [first] });
    await world.restart();
    world.till.show({ sales: [first, paid(2, START, { amount: money(4_500) })] });
    world.till.show({ refunds: [refund('p1', 2_000), refund('p2', 9, { state: 'refused' })] });
    const { sums } = await day();
    expect(sums.currencies).toEqual([
      {
        currency: 'NOK',
        captured: { count: 2, amount: 17_000 },
        additional: 0,
        refunded: { count: 1, amount: 2_000 },
        net: 15_000,
        byMethod: [{ method: 'screen_code', count: 2, amount: 17_000 }],
        tenders: [],
      },
    ]);
    expect(sums.sales).toEqual([
      { state: 'paid', count: 1 },
      { state: 'refunded', count: 1 },
    ]);
  });

  it('has what the books took and gave back by other tenders, also on a day without a phone', async () => {
    const cash = (rounding: number) => {
      return { kind: 'cash', rounding: money(rounding), received: money(0) } as const;
    };
    const fact = (more: object) => ({ day: '2026-11-19', fact: { at: START - DAY, ...more } });
    const card = { kind: 'other', name: 'Card' } as const;
    const entries = [
      fact({ kind: 'receipt', total: 12_640, tip: 500, method: cash(-40) }),
      fact({ kind: 'receipt', total: 4_900, tip: 0, method: card }),
      fact({ kind: 'receipt', total: 9_900, tip: 0, method: { kind: 'phone', tid: 'p1' } }),
      fact({ kind: 'refund', total: 2_040, tip: 0, method: cash(-40) }),
      fact({ kind: 'drawer', act: 'pay_out', amount: 700 }),
    ] as unknown as readonly BookEntry[];
    const books = { ofDay: async () => entries, days: () => ['2026-11-19'] };
    const shop = await openBackOfficeSetup({ books });
    const answer = await shop.call({ type: 'day', day: '2026-11-19' });
    const none = { count: 0, amount: 0 };
    const tenders = [
      { kind: 'cash', name: null, count: 1, amount: 13_100, refunded: { count: 1, amount: 2_000 } },
      { kind: 'other', name: 'Card', count: 1, amount: 4_900, refunded: none },
    ];
    expect(answer).toMatchObject({
      value: {
        day: { days: ['2026-11-19'], sums: { currencies: [{ captured: none, net: 0, tenders }] } },
      },
    });
    shop.stop();
  });

  it('ends at the shop’s midnight, not at midnight UTC', async () => {
    // 23:30 and 00:30 in Oslo are 22:30 and 23:30 in UTC.
    const late = Date.UTC(2026, 10, 20, 22, 30);
    world.till.show({ sales: [paid(1, late), paid(2, late + HOUR, { amount: money(900) })] });
    expect((await day('2026-11-20')).sums.currencies[0]?.captured.amount).toBe(12_500);
    expect((await day('2026-11-21')).sums.currencies[0]?.captured.amount).toBe(900);
  });

  it('counts partial captures on their own days', async () => {
    const held = sale(
      { kind: 'authorised', because: 'part_captured', expires: START + 3 * DAY },
      {
        ...{ id: 's1', number: 1, tid: 'p1', amount: money(10_000), started: START },
        money: amounts({ authorised: 6_000, captured: 4_000 }),
      },
    );
    world.till.show({ sales: [held] });
    world.clock.advance(DAY);
    await world.restart();
    const done = paid(1, START + DAY, { ...held, additionalAmount: money(500) });
    const taken = amounts({ captured: 10_500, additional: 500 });
    world.till.show({
      sales: [{ ...done, state: { kind: 'paid', at: START + DAY }, money: taken }],
    });
    const [first, second] = [await day('2026-11-20'), await day('2026-11-21')];
    expect(first.sums.currencies[0]?.captured.amount).toBe(4_000);
    expect(second.sums.currencies[0]).toMatchObject({
      captured: { count: 1, amount: 6_500 },
      additional: 500,
    });
    expect(second.days).toEqual(['2026-11-21', '2026-11-20']);
  });
});
