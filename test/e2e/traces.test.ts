import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ServiceOptions } from '../../service/index.ts';
import { startHeadless, terminalFolder } from '../main/host/terminal/run-terminal.ts';
import { startReceiver, type TestReceiver } from '../support/callback-receiver.ts';
import { LAST_RESORT } from '../support/last-resort.ts';
import { type CollectedSpan, type Collector, startCollector } from '../support/otlp-collector.ts';
import { newPostgres } from '../support/postgres/shared.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { STORES, type StoreKind } from '../support/stores.ts';

/* One trace from the till through the service to the receiver of its callbacks. */

let collector: Collector;
let receiver: TestReceiver;
const ends: (() => unknown)[] = [];
beforeEach(async () => {
  collector = await startCollector();
  receiver = await startReceiver();
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await receiver.stop();
  await collector.stop();
});

const WAIT = { timeout: LAST_RESORT };

/** Options for data that survive a restart of the service. */
async function placeOf(kind: StoreKind): Promise<Partial<ServiceOptions>> {
  const path = mkdtempSync(join(tmpdir(), 'tillkit-traces-'));
  ends.push(() => rmSync(path, { recursive: true, force: true }));
  const data = { kind: 'directory', path } as const;
  if (kind === 'sqlite') return { data };
  const { url, drop } = await newPostgres();
  ends.push(drop);
  return { data, databaseUrl: url };
}

async function startTraced(options: Partial<ServiceOptions>): Promise<TestService> {
  const service = await startTestService(options, { env: collector.env });
  ends.push(() => service.stop());
  return service;
}

/**
 * A server between the till and the service, which replaces the till's event channel by the address of
 * the receiver: the callbacks of a sale then go over HTTP.
 */
