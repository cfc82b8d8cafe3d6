import { describe, expect, it } from 'vitest';
import { money } from '../../../shared/money/money.ts';
import type { SaleRequest } from '../../../shared/terminal/index.ts';
import { createMoneyWorld, type MoneyOptions, type MoneyWorld } from '../../support/money-world.ts';
import { QR_SALE, rest } from '../../support/till.ts';

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
    expect(world.sale().money).toEqual({ reserved: 0, taken: 3_200, refunded: 1_200 });
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
