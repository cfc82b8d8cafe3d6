import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { paymentCreate } from '../../../service/api/endpoints/payments.ts';
import { permissionCreate } from '../../../service/api/endpoints/permissions.ts';
import { receiptPut } from '../../../service/api/endpoints/receipts.ts';
import { type Core, openCore } from '../../../service/app/core.ts';
import { createLog } from '../../../service/app/log.ts';
import { BUDGETED, createShopBudgets } from '../../../service/merchants/shop-budgets.ts';
import { upload } from '../../../service/payments/attachments/upload.ts';
import { SHOP_QUOTAS } from '../../../shared/limits/shop-quotas.ts';
import { Closing } from '../../../shared/node/closing.ts';
import { exampleOf } from '../../../shared/protocol/examples/index.ts';
import { permissionRequestInput } from '../../../shared/protocol/permission.ts';
import { receiptDocument } from '../../../shared/protocol/receipt.ts';
import { serviceAddresses } from '../../../shared/protocol/service-addresses.ts';
import { DAY } from '../../../shared/time/clock.ts';
import { draft } from '../../support/drafts.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';

const MB = 2 ** 20;

describe('the budget of a shop', () => {
  it.each(BUDGETED)('of %s refuses beyond its count or its bytes, and refills evenly', (kind) => {
    const clock = createManualClock();
    const said: unknown[] = [];
    const full: string[] = [];
    const budgets = createShopBudgets(clock, { warn: (about: unknown) => said.push(about) });
    budgets.onFull((what) => full.push(what));
    const { count, bytes } = SHOP_QUOTAS.aDay[kind];
    budgets.spend(kind, 'counted', 1, count - 1);
    expect(budgets.refusal(kind, 'counted')).toBeNull();
    budgets.spend(kind, 'counted', 1);
    budgets.spend(kind, 'heavy', bytes + MB);
    for (const shop of ['counted', 'heavy']) {
      expect(budgets.refusal(kind, shop)?.refusal).toMatchObject({
        type: 'Too Many Requests',
        description: expect.stringContaining(`${count} ${kind} and ${bytes / MB} MB`),
      });
    }
    expect(budgets.refusal(kind, 'another')).toBeNull();
    // The log is not filled by refusals.
    expect([said, full]).toEqual([[{ merchantId: 'counted', kind }], [kind, kind]]);
    const after = Number(budgets.refusal(kind, 'heavy')?.refusal.details?.retry_after);
    clock.advance(after * 1_000);
    expect(budgets.refusal(kind, 'heavy')).toBeNull();
    clock.advance(DAY);
    budgets.spend(kind, 'counted', 1, count - 1);
    expect(budgets.refusal(kind, 'counted')).toBeNull();
  });
});

describe('a shop that has handed over its quota', () => {
  let closing: Closing;
  let core: Core;
  let clock: ManualClock;
  let merchantId: string;
  beforeEach(async () => {
    closing = new Closing();
    clock = createManualClock();
    const addresses = () => serviceAddresses('http://service.test', '/merchant/v1');
    const deps = { clock, wall: clock, log: createLog('silent'), addresses };
    core = await openCore({ data: { kind: 'ephemeral' }, demo: true }, deps, closing);
    merchantId = core.demo?.merchantId ?? '';
  });
  afterEach(() => closing.close());

  const full = (kind: (typeof BUDGETED)[number]) =>
    core.deps.budgets.spend(kind, merchantId, SHOP_QUOTAS.aDay[kind].bytes + MB);
  const call = () => ({
    ...{ deps: core.deps, ahead: null, repeated: false, query: null },
    gone: () => new AbortController().signal,
    header: () => null,
    caller: { merchantId, kind: 'user', userId: 'pos', level: 'SECRET' } as const,
  });
  const outcome = (
    reply: Awaited<ReturnType<typeof paymentCreate | typeof permissionCreate | typeof receiptPut>>,
  ) => (reply.ok ? reply.value.status : reply.refusal.type);

  it('gets 429 for a new payment, and the payment for a repeat', async () => {
    const create = async (posTid: string) =>
      outcome(await paymentCreate({ ...call(), params: {}, body: draft({ pos_tid: posTid }) }));
    expect(await create('a')).toBe(201);
    full('payments');
    expect([await create('a'), await create('b')]).toEqual([200, 'Too Many Requests']);
    clock.advance(DAY);
    expect(await create('b')).toBe(201);
  });

  it('gets 429 for a new permission request, which counts as a payment, and 200 for a repeat', async () => {
    const input = { ...Object(exampleOf('permissionCreate').body), pos_id: 'kasse-9' };
    const create = async (posTid: string) => {
      const body = permissionRequestInput.parse({ ...input, pos_tid: posTid });
      return outcome(await permissionCreate({ ...call(), params: {}, body }));
    };
    const spent = () => core.deps.budgets.spent('payments', merchantId);
    expect(await create('a')).toBe(201);
    expect(spent().count).toBe(1);
    expect(spent().bytes).toBeGreaterThan(100);
    full('payments');
    expect([await create('a'), await create('b')]).toEqual([200, 'Too Many Requests']);
  });

  it('gets 429 for a new receipt, and 200 for a repeat', async () => {
    await core.deps.store.pos.create(merchantId, {
      ...{ id: 'kasse-9', name: 'Kasse 9', type: 'store', location: null },
    });
    const put = async (number: number) => {
      const code = `kasse-9-R${number}.Zm9yIHRoZSBleGFtcGxlIQ`;
      const example = { ...Object(exampleOf('receiptPut').body), number: `kasse-9-R${number}` };
      const body = receiptDocument.parse(example);
      return outcome(await receiptPut({ ...call(), params: { pos_id: 'kasse-9', code }, body }));
    };
    expect(await put(1)).toBe(201);
    full('receipts');
    expect([await put(1), await put(2)]).toEqual([200, 'Too Many Requests']);
  });

  it('gets 429 for an attachment, before it is read', async () => {
    full('attachments');
    const made = await core.deps.payments.create(merchantId, draft());
    if (!made.ok) throw new Error(made.refusal.description);
    const { payment } = made.value;
    const deps = {
      ...core.deps,
      issuers: { uploads: { open: () => ({ tid: payment.tid, expires: clock.now() + DAY }) } },
      payments: { read: async () => ({ ...payment, code: 3_008 }) },
    };
    const sent = { token: 't', contentType: 'image/png', body: Buffer.alloc(0) };
    const done = await upload(Object(deps), sent);
    expect(done.ok ? null : done.refusal.type).toBe('Too Many Requests');
  });
});
