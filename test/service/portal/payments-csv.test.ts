import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saleSlip } from '../../../main/host/receipts/sale-slip.ts';
import { PAYMENT_COLUMNS } from '../../../service/portal/payments-csv.ts';
import { portalDay, portalPayments } from '../../../shared/portal/contract.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { SETTINGS, sale } from '../../screens/cashier/sales.ts';
import { merchantBrowser } from '../../support/merchant-pages.ts';
import { onOwnService, startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let browser: ReturnType<typeof merchantBrowser>;
/** What tills and people wrote that a spreadsheet could take for a formula, and as it is in the file. */
const FORMULAS: readonly (readonly [text: string, safe: string])[] = [
  ['=HYPERLINK("http://evil.example","Click")', '\'=HYPERLINK("http://evil.example","Click")'],
  ['+1+1', "'+1+1"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1+1', "'\t'=1+1"],
  ['\n=1+1', "'\n'=1+1"],
  ['＝1+1', "'＝1+1"],
  ['a;=1+1;b', "a;'=1+1;b"],
];
/** More than the store reads at once, so that the file is made of several pages. */
const MANY = LIMITS.portalReadAtOnce + 20;

beforeAll(async () => {
  service = await startTestService();
  // All payments are on one day of the shop.
  const { simulator } = service.service;
  const noon = osloTime(simulator.now()).add({ days: 1 }).with({ hour: 12, minute: 0 });
  await simulator.advance((noon.epochMilliseconds - simulator.now()) / 1_000);
  browser = merchantBrowser(service);
  await browser.signIn(service.users.pos);
  const pos = { id: 'formula-till', name: '=cmd|calc', type: 'store', location: null };
  const made = await service.key(service.users.admin, '/pos/', { method: 'POST', body: pos });
  expect(made.status, made.text).toBe(201);
  for (const [text] of FORMULAS) await service.payment({ text, pos_id: 'formula-till' });
  await service.service.simulator.advance(1);
  await service.payment({ text: 'Kaffe, "stor"; med melk\nog æøå', amount: 12_345 });
  await service.service.simulator.advance(1);
  const customer = service.ready.customers[0]?.msisdn;
  const cup = {
    product_id: 'cup',
    description: 'Cup',
    quantity: '3',
    item_cost: 3_300,
    vat_rate: '0.25',
  };
  const bill = { amount: 9_900, line_items: [{ ...cup, total: 9_900 }] };
  const tid = await service.payment({ text: 'Paid', ...bill, customer });
  await service.simulator(`/payment_request/${tid}/confirm/`, { method: 'POST', body: {} });
  const numbers = { amount: 900, additional_amount: 0, currency: 'NOK', refund_id: 'r' };
  const line_items = [{ product_id: 'cup', quantity: '1', total: 3_300 }];
  const ofLine = { ...numbers, refund_id: 'line', amount: 3_300, line_items };
  for (const body of [
    { action: 'capture' },
    { action: 'refund', ...numbers },
    { action: 'refund', ...ofLine },
  ]) {
    const sent = { method: 'PUT', body };
    await service.key(service.users.admin, `/payment_request/${tid}/`, sent);
  }
});
afterAll(() => service.stop());

async function file(query: string, cookie = browser.cookie(), origin = browser.origin) {
  const reply = await fetch(`${origin}/portal/v1/payments.csv${query}`, {
    headers: { cookie },
  });
  const bytes = Buffer.from(await reply.arrayBuffer());
  return { status: reply.status, headers: reply.headers, bytes, rows: rowsOf(bytes.toString()) };
}

/** Reads CSV as RFC 4180 has it, on its own: quotes double, lines end where no quote is open. */
function rowsOf(text: string): string[][] {
  const rows: string[][] = [['']];
  let quoted = false;
  for (let place = text.startsWith('\ufeff') ? 1 : 0; place < text.length; place += 1) {
    const row = rows.at(-1) ?? [];
    const sign = text[place] ?? '';
    if (sign === '"' && quoted && text[place + 1] === '"') {
      row.push(`${row.pop()}"`);
      place += 1;
    } else if (sign === '"') quoted = !quoted;
    else if (sign === ',' && !quoted) row.push('');
    else if (sign === '\n' && !quoted) rows.push(['']);
    else row.push(`${row.pop()}${sign}`);
  }
  return rows.slice(0, -1);
}

const column = (rows: string[][], name: string) =>
  rows.slice(1).map((row) => row[PAYMENT_COLUMNS.indexOf(name)] ?? '');

const osloTime = (at: number) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('Europe/Oslo');

/** 23:09 on the next 21st of a month, on the shop's clock. */
function lateOnThe21st(now: number) {
  const late = osloTime(now).with({ day: 21, hour: 23, minute: 9, second: 0, millisecond: 0 });
  return late.epochMilliseconds > now ? late : late.add({ months: 1 });
}

describe('the CSV file of payments', () => {
  it('has one row per payment, newest first, with amounts as numbers and texts unchanged', async () => {
    const { status, headers, bytes, rows } = await file('');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(headers.get('content-disposition')).toBe('attachment; filename="payments.csv"');
    expect(headers.get('cache-control')).toBe('no-store');
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(rows[0]).toEqual(PAYMENT_COLUMNS);
    expect(rows).toHaveLength(FORMULAS.length + 3);
    for (const row of rows) expect(row).toHaveLength(PAYMENT_COLUMNS.length);
    const [, first, second] = rows;
    const paid = ['Paid', 'ok', '2000', 'NOK', '99.00', '99.00', '42.00', '1 Cup 33.00'];
    expect(first?.slice(6, 14)).toEqual(paid);
    expect(first?.slice(14)).toEqual(['', '0.99', '11.40']);
    expect(second?.[6]).toBe('Kaffe, "stor"; med melk\nog æøå');
    expect(second?.slice(7, 14)).toEqual(['pending', '1003', 'NOK', '123.45', '0.00', '0.00', '']);
    expect(first?.[0]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  it('has no cell that a spreadsheet program would execute', async () => {
    const { rows } = await file('');
    const cells = rows.flat();
    for (const cell of cells) {
      if (!/^-?\d+\.\d+$/.test(cell)) expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
    }
    for (const [, safe] of FORMULAS) expect(cells).toContain(safe);
    expect(column(rows, 'pos').filter((name) => name === "'=cmd|calc")).toHaveLength(
      FORMULAS.length,
    );
  });

  it('has the payments that match the day, the group and the text of the search', async () => {
    const whats = async (query: string) => column((await file(query)).rows, 'what');
    expect(await whats('?group=refunded')).toEqual([]);
    expect(await whats('?group=paid')).toEqual(['Paid']);
    expect(await whats('?q=123,45')).toEqual(['Kaffe, "stor"; med melk\nog æøå']);
    expect(await whats('?group=waiting&q=kaffe')).toHaveLength(1);
    expect(await whats('?group=paid&q=kaffe')).toEqual([]);
    expect(await whats('?day=2001-01-01')).toEqual([]);
    const day = osloTime(service.service.simulator.now()).toPlainDate().toString();
    const named = await file(`?day=${day}`);
    expect(named.rows).toHaveLength(FORMULAS.length + 3);
    expect(named.headers.get('content-disposition')).toContain(`"payments-${day}.csv"`);
    for (const bad of ['?day=today', '?group=lost', `?q=${'x'.repeat(200)}`, '?day=2026-02-31']) {
      expect((await file(bad)).status).toBe(400);
    }
  });

  it('has a sale of the 21st at 23:09 on the 21st, as the portal and the receipt do', async () => {
    await onOwnService(async (own) => {
      const { simulator } = own.service;
      const late = lateOnThe21st(simulator.now());
      const move = async (at: number) => {
        const moved = await simulator.advance((at - simulator.now()) / 1_000);
        expect(moved).toEqual({ ok: true, value: at });
      };
      await move(late.epochMilliseconds);
      await own.payment({ text: 'Late' });
      const after = late.add({ hours: 1 });
      await move(after.epochMilliseconds);
      await own.payment({ text: 'After midnight' });
      // The shop's day has ended; the day of UTC has not.
      expect(new Date(simulator.now()).getUTCDate()).toBe(21);
      const office = merchantBrowser(own);
      await office.signIn(own.users.pos);
      for (const [at, what, clock] of [
        [late, 'Late', '23:09:00'],
        [after, 'After midnight', '00:09:00'],
      ] as const) {
        const day = at.toPlainDate().toString();
        expect(day).toMatch(what === 'Late' ? /-21$/ : /-22$/);
        const url = `${office.origin}/portal/v1/payments.csv?day=${day}`;
        const text = await (await fetch(url, { headers: { cookie: office.cookie() } })).text();
        const rows = rowsOf(text);
        expect(column(rows, 'what')).toEqual([what]);
        expect(column(rows, 'created')).toEqual([`${day} ${clock}`]);
        const listed = portalPayments.parse((await office.get(`/payments?day=${day}`)).body);
        expect(listed.items.map((one) => one.what)).toEqual([what]);
        const numbers = portalDay.parse((await office.get(`/payments-day?day=${day}`)).body);
        expect([numbers.day, numbers.count]).toEqual([day, 1]);
        const paid = sale({ kind: 'paid', at: at.epochMilliseconds });
        const paper = saleSlip(paid, { ...SETTINGS, language: 'en', timeZone: 'Europe/Oslo' });
        const time = paper?.facts.find(({ label }) => label === 'Time')?.value ?? '';
        expect(time).toMatch(what === 'Late' ? /^21 .*, 23:09$/ : /^22 .*, 00:09$/);
      }
    });
  });

  it('has only payments of the signed-in user’s merchant', async () => {
    expect((await file('', '')).status).toBe(401);
    const other = merchantBrowser(service);
    await other.signIn(service.users.neighbour);
    expect((await file('', other.cookie())).rows).toHaveLength(1);
  });

  it('has all payments once, even if there are more than one page of the store', async () => {
    await onOwnService(async (own) => {
      await own.payment({ text: 'Paid', amount: 9_900 });
      for (let made = 0; made < MANY; made += 20) {
        const some = Array.from({ length: 20 }, (_, place) =>
          own.payment({ pos_id: 'kasse-1', pos_tid: `many-${made + place}`, text: 'Many' }),
        );
        await Promise.all(some);
      }
      const cashier = merchantBrowser(own);
      await cashier.signIn(own.users.pos);
      const of = (query: string) => file(query, cashier.cookie(), cashier.origin);
      const { rows } = await of('');
      expect(rows).toHaveLength(MANY + 2);
      expect(new Set(column(rows, 'tid')).size).toBe(rows.length - 1);
      expect(column((await of('?q=9900')).rows, 'what')).toEqual([]);
      expect(column((await of('?q=99')).rows, 'what')).toContain('Paid');
    });
  });
});