async function startProxy(to: string): Promise<string> {
  const proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const body = text.replace(/"callback_uri":"ws:[^"]*"/, `"callback_uri":"${receiver.url}/hook"`);
    const { 'content-length': _, host: __, ...headers } = request.headers;
    const method = request.method ?? 'GET';
    const onward = httpRequest(new URL(request.url ?? '/', to), { method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(response);
    });
    onward.on('error', () => response.destroy());
    onward.end(body);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  ends.push(async () => {
    proxy.closeAllConnections();
    await new Promise((resolve) => proxy.close(resolve));
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

/** A sale at a real terminal, from the keypad to `paid`; returns the tid. */
async function sellAt(service: TestService, url: string): Promise<string> {
  const folder = terminalFolder();
  ends.push(() => folder.remove());
  const { merchant, pos } = service.ready;
  const secret = { env: 'TILL_SECRET' };
  const place = { kind: 'remote', url, merchant: merchant.id, user: 'pos', secret };
  const config = { data: 'data', service: place, pos_id: pos[0]?.id, till_api: { port: 0 } };
  const env = { ...collector.env, TILL_SECRET: service.users.pos.secret };
  const till = await startHeadless(folder.path, config, env);
  ends.push(async () => {
    till.command.signal('SIGTERM');
    await till.command.ended;
  });
  const { sale } = await till.register.start({ reference: 'R-1', amount: 4_200 });
  const { tid } = await till.register.until(sale.id, 'waiting_scan');
  const id = String(tid);
  await service.service.simulator.claim(id, service.ready.customers[0]?.msisdn ?? '');
  await service.service.simulator.confirm(id);
  await till.register.until(sale.id, 'paid');
  return id;
}

/** Waits for a span, and returns it with those above it, the first of the trace last. */
async function lineOf(fits: (span: CollectedSpan) => boolean): Promise<readonly CollectedSpan[]> {
  const line = (): readonly CollectedSpan[] => {
    const found: CollectedSpan[] = [];
    let next = collector.spans.find(fits);
    while (next !== undefined) {
      found.push(next);
      const { parentId, traceId } = next;
      next = collector.spans.find((one) => one.spanId === parentId && one.traceId === traceId);
    }
    return found;
  };
  await expect.poll(() => line().at(-1)?.parentId, WAIT).toBe('');
  return line();
}

const CAPTURED = 'payment_captured';
const isOf = (event: string) => (span: CollectedSpan) => span.attributes['tillkit.event'] === event;

describe.each(STORES)('a sale with the service on %s', (kind) => {
  it('is one trace from a terminal to the receiver of its callback', async () => {
    const service = await startTraced(await placeOf(kind));
    const proxy = await startProxy(service.ready.base_url);
    await sellAt(service, proxy + new URL(service.ready.base_url).pathname);
    const line = await lineOf(isOf(CAPTURED));
    expect(line.map(({ name, service: by }) => [by, name])).toEqual([
      ['tillkit-service', 'callback'],
      ['tillkit-service', 'PUT /merchant/v1/payment_request/:tid/'],
      ['tillkit-till', 'till paymentUpdate'],
      ['tillkit-till', 'till paymentCreate'],
    ]);
    const [callback, change] = line;
    expect(change?.attributes).toMatchObject({
      'http.request.method': 'PUT',
      'http.response.status_code': 204,
      'tillkit.merchant.id': service.ready.merchant.id,
    });
    expect(callback?.attributes['http.response.status_code']).toBe(204);
    const heard = receiver.heard.find(({ message }) => message.meta.event === CAPTURED);
    expect(heard?.headers.traceparent).toBe(`00-${callback?.traceId}-${callback?.spanId}-01`);
    const below = ({ name, parentId }: CollectedSpan) =>
      name === 'store commit' && parentId === change?.spanId;
    await expect.poll(() => collector.spans.filter(below).length, WAIT).toBeGreaterThan(0);
  });

  it('keeps its trace over a restart between the request and the callback', async () => {
    const place = await placeOf(kind);
    const first = await startTraced(place);
    receiver.answer(500);
    const traceId = 'a'.repeat(32);
    const headers = { traceparent: `00-${traceId}-${'b'.repeat(16)}-01` };
    const tid = await first.payment({ callback_uri: `${receiver.url}/hook` });
    await first.service.simulator.claim(tid, first.ready.customers[0]?.msisdn ?? '');
    await first.secret(first.users.pos, `/payment_request/${tid}/`, {
      method: 'PUT',
      headers,
      body: { action: 'abort' },
    });
    await expect.poll(() => receiver.heard.length, WAIT).toBe(1);
    const kept = first.service.simulator.now();
    await first.stop();
    receiver.answer(204);
    const second = await startTraced(place);
    await second.service.simulator.advance(
      Math.ceil((kept - second.service.simulator.now()) / 1000) + 7_200,
    );
    await expect.poll(() => receiver.heard.length, WAIT).toBe(2);
    const [before, after] = receiver.heard.map((heard) => heard.headers.traceparent);
    expect([String(before), String(after)].map((text) => text.split('-')[1])).toEqual([
      traceId,
      traceId,
    ]);
    expect(before).not.toBe(after);
    const sent = () => collector.spans.filter(({ name }) => name === 'callback');
    await expect.poll(() => sent().length, WAIT).toBe(2);
    const attempts = sent();
    expect(attempts.map((span) => span.attributes['tillkit.callback.attempt'])).toEqual([1, 2]);
    expect(new Set(attempts.map((span) => span.parentId)).size).toBe(1);
  });
});

describe('a trace', () => {
  it('continues to the event that the till receives on its socket', async () => {
    const service = await startTraced(await placeOf('sqlite'));
    await sellAt(service, service.ready.base_url);
    const line = await lineOf((span) => span.name === 'event push' && isOf(CAPTURED)(span));
    expect(line.map(({ name }) => name)).toEqual([
      'event push',
      'PUT /merchant/v1/payment_request/:tid/',
      'till paymentUpdate',
      'till paymentCreate',
    ]);
  });

  it('contains no secret, person, amount, code or address', async () => {
    const service = await startTraced(await placeOf('sqlite'));
    const proxy = await startProxy(service.ready.base_url);
    const tid = await sellAt(service, proxy + new URL(service.ready.base_url).pathname);
    const customer = service.ready.customers[0];
    const phone = { customer: `msisdn:${customer?.msisdn}`, amount: 123_456, pos_tid: 'personal' };
    await service.payment(phone);
    await service.secret(
      { ...service.users.pos, secret: 'guessed-secret' },
      '/pos/?token=in-the-query',
    );
    await service.open(`/payment_request/${tid}/outcome/`);
    await lineOf(isOf(CAPTURED));
    const refused = ({ attributes }: CollectedSpan) =>
      attributes['http.response.status_code'] === 401;
    await expect.poll(() => collector.spans.filter(refused).length, WAIT).toBe(2);
    // Without random ids and ports, which may contain the digits of an amount.
    const said = collector.spans.map(({ service: by, name, attributes }) => [by, name, attributes]);
    const text = JSON.stringify(said).replaceAll(/127\.0\.0\.1:\d+/g, 'RECEIVER');
    const forbidden = [service.users.pos.secret, 'guessed', 'in-the-query', tid, 'R-1'];
    const personal = [
      customer?.msisdn ?? '',
      customer?.name ?? '',
      '123456',
      '4200',
      '://',
      'Corner',
    ];
    const found = [...forbidden, ...personal].filter((word) => word !== '' && text.includes(word));
    expect(found).toEqual([]);
    const names = new Set(collector.spans.flatMap(({ attributes }) => Object.keys(attributes)));
    expect([...names].sort()).toEqual([
      'http.request.method',
      'http.response.status_code',
      'http.route',
      'tillkit.callback.attempt',
      'tillkit.callback.host',
      'tillkit.callback.state',
      'tillkit.event',
      'tillkit.merchant.id',
      'tillkit.request.id',
      'tillkit.store.writes',
    ]);
  });

  it('is named in the request log', async () => {
    const lines: string[] = [];
    const place = await placeOf('sqlite');
    const log = { write: (text: string) => lines.push(text) };
    const service = await startTraced({ ...place, log, logRequests: true });
    const traceId = 'c'.repeat(32);
    const headers = { traceparent: `00-${traceId}-${'d'.repeat(16)}-01` };
    await service.secret(service.users.pos, '/pos/', { headers });
    const line = () =>
      lines
        .join('')
        .split('\n')
        .find((one) => one.includes('"request"'));
    await expect.poll(() => line(), WAIT).toContain(`"traceId":"${traceId}"`);
  });
});
