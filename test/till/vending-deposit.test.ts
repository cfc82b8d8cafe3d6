import { describe, expect, it } from 'vitest';
import { money } from '../../shared/money/money.ts';
import type { SaleRequest } from '../../shared/terminal/index.ts';
import { createMoneyWorld, type MoneyOptions } from '../support/money-world.ts';
import { QR_SALE, rest } from '../support/till.ts';

/* Machines with a deposit: the till captures only for a delivery that is in the journal. */

const MACHINE: MoneyOptions = { settings: { policy: 'unattended' } };
const DEPOSIT: SaleRequest = {
  ...QR_SALE,
  amount: money(10_000),
  mode: { kind: 'vend', item: 'slot-14', order: 'deposit' },
};
const price = (amount: number) => ({ kind: 'ok', amount: money(amount) }) as const;
const FAILED = { kind: 'failed', why: 'Jammed.' } as const;

describe('a deposit', () => {
  it('captures the delivered amount and releases the rest', async () => {
    const world = createMoneyWorld(MACHINE);
    world.machine.script(price(3_200));
    await world.approved(DEPOSIT);
    await world.becomes('paid');
    const { captures, code, request } = world.service.only();
    expect([request.action, code]).toEqual(['auth', 2000]);
    expect(captures.map(({ amount }) => amount)).toEqual([3_200]);
    expect(world.machine.delivered()).toHaveLength(1);
    expect(world.log()).toEqual(expect.arrayContaining(['vending', 'delivered', 'part_taken']));
    expect(world.sale().money).toMatchObject({ authorised: 0, captured: 3_200, refunded: 0 });
  });

  it('has its order in the journal before it is sent, and its result before the capture', async () => {
    const world = createMoneyWorld(MACHINE);
    const story: string[] = [];
    world.onAppend(async (record) => {
      story.push(record.kind === 'intent' ? `intent ${record.what}` : record.kind);
      if (record.kind === 'vend') expect(world.machine.delivered()).toEqual([]);
      if (record.kind === 'vended') expect(world.calls('capture')).toBe(0);
      return { ok: true };
    });
    world.machine.script(price(3_200));
    await world.approved(DEPOSIT);
    await world.becomes('paid');
    const steps = story.filter((kind) => /vend|intent/.test(kind));
    expect(steps).toEqual(['vend', 'vended', 'intent capture', 'intent release']);
  });

  it('is released if the machine delivers nothing', async () => {
    const world = createMoneyWorld(MACHINE);
    world.machine.script(FAILED);
    await world.approved(DEPOSIT);
    await world.becomes('released');
    expect(world.calls('capture')).toBe(0);
    expect(world.log()).toContain('not_delivered');
  });

  it('is captured in part if the machine delivers a part', async () => {
    const world = createMoneyWorld(MACHINE);
    world.machine.script({ kind: 'partial', amount: money(1_500), why: 'One of two.' });
    await world.approved(DEPOSIT);
    await world.becomes('paid');
    expect(world.service.only().captures.map(({ amount }) => amount)).toEqual([1_500]);
  });

  it('is captured at most up to the reservation if the machine reports a higher price', async () => {
    const world = createMoneyWorld(MACHINE);
    world.machine.script(price(99_999));
    await world.approved(DEPOSIT);
    await world.becomes('paid');
    expect(world.service.only().captures.map(({ amount }) => amount)).toEqual([10_000]);
  });

  it('is released after a deadline if the machine does not answer', async () => {
    const world = createMoneyWorld(MACHINE);
    world.machine.script({ kind: 'dead', delivers: 'yes' });
    await world.approved(DEPOSIT);
    await world.becomes('vending');
    const from = world.clock.now();
    await world.becomes('released');
    expect(world.clock.now() - from).toBeLessThan(100_000);
    expect(world.calls('capture')).toBe(0);
    expect(world.log()).toContain('delivery_unknown');
  });

  it('is captured by an answer that the machine gives only to a query', async () => {
    const world = createMoneyWorld(MACHINE);
    world.machine.script({ kind: 'silent', says: price(3_200) });
    await world.approved(DEPOSIT);
    await world.becomes('paid');
    expect(world.machine.delivered()).toHaveLength(1);
  });

  it('stays released if the machine answers after the deadline, and the log shows the answer', async () => {
    const world = createMoneyWorld(MACHINE);
    world.machine.script({ kind: 'late', after: 300_000, says: price(3_200) });
    await world.approved(DEPOSIT);
    await world.becomes('released');
    await world.pass(400_000);
    expect(world.service.only().captures).toEqual([]);
    expect(world.log()).toContain('delivered_late');
    expect(world.state()).toBe('released');
  });

  it('logs an answer once if the machine answers both the order and a query', async () => {
    const world = createMoneyWorld(MACHINE);
    world.machine.script({ kind: 'late', after: 70_000, says: price(3_200) });
    await world.approved(DEPOSIT);
    await world.becomes('paid');
    await world.pass(120_000, () => false, 1_000);
    expect(world.log()).toContain('delivered');
    expect(world.log()).not.toContain('delivered_late');
  });

  it('is released if the machine reports an invalid price', async () => {
    for (const amount of [Number.NaN, -1, 0.5, Number.POSITIVE_INFINITY, 1e15]) {
      const world = createMoneyWorld(MACHINE);
      // A machine may run any code; its messages are checked like all input from outside.
      world.machine.script(Object.assign(price(1), { amount }));
      await world.approved(DEPOSIT);
      await world.becomes('released');
      expect(world.log()).toContain('delivery_unknown');
    }
  });

  it('expires without a delivery if the customer does not approve', async () => {
    const world = createMoneyWorld(MACHINE);
    await world.till().start(DEPOSIT);
    await world.pass(400_000, () => world.state() === 'expired', 1_000);
    expect(world.state()).toBe('expired');
    expect(world.machine.delivered()).toEqual([]);
  });

  it('leads to no delivery and no capture if the customer approves during the cancellation', async () => {
    const world = createMoneyWorld(MACHINE);
    await world.till().start(DEPOSIT);
    await world.becomes('waiting_scan');
    world.service.setFate(({ name }) => (name === 'abort' ? 'drop_before' : 'deliver'));
    await world.act('cancel');
    await rest();
    world.service.confirm();
    world.service.setFate(() => 'deliver');
    await world.until(() => ['released', 'aborted'].includes(world.state()));
    expect(world.machine.delivered()).toEqual([]);
    expect(world.service.only().captures).toEqual([]);
  });
});

