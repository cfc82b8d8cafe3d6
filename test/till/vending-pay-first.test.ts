import { describe, expect, it } from 'vitest';
import { money } from '../../shared/money/money.ts';
import type { SaleRequest } from '../../shared/terminal/index.ts';
import type { Fate } from '../support/model-service.ts';
import { createMoneyWorld, type MoneyOptions, type MoneyWorld } from '../support/money-world.ts';
import { QR_SALE, rest } from '../support/till.ts';

/* Machines with payment first: the till refunds an undelivered amount, or asks a person to. */

const MACHINE: MoneyOptions = { settings: { policy: 'unattended' } };
const DEPOSIT: SaleRequest = {
  ...QR_SALE,
  amount: money(10_000),
  mode: { kind: 'vend', item: 'slot-14', order: 'deposit' },
};
const PAY_FIRST: SaleRequest = {
  ...DEPOSIT,
  amount: money(3_200),
  mode: { kind: 'vend', item: 'slot-14', order: 'pay_first' },
};
const price = (amount: number) => ({ kind: 'ok', amount: money(amount) }) as const;
const FAILED = { kind: 'failed', why: 'Jammed.' } as const;

const indexOf = (world: MoneyWorld, holds: (record: Record<string, unknown>) => boolean) =>
  world.records.findIndex((record) => holds({ ...record }));

describe('a sale with payment first', () => {
  it('captures the amount before the machine delivers', async () => {
    const world = createMoneyWorld(MACHINE);
    await world.approved(PAY_FIRST);
    await world.becomes('paid');
    expect(world.machine.delivered()).toHaveLength(1);
    const taken = indexOf(world, ({ kind, code }) => kind === 'seen' && code === 2000);
    const told = indexOf(world, ({ kind }) => kind === 'vend');
    expect(taken).toBeGreaterThan(0);
    expect(told).toBeGreaterThan(taken);
  });

  it('is not complete while the machine still delivers', async () => {
    const world = createMoneyWorld(MACHINE);
    world.machine.script({ kind: 'late', after: 20_000, says: price(3_200) });
    await world.approved(PAY_FIRST);
    await world.becomes('vending');
    expect(world.sale().actions).not.toContain('dismiss');
    expect(await world.till().start(PAY_FIRST)).toMatchObject({ refusal: { type: 'Conflict' } });
    await world.becomes('paid');
  });

  it('is refunded once if nothing was delivered, under an id that survives a restart', async () => {
    const world = createMoneyWorld(MACHINE);
    world.machine.script(FAILED);
    world.service.setFate(({ name }) => (name === 'refund' ? 'dead_after' : 'deliver'));
    await world.approved(PAY_FIRST);
    await world.until(() => world.calls('refund') === 1);
    expect(world.sale().state).toEqual({
      kind: 'undelivered',
      missing: 3_200,
      refund: 'under_way',
    });
    world.service.setFate(() => 'deliver');
    world.restart();
    await world.becomes('refunded');
    expect(world.service.only().refunds.map(({ amount }) => amount)).toEqual([3_200]);
    expect(world.log()).toContain('refunded');
  });

  it('refunds the difference if the machine reports a lower price', async () => {
    const world = createMoneyWorld(MACHINE);
    world.machine.script(price(3_000));
    await world.approved(PAY_FIRST);
    await world.becomes('paid');
    expect(world.service.only().refunds.map(({ amount }) => amount)).toEqual([200]);
  });

  it('refunds only the part that the machine did not deliver', async () => {
    const world = createMoneyWorld(MACHINE);
    world.machine.script({ kind: 'partial', amount: money(2_000), why: 'One of two.' });
    await world.approved(PAY_FIRST);
    await world.becomes('paid');
    expect(world.service.only().refunds.map(({ amount }) => amount)).toEqual([1_200]);
    expect(world.sale().money).toMatchObject({ authorised: 0, captured: 3_200, refunded: 1_200 });
  });

  it('waits for a refund by a person if the till cannot refund, also after a restart', async () => {
    for (const signs of ['no', 'yes'] as const) {
      const world = createMoneyWorld({ ...MACHINE, signs });
      world.machine.script(FAILED);
      world.service.setRefusal(({ name }) => (name === 'refund' ? 403 : null));
      await world.approved(PAY_FIRST);
      const byPerson = () =>
        JSON.stringify(world.sale().state).includes('by_person') &&
        world.sale().actions.includes('settle');
      await world.until(byPerson);
      world.restart();
      await world.until(byPerson);
      // The machine can still sell meanwhile.
      expect(world.sale().aside).toBe(true);
      await world.act('settle');
      await world.becomes('paid');
      expect(world.service.only().refunds).toEqual([]);
    }
  });

  it('is refunded if the till restarts between the payment and the order', async () => {
    const world = createMoneyWorld(MACHINE);
    world.onAppend((record) =>
      record.kind === 'vend' ? new Promise(() => undefined) : Promise.resolve({ ok: true }),
    );
    await world.approved(PAY_FIRST);
    await world.until(() => world.service.only().captures.length === 1);
    await rest();
    world.onAppend(async () => ({ ok: true }));
    world.restart();
    await world.becomes('refunded');
    expect(world.machine.delivered()).toEqual([]);
  });
});

