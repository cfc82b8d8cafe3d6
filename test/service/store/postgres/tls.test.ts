import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../../../service/store/postgres/open.ts';
import { NO_EFFECTS, type Store } from '../../../../service/store/store.ts';
import { StoreNotOpened, StoreUnavailable } from '../../../../service/store/store-errors.ts';
import { createSystemClock } from '../../../../shared/node/system-clock.ts';
import { createMessage } from '../../../../shared/protocol/events.ts';
import { startProxy } from '../../../process/kill-services/proxy.ts';
import { until } from '../../../support/last-resort.ts';
import { ids, MERCHANT } from '../../../support/payments.ts';
import { startTlsServer, type TlsServer } from '../../../support/postgres/tls-server.ts';
import { startTestService, type TestService } from '../../../support/service.ts';
import { openAdmin } from '../../admin/run-admin.ts';
import { newPayment } from './world.ts';

/* A real server that speaks TLS, and one that does not. */

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

/** The sentence with which an address is refused. */
async function refusal(url: string): Promise<string> {
  const error: unknown = await open(url).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StoreNotOpened);
  const sentence = error instanceof Error ? error.message : '';
  expect(sentence).toMatch(/^[A-Zs][^\n]+\.$/);
  expect(sentence).not.toContain('geheim');
  return sentence;
}

/** Whether each connection of the product is encrypted, and of whose certificate it told. */
const connections = () =>
  server.rows(`SELECT DISTINCT CAST(ssl AS TEXT) AS ssl, client_dn FROM pg_stat_ssl
    JOIN pg_stat_activity USING (pid) WHERE application_name = 'tillkit'`);

const ca = () => `sslrootcert=${server.files.ca}`;
const card = () => `sslcert=${server.files.card}&sslkey=${server.files.key}`;

describe('a database is used', () => {
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
    // Those of the pool, the one that listens and the one that is alone.
    expect(await connections()).toEqual([{ ssl, client_dn: null }]);
    await closeAll();
  });

  it('by a client with a certificate if the server requires one', async () => {
    const store = await open(server.address(`sslmode=verify-full&${ca()}&${card()}`, 'carded'));
    expect(await store.merchants.read(MERCHANT.id)).toMatchObject(MERCHANT);
    expect(await connections()).toEqual([{ ssl: 'true', client_dn: '/CN=till' }]);
    await closeAll();
  });

  it('under another name than the certificate’s if the issuer is sufficient', async () => {
    const words = `sslmode=verify-ca&${ca()}`;
    await open(server.address(words, 'sealed', 'localhost'));
    expect(await connections()).toEqual([{ ssl: 'true', client_dn: null }]);
    await closeAll();
  });
});

describe('a database is refused with one sentence', () => {
  it.each([
    ['whose issuer is another', () => `sslmode=verify-full&sslrootcert=${server.files.stranger}`],
    ['the same under verify-ca', () => `sslmode=verify-ca&sslrootcert=${server.files.stranger}`],
    ['the same under require', () => `sslmode=require&sslrootcert=${server.files.stranger}`],
    ['whose issuer is not known', () => 'sslmode=verify-full'],
    ['whose issuer the machine does not know', () => 'sslmode=verify-full&sslrootcert=system'],
  ])('%s', async (_, words) => {
    expect(await refusal(server.address(words()))).toMatch(/issuer .* not trusted.*sslrootcert=/);
  });

  it('with a certificate for another name', async () => {
    const url = server.address(`sslmode=verify-full&${ca()}`, 'postgres', 'localhost');
    expect(await refusal(url)).toMatch(/another name than localhost/);
  });

  it('that accepts only TLS connections', async () => {
    const sentence = await refusal(server.address('', 'sealed'));
    expect(sentence).toMatch(/refuses this client: .*add sslmode=verify-full\.$/);
  });

  it('that requires a certificate of the client', async () => {
    const sentence = await refusal(server.address('sslmode=require', 'carded'));
    expect(sentence).toMatch(/sslcert=FILE and sslkey=FILE/);
  });

  it('on the command line too, without a warning, a stack or the password', async () => {
    const at = (words: string) => ['--database-url', server.address(words)];
    const line = await admin.fails(1, 'list-merchants', ...at('sslmode=verify-full'));
    expect(line).toMatch(/^The certificate of the database has an issuer/);
    expect(await admin.done('list-merchants', ...at('sslmode=require'))).toContain(MERCHANT.id);
  });
});

it('a process receives notices over TLS, also after its connections broke', async () => {
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
    // A read is asked again on another connection.
    expect(await writer.merchants.read(MERCHANT.id)).not.toBeNull();
  }
  working = false;
  await writers;
  for (const tid of written) {
    expect(await listener.payments.byTid(MERCHANT.id, tid)).not.toBeNull();
  }
  const heard: string[] = [];
  listener.channels.onEvents((_, channel) => heard.push(channel));
  const parts = {
    id: ids.message(),
    event: 'payment_captured',
    uri: null,
    seqno: 0,
    at: 5,
  } as const;
  await until(
    async () => {
      await writer.channels.publish(MERCHANT.id, 5, [
        { channel: 'mended', message: createMessage(parts) },
      ]);
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

  it('takes and settles payments', async () => {
    const settle = () => shop.simulator('/settlement/', { method: 'POST' });
    // What another test of this file took is settled before.
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
      // The first may meet connections that ended; the last come when there is none left.
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
