import { once } from 'node:events';
import { type ClientRequest, createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentOf } from '../../../main/host/receipts/renderer.ts';
import { createDownloads } from '../../../service/portal/downloads.ts';
import { PAYMENT_COLUMNS } from '../../../service/portal/payments-csv.ts';
import { send as sendAnswer } from '../../../service/wallet/endpoint.ts';
import { portalDay, portalPayments } from '../../../shared/portal/contract.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { SETTINGS, sale } from '../../screens/cashier/sales.ts';
import { until } from '../../support/last-resort.ts';
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
  const tid = await service.payment({ text: 'Paid', amount: 9_900, customer });
  await service.simulator(`/payment_request/${tid}/confirm/`, { method: 'POST', body: {} });
  const numbers = { amount: 900, additional_amount: 0, currency: 'NOK', refund_id: 'r' };
  for (const body of [{ action: 'capture' }, { action: 'refund', ...numbers }]) {
    const sent = { method: 'PUT', body };
    await service.key(service.users.admin, `/payment_request/${tid}/`, sent);
  }
});
afterAll(() => service.stop());

async function file(query: string, cookie = browser.cookie()) {
  const reply = await fetch(`${browser.origin}/portal/v1/payments.csv${query}`, {
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
    expect(first?.slice(6)).toEqual(['Paid', 'ok', '2000', 'NOK', '99.00', '99.00', '9.00']);
    expect(second?.[6]).toBe('Kaffe, "stor"; med melk\nog æøå');
    expect(second?.slice(7)).toEqual(['pending', '1003', 'NOK', '123.45', '0.00', '0.00']);
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

  it('has the payments of the search: its day, its group and its text', async () => {
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

  it('files a sale of the 21st at 23:09 under the 21st, as the portal and the receipt do', async () => {
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
        const paper = contentOf(paid, { ...SETTINGS, language: 'en', timeZone: 'Europe/Oslo' });
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
    const { pos } = service.users;
    for (let made = 0; made < MANY; made += 20) {
      const some = Array.from({ length: 20 }, (_, place) =>
        service.secret(pos, '/payment_request/', {
          method: 'POST',
          body: {
            ...{ action: 'sale', currency: 'NOK', amount: 100, allow_credit: false },
            ...{ pos_id: 'kasse-1', pos_tid: `many-${made + place}`, text: 'Many' },
            ...{ success_return_uri: '', failure_return_uri: '' },
          },
        }),
      );
      for (const reply of await Promise.all(some)) expect(reply.status).toBe(201);
    }
    const { rows } = await file('');
    expect(rows).toHaveLength(MANY + FORMULAS.length + 3);
    expect(new Set(column(rows, 'tid')).size).toBe(rows.length - 1);
    expect(column((await file('?q=9900')).rows, 'what')).toEqual([]);
    expect(column((await file('?q=99')).rows, 'what')).toContain('Paid');
  });
});

describe('a download', () => {
  const CHUNK = 'x'.repeat(64 * 1024);
  /** A file without end, which says how much of it was made and whether it was given up. */
  function endless() {
    const made = { parts: 0, ended: false };
    async function* parts() {
      try {
        for (;;) {
          made.parts += 1;
          yield CHUNK;
          await new Promise(setImmediate);
        }
      } finally {
        made.ended = true;
      }
    }
    return { made, parts: parts() };
  }

  async function serving<T>(
    parts: () => AsyncIterable<string>,
    work: (open: () => Promise<IncomingMessage>) => Promise<T>,
  ): Promise<T> {
    const downloads = createDownloads();
    const app = express();
    app.get('/', async (_request, response) => {
      const file = { name: 'f.csv', chunks: parts() };
      const result = await downloads.send(response, 'm', file).catch(() => null);
      if (result !== null && !result.ok) sendAnswer(response, result);
    });
    const server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const requests: ClientRequest[] = [];
    const open = async () => {
      const request = get({ host: '127.0.0.1', port, agent: false });
      requests.push(request);
      request.on('error', () => {});
      const [reply] = await once(request, 'response');
      return reply as IncomingMessage;
    };
    try {
      return await work(open);
    } finally {
      // A client that does not read does not notice the server's end.
      for (const request of requests) request.destroy();
      server.closeAllConnections();
      server.close();
    }
  }

  it('is produced at the speed of the reader, and stopped when the reader disconnects', async () => {
    const { made, parts } = endless();
    await serving(
      () => parts,
      async (open) => {
        const reply = await open();
        // The client reads nothing: the buffers of the connection fill, and then the service stops
        // writing.
        await until(
          async () => {
            const before = made.parts;
            // It makes a part a turn where it is not held up.
            for (let turn = 0; turn < 1_000; turn += 1) {
              await new Promise((resolve) => setImmediate(resolve));
            }
            return made.parts - before;
          },
          (more) => more === 0,
        );
        expect(made.parts).toBeLessThan(400);
        expect(made.ended).toBe(false);
        reply.destroy();
        await expect.poll(() => made.ended).toBe(true);
      },
    );
  });

  it('waits while too many are in progress', async () => {
    const files: ReturnType<typeof endless>[] = [];
    const next = () => {
      const one = endless();
      files.push(one);
      return one.parts;
    };
    await serving(next, async (open) => {
      const running = [];
      for (let count = 0; count < LIMITS.portalDownloadsPerMerchant; count += 1) {
        running.push(await open());
      }
      const refused = await open();
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1']);
      refused.resume();
      running[0]?.destroy();
      await expect.poll(() => files[0]?.made.ended).toBe(true);
      expect((await open()).statusCode).toBe(200);
    });
  });

  it('that fails in the middle is aborted, so that the reader sees it is incomplete', async () => {
    async function* broken() {
      yield CHUNK;
      throw new Error('the store is away');
    }
    await serving(broken, async (open) => {
      const reply = await open();
      reply.on('error', () => {});
      await new Promise((resolve) => reply.on('close', resolve).resume());
      expect(reply.complete).toBe(false);
    });
  });
});
