import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { systemClock, systemFetch } from '../../../../main/host/adapters/machine.ts';
import { periodSinkOf } from '../../../../main/host/books/hand-over.ts';
import { shopSourceOf } from '../../../../main/host/goods/shop-catalogue.ts';
import { receiptSinkOf } from '../../../../main/host/receipts/hand-over.ts';
import { keepDeviceCode } from '../../../../main/host/service/device-code.ts';
import { readShopCurrencies } from '../../../../main/host/service/shop-currencies.ts';
import { statusSinkOf } from '../../../../main/host/status/open-status.ts';
import { MACHINE_PORTS } from '../../../../main/host/till/ports.ts';
import { createMerchantClient } from '../../../../shared/client/index.ts';
import { exampleOf } from '../../../../shared/protocol/examples/index.ts';
import { receiptDocument } from '../../../../shared/protocol/receipt.ts';
import { tillStatus } from '../../../../shared/protocol/till-status.ts';

/* Each part of the till that tells the service something, and a service that answers everything with one status. */

let status = 503;
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(status, { 'content-type': 'application/vnd.mcash.api.merchant.v1+json' });
  response.end(JSON.stringify({ error_type: 'Refused', error_description: 'No.' }));
});
beforeAll(() => new Promise<void>((done) => void server.listen(0, '127.0.0.1', done)));
afterAll(() => new Promise((done) => void server.close(done)));

const DOCUMENT = receiptDocument.parse(exampleOf('receiptPut').body);
const PERIOD = { close: 'x', continues: '0'.repeat(64), payments: [] };
const STATUS = tillStatus.parse(exampleOf('tillStatusPut').body);
const ORDER = { id: 'e1', email: 'kari@home.example' };

function till() {
  const { port } = server.address() as AddressInfo;
  const credentials = { kind: 'secret', secret: 'hidden' } as const;
  const identity = { merchantId: 'shop', userId: 'pos', credentials };
  const access = { baseUrl: `http://127.0.0.1:${port}/merchant/v1`, identity };
  const receipts = receiptSinkOf(access, 'kasse-1', MACHINE_PORTS);
  const shop = shopSourceOf(access, 'kasse-1', identity, MACHINE_PORTS);
  const change = { kind: 'set_sold_out', id: 'bun', sold_out: true } as const;
  return {
    access,
    'e-mail': () => receipts.email('kasse-1-R1', ORDER),
    receipt: () => receipts.put('kasse-1-R1', DOCUMENT),
    period: () => periodSinkOf(access, 'kasse-1', MACHINE_PORTS)(1, PERIOD),
    status: () => statusSinkOf(access, 'kasse-1', MACHINE_PORTS)(STATUS),
    'report of the catalogue': () => shop.report({ version: 1, problem: null }),
    'change of the catalogue': () => shop.change({ version: 1, change, person: null }),
    currencies: () => readShopCurrencies(access, MACHINE_PORTS),
  } as const;
}

type Telling = Exclude<keyof ReturnType<typeof till>, 'access'>;

it.each([
  ['e-mail', 'wrong_address', 'not_offered', 'not_yet', 'not_offered', 'too_often'],
  ['receipt', 'refused', 'unavailable', 'unavailable', 'refused', 'no_answer'],
  ['period', 'not_this', 'unavailable', 'unavailable', 'refused', 'no_answer'],
  ['status', 'refused', 'refused', 'refused', 'refused', 'no_answer'],
  ['report of the catalogue', 'refused', 'refused', 'refused', 'refused', 'no_answer'],
  ['change of the catalogue', 'wrong', 'no_key', 'wrong', 'changed_meanwhile', 'no_answer'],
  ['currencies', 'unknown', 'unknown', 'unknown', 'unknown', 'no_answer'],
] as const)(
  '%s: 400, 401, 404 and 409 are answers; 429 and 503 are never taken for a refusal',
  async (what: Telling, ...said) => {
    const tell = till()[what];
    for (const [place, one] of [400, 401, 404, 409, 429, 503].entries()) {
      status = one;
      expect([one, await tell()]).toEqual([one, said[place] ?? 'no_answer']);
    }
  },
);

it('a shortlink is read again after 429, and not after a refusal', async () => {
  const { baseUrl, identity } = till().access;
  const client = createMerchantClient({
    ...{ ...identity, baseUrl, clock: systemClock, fetch: systemFetch },
  });
  const again: number[] = [];
  const said: string[] = [];
  const clock = {
    ...systemClock,
    after(pause: number) {
      again.push(pause);
      return () => {};
    },
  };
  const watch = () =>
    keepDeviceCode({
      ...{ client, clock, shortlinkId: 's1', channel: 'till.1' },
      report: (sentence) => said.push(sentence),
    });
  status = 429;
  const stop = watch();
  await vi.waitFor(() => expect(again.length + said.length).toBe(1), { timeout: 60_000 });
  expect(said).toEqual([]);
  stop();
  status = 404;
  const end = watch();
  await vi.waitFor(() => expect(said).toEqual([expect.stringContaining('cannot be used')]), {
    timeout: 60_000,
  });
  expect(again).toHaveLength(1);
  end();
});
