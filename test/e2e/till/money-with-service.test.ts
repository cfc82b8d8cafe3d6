import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../main/host/adapters/machine.ts';
import { createTcpMachine, type TcpMachine } from '../../../main/host/vending/tcp-machine.ts';
import { money } from '../../../shared/money/money.ts';
import type { SaleRequest } from '../../../shared/terminal/index.ts';
import { startController } from '../../support/controller.ts';
import { until as waitUntil } from '../../support/last-resort.ts';
import { createMoneyService, type MoneyService } from '../../support/money-service.ts';
import { QR_SALE } from '../../support/till.ts';

/* Captures, refunds and vending against the real service, with sockets, signatures and a journal. */

let world: MoneyService;
let controller: Awaited<ReturnType<typeof startController>>;
let machine: TcpMachine;

beforeAll(async () => {
  controller = await startController();
  machine = createTcpMachine({
    ...{ host: '127.0.0.1', port: controller.port, clock: systemClock },
    report: () => undefined,
  });
  world = await createMoneyService({ machine });
});
afterEach(async () => {
  world.onWire(() => 'deliver');
  await world.stop();
});
afterAll(async () => {
  machine.close();
  await world.end();
  await controller.stop();
});

const LATER: SaleRequest = { ...QR_SALE, mode: { kind: 'authorise' } };

async function approved(request: SaleRequest): Promise<void> {
  const started = await world.till().start(request);
  expect(started).toMatchObject({ ok: true });
  await world.becomes('waiting_scan');
  await world.approve();
}

const isBecause = (why: string) => () => JSON.stringify(world.sale().state).includes(why);

describe('a till at the real service', () => {
  it('authorises, captures twice, renews and releases although each answer is lost once', async () => {
    await world.start();
    await approved(LATER);
    await world.until(isBecause('to_be_captured'));
    const lost = new Set<string>();
    world.onWire((method, _, body) => {
      const action = /"action":"(\w+)"/.exec(body)?.[1] ?? '';
      if (method !== 'PUT' || lost.has(action)) return 'deliver';
      lost.add(action);
      return 'drop_after';
    });
    const { id } = world.sale();
    await world.till().capture(id, { amount: money(5_000), captureId: 'one' });
    await world.until(isBecause('part_captured'));
    const before = world.sale().renewal?.expires ?? 0;
    // Expiry times are whole seconds: a renewal within the same second would not change the time.
    const second = () => Math.floor(systemClock.now() / 1_000);
    const reserved = second();
    await waitUntil(second, (now) => now > reserved);
    await world.till().act(id, 'renew');
    await world.until(() => (world.sale().renewal?.expires ?? 0) > before);
    await world.till().capture(id, { amount: money(2_500), rest: 'release' });
    await world.becomes('paid');
    expect([...lost].sort()).toEqual(['capture', 'reauth', 'release']);
    const outcome = await world.outcome();
    expect(outcome).toMatchObject({ status_code: 2000, auth_amount: 0 });
    const amounts = outcome.captures.map((part: { amount: number }) => part.amount);
    expect(amounts).toEqual([5_000, 2_500]);
  });

  it('applies each command to the right one of two reservations', async () => {
    await world.start();
    const made: { readonly id: string; readonly tid: string }[] = [];
    for (const amount of [1_000, 2_000]) {
      await approved({ ...LATER, amount: money(amount) });
      await world.until(isBecause('to_be_captured'));
      made.push({ id: world.sale().id, tid: world.tid() });
      await world.till().act(world.sale().id, 'set_aside');
    }
    const [first, second] = made;
    if (first === undefined || second === undefined) throw new Error('two sales were made');
    await world.till().act(first.id, 'release');
    await world.till().capture(second.id, { amount: money(1_500), rest: 'release' });
    const stateOf = (id: string) => world.till().sale(id)?.state.kind;
    await world.until(() => stateOf(first.id) === 'released' && stateOf(second.id) === 'paid');
    expect(await world.outcome(first.tid)).toMatchObject({ status_code: 4019, captures: [] });
    const { captures } = await world.outcome(second.tid);
    expect(captures).toMatchObject([{ amount: 1_500 }]);
  });

  it('captures and refunds an additional amount that the customer changed', async () => {
    await world.start();
    const tip = { amount: money(1_000), edit: 'by_customer' } as const;
    await world.till().start({ ...QR_SALE, additional: tip });
    await world.becomes('waiting_scan');
    expect(world.sale().additionalAmount).toBe(1_000);
    await world.simulator.claim(world.tid(), world.customer);
    await world.simulator.confirm(world.tid(), { additionalAmount: money(2_500) });
    await world.becomes('paid');
    expect(world.sale()).toMatchObject({ additionalAmount: 2_500, money: { taken: 15_000 } });
    const { tid } = world.sale();
    const request = { tid: tid ?? '', amount: money(13_000), text: null };
    expect(await world.till().refund(request, world.word())).toMatchObject({ ok: true });
    await world.until(() => world.sale().money.refunded === 13_000);
    expect((await world.outcome()).refunds).toMatchObject([
      { amount: 12_500, additional_amount: 500 },
    ]);
  });

  it('signs a refund, makes it once although its answer is lost, and shows it on the sale', async () => {
    await world.start();
    await approved(QR_SALE);
    await world.becomes('paid');
    let sent = 0;
    world.onWire((method) => {
      if (method !== 'PUT') return 'deliver';
      sent += 1;
      return sent === 1 ? 'drop_after' : 'deliver';
    });
    const request = { tid: world.tid(), amount: null, text: 'Angret' };
    await world.till().refund(request, world.word());
    await world.becomes('refunded');
    expect(sent).toBe(2);
    expect((await world.outcome()).refunds).toHaveLength(1);
    // The service refuses a refund with a secret: the till needs the key.
    const path = `/payment_request/${world.tid()}/`;
    const body = { action: 'refund' };
    const bare = await world.service.secret(world.service.users.pos, path, { method: 'PUT', body });
    expect(bare.status).toBe(401);
  });

  it('captures of a deposit only the price that a machine behind TCP delivered', async () => {
    await world.start({ policy: 'unattended' });
    controller.behave(({ vend, most }) => `OK ${vend} ${most === 10_000 ? 3_200 : 0}`);
    await approved({
      ...QR_SALE,
      amount: money(10_000),
      mode: { kind: 'vend', item: 'slot-14', order: 'deposit' },
    });
    await world.becomes('paid');
    const outcome = await world.outcome();
    expect(outcome.captures).toMatchObject([{ amount: 3_200 }]);
    expect(outcome.auth_amount).toBe(0);
  });

  it('queries a controller that stopped during the delivery, and captures the price', async () => {
    await world.start({ policy: 'unattended' });
    const vends: string[] = [];
    controller.behave(({ vend, hangUp }) => {
      vends.push(vend);
      hangUp();
      return null;
    });
    await approved({
      ...QR_SALE,
      amount: money(10_000),
      mode: { kind: 'vend', item: 'slot-14', order: 'deposit' },
    });
    await world.until(() => vends.length === 1);
    await world.stop();
    const [vend = ''] = vends;
    controller.remember(vend, `OK ${vend} 4500`);
    await world.start({ policy: 'unattended' });
    await world.becomes('paid');
    expect((await world.outcome()).captures).toMatchObject([{ amount: 4_500 }]);
    expect(controller.delivered.filter((one) => one === vend)).toHaveLength(1);
  });

  it('automatically refunds a paid order that the machine did not deliver', async () => {
    await world.start({ policy: 'unattended' });
    controller.behave(({ vend }) => `FAIL ${vend} jammed`);
    await approved({ ...QR_SALE, mode: { kind: 'vend', item: 'slot-2', order: 'pay_first' } });
    await world.becomes('refunded');
    expect((await world.outcome()).refunds).toMatchObject([{ amount: 12_500 }]);
  });
});

