import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startFiscalDevice } from '../../../../main/testing/fiscal-device.ts';
import { portalCatalogue } from '../../../../shared/portal/catalogue.ts';
import { portalTillStatuses } from '../../../../shared/portal/fleet.ts';
import { SECOND } from '../../../../shared/time/clock.ts';
import { type Fate, startFaultyProxy } from '../../../support/faulty-proxy.ts';
import { holdHostTime } from '../../../support/host-time.ts';
import { until } from '../../../support/last-resort.ts';
import { merchantBrowser } from '../../../support/merchant-pages.ts';
import { startPrinter } from '../../../support/printer.ts';
import { newQuickFolder } from '../../../support/quick-folder.ts';
import { startTestService, type TestService } from '../../../support/service.ts';
import { startHeadlessTill } from './headless.ts';

/* What a till without screens has because it is composed like one with screens, seen by its register and its service. */

let service: TestService;
let admin: ReturnType<typeof merchantBrowser>;
beforeAll(async () => {
  service = await startTestService({ clock: 'system' });
  admin = merchantBrowser(service);
  await admin.signIn(service.users.admin);
});
afterAll(() => service.stop());

async function change(changes: readonly object[]): Promise<void> {
  const { version } = portalCatalogue.parse((await admin.get('/catalogue')).body);
  const done = await admin.post('/catalogue', { version, changes });
  expect([done.status, done.body]).toEqual([200, done.body]);
}

it('is in the portal while it runs, and off there when it was stopped', async () => {
  const list = async () => portalTillStatuses.parse((await admin.get('/till-status')).body).items;
  const till = await startHeadlessTill(service);
  const [running] = await until(list, ([one]) => one?.screen === 'idle');
  expect(running).toMatchObject({ pos_id: 'kasse-1', printer: 'none', open_bills: 0 });
  await till.order('a', 1_000);
  await till.stop();
  await until(list, ([one]) => one?.screen === 'off' && one.open_bills === 1);
});

it('sells by the rules of its shop: discounts, other tenders and the rounding of cash', async () => {
  const rules = {
    discounts: { cashier: 5, supervisor: 40 },
    cash_rounding: 'never',
    other_tenders: ['Gift card'],
  };
  const till = await startHeadlessTill(service, { more: { cash_rounding: 'never' } });
  const discount = (bill: string, basisPoints: number) =>
    till.register.bill(bill, {
      id: `off-${bill}-${basisPoints}`,
      version: 1,
      act: { act: 'discount_bill', discount: { kind: 'percent', basisPoints, reason: 'Friend' } },
    });
  await till.order('a', 2_290);
  expect([(await discount('a', 2_100)).status, (await discount('a', 600)).status]).toEqual([
    403, 200,
  ]);
  await change([{ kind: 'set_rules', rules }]);
  onTestFinished(() => change([{ kind: 'set_rules', rules: {} }]));
  await till.order('b', 2_290);
  await until(
    () => discount('b', 600),
    ({ status }) => status === 403,
  );
  // The configuration said so first, and now the shop.
  expect((await till.pay('b', 'p-b', 1, 2_290)).json.bill?.tenders).toMatchObject([
    { rounding: 0 },
  ]);
});

it('prints its receipts, signs them, and hands them over to the service for a link', async () => {
  const printer = await startPrinter();
  onTestFinished(printer.stop);
  const file = join(newQuickFolder('tillkit-fiscal-'), 'device.json');
  const device = await startFiscalDevice({ file, port: 0 });
  onTestFinished(device.stop);
  const till = await startHeadlessTill(service, {
    refunds: { ceiling: 5_000 },
    more: {
      receipts: { shop: 'Fjord Kaffe' },
      receipt_links: 'offered',
      fiscal: { host: '127.0.0.1', port: device.port, without: 'block_sales' },
      printer: { kind: 'network', host: '127.0.0.1', port: printer.port, receipts: 'always' },
    },
  });
  await till.order('a', 2_000);
  expect((await till.pay('a', 'p-a', 1, 2_000)).status).toBe(200);
  const papers = () =>
    printer.papers().map(({ lines }) => lines.map(({ text }) => text).join('\n'));
  const [paper] = await until(papers, ([first = '']) => first.includes('SIMULATED-1'));
  expect(paper).toContain('Fjord Kaffe');
  expect(till.facts('fiscal').filter(({ act }) => act === 'signed')).toHaveLength(1);
  // The code on the paper is a link once the service has said its address, and the text of a code before.
  const [code = ''] = printer.papers().flatMap(({ codes }) => codes);
  const name = code.split('/').at(-1) ?? '';
  const path = `/pos/kasse-1/receipt/${name}/`;
  const { json } = await until(
    () => service.secret(service.users.pos, path),
    ({ status }) => status === 200,
  );
  expect(json).toMatchObject({ total: 2_000, fiscal: { state: 'signed' } });
  const left = await till.register.call('GET', `refunds/left/?receipt_code=${name}`);
  expect(left.json.tenders).toMatchObject([{ receipt: 1, amount: 2_000 }]);
  device.be('silent');
  await till.order('b', 1_000);
  const blocked = await till.pay('b', 'p-b', 1, 1_000);
  expect([blocked.status, blocked.json.error_details?.reason]).toEqual([503, 'fiscal_no_answer']);
});

