import { describe, expect, it } from 'vitest';
import {
  isFinal,
  type SaleAction,
  type Terminal,
  type TerminalSetup,
} from '../../shared/terminal/index.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { createModelService, type Fate, type ModelService } from '../support/model-service.ts';
import { createMemoryJournal, drive, QR_SALE, startTill } from '../support/till.ts';

/*
 * The till is killed at every step of a sale: before and after each record becomes durable, before
 * and after each call arrives. A new till then reads the journal as it was and uses the same service. After
 * each kill there is at most one payment, it is captured at most once, and the sale ends.
 */

type Story = {
  readonly name: string;
  readonly settings: Partial<TerminalSetup>;
  /** What the customer and the cashier do once the till waits for a scan. */
  readonly act: (service: ModelService, till: Terminal) => void;
  /** How an undisturbed run ends. */
  readonly ends: string;
};

const cancel = (till: Terminal) => {
  const [sale] = till.view().sales;
  if (sale !== undefined) void till.act(sale.id, 'cancel');
};

const STORIES: readonly Story[] = [
  { name: 'approved', settings: {}, act: (service) => service.confirm(), ends: 'paid' },
  { name: 'cancelled', settings: {}, act: (_, till) => cancel(till), ends: 'aborted' },
  {
    name: 'declined',
    settings: {},
    act: (service) => service.happen({ kind: 'reject' }),
    ends: 'declined',
  },
  {
    name: 'approved and cancelled at once',
    settings: {},
    act: (service, till) => {
      cancel(till);
      service.confirm();
    },
    ends: 'aborted',
  },
  {
    name: 'approved at a machine without staff',
    settings: { policy: 'unattended' },
    act: (service) => service.confirm(),
    ends: 'paid',
  },
  {
    name: 'cancelled at a machine without staff',
    settings: { policy: 'unattended' },
    act: (_, till) => cancel(till),
    ends: 'aborted',
  },
];

type World = ReturnType<typeof createWorld>;

/**
 * One service for several tills, one after the other; `killAt` is the step at which the first one is
 * killed.
 */
function createWorld(killAt: number) {
  const clock = createManualClock();
  const service = createModelService(clock);
  let steps = 0;
  const dies = () => {
    steps += 1;
    return steps >= killAt;
  };
  const memory = createMemoryJournal();
  memory.onAppend(async () => {
    if (dies()) await new Promise(() => undefined);
    return { ok: true };
  });
  // The death after a record is durable is the death before the step that follows it.
  service.setFate((): Fate => {
    if (dies()) return 'dead_before';
    return dies() ? 'dead_after' : 'deliver';
  });
  return { clock, service, memory, isDead: () => steps >= killAt, steps: () => steps };
}

const saleIn = (till: Terminal) => till.view().sales[0];
const isOver = (till: Terminal) => {
  const sale = saleIn(till);
  return sale !== undefined && isFinal(sale.state);
};

async function firstLife(world: World, story: Story): Promise<Terminal> {
  const { clock, service, memory } = world;
  const till = startTill({
    client: service.client,
    journal: memory.journal,
    clock,
    settings: story.settings,
  });
  void till.start(QR_SALE);
  let acted = false;
  await drive(clock, () => {
    if (!acted && saleIn(till)?.state.kind === 'waiting_scan') {
      acted = true;
      story.act(service, till);
    }
    if (saleIn(till)?.actions.includes('release')) void till.act(saleIn(till)?.id ?? '', 'release');
    return world.isDead() || isOver(till);
  });
  // A killed process stops nothing: its timers still run, without an effect.
  return till;
}

/** The restarted till; `choice` is the cashier's answer to each question. */
async function secondLife(world: World, story: Story, choice: SaleAction): Promise<Terminal> {
  const { clock, service, memory } = world;
  service.setFate(() => 'deliver');
  const { journal } = createMemoryJournal(memory.records);
  const deps = { client: service.client, journal, clock, settings: story.settings };
  const till = startTill(deps);
  let confirmed = false;
  await drive(clock, () => {
    const sale = saleIn(till);
    if (sale === undefined) return true;
    if (sale.state.kind === 'authorised' && sale.actions.includes(choice)) {
      void till.act(sale.id, choice);
    }
    if (sale.state.kind === 'waiting_scan' && !confirmed) {
      confirmed = true;
      service.confirm();
    }
    return isOver(till);
  });
  return till;
}

function audit(world: World): void {
  const { service, memory } = world;
  const sales = memory.records.filter((record) => record.kind === 'opened').length;
  expect(service.payments().length).toBeLessThanOrEqual(1);
  if (sales === 0) expect(service.payments()).toEqual([]);
  for (const payment of service.payments()) {
    expect(payment.captures.length).toBeLessThanOrEqual(1);
    // The payment is closed too, as the sale is.
    expect([1003, 3008]).not.toContain(payment.code);
  }
}

async function undisturbedSteps(story: Story): Promise<number> {
  const world = createWorld(Number.POSITIVE_INFINITY);
  const till = await firstLife(world, story);
  expect(saleIn(till)?.state.kind).toBe(story.ends);
  return world.steps();
}

describe.each(STORIES)('a sale that is $name, killed at every step', (story) => {
  it('makes one payment, captures it at most once, and shows whether it was captured', async () => {
    const steps = await undisturbedSteps(story);
    expect(steps).toBeGreaterThan(8);
    for (let killAt = 1; killAt <= steps; killAt += 1) {
      for (const choice of ['capture', 'release'] as const) {
        const world = createWorld(killAt);
        await firstLife(world, story);
        const till = await secondLife(world, story, choice);
        audit(world);
        const state = saleIn(till)?.state.kind ?? 'none';
        const captured = world.service.payments().some((one) => one.captures.length > 0);
        // The till shows paid exactly if the payment was captured.
        expect([killAt, choice, state === 'paid']).toEqual([killAt, choice, captured]);
        await till.stop();
      }
    }
  });

  it('ends correctly if any one request or reply is lost', async () => {
    const steps = await undisturbedSteps(story);
    for (const fate of ['drop_before', 'drop_after', 'busy'] as const) {
      for (let lost = 0; lost < steps; lost += 1) {
        const world = createWorld(Number.POSITIVE_INFINITY);
        world.service.setFate((_, index) => (index === lost ? fate : 'deliver'));
        await firstLife(world, story);
        expect(world.service.payments()).toHaveLength(1);
        expect(world.service.only().captures.length).toBeLessThanOrEqual(1);
        expect(world.service.mostAtOnce()).toBe(1);
      }
    }
  });
});
