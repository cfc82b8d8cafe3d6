import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../../../support/expect-error.ts';
import { type OperatorApi, startOperatorApi } from '../../../support/operator-api.ts';
import { signedInPhone } from '../../../support/phone.ts';
import { rawPostgres, rawSqlite } from '../../../support/raw.ts';
import { member } from '../../../support/service.ts';
import { STORES } from '../../../support/stores.ts';
import { openAdmin } from '../../admin/run-admin.ts';

/* The operator API of a running service, on its socket and on both databases. */

describe.each(STORES)('the operator API on %s', (kind) => {
  let api: OperatorApi;
  beforeAll(async () => {
    api = await startOperatorApi(kind);
  });
  afterAll(() => api?.stop());

  /** A new payment request for a customer: its id and its status code. */
  async function requested(customer: string) {
    const { test } = api;
    const tid = await test.payment({ customer });
    const outcome = await test.secret(test.users.pos, `/payment_request/${tid}/outcome/`);
    return { tid, code: Number(member(outcome.json, 'status_code')) };
  }

  it('creates a customer, and finds it by the forms of the number and by the id', async () => {
    const made = await api.post('/customers/', { msisdn: '+47 (411) 00 001', name: 'Åse Løkke' });
    const known = { msisdn: '4741100001', name: 'Åse Løkke', status: 'active', terms: null };
    expect([made.status, made.json]).toMatchObject([201, { ...known, allow_credit: false }]);
    const id = member(made.json, 'id');
    const numbers = ['4741100001', '+4741100001', '004741100001', '%2B47%20411%2000%20001'];
    for (const named of [...numbers, id]) {
      const found = await api.call(`/customers/${named}/`);
      expect([found.status, found.json], named).toEqual([200, made.json]);
    }
    const again = await api.post('/customers/', { msisdn: '004741100001', name: 'Other' });
    expectError(again, 409, 'Conflict');
    expectError(await api.call('/customers/4799999999/'), 404, 'Not Found');
  });

  it('lists customers in pages with a cursor, and finds them by a part of name or number', async () => {
    const ids = [];
    for (const name of ['Paged One', 'Two Paged', 'Paged']) ids.push((await api.added(name)).id);
    ids.sort();
    const page = async (query: string) => {
      const { customers, next } = Object((await api.call(`/customers/?text=paged${query}`)).json);
      return { ids: customers.map((one: unknown) => member(one, 'id')), next };
    };
    expect(await page('')).toEqual({ ids, next: null });
    expect(await page('&limit=3')).toEqual({ ids, next: null });
    const first = await page('&limit=2');
    expect(first).toEqual({ ids: ids.slice(0, 2), next: ids[1] });
    expect(await page(`&limit=2&after=${first.next}`)).toEqual({ ids: ids.slice(2), next: null });
    const { msisdn, id } = await api.added('By Number');
    const found = await api.call(`/customers/?text=${msisdn.slice(2)}`);
    expect(found.json).toMatchObject({ customers: [{ id }], next: null });
  });

  it('invites a number, which cannot pay before it has registered', async () => {
    const made = await api.post('/customers/invite/', { msisdn: '4741100002' });
    expect([made.status, made.json]).toMatchObject([201, { status: 'invited', name: '' }]);
    expect((await requested('4741100002')).code).toBe(4004);
  });

  it('blocks a customer at once: the session ends and requests are refused, until it unblocks', async () => {
    const { msisdn, id } = await api.added();
    const phone = await signedInPhone(api.test.ready.wallet_url, msisdn);
    const state = async () => [
      (await phone.get('/requests')).status,
      (await requested(msisdn)).code,
    ];
    expect(await state()).toEqual([200, 1003]);
    const blocked = await api.post(`/customers/${msisdn}/block/`);
    expect([blocked.status, blocked.json]).toMatchObject([200, { id, status: 'blocked' }]);
    expect(await state()).toEqual([401, 4004]);
    expect((await api.post(`/customers/${id}/unblock/`)).json).toMatchObject({ status: 'active' });
    expect((await requested(msisdn)).code).toBe(1003);
    expectError(await api.post('/customers/4741199999/block/'), 404, 'Not Found');
  });

  it('allows and forbids credit', async () => {
    const { id, msisdn } = await api.added();
    for (const allow_credit of [true, false]) {
      const reply = await api.post(`/customers/${id}/credit/`, { allow_credit });
      expect([reply.status, reply.json]).toMatchObject([200, { msisdn, allow_credit }]);
      expect((await api.call(`/customers/${id}/`)).json).toMatchObject({ allow_credit });
    }
  });

  it('imports all customers of a CSV file or none, and names the wrong rows', async () => {
    const wrong = 'msisdn,name\n4741200001,Per\n12,Nobody\n4741200001,Again\n';
    const refused = await api.importFile(wrong);
    expectError(refused, 400, 'Bad Request');
    expect(refused.text).toMatch(/Nothing was imported: row 3: .*; row 4: .* comes twice\./);
    expectError(await api.call('/customers/4741200001/'), 404, 'Not Found');
    const right =
      '\uFEFFmsisdn,name,allow_credit\r\n+47 41200001,"Hansen, Per",yes\r\n4741200002,Ida,\r\n';
    expect((await api.importFile(right)).json).toEqual({ created: 2, present: 0 });
    expect((await api.importFile(right)).json).toEqual({ created: 0, present: 2 });
    const per = await api.call('/customers/4741200001/');
    expect(per.json).toMatchObject({ name: 'Hansen, Per', allow_credit: true });
  });

  it('imports more customers than it looks up at a time', async () => {
    const rows = Array.from(
      { length: 1_234 },
      (_, index) => `${4_742_000_000 + index},Row ${index}`,
    );
    const file = `msisdn,name\n${rows.join('\n')}\n`;
    expect((await api.importFile(file)).json).toEqual({ created: 1_234, present: 0 });
    expect((await api.importFile(`${file}4742900000,New\n`)).json).toEqual({
      created: 1,
      present: 1_234,
    });
  });

  it('exports what the command export-customer writes', async () => {
    const { msisdn, id } = await api.added('Solveig Export');
    const { tid } = await requested(msisdn);
    const reply = await api.call(`/customers/${msisdn}/export/`);
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/json']);
    expect(reply.json).toMatchObject({ customer: { id, msisdn }, payments: [{ tid }] });
    const command = await admin('export-customer', id);
    expect(JSON.parse(command)).toEqual(reply.json);
  });

  it('erases a customer after a confirmation, and the ledger stays balanced', async () => {
    const { msisdn, id } = await api.added('Solveig Unik');
    const { tid } = await requested(msisdn);
    const phone = await signedInPhone(api.test.ready.wallet_url, msisdn);
    expect((await phone.post(`/requests/${tid}/approve`)).ok).toBe(true);
    const capture = { method: 'PUT', body: { action: 'capture' } };
    const captured = await api.test.secret(api.test.users.pos, `/payment_request/${tid}/`, capture);
    expect(captured.status, captured.text).toBe(204);
    const erase = (body: unknown) => api.post(`/customers/${msisdn}/erase/`, body);
    for (const body of [{}, { confirm: false }, { confirm: 'yes' }]) {
      const refused = await erase(body);
      expectError(refused, 400, 'validation_error');
      expect(refused.text).toContain('confirm');
    }
    expect((await api.call(`/customers/${id}/`)).json).toMatchObject({ status: 'active' });
    const erased = await erase({ confirm: true });
    expect([erased.status, erased.json]).toEqual([200, { id }]);
    const left = await api.call(`/customers/${id}/`);
    expect(left.json).toMatchObject({ msisdn: null, name: '', status: 'erased' });
    expectError(await erase({ confirm: true }), 404, 'Not Found');
    expectError(await api.post(`/customers/${id}/erase/`, { confirm: true }), 409, 'Conflict');
    expect((await phone.get('/requests')).status).toBe(401);
    const exported = await api.call(`/customers/${id}/export/`);
    expect(exported.text).toContain(`erased:${id}`);
    expect(exported.text).not.toMatch(new RegExp(`${msisdn}|Solveig`));
    const { unbalanced, entries } = await ledger();
    expect([unbalanced, entries > 0]).toEqual([0, true]);
  });

  it('logs each call with its action, its result and the id, and without the phone number', async () => {
    api.log.length = 0;
    const { msisdn, id } = await api.added();
    await api.post(`/customers/${msisdn}/block/`);
    await api.post('/customers/4741199998/block/');
    await api.call('/customers/?limit=0');
    const actions = api.log
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'operator action')
      .map(({ action, result, id: about }) => [action, result, about]);
    expect(actions).toEqual([
      ['customerCreate', 'done', id],
      ['customerBlock', 'done', id],
      ['customerBlock', 'Not Found', null],
      ['customerList', 'validation_error', null],
    ]);
    expect(api.log.join('')).not.toContain(msisdn.slice(2));
  });

  /** Runs a command on the same data, beside the service. */
  async function admin(...args: readonly string[]): Promise<string> {
    const { databaseUrl, folder } = api;
    const { run, stop } = openAdmin();
    const place = databaseUrl === null ? ['--data', folder] : ['--database-url', databaseUrl];
    const { out, err } = await run([...args, ...place]);
    stop();
    expect(err).toBe('');
    return out;
  }

  /** Counts in the ledger, read past the store; on SQLite in a copy, because the service has the file. */
  async function ledger() {
    const { databaseUrl, folder } = api;
    const copy = join(folder, 'ledger.backup');
    if (databaseUrl === null) await admin('backup', copy);
    const raw = databaseUrl === null ? rawSqlite(copy) : await rawPostgres(databaseUrl);
    const count = async (from: string) =>
      Number((await raw.rows(`SELECT COUNT(*) AS n FROM ${from}`))[0]?.n);
    const unbalanced = await count(
      '(SELECT 1 FROM ledger_entry GROUP BY merchant_id, currency, seq HAVING SUM(amount) <> 0) AS one',
    );
    const entries = await count('ledger_entry');
    await raw.close();
    return { unbalanced, entries };
  }
});
