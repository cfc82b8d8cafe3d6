import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BookEntry, BookFact, PeriodReport } from '../../../../shared/books/entry.ts';
import { BEGIN, entryOfCommand, receiptOfSale } from '../../../../shared/ids/host-ids.ts';
import { businessDate } from '../../../../shared/ledger/calendar.ts';
import { money, ZERO } from '../../../../shared/money/money.ts';
import { PORTAL_PATH, portalPayment } from '../../../../shared/portal/contract.ts';
import { portalDays } from '../../../../shared/portal/days.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';
import { DAY, HOUR, SECOND } from '../../../../shared/time/clock.ts';
import { handedOver } from '../../../support/handed-over.ts';
import { merchantBrowser } from '../../../support/merchant-pages.ts';
import { addUp, nextEntry, randomBooks } from '../../../support/random-books.ts';
import { startTestService, type TestService } from '../../../support/service.ts';

/*
 * A till sold seven payments by phone, and closed. Its books are wrong about four of them, each in another way.
 */

const TILL = 'kasse-1';

let service: TestService;
let browser: ReturnType<typeof merchantBrowser>;
let today = '';

beforeAll(async () => {
  service = await startTestService();
  const { simulator } = service.service;
  // A close is an hour after its last sale, on the same day in Oslo at whatever hour the test runs.
  const sinceTen = (simulator.now() - 10 * HOUR) % DAY;
  await simulator.advance((DAY - sinceTen) / SECOND);
  browser = merchantBrowser(service);
  await browser.signIn(service.users.admin);
});
afterAll(() => service.stop());

type Sold = { readonly tid: string; readonly at: number; readonly amount: number };

async function sell(name: string, amount: number): Promise<Sold> {
  const tid = await service.payment({ text: name, amount, pos_id: TILL, pos_tid: name });
  const [customer] = service.ready.customers;
  for (const [what, body] of [
    ['claim', { customer: customer?.msisdn }],
    ['confirm', {}],
  ] as const) {
    await service.simulator(`/payment_request/${tid}/${what}/`, { method: 'POST', body });
  }
  const body = { action: 'capture' };
  const path = `/payment_request/${tid}/`;
  expect((await service.key(service.users.admin, path, { method: 'PUT', body })).status).toBe(204);
  const detail = portalPayment.parse((await browser.get(`/payments/${tid}`)).body);
  return { tid, at: detail.modified, amount: detail.captured };
}

const dayOf = (at: number) => businessDate(at, { timeZone: 'Europe/Oslo', startOfDay: '00:00:00' });
const dayBefore = (day: string) => new Date(Date.parse(day) - DAY).toISOString().slice(0, 10);

function receipt({ tid, at, amount }: Sold, id: string): BookFact {
  const total = money(amount);
  return {
    id: receiptOfSale(id),
    at,
    by: 'Ada',
    kind: 'receipt',
    bill: null,
    lines: [],
    discounts: [],
    gross: total,
    total,
    vat: [],
    tip: ZERO,
    method: { kind: 'phone', tid },
  };
}

function booksOf(
  receipts: readonly { readonly sold: Sold; readonly day: string }[],
  more: Partial<PeriodReport> = {},
) {
  const entries: BookEntry[] = [];
  const [first] = receipts;
  const begin = first?.sold.at ?? 0;
  const last = receipts.at(-1)?.sold.at ?? 0;
  const fact = {
    id: BEGIN,
    at: begin,
    by: 'Ada',
    kind: 'begin',
    till: TILL,
    currency: 'NOK',
  } as const;
  entries.push(nextEntry([], fact, first?.day ?? ''));
  for (const [index, { sold, day }] of receipts.entries()) {
    entries.push(nextEntry(entries, receipt(sold, `r${index}`), day));
  }
  const report = { ...addUp(entries, entries), ...more };
  const close = {
    id: entryOfCommand('close'),
    at: last + HOUR,
    by: 'Ada',
    kind: 'close',
    number: 1,
    approvedBy: null,
    key: '',
  } as const;
  entries.push(nextEntry(entries, { ...close, report }, first?.day ?? ''));
  return handedOver(entries);
}

/** The text of a file, without its byte order mark. */
async function fileOf(path: string): Promise<string> {
  const address = browser.origin + PORTAL_PATH + path;
  const reply = await fetch(address, { headers: { cookie: browser.cookie() } });
  expect(reply.status).toBe(200);
  return reply.text();
}

