import { describe, expect, it } from 'vitest';
import { money } from '../../shared/money/money.ts';
import { isFinal, type SaleRequest } from '../../shared/terminal/index.ts';
import type { VendScript } from '../../shared/terminal/vending/simulated.ts';
import type { Fate } from '../support/model-service.ts';
import {
  createMoneyWorld,
  type MoneyOptions,
  type MoneyWorld,
  nok,
} from '../support/money-world.ts';
import { QR_SALE } from '../support/till.ts';

/*
 * The till is killed at every step of a sale whose captures follow the approval, and each single call is
 * lost once. The restarted till reads the journal as it was. After each kill, the till captures each part
 * once, the machine delivers once, the captured amount is the price of the delivery, and the sale ends.
 */

type Story = {
  readonly name: string;
  readonly request: SaleRequest;
  readonly script: VendScript | null;
  readonly ends: string;
  /** What may have been taken and kept, and what may have been delivered, at the end. */
  readonly allows: (kept: number, delivered: number) => boolean;
};

const PRICE = 3_200;
const deposit: SaleRequest = {
  ...QR_SALE,
  ...nok(10_000),
  mode: { kind: 'vend', item: 'a', order: 'deposit' },
};
const payFirst: SaleRequest = {
  ...QR_SALE,
  ...nok(PRICE),
  mode: { kind: 'vend', item: 'a', order: 'pay_first' },
};
const FAILED = { kind: 'failed', why: 'Jammed.' } as const;
const nothing = (kept: number, delivered: number) => kept === 0 && delivered === 0;
const paidForIt = (kept: number, delivered: number) => kept === delivered * PRICE;

const STORIES: readonly Story[] = [
  {
    name: 'captured in two parts',
    request: { ...QR_SALE, mode: { kind: 'authorise' } },
    script: null,
    ends: 'paid',
    allows: (kept) => [0, 5_000, 7_000].includes(kept),
  },
  {
    name: 'a deposit',
    request: deposit,
    script: { kind: 'ok', amount: money(PRICE) },
    ends: 'paid',
    allows: paidForIt,
  },
  {
    name: 'a deposit without a delivery',
    request: deposit,
    script: FAILED,
    ends: 'released',
    allows: nothing,
  },
  {
    name: 'paid first',
    request: payFirst,
    script: { kind: 'ok', amount: null },
    ends: 'paid',
    allows: paidForIt,
  },
  {
    name: 'paid first without a delivery',
    request: payFirst,
    script: FAILED,
    ends: 'refunded',
    allows: nothing,
  },
];

function worldOf(story: Story, killAt?: number): MoneyWorld {
  const policy = story.script === null ? 'attended' : 'unattended';
  const base: MoneyOptions = { settings: { policy } };
  const world = createMoneyWorld(killAt === undefined ? base : { ...base, killAt });
  if (story.script !== null) world.machine.script(story.script);
  return world;
}

/** The actions of the customer and the staff, in any state of the sale. */
function actor(world: MoneyWorld) {
  let approved = false;
  return () => {
    const sale = world.till().view().sales[0];
    if (sale === undefined) return false;
    if (sale.state.kind === 'waiting_scan' && !approved) {
      approved = true;
      world.service.confirm();
    }
    if (sale.state.kind === 'authorised') staff(world);
    return isFinal(sale.state);
  };
}

function staff(world: MoneyWorld): void {
  const { id, actions } = world.sale();
  if (!actions.includes('capture')) return;
  switch (world.because()) {
    case 'to_be_captured':
      void world.till().capture(id, { ...nok(5_000), captureId: 'one' });
      return;
    case 'part_captured':
      void world.till().capture(id, { ...nok(2_000), captureId: 'two', rest: 'release' });
      return;
    case 'capture_failed':
      void world.act('capture');
      return;
    default:
      void world.act('release');
  }
}

async function play(story: Story, world: MoneyWorld): Promise<void> {
  void world.till().start(story.request);
  const act = actor(world);
  await world.until(() => world.isDead() || act(), 400_000);
  // The power went at the very start: there is no sale, and nothing to pay.
  if (!world.isDead()) return;
  world.restart();
  const again = actor(world);
  await world.until(() => world.till().view().sales.length === 0 || again(), 900_000);
}

function audit(story: Story, world: MoneyWorld, at: unknown): void {
  const payments = world.service.payments();
  expect(payments.length, String(at)).toBeLessThanOrEqual(1);
  const delivered = world.machine.delivered();
  expect(new Set(delivered).size, String(at)).toBe(delivered.length);
  expect(delivered.length, String(at)).toBeLessThanOrEqual(1);
  // The till orders once, so a machine that loses its memory does not deliver twice either.
  expect(world.machine.ordered().length, String(at)).toBeLessThanOrEqual(1);
  const sum = (parts: readonly { amount: number }[]) =>
    parts.reduce((total, part) => total + part.amount, 0);
  for (const { captures, refunds, code } of payments) {
    expect([1003, 3008], String(at)).not.toContain(code);
    expect(refunds.length, String(at)).toBeLessThanOrEqual(1);
    const kept = sum(captures) - sum(refunds);
    expect([at, kept, delivered.length, story.allows(kept, delivered.length)]).toEqual([
      at,
      kept,
      delivered.length,
      true,
    ]);
    const shown = world.till().view().sales[0];
    if (shown !== undefined) expect(shown.state.kind === 'paid', String(at)).toBe(kept > 0);
  }
}

describe.each(STORIES)('a sale that is $name', (story) => {
  it('keeps only the amount of what was delivered after a kill at any step', async () => {
    const calm = worldOf(story);
    await play(story, calm);
    expect(calm.state()).toBe(story.ends);
    audit(story, calm, 'undisturbed');
    expect(calm.steps()).toBeGreaterThan(15);
    for (let killAt = 1; killAt <= calm.steps(); killAt += 1) {
      const world = worldOf(story, killAt);
      await play(story, world);
      audit(story, world, killAt);
      await world.till().stop();
    }
  });

  it('ends correctly if any one request or reply is lost', async () => {
    const calm = worldOf(story);
    await play(story, calm);
    for (const fate of ['drop_before', 'drop_after', 'busy'] as const) {
      for (let lost = 0; lost < calm.service.calls.length; lost += 1) {
        const world = worldOf(story);
        world.service.setFate((_, index): Fate => (index === lost ? fate : 'deliver'));
        await play(story, world);
        audit(story, world, `${fate} ${lost}`);
        expect(world.state()).toBe(story.ends);
        await world.till().stop();
      }
    }
  });
});