/** The name of the shop on the receipt that this till prints for a payment in cash. */
async function printedShop(
  till: Awaited<ReturnType<typeof startHeadlessTill>>,
  bill: string,
  papers: () => readonly string[],
) {
  await till.order(bill, 1_000);
  expect((await till.pay(bill, `p-${bill}`, 1, 1_000)).status).toBe(200);
  const [paper = ''] = await until(papers, (all) => all.length > 0);
  return paper.split('\n')[0];
}

it('that starts without its service has the name of the shop that it last knew', async () => {
  let fate: Fate = { kind: 'refuse' };
  const { port, pathname } = new URL(service.ready.base_url);
  const proxy = await startFaultyProxy(Number(port), () => fate);
  onTestFinished(proxy.stop);
  const url = `http://127.0.0.1:${proxy.port}${pathname}`;
  const printer = await startPrinter();
  onTestFinished(printer.stop);
  const more = {
    printer: { kind: 'network', host: '127.0.0.1', port: printer.port, receipts: 'always' },
  };
  let seen = 0;
  const papers = () =>
    printer
      .papers()
      .slice(seen)
      .map(({ lines }) => lines.map(({ text }) => text.trim()).join('\n'));
  // It has never heard of its shop, so it says the shop's id.
  const first = await startHeadlessTill(service, { url, more });
  expect(await printedShop(first, 'a', papers)).toBe(service.ready.merchant.id);
  await first.stop();
  seen = printer.papers().length;
  fate = { kind: 'pass' };
  const { folder } = first;
  await (await startHeadlessTill(service, { url, more, folder })).stop();
  fate = { kind: 'refuse' };
  const alone = await startHeadlessTill(service, { url, more, folder });
  expect(await printedShop(alone, 'b', papers)).toBe(service.ready.merchant.name);
});

/** Looks at a condition between two moves of the clock. */
const LOOKS = 40;

it('that started without its service asks for no payment by phone in a currency that the shop does not take', async () => {
  const time = holdHostTime();
  onTestFinished(time.release);
  let fate: Fate = { kind: 'refuse' };
  const { port, pathname } = new URL(service.ready.base_url);
  const proxy = await startFaultyProxy(Number(port), () => fate);
  onTestFinished(proxy.stop);
  const url = `http://127.0.0.1:${proxy.port}${pathname}`;
  const till = await startHeadlessTill(service, { url, more: { currency: 'SEK' } });
  fate = { kind: 'pass' };
  let looks = 0;
  await until(
    () => {
      looks += 1;
      // The till probes its service every ten seconds; an answer needs time of its own.
      if (looks % LOOKS === 0) time.pass(10 * SECOND);
      return till.reports.join();
    },
    (said) => said.includes('Set "currency" in the terminal’s configuration'),
  );
  const started = await till.register.start({ reference: 'r-1', amount: 1_000 });
  expect(started.json.error_type).toBe('other_currency');
  const text = 'This till takes SEK, but the shop takes NOK: ';
  expect([started.status, started.json.error_description]).toEqual([
    409,
    expect.stringContaining(text),
  ]);
  await till.order('a', 1_000);
  const phone = { kind: 'phone', method: { kind: 'qr' } };
  expect((await till.pay('a', 'p-1', 1, 1_000, phone)).json.error_type).toBe('other_currency');
  expect((await till.pay('a', 'p-2', 3, 1_000)).json.state).toBe('paid');
});