describe('a sale at a machine', () => {
  it('is refused if the machine does not answer or the mode is invalid', async () => {
    const world = createMoneyWorld(MACHINE);
    world.machine.setState('away');
    expect(await world.till().start(DEPOSIT)).toMatchObject({
      refusal: { type: 'Service Unavailable' },
    });
    world.machine.setState('ready');
    const nameless = { ...DEPOSIT, mode: { kind: 'vend', item: '', order: 'deposit' } } as const;
    expect(await world.till().start(nameless)).toMatchObject({ ok: false });
    expect(world.records).toEqual([]);
  });

  it.each(['deposit', 'pay_first'] as const)(
    'has no tip, which no machine delivers: %s',
    async (order) => {
      const world = createMoneyWorld(MACHINE);
      const mode = { kind: 'vend', item: 'slot-14', order } as const;
      const start = (amount: number, edit: 'fixed' | 'by_customer') =>
        world.till().start({ ...DEPOSIT, mode, additional: { amount: money(amount), edit } });
      const refused = {
        refusal: { type: 'validation_error', details: { additional: [expect.anything()] } },
      };
      expect(await start(500, 'fixed')).toMatchObject(refused);
      expect(await start(0, 'by_customer')).toMatchObject(refused);
      expect(world.records).toEqual([]);
      expect(await start(0, 'fixed')).toMatchObject({ ok: true });
    },
  );
});

describe('a power cut around a delivery', () => {
  it('between the delivery and the capture: the till captures the journalled result once', async () => {
    const world = createMoneyWorld(MACHINE);
    world.machine.script(price(3_200));
    world.service.setFate(({ name }) => (name === 'capture' ? 'dead_before' : 'deliver'));
    await world.approved(DEPOSIT);
    await world.until(() => world.calls('capture') === 1);
    world.service.setFate(() => 'deliver');
    world.restart();
    await world.becomes('paid');
    expect(world.service.only().captures.map(({ amount }) => amount)).toEqual([3_200]);
    expect(world.machine.delivered()).toHaveLength(1);
  });

  it('before the result was written: a query gives it, and nothing is delivered again', async () => {
    const world = createMoneyWorld(MACHINE);
    world.machine.script(price(3_200));
    world.onAppend((record) =>
      record.kind === 'vended' ? new Promise(() => undefined) : Promise.resolve({ ok: true }),
    );
    await world.approved(DEPOSIT);
    await world.until(() => world.machine.delivered().length === 1);
    await rest();
    world.onAppend(async () => ({ ok: true }));
    world.restart();
    await world.becomes('paid');
    expect(world.machine.delivered()).toHaveLength(1);
    expect(world.service.only().captures.map(({ amount }) => amount)).toEqual([3_200]);
  });

  it('before the machine got the order: the machine closes the order, and nothing is captured', async () => {
    const world = createMoneyWorld(MACHINE);
    world.onAppend(async (record) => {
      if (record.kind === 'vend') setImmediate(() => world.restart());
      return { ok: true };
    });
    const hear = world.machine.dispense;
    expect(typeof hear).toBe('function');
    await world.approved(DEPOSIT);
    await world.until(() => ['released', 'paid'].includes(world.state()));
    const taken = world.service.only().captures.length;
    expect(taken).toBe(world.machine.delivered().length);
  });

  it('with a machine that starts more slowly than the till: the till waits for it', async () => {
    const world = createMoneyWorld(MACHINE);
    world.machine.script({ kind: 'late', after: 300_000, says: price(3_200) });
    await world.approved(DEPOSIT);
    await world.becomes('vending');
    world.restart();
    await world.pass(400_000, () => world.state() === 'paid', 1_000);
    expect(world.service.only().captures.map(({ amount }) => amount)).toEqual([3_200]);
    expect(world.machine.ordered()).toHaveLength(1);
  });

  it('with a full disk: the till neither orders nor captures what it cannot journal', async () => {
    const full = { ok: false, failure: { kind: 'full', description: 'Full.' } } as const;
    for (const kind of ['vend', 'vended'] as const) {
      const world = createMoneyWorld(MACHINE);
      let isFull = false;
      world.onAppend(async (record) => {
        isFull ||= record.kind === kind;
        return isFull ? full : { ok: true };
      });
      await world.approved(DEPOSIT);
      await world.pass(120_000, () => false, 1_000);
      expect(world.service.only().captures).toEqual([]);
      expect(world.machine.delivered()).toHaveLength(kind === 'vend' ? 0 : 1);
      isFull = false;
      world.onAppend(async () => ({ ok: true }));
      await world.until(() => ['paid', 'released'].includes(world.state()));
      expect(world.service.only().captures).toHaveLength(kind === 'vend' ? 0 : 1);
    }
  });
});