async function readDays(from: string, to: string) {
  const reply = await browser.get(`/days?from=${from}&to=${to}`);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return portalDays.parse(reply.body);
}

it('shows the closes of all tills, and names each payment whose books are wrong, and no other', async () => {
  const sold: Sold[] = [];
  for (const [name, amount] of [
    ['right', 4_500],
    ['missing', 5_600],
    ['doubled', 6_700],
    ['amount', 7_800],
    ['day', 8_900],
    ['also-right', 9_900],
  ] as const) {
    sold.push(await sell(name, amount));
  }
  const [right, missing, doubled, amount, day, also] = sold;
  if (!right || !missing || !doubled || !amount || !day || !also) throw new Error('not sold');
  today = dayOf(right.at);
  const on = (one: Sold, at = dayOf(one.at)) => ({ sold: one, day: at });
  const unknown = { tid: 'p00000000000', at: also.at, amount: 1_000 };
  const [period] = booksOf([
    on(right),
    on(doubled),
    on(doubled),
    on({ ...amount, amount: amount.amount - 100 }),
    on(day, dayBefore(dayOf(day.at))),
    on(also),
    on(unknown),
  ]);
  const put = await service.secret(service.users.pos, `/pos/${TILL}/period/1/`, {
    method: 'PUT',
    body: period,
  });
  expect(put.status, put.text).toBe(200);
  // Somebody restores older books, and the till hands over another report of the same number.
  const [restored] = booksOf([on(right)]);
  const again = await service.secret(service.users.pos, `/pos/${TILL}/period/1/`, {
    method: 'PUT',
    body: restored,
  });
  expect(again.status).toBe(409);

  const found = await readDays(dayBefore(today), today);
  expect(found.periods).toMatchObject([{ id: `${TILL}~1`, number: 1, by: 'Ada', signed: true }]);
  expect(found.problems).toMatchObject([{ number: 1, kind: 'other_report' }]);
  expect(found.complete).toBe(true);
  expect(found.other_days).toEqual([]);
  const named = found.differences.map(({ tid, what, place, kind }) => [tid, kind, what, place]);
  expect(new Set(named.map((one) => one.join(' ')))).toEqual(
    new Set([
      `${missing.tid} capture missing till`,
      `${doubled.tid} capture doubled till`,
      `${amount.tid} capture other_amount till`,
      `${day.tid} capture other_day till`,
      `${unknown.tid} capture missing service`,
    ]),
  );
  expect(named).toHaveLength(5);
});

it('agrees with the settlement once all is settled', async () => {
  await service.simulator('/settlement/', { method: 'POST', body: {} });
  const found = await readDays(today, today);
  expect(found.differences.filter(({ place }) => place === 'settlement')).toEqual([]);
  expect(found.differences.length).toBeGreaterThan(0);
});

it('names the tills whose business day ends at another time than the settlement’s', async () => {
  const pos = { name: 'Bar', type: 'store', id: 'bar' };
  const made = await service.key(service.users.admin, '/pos/', { method: 'POST', body: pos });
  expect(made.status, made.text).toBe(201);
  const late = await sell('late', 3_300);
  // The till's day ends after this sale and its close, that of the settlement long before.
  const before = dayBefore(dayOf(late.at));
  const counts = { signed: 4, failed: 2, unsigned: ['1.x'], started: [] };
  const fiscal = { without: 'sell_and_mark', ...counts } as const;
  const [period] = booksOf([{ sold: late, day: before }], { fiscal });
  const put = await service.secret(service.users.pos, '/pos/bar/period/1/', {
    method: 'PUT',
    body: period,
  });
  expect(put.status, put.text).toBe(200);
  expect((await readDays(before, today)).other_days).toEqual(['Bar']);
});

it('takes a period with as many payments as a long day has, and no more', async () => {
  const pos = { name: 'Festival', type: 'store', id: 'festival' };
  const made = await service.key(service.users.admin, '/pos/', { method: 'POST', body: pos });
  expect(made.status, made.text).toBe(201);
  const [period] = booksOf([
    { sold: { tid: 'p', at: Date.UTC(2021, 0, 1), amount: 1 }, day: '2021-01-01' },
  ]);
  const put = (count: number) => {
    const row = { day: '2021-01-01', captured: 123_456_789, tip: 0, refunded: 0 };
    const payments = Array.from({ length: count }, (_, index) => ({ ...row, tid: `p${index}` }));
    const body = { ...period, payments };
    return service.secret(service.users.pos, '/pos/festival/period/1/', { method: 'PUT', body });
  };
  expect((await put(LIMITS.periodPaymentsMax + 1)).status).toBe(400);
  expect((await put(LIMITS.periodPaymentsMax)).status).toBe(200);
});