describe('a sale with payment first that is unclear after the approval', () => {
  const CAPTURES: readonly (readonly [string, Fate])[] = [
    ['the capture is lost', 'drop_before'],
    ['the answer to the capture is lost', 'drop_after'],
    ['the capture is answered and the reads are lost', 'deliver'],
    ['the service refuses the capture for now', 'busy'],
  ];

  /** The customer approves, and the network breaks at the capture. */
  async function unclear(capture: Fate): Promise<MoneyWorld> {
    const world = createMoneyWorld(MACHINE);
    let broken = false;
    world.service.setFate(({ name }) => {
      broken ||= name === 'capture';
      if (name === 'capture') return capture;
      return broken ? 'drop_before' : 'deliver';
    });
    await world.approved(PAY_FIRST);
    await world.becomes('unclear');
    return world;
  }

  const isOver = (world: MoneyWorld) =>
    ['aborted', 'released', 'refunded'].includes(world.sale().state.kind);

  function expectNothingKept({ service, machine }: MoneyWorld): void {
    expect([machine.ordered(), machine.delivered()]).toEqual([[], []]);
    const { captures, refunds } = service.only();
    const sum = (parts: readonly { readonly amount: number }[]) =>
      parts.reduce((total, { amount }) => total + amount, 0);
    expect(sum(captures) - sum(refunds)).toBe(0);
  }

  it.each(CAPTURES)('can be cancelled and delivers nothing later: %s', async (_name, capture) => {
    for (const life of ['the same', 'a new one'] as const) {
      const world = await unclear(capture);
      expect(world.sale().actions).toContain('cancel');
      expect(await world.act('cancel')).toMatchObject({ ok: true });
      await world.pass(3_600_000);
      expect(world.sale().state).toMatchObject({ kind: 'unclear', asking: ['was_it_cancelled'] });
      world.service.setFate(() => 'deliver');
      if (life === 'a new one') world.restart();
      await world.until(() => isOver(world));
      expectNothingKept(world);
    }
  });

  it('refunds a capture that arrives just before the release', async () => {
    const world = await unclear('drop_before');
    await world.act('cancel');
    const { client } = world.service;
    const tid = world.sale().tid ?? '';
    let late = 0;
    world.service.setFate(({ name }) => {
      if (name === 'release' && late === 0) {
        late += 1;
        void client.paymentUpdate(tid, { action: 'capture' });
      }
      return 'deliver';
    });
    await world.becomes('refunded');
    expect(late).toBe(1);
    expect(world.service.only().captures).toHaveLength(1);
    expectNothingKept(world);
  });

  it('waits for a person after a cancellation if the till cannot refund', async () => {
    const world = createMoneyWorld({ ...MACHINE, signs: 'no' });
    let broken = false;
    world.service.setFate(({ name }) => {
      broken ||= name === 'capture';
      return broken ? 'drop_after' : 'deliver';
    });
    await world.approved(PAY_FIRST);
    await world.becomes('unclear');
    await world.act('cancel');
    world.service.setFate(() => 'deliver');
    await world.becomes('undelivered');
    expect(world.sale()).toMatchObject({ aside: true, state: { refund: 'by_person' } });
    expect(world.machine.ordered()).toEqual([]);
  });
});