describe('a request for data', () => {
  const newest = () => world.till().view().permissions[0];
  const ask = async (scope = 'openid phone email') => {
    const customer = { kind: 'phone', msisdn: world.customer } as const;
    const asked = await world.till().askPermission({ customer, scope, text: 'Medlem?' });
    if (!asked.ok) throw new Error(asked.refusal.description);
    await world.until(() => newest()?.state === 'waiting');
    return asked.value.id;
  };

  it('is granted, returned at every request, and never written to disk', async () => {
    await world.start();
    const id = await ask();
    expect(await world.till().takePermission(id)).toMatchObject({ ok: false });
    await world.simulator.accept(newest()?.rid ?? '');
    await world.until(() => newest()?.state === 'granted');
    const taken = await world.till().takePermission(id);
    if (!taken.ok) throw new Error(taken.refusal.description);
    expect(taken.value.userInfo).toMatchObject({ phone_number: expect.any(String) });
    expect(JSON.stringify(world.till().view())).not.toContain(taken.value.accessToken);
    await world.stop();
    const journal = await readFile(join(world.directory, 'journal'), 'utf8');
    expect(journal).toContain('permission_ended');
    expect(journal).not.toContain(taken.value.accessToken);
    expect(journal).not.toContain(taken.value.refreshToken ?? 'no token');
    await world.start();
    expect(await world.till().takePermission(id)).toMatchObject({ ok: true });
  });

  it('shows declined and unknown customers, and refuses invalid input at once', async () => {
    await world.start();
    await ask('openid phone');
    await world.simulator.decline(newest()?.rid ?? '');
    await world.until(() => newest()?.state === 'declined');
    const unknown = { kind: 'phone', msisdn: '4799999999' } as const;
    await world.till().askPermission({ customer: unknown, scope: 'openid phone', text: null });
    await world.until(() => newest()?.state === 'unknown_customer');
    const bad = { customer: unknown, scope: 'everything', text: null };
    expect(await world.till().askPermission(bad)).toMatchObject({ ok: false });
  });

  it('survives a lost answer and a restart as one request', async () => {
    await world.start();
    const posts: string[] = [];
    world.onWire((method, path) => {
      if (method !== 'POST' || !path.includes('permission_request')) return 'deliver';
      posts.push(path);
      return posts.length === 1 ? 'drop_after' : 'deliver';
    });
    await ask('openid email');
    const rid = newest()?.rid;
    expect(posts).toHaveLength(2);
    await world.stop();
    await world.start();
    await world.simulator.accept(rid ?? '');
    await world.until(() => newest()?.state === 'granted');
    expect(newest()?.rid).toBe(rid);
  });
});