it('gives closes and differences as files, for the days of the range only', async () => {
  const range = `from=${today}&to=${today}`;
  const closes = await fileOf(`/days.csv?${range}`);
  expect(closes.trimEnd().split('\n')).toHaveLength(2);
  expect(closes).toContain(`,1,${dayBefore(today)},${today},`);
  const wider = `from=${dayBefore(today)}&to=${today}`;
  const [header, ...rows] = (await fileOf(`/days.csv?${wider}`)).trimEnd().split('\n');
  expect(header).toMatch(/,signed,fiscal_signed,fiscal_failed,fiscal_waiting$/);
  const bar = rows.filter((row) => row.startsWith('Bar,'));
  expect(bar.join()).toMatch(/,yes,4,2,1$/);
  expect(rows.filter((row) => !bar.includes(row)).join()).toMatch(/,yes,,,$/);
  const differences = await fileOf(`/differences.csv?${range}`);
  expect(differences).toMatch(/^day,tid,kind,what,place,currency,service,other\n/);
  expect(differences).toContain(',capture,doubled,till,NOK,67.00,134.00');
  expect((await readDays('2020-01-01', '2020-01-31')).periods).toEqual([]);
});

it('refuses a range that is too long, and a user without the right', async () => {
  expect((await browser.get('/days?from=2026-01-01&to=2026-12-31')).status).toBe(400);
  expect((await browser.get('/days?from=2026-02-01&to=2026-01-01')).status).toBe(400);
  const stranger = merchantBrowser(service);
  expect((await stranger.get(`/days?from=${today}&to=${today}`)).status).toBe(401);
});

it('takes the close of a period with any number of discounts and receipts that wait, and the next one', async () => {
  const pos = { name: 'Fair', type: 'store', id: 'fair' };
  const made = await service.key(service.users.admin, '/pos/', { method: 'POST', body: pos });
  expect(made.status, made.text).toBe(201);
  const entries = randomBooks(7, 1);
  const place = entries.findIndex(({ fact }) => fact.kind === 'close');
  const [before, close] = [entries.slice(0, place), entries[place]];
  if (close?.fact.kind !== 'close') throw new Error('no close');
  const rows = Array.from({ length: 20_000 }, (_, index) => index);
  const row = { by: 'Kari Nordmann', approvedBy: 'Marte', count: 1, amount: money(100) };
  const report = {
    ...close.fact.report,
    discounts: rows.map((index) => ({ ...row, reason: `Price of the other shop, ${index}` })),
    fiscal: {
      ...{ without: 'sell_and_mark' as const, signed: 0, failed: 0, started: [] },
      unsigned: rows.map((index) => `tender.t-00000000-0000-4000-8000-${index}`),
    },
  } as const;
  const large = [...before, nextEntry(before, { ...close.fact, report }, close.day)];
  const { number, at } = close.fact;
  const next = { ...close.fact, id: entryOfCommand('next'), number: number + 1, at: at + HOUR };
  const bodies = handedOver([...large, nextEntry(large, next, close.day)]);
  // The second time is a repeat after a lost answer.
  for (const [body, place] of [bodies[0], bodies[0], bodies[1]].map((one, index) => [
    one,
    Math.max(1, index),
  ])) {
    const put = await service.secret(service.users.pos, `/pos/fair/period/${place}/`, {
      ...{ method: 'PUT', body },
    });
    expect(put.status, put.text).toBe(200);
  }
  const days = await readDays(close.day, close.day);
  const [folded] = days.periods.filter(({ pos }) => pos === 'Fair');
  expect(folded).toMatchObject({ folded: true, unsigned: 20_000 });
  expect(folded?.report.discounts.reduce((sum, { amount }) => sum + amount, 0)).toBe(2_000_000);
  expect(days.problems.filter(({ pos }) => pos === 'Fair')).toEqual([]);
});
