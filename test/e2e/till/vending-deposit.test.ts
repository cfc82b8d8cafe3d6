import { describe, expect, it } from 'vitest';
import { money } from '../../../shared/money/money.ts';
import type { SaleRequest } from '../../../shared/terminal/index.ts';
import { createMoneyWorld, type MoneyOptions } from '../../support/money-world.ts';
import { QR_SALE, rest } from '../../support/till.ts';

/* Machines: money is taken only for a delivery that is written down. */

const MACHINE: MoneyOptions = { settings: { policy: 'unattended' } };
const DEPOSIT: SaleRequest = {
  ...QR_SALE,
  amount: money(10_000),
  mode: { kind: 'vend', item: 'slot-14', order: 'deposit' },
};
const price = (amount: number) => ({ kind: 'ok', amount: money(amount) }) as const;
const FAILED = { kind: 'failed', why: 'Jammed.' } as const;

describe('a deposit', () => {
  it('takes what was delivered and gives the rest back', async () => {
    const world = createMoneyWorld(MACHINE);
    world.machine.script(price(3_200));
    await world.approved(DEPOSIT);
    await world.becomes('paid');
    const { captures, code, request } = world.service.only();
    expect([request.action, code]).toEqual(['auth', 2000]);
    expect(captures.map(({ amount }) => amount)).toEqual([3_200]);
    expect(world.machine.delivered()).toHaveLength(1);
    expect(world.log()).toEqual(expect.arrayContaining(['vending', 'delivered', 'part_taken']));
    expect(world.sale().money).toEqual({ reserved: 0, taken: 3_200, refunded: 0 });
  });

  it('the order is journalled before it is sent, and its result before the capture', async () => {
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
    const asked = story.filter((kind) => /vend|intent/.test(kind));
    expect(asked).toEqual(['vend', 'vended', 'intent capture', 'intent release']);
  });

  it('nothing delivered is nothing taken', async () => {
    const world = createMoneyWorld(MACHINE);
    world.machine.script(FAILED);
    await world.approved(DEPOSIT);
    await world.becomes('released');
    expect(world.calls('capture')).toBe(0);
    expect(world.log()).toContain('not_delivered');
  });

  it('a part that came out is what is taken', async () => {
    const world = createMoneyWorld(MACHINE);
    world.machine.script({ kind: 'partial', amount: money(1_500), why: 'One of two.' });
    await world.approved(DEPOSIT);
    await world.becomes('paid');
    expect(world.service.only().captures.map(({ amount }) => amount)).toEqual([1_500]);
  });

  it('never takes more than was reserved, whatever the machine says', async () => {
    const world = createMoneyWorld(MACHINE);
    world.machine.script(price(99_999));
    await world.approved(DEPOSIT);
    await world.becomes('paid');
    expect(world.service.only().captures.map(({ amount }) => amount)).toEqual([10_000]);
  });

  it('a machine that never answers has its deadline, and nothing is taken', async () => {
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

  it('a machine that is only asked for its answer is believed', async () => {
    const world = createMoneyWorld(MACHINE);
    world.machine.script({ kind: 'silent', says: price(3_200) });
    await world.approved(DEPOSIT);
    await world.becomes('paid');
    expect(world.machine.delivered()).toHaveLength(1);
  });

  it('an answer that comes after it was given up moves no money, and is told', async () => {
    const world = createMoneyWorld(MACHINE);
    world.machine.script({ kind: 'late', after: 300_000, says: price(3_200) });
    await world.approved(DEPOSIT);
    await world.becomes('released');
    await world.pass(400_000);
    expect(world.service.only().captures).toEqual([]);
    expect(world.log()).toContain('delivered_late');
    expect(world.state()).toBe('released');
  });

  it('an answer that comes twice, to the question and to the order, is told once', async () => {
    const world = createMoneyWorld(MACHINE);
    world.machine.script({ kind: 'late', after: 70_000, says: price(3_200) });
    await world.approved(DEPOSIT);
    await world.becomes('paid');
    await world.pass(120_000, () => false, 1_000);
    expect(world.log()).toContain('delivered');
    expect(world.log()).not.toContain('delivered_late');
  });

  it('a price that is none is taken for no delivery', async () => {
    for (const amount of [Number.NaN, -1, 0.5, Number.POSITIVE_INFINITY, 1e15]) {
      const world = createMoneyWorld(MACHINE);
      // A machine may run any code; its messages are checked like all input from outside.
      world.machine.script(Object.assign(price(1), { amount }));
      await world.approved(DEPOSIT);
      await world.becomes('released');
      expect(world.log()).toContain('delivery_unknown');
    }
  });

  it('a customer who never approves leaves nothing behind', async () => {
    const world = createMoneyWorld(MACHINE);
    await world.till().start(DEPOSIT);
    await world.pass(400_000, () => world.state() === 'expired', 1_000);
    expect(world.state()).toBe('expired');
    expect(world.machine.delivered()).toEqual([]);
  });

  it('approved while it was being cancelled, nothing is delivered and nothing taken', async () => {
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

describe('a machine that is not there', () => {
  it('starts no sale without a machine that answers, nor one with a mode of no form', async () => {
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
});

describe('a power cut around a delivery', () => {
  it('between the delivery and the capture: the written result is taken, once', async () => {
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

  it('before the result was written: the machine is asked and does not deliver again', async () => {
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

  it('before the machine got the order: it closes the order, and nothing is captured', async () => {
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

  it('a machine that starts more slowly than the till is waited for', async () => {
    const world = createMoneyWorld(MACHINE);
    world.machine.script({ kind: 'late', after: 300_000, says: price(3_200) });
    await world.approved(DEPOSIT);
    await world.becomes('vending');
    world.restart();
    await world.pass(400_000, () => world.state() === 'paid', 1_000);
    expect(world.service.only().captures.map(({ amount }) => amount)).toEqual([3_200]);
    expect(world.machine.ordered()).toHaveLength(1);
  });

  it('a full disk: what cannot be written down is neither delivered nor taken', async () => {
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
