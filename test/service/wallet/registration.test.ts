import { afterEach, describe, expect, it } from 'vitest';
import type { RegistrationRule } from '../../../service/sign-in/registration.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { WALLET_HEADER, WALLET_PATH, walletMe } from '../../../shared/wallet/contract.ts';
import { CUSTOMER, ids } from '../../support/payments.ts';
import { openRaw } from '../../support/raw-socket.ts';
import { STORES } from '../../support/stores.ts';
import { startWallet } from './start-wallet.ts';

/* New customers, and what a caller without an account can learn about numbers. */

const NEW = '4740000001';
const TERMS = { version: '2026-11', uri: 'https://pay.example/terms' };
const WRONG_CODE = '000000';
/** A code that was not sent: a random one can be 000000. */
const wrongFor = (sent: string | undefined) => (sent === WRONG_CODE ? '111111' : WRONG_CODE);

describe.each(STORES)('registration on %s', (kind) => {
  let world: Awaited<ReturnType<typeof startWallet>> | null = null;
  afterEach(async () => {
    await world?.stopPortal();
    world = null;
  });

  async function start(mode: RegistrationRule['mode']) {
    const sent = new Map<string, string>();
    const registration: RegistrationRule = mode === 'closed' ? { mode } : { mode, terms: TERMS };
    const deliverCode = async ({ msisdn }: { readonly msisdn: string }, code: string) => {
      sent.set(msisdn, code);
    };
    const pages = await startWallet({ demo: false, deliverCode, registration }, kind);
    world = pages;
    return { pages, sent, phone: pages.wallet() };
  }
  type Started = Awaited<ReturnType<typeof start>>;

  /** Asks for a code, enters it, and returns the ticket. */
  async function ticketOf({ phone, sent }: Started, msisdn: string): Promise<string> {
    expect((await phone.post('/code', { msisdn })).status).toBe(200);
    const reply = await phone.post('/session', { msisdn, code: sent.get(msisdn) });
    expect(reply.status).toBe(200);
    const me = walletMe.parse(reply.body);
    expect([me.customer, me.registration?.terms]).toEqual([null, TERMS]);
    return me.registration?.ticket ?? '';
  }

  const body = (ticket: string, change: object = {}) => ({
    ...{ msisdn: NEW, ticket, name: 'Kari Nordmann', terms_version: TERMS.version },
    ...change,
  });

  it('creates a customer from a number, a code, a name and the accepted terms', async () => {
    const started = await start('open');
    const { pages, phone } = started;
    expect(walletMe.parse((await phone.get('/me')).body).registers).toBe(true);
    const ticket = await ticketOf(started, NEW);
    expect((await phone.get('/requests')).status).toBe(401);
    const reply = await phone.post('/registration', body(ticket));
    expect([reply.status, walletMe.parse(reply.body).customer?.name]).toEqual([
      200,
      'Kari Nordmann',
    ]);
    const record = await pages.store.customers.recordByMsisdn(NEW);
    const accepted = pages.clock.now();
    expect(record).toMatchObject({ status: 'active', allowCredit: false });
    expect(record?.terms).toEqual({ version: TERMS.version, accepted });
    const paid = await pages.ask({ customer: NEW });
    expect(paid.code).toBe(1003);
    expect((await phone.get('/requests')).body).toMatchObject({ items: [{ tid: paid.tid }] });
  });

  it('accepts a ticket once, for its number, before its expiry, and with the current terms', async () => {
    const started = await start('open');
    const { pages, phone } = started;
    const ticket = await ticketOf(started, NEW);
    const register = async (change: object) =>
      (await phone.post('/registration', body(ticket, change))).status;
    expect(await register({ terms_version: '2020-01' })).toBe(409);
    expect(await register({ msisdn: '4740000002' })).toBe(401);
    expect(await register({ ticket: ids.token() })).toBe(401);
    for (const name of ['', '   ', 'a\u0000b', 'x'.repeat(101)]) {
      expect(await register({ name })).toBe(400);
    }
    expect(await register({})).toBe(200);
    expect(await register({})).toBe(401);
    const late = await ticketOf(started, '4740000003');
    pages.clock.advance(LIMITS.registrationLife + 1);
    expect(await register({ ticket: late, msisdn: '4740000003' })).toBe(401);
  });

  it('creates one customer for parallel requests', async () => {
    const started = await start('open');
    const ticket = await ticketOf(started, NEW);
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => started.phone.post('/registration', body(ticket))),
    );
    expect(replies.map((one) => one.status).sort()).toEqual([200, ...Array(7).fill(401)]);
  });

  it('sends codes only to invited numbers in the mode “invited”', async () => {
    const started = await start('invited');
    const { pages, phone, sent } = started;
    expect((await phone.post('/code', { msisdn: NEW })).body).toEqual({ demo_code: null });
    expect(sent.size).toBe(0);
    const invited = { id: 'c9', msisdn: NEW, name: '', status: 'invited', terms: null } as const;
    await pages.store.customers.add({ ...invited, allowCredit: true, created: 5 });
    expect((await pages.ask({ customer: NEW })).code).toBe(4004);
    const ticket = await ticketOf(started, NEW);
    expect((await phone.post('/registration', body(ticket))).status).toBe(200);
    const record = await pages.store.customers.record('c9');
    expect(record).toMatchObject({ status: 'active', name: 'Kari Nordmann', created: 5 });
    expect(record?.allowCredit).toBe(true);
  });

  it('gets 404 and sends no code in the mode “closed”, even for an invited number', async () => {
    const { pages, phone, sent } = await start('closed');
    const one = { id: 'c9', msisdn: NEW, name: '', terms: null, allowCredit: false, created: 0 };
    await pages.store.customers.add({ ...one, status: 'invited' });
    expect((await phone.get('/me')).body).not.toHaveProperty('registers');
    expect((await phone.post('/code', { msisdn: NEW })).status).toBe(200);
    expect((await phone.post('/registration', body(ids.token()))).status).toBe(404);
    expect(sent.size).toBe(0);
  });

  it('sends no code to a blocked customer', async () => {
    const { pages, phone, sent } = await start('open');
    const record = await pages.store.customers.record(CUSTOMER.id);
    if (record === null) throw new Error('no customer');
    await pages.store.customers.change({ ...record, status: 'blocked' }, 'active');
    expect((await phone.post('/code', { msisdn: CUSTOMER.msisdn })).status).toBe(200);
    expect(sent.size).toBe(0);
  });

  it('sends an unknown caller the same reply for every number, with the same writes', async () => {
    const { pages, phone, sent } = await start('closed');
    const work = async (msisdn: string) => {
      const { customers } = pages.store;
      const calls: string[] = [];
      const watched = ['byMsisdn', 'recordByMsisdn', 'putCode', 'takeCode', 'byId'] as const;
      const undo = watched.map((name) => {
        const before = customers[name];
        Object.assign(customers, {
          [name]: (...given: Parameters<typeof before>) => {
            calls.push(name);
            return Reflect.apply(before, customers, given);
          },
        });
        return () => Object.assign(customers, { [name]: before });
      });
      const asked = await phone.post('/code', { msisdn });
      const tried = await phone.post('/session', { msisdn, code: wrongFor(sent.get(msisdn)) });
      for (const end of undo) end();
      return [asked.status, asked.body, tried.status, tried.body, calls];
    };
    const known = await work(CUSTOMER.msisdn);
    expect(await work('4749999999')).toEqual(known);
    expect(known[4]).toEqual(['recordByMsisdn', 'putCode', 'recordByMsisdn', 'takeCode']);
  });

  it.each(['open', 'invited', 'closed'] as const)(
    'sends the same bytes for every number in the mode “%s”, until codes and tries are used up',
    async (mode) => {
      const { pages, sent } = await start(mode);
      const { customers } = pages.store;
      const [blocked, invited] = ['4740000005', '4740000006'];
      const more = { name: 'Kari', terms: null, allowCredit: false, created: 0 };
      await customers.add({ ...more, id: 'c8', msisdn: blocked, status: 'blocked' });
      await customers.add({ ...more, id: 'c9', msisdn: invited, status: 'invited' });
      /** All that the service writes on the connection, apart from the time and the number. */
      async function heard(path: string, msisdn: string, more: object = {}): Promise<string> {
        const { port } = new URL(pages.origin);
        const body = JSON.stringify({ msisdn, ...more });
        const head = [
          `POST ${WALLET_PATH}${path} HTTP/1.1`,
          `Host: ${new URL(pages.origin).host}`,
          `Origin: ${pages.origin}`,
          `${WALLET_HEADER}: 1`,
          'Content-Type: application/json',
          `Content-Length: ${Buffer.byteLength(body)}`,
          'Connection: close',
        ];
        const raw = await openRaw(Number(port), `${head.join('\r\n')}\r\n\r\n${body}`);
        await raw.closed;
        return raw
          .heard()
          .replace(/\r\n(?:Date|X-Request-Id): [^\r]+/g, '')
          .replaceAll(msisdn, 'NUMBER');
      }
      async function everything(msisdn: string) {
        const replies: string[] = [];
        for (let count = 0; count <= LIMITS.walletCodesPerNumber; count += 1) {
          replies.push(await heard('/code', msisdn));
        }
        for (let count = 0; count < LIMITS.loginFailuresMax + 2; count += 1) {
          replies.push(await heard('/session', msisdn, { code: '12345' }));
          replies.push(await heard('/session', msisdn, { code: wrongFor(sent.get(msisdn)) }));
        }
        const ticket = ids.token();
        replies.push(await heard('/registration', msisdn, body(ticket, { msisdn })));
        return replies;
      }
      const known = await everything(CUSTOMER.msisdn);
      expect(known[0]).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      expect(known.some((reply) => reply.startsWith('HTTP/1.1 429 '))).toBe(true);
      for (const msisdn of ['4740000004', blocked, invited]) {
        expect(await everything(msisdn), msisdn).toEqual(known);
      }
      const open = mode === 'open' ? ['4740000004'] : [];
      const may = mode === 'closed' ? [] : [invited, ...open];
      expect([...sent.keys()].sort()).toEqual([CUSTOMER.msisdn, ...may].sort());
    },
  );

  it('limits codes and tries for a number that has no customer too', async () => {
    const { phone } = await start('open');
    const statuses = async (path: string, more: object) => {
      const replies: number[] = [];
      for (let count = 0; count < 12; count += 1) {
        replies.push((await phone.post(path, { msisdn: NEW, ...more })).status);
      }
      return replies;
    };
    const asked = await statuses('/code', {});
    expect(asked.filter((status) => status === 200)).toHaveLength(LIMITS.walletCodesPerNumber);
    expect(asked.at(-1)).toBe(429);
    const tried = await statuses('/session', { code: WRONG_CODE });
    expect(tried.at(-1)).toBe(429);
  });
});
