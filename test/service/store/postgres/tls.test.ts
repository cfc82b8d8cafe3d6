import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../../../service/store/postgres/open.ts';
import { NO_EFFECTS, type Store } from '../../../../service/store/store.ts';
import { StoreNotOpened, StoreUnavailable } from '../../../../service/store/store-errors.ts';
import { createSystemClock } from '../../../../shared/node/system-clock.ts';
import { startProxy } from '../../../process/kill-services/proxy.ts';
import { until } from '../../../support/last-resort.ts';
import { ids, MERCHANT } from '../../../support/payments.ts';
import { startTlsServer, type TlsServer } from '../../../support/postgres/tls-server.ts';
import { startTestService, type TestService } from '../../../support/service.ts';
import { openAdmin } from '../../admin/run-admin.ts';
import { newPayment, publishEvent } from './world.ts';

/* A real database server, with and without TLS. */

let server: TlsServer;
const admin = openAdmin();
const opened: Store[] = [];
beforeAll(async () => {
  server = await startTlsServer();
  const store = await open(server.address());
  await store.merchants.put(MERCHANT);
  await closeAll();
});
afterAll(async () => {
  await Promise.all(opened.map((store) => store.close()));
  admin.stop();
  await server.stop();
});

async function open(url: string): Promise<Store> {
  const store = await openPostgresStore(url, { wall: createSystemClock(), self: ids.short() });
  opened.push(store);
  return store;
}

async function closeAll(): Promise<void> {
  await Promise.all(opened.splice(0).map((store) => store.close()));
}

/** The message of the error that refuses an address. */
async function refusal(url: string): Promise<string> {
  const error: unknown = await open(url).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StoreNotOpened);
  const sentence = error instanceof Error ? error.message : '';
  expect(sentence).toMatch(/^[A-Zs][^\n]+\.$/);
  expect(sentence).not.toContain('geheim');
  return sentence;
}

/** Whether each connection of the service is encrypted, and its client certificate. */
const connections = () =>
  server.rows(`SELECT DISTINCT CAST(ssl AS TEXT) AS ssl, client_dn FROM pg_stat_ssl
    JOIN pg_stat_activity USING (pid) WHERE application_name = 'tillkit'`);

const ca = () => `sslrootcert=${server.files.ca}`;
const card = () => `sslcert=${server.files.card}&sslkey=${server.files.key}`;

describe('a database connection', () => {
  it.each([
    ['false', () => ''],
    ['false', () => 'sslmode=disable'],
    ['true', () => 'sslmode=require'],
    ['true', () => `sslmode=require&${ca()}`],
    ['true', () => `sslmode=verify-ca&${ca()}`],
    ['true', () => `sslmode=verify-full&${ca()}`],
    ['true', () => `sslmode=verify-full&${ca()}&sslnegotiation=direct`],
  ])('encrypted: %s, with the parameters %s', async (ssl, words) => {
    const store = await open(server.address(words()));
    await store.merchants.put(MERCHANT);
    expect(await store.alone(() => store.merchants.read(MERCHANT.id))).toMatchObject(MERCHANT);
    // The connections of the pool, the listener and the exclusive connection.
    expect(await connections()).toEqual([{ ssl, client_dn: null }]);
    await closeAll();
  });

  it('is opened with a client certificate if the server requires one', async () => {
    const store = await open(server.address(`sslmode=verify-full&${ca()}&${card()}`, 'carded'));
    expect(await store.merchants.read(MERCHANT.id)).toMatchObject(MERCHANT);
    expect(await connections()).toEqual([{ ssl: 'true', client_dn: '/CN=till' }]);
    await closeAll();
  });

  it('is opened to another host name than the certificate’s with sslmode=verify-ca', async () => {
    const words = `sslmode=verify-ca&${ca()}`;
    await open(server.address(words, 'sealed', 'localhost'));
    expect(await connections()).toEqual([{ ssl: 'true', client_dn: null }]);
    await closeAll();
  });
});

