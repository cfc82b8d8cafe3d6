import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../main/host/adapters/machine.ts';
import { createTcpMachine, type TcpMachine } from '../../main/host/vending/tcp-machine.ts';
import { money } from '../../shared/money/money.ts';
import type { SaleRequest } from '../../shared/terminal/index.ts';
import { startController } from '../support/controller.ts';
import { createMoneyService, type MoneyService } from '../support/money-service.ts';
import { QR_SALE } from '../support/till.ts';

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

async function approved(request: SaleRequest): Promise<void> {
  const started = await world.till().start(request);
  expect(started).toMatchObject({ ok: true });
  await world.becomes('waiting_scan');
  await world.approve();
}

describe('a till at the real service', () => {
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
