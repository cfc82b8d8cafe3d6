import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type CustomerAdministration,
  createCustomer,
  eraseCustomer,
  importCustomers,
  listCustomers,
  readCustomer,
  setBlocked,
  setCredit,
} from '../../../service/customers/administration.ts';
import { exportCustomer } from '../../../service/customers/export-customer.ts';
import { findCustomer } from '../../../service/customers/find-customer.ts';
import { paymentUpdateInput } from '../../../shared/protocol/payment-request.ts';
import { draft, ids, MERCHANT, startPayments } from '../../support/payments.ts';
import { STORES } from '../../support/stores.ts';

/* Everything that the operator does with customers, on both databases. */

const PROFILE = {
  email: 'ingrid@example.no',
  emailVerified: false,
  address: null,
  nationalId: null,
} as const;

describe.each(STORES)('customers of the operator on %s', (kind) => {
  let world: Awaited<ReturnType<typeof startPayments>>;
  let deps: CustomerAdministration;
  beforeEach(async () => {
    world = await startPayments(kind);
    deps = { store: world.store, ids, now: world.clock.now };
  });
  afterEach(() => world.stop());

  async function added(msisdn: string, name = 'Kari Nordmann'): Promise<string> {
    const made = await createCustomer(deps, { msisdn, name, allowCredit: false }, 'active');
    if (!made.ok) throw new Error(made.refusal.description);
    return made.value.id;
  }

  async function asked(customer: string, more: Parameters<typeof draft>[0] = {}) {
    const made = await world.payments.create(MERCHANT.id, draft({ customer, ...more }));
    if (!made.ok) throw new Error(made.refusal.description);
    return made.value.payment;
  }

  it('are created once per number, and found by number, id and name', async () => {
    const id = await added('4740000001', 'Åse Løkke');
    const again = { msisdn: '4740000001', name: 'Other', allowCredit: false };
    expect((await createCustomer(deps, again, 'active')).ok).toBe(false);
    for (const text of ['+47 40 00 00 01', id]) {
      expect((await readCustomer(deps, text)).ok).toBe(true);
    }
    for (const text of ['40000001', 'åse', 'LØKKE', id]) {
      const found = await listCustomers(deps, { text, after: null, limit: 10 });
      expect(found.map((one) => one.id)).toEqual([id]);
    }
    expect((await readCustomer(deps, '4799999999')).ok).toBe(false);
  });

  it('who are blocked are refused like unknown ones, and signed out', async () => {
    const id = await added('4740000002');
    const { customers } = world.store;
    await customers.putSession('hash-2', id, world.clock.now() + 1_000);
    const before = await asked('4740000002');
    expect((await setBlocked(deps, id, 'blocked')).ok).toBe(true);
    const blocked = await asked('4740000002');
    const unknown = await asked('4740999999');
    expect([before.code, blocked.code, unknown.code]).toEqual([1003, 4004, 4004]);
    expect([blocked.customerId, unknown.customerId]).toEqual([null, null]);
    expect(await customers.byMsisdn('4740000002')).toBeNull();
    expect(await customers.bySession('hash-2', world.clock.now())).toBeNull();
    expect((await setBlocked(deps, id, 'active')).ok).toBe(true);
    expect((await asked('4740000002')).code).toBe(1003);
    expect(await customers.bySession('hash-2', world.clock.now())).toBeNull();
  });

  it('who are blocked are not found by a scan token or an access token', async () => {
    const { store, clock } = world;
    const id = await added('4740000003');
    const now = clock.now();
    const link = { id: 'lnk1', merchantId: MERCHANT.id, serialNumber: null, callbackUri: null };
    await store.shortlinks.create({ ...link, label: null, isActive: true, created: now });
    const scan = await world.scans.scan(id, { shortlink: 'lnk1', argstring: '' });
    if (!scan.ok) throw new Error(scan.refusal.description);
    const found = () => findCustomer(store, MERCHANT.id, scan.value.token, now);
    expect((await found()).customer.kind).toBe('known');
    await setBlocked(deps, id, 'blocked');
    expect((await found()).customer.kind).toBe('unknown');
    const waiting = await asked('shortlink_id:lnk1');
    await world.match(MERCHANT.id, 'lnk1', waiting.tid);
    expect((await store.payments.byTid(MERCHANT.id, waiting.tid))?.customerId).toBeNull();
  });

  it('pay by credit only where the operator allows it', async () => {
    const id = await added('4740000004');
    const { tid } = await asked('4740000004', { allow_credit: true });
    const confirm = () =>
      world.payments.customerSide.confirm(id, tid, { additionalAmount: null, credit: true });
    expect((await confirm()).ok).toBe(false);
    expect((await setCredit(deps, id, true)).ok).toBe(true);
    const paid = await confirm();
    expect(paid.ok && paid.value.credit).toBe(true);
  });

  it('come from a CSV file, all or none', async () => {
    const wrong =
      'msisdn,name,allow_credit\n4740000010,Per,yes\n12,Nobody,maybe\n4740000010,Per,no\n';
    const refused = await importCustomers(deps, wrong);
    expect(refused.ok ? '' : refused.refusal.description).toMatch(/row 3.*row 4/);
    expect(await world.store.customers.recordByMsisdn('4740000010')).toBeNull();
    const file =
      '\uFEFFmsisdn,name,allow_credit\r\n+47 40000010,"Hansen, Per",yes\r\n4740000011,Ida,\r\n';
    expect(await importCustomers(deps, file)).toMatchObject({ value: { created: 2, present: 0 } });
    expect(await importCustomers(deps, file)).toMatchObject({ value: { created: 0, present: 2 } });
    const per = await world.store.customers.recordByMsisdn('4740000010');
    expect(per).toMatchObject({ name: 'Hansen, Per', allowCredit: true, status: 'active' });
    // A spreadsheet writes semicolons and empty rows.
    const other = 'msisdn;name\n;\n4740000012;"Åse; Li"\n';
    expect(await importCustomers(deps, other)).toMatchObject({ value: { created: 1, present: 0 } });
    for (const bad of ['name\nPer\n', 'msisdn,name\n"47', 'msisdn,name\n1,2,3\n']) {
      expect((await importCustomers(deps, bad)).ok).toBe(false);
    }
  });

  it('who are erased leave requests for other numbers unchanged', async () => {
    const erased = '4740000030';
    const other = '4740000031';
    await added(erased);
    const text = `Call ${erased}`;
    const { tid, code } = await asked(other, { text, pos_tid: 'names-both' });
    expect(code).toBe(4004);
    expect((await eraseCustomer(deps, erased)).ok).toBe(true);
    const payment = await world.store.payments.byTid(MERCHANT.id, tid);
    expect(payment?.request).toMatchObject({ customer: other });
  });

  it('who are erased leave no personal data, and the ledger still balances', async () => {
    const msisdn = '4740000020';
    const name = 'Solveig Unik';
    const { store } = world;
    const nobody = await asked(msisdn, { pos_id: 'early' });
    expect(nobody.code).toBe(4004);
    const id = await added(msisdn, name);
    await store.profiles.put(id, PROFILE);
    const scope = 'openid email phone profile';
    const callback_uri = 'https://shop.example/callback';
    const { tid } = await asked(`msisdn:${msisdn}`, { callback_uri, required_scope: scope });
    const { customerSide } = world.payments;
    const paid = await customerSide.confirm(id, tid, { additionalAmount: null, credit: false });
    expect(paid.ok).toBe(true);
    const capture = paymentUpdateInput.parse({ action: 'capture' });
    expect((await world.payments.update(MERCHANT.id, tid, capture)).ok).toBe(true);
    const permission = await world.permissions.create(MERCHANT.id, {
      ...{ customer: msisdn, pos_id: 'p', pos_tid: 'club', text: null, callback_uri },
      ...{ scope, expires_in: 600 },
    });
    if (!permission.ok) throw new Error(permission.refusal.description);
    const { rid } = permission.value.permission;
    expect((await world.permissions.customerSide.accept(id, rid, null)).ok).toBe(true);
    const exported = await exportCustomer(store, msisdn);
    const text = JSON.stringify(exported.ok && exported.value);
    for (const part of [msisdn, name, PROFILE.email, tid, rid]) expect(text).toContain(part);
    const key = { merchantId: MERCHANT.id, currency: 'NOK' };
    const before = await store.ledger.balances(key);

    expect(await eraseCustomer(deps, msisdn)).toMatchObject({ ok: true, value: id });
    expect((await eraseCustomer(deps, id)).ok).toBe(false);
    expect((await store.customers.record(id))?.status).toBe('erased');
    expect(await store.ledger.balances(key)).toEqual(before);
    const lines = await store.ledger.linesOf(MERCHANT.id, tid);
    expect(lines.map((one) => one.customer)).toEqual(lines.map(() => `erased:${id}`));
    expect(lines.length).toBeGreaterThan(0);
    const payment = await store.payments.byTid(MERCHANT.id, tid);
    expect(payment?.request.customer).toBe(`erased:${id}`);
    expect(payment?.permission?.grant?.userInfo).toEqual({});
    const refund = paymentUpdateInput.parse({ action: 'refund' });
    expect((await world.payments.update(MERCHANT.id, tid, refund)).ok).toBe(true);
    expect((await asked(msisdn)).code).toBe(4004);
    expect(await added(msisdn, 'Another Person')).not.toBe(id);
    await store.customers.erase((await store.customers.recordByMsisdn(msisdn))?.id ?? '');
    const raw = await dump(world);
    for (const part of [msisdn, name, PROFILE.email]) expect(raw).not.toContain(part);
  });

  async function dump({ place }: typeof world): Promise<string> {
    if (kind === 'sqlite') await world.store.close();
    const raw = await place.raw();
    const tables = [
      ...['customer', 'customer_profile', 'payment', 'permission_request', 'delivery'],
      ...['channel_event', 'transaction_log', 'scope_log', 'scan', 'oauth_token'],
    ];
    const rows: unknown[] = [];
    for (const table of tables) rows.push(await raw.rows(`SELECT * FROM ${table}`));
    await raw.close();
    return JSON.stringify(rows, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
  }
});