describe('the error that refuses a database connection', () => {
  it.each([
    ['another issuer', () => `sslmode=verify-full&sslrootcert=${server.files.stranger}`],
    ['another issuer: verify-ca', () => `sslmode=verify-ca&sslrootcert=${server.files.stranger}`],
    ['another issuer: require', () => `sslmode=require&sslrootcert=${server.files.stranger}`],
    ['an unknown issuer', () => 'sslmode=verify-full'],
    ['an issuer unknown to the system', () => 'sslmode=verify-full&sslrootcert=system'],
  ])('names a certificate of %s', async (_, words) => {
    expect(await refusal(server.address(words()))).toMatch(/issuer .* not trusted.*sslrootcert=/);
  });

  it('names a certificate for another host name', async () => {
    const url = server.address(`sslmode=verify-full&${ca()}`, 'postgres', 'localhost');
    expect(await refusal(url)).toMatch(/another name than localhost/);
  });

  it('suggests sslmode=verify-full if the server accepts only TLS connections', async () => {
    const sentence = await refusal(server.address('', 'sealed'));
    expect(sentence).toMatch(/refuses this client: .*add sslmode=verify-full\.$/);
  });

  it('asks for a client certificate if the server requires one', async () => {
    const sentence = await refusal(server.address('sslmode=require', 'carded'));
    expect(sentence).toMatch(/sslcert=FILE and sslkey=FILE/);
  });

  it('is printed on the command line too', async () => {
    const at = (words: string) => ['--database-url', server.address(words)];
    const line = await admin.fails(1, 'list-merchants', ...at('sslmode=verify-full'));
    expect(line).toMatch(/^The certificate of the database has an issuer/);
    expect(await admin.done('list-merchants', ...at('sslmode=require'))).toContain(MERCHANT.id);
  });
});

it('a process receives notices over TLS after its connections were lost', async () => {
  const proxy = await startProxy(server.port);
  onTestFinished(() => proxy.close());
  const words = `sslmode=verify-full&${ca()}`;
  const url = server.address(words).replace(`:${server.port}/`, `:${proxy.port}/`);
  const [writer, listener] = [await open(url), await open(url)];
  const written: string[] = [];
  let working = true;
  const write = async () => {
    while (working) {
      const payment = newPayment();
      try {
        await writer.payments.create(payment, NO_EFFECTS);
        written.push(payment.tid);
      } catch (error) {
        expect(error).toBeInstanceOf(StoreUnavailable);
      }
    }
  };
  const writers = Promise.all(Array.from({ length: 8 }, write));
  for (let cut = 0; cut < 6; cut += 1) {
    const before = written.length;
    await until(
      () => written.length,
      (count) => count > before + 20,
    );
    if (cut % 2 === 0) proxy.cut();
    else await server.rows(END_ALL);
    // The store repeats a read on another connection.
    expect(await writer.merchants.read(MERCHANT.id)).not.toBeNull();
  }
  working = false;
  await writers;
  for (const tid of written) {
    expect(await listener.payments.byTid(MERCHANT.id, tid)).not.toBeNull();
  }
  const heard: string[] = [];
  listener.channels.onEvents((_, channel) => heard.push(channel));
  await until(
    async () => {
      await publishEvent(writer, 'mended');
      return heard;
    },
    (channels) => channels.includes('mended'),
  );
  await closeAll();
});

const END_ALL = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name = 'tillkit'`;

describe('a service with a database over TLS', () => {
  let shop: TestService;
  beforeAll(async () => {
    const databaseUrl = server.address(`sslmode=verify-full&${ca()}`);
    shop = await startTestService({ data: { kind: 'directory', path: admin.data }, databaseUrl });
  });
  afterAll(() => shop.stop());

  const captured = async () => {
    const customer = shop.ready.customers[0]?.msisdn;
    const tid = await shop.payment({ customer });
    await shop.simulator(`/payment_request/${tid}/confirm/`, { method: 'POST', body: {} });
    const numbers = { amount: 12_500, additional_amount: 0, currency: 'NOK' };
    const body = { action: 'capture', capture_id: 'all', ...numbers };
    const sent = { method: 'PUT', body };
    return shop.secret(shop.users.pos, `/payment_request/${tid}/`, sent);
  };

  it('captures and settles payments over encrypted connections', async () => {
    const settle = () => shop.simulator('/settlement/', { method: 'POST' });
    // Settles the payments of the other tests in this file first.
    await settle();
    expect((await captured()).status).toBe(204);
    expect((await captured()).status).toBe(204);
    const [id] = JSON.parse((await settle()).text).settlement_ids;
    const { json } = await shop.secret(shop.users.admin, `/settlement/${id}/`);
    expect(json).toMatchObject({ settlement_summary: { gross: 25_000 } });
    expect(await connections()).toEqual([{ ssl: 'true', client_dn: null }]);
  });

  it('answers 503 while the certificate is expired or missing, and recovers', async () => {
    for (const shown of [server.outOfDate, null]) {
      await server.show(shown);
      await server.rows(END_ALL);
      // The first requests may get connections that have ended; the last ones need new connections.
      for (let asked = 0; asked < 5; asked += 1) {
        expect((await shop.secret(shop.users.pos, '/payment_request/')).status).toBe(503);
      }
      const url = server.address(`sslmode=verify-full&${ca()}`);
      expect(await refusal(url)).toMatch(shown === null ? /does not support TLS/ : /has expired/);
    }
    await server.show(server.certificate);
    expect((await captured()).status).toBe(204);
  });
});
