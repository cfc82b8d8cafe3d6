import { describe, expect, it } from 'vitest';
import { createDisplayBackend } from '../../main/host/bridge/display-backend.ts';
import { commandsOf } from '../../main/host/bridge/registry.ts';
import { createScreenSources, TERMINAL_ALONE } from '../../main/host/bridge/screen-source.ts';
import { createCatalogue } from '../../main/host/kiosk/catalogue.ts';
import { createKiosk } from '../../main/host/kiosk/kiosk.ts';
import { createServiceMenu } from '../../main/host/kiosk/service-menu.ts';
import { DEVICE_SCREEN } from '../../main/host/screens/screens.ts';
import { clientOf } from '../../shared/device/commands/client.ts';
import type { Written } from '../../shared/terminal/index.ts';
import { CONFIG } from '../main/host/kiosk/kiosk-setup.ts';
import type { Fate } from '../support/model-service.ts';
import { createMoneyWorld, type MoneyWorld } from '../support/money-world.ts';
import { TILL_SETTINGS } from '../support/scripted-terminal.ts';
import { rest } from '../support/till.ts';

/* A kiosk on the terminal engine: what becomes of a sale whose customer has waited long enough. */

const PATIENCE = CONFIG.patience_seconds * 1_000;
const HOUR = 3_600_000;
const FULL: Written = { ok: false, failure: { kind: 'full', description: 'The disk is full.' } };

type Order = 'deposit' | 'pay_first';

function openKiosk(world: MoneyWorld, order: Order) {
  const { clock, machine: simulated } = world;
  const till = world.till();
  const config = { ...CONFIG, order };
  const machine = { ...simulated, kind: 'tcp' as const, close: () => undefined };
  const source = createScreenSources(till, TILL_SETTINGS, TERMINAL_ALONE)(DEVICE_SCREEN);
  const commands = commandsOf(till, TERMINAL_ALONE);
  const client = clientOf((command) => commands.page({ at: 'kiosk' }, command));
  const pictures = { addressOf: () => null, addressInShop: () => null };
  const catalogue = createCatalogue({ config, currency: () => 'NOK', pictures, machine });
  const guard = { secondsLocked: () => 0, check: async () => ({ kind: 'right' as const }) };
  const shell = {
    restartScreen: () => undefined,
    fullScreen: () => true,
    setFullScreen: () => undefined,
  };
  const kiosk = createKiosk({
    ...{ source, till: client, clock, config, catalogue, voice: true },
    display: createDisplayBackend(source, commands, null),
    openMenu: (changed) =>
      createServiceMenu({
        ...{ till: client, clock, guard, pin: 'hash', machine, catalogue, changed, shell },
        problem: null,
      }),
  });
  return {
    call: (command: unknown) => kiosk.dispatch(command),
    shown: () => {
      const { screen } = kiosk.source.snapshot();
      return screen.kind === 'sale' ? screen.sale.phase.kind : screen.kind;
    },
  };
}

type Kiosk = ReturnType<typeof openKiosk>;

async function start(order: Order) {
  const world = createMoneyWorld({ settings: { policy: 'unattended' } });
  const kiosk = openKiosk(world, order);
  return { world, kiosk };
}

async function pay({ call }: Kiosk): Promise<void> {
  await call({ type: 'begin' });
  await call({ type: 'choose', good: 'coffee' });
  await call({ type: 'pay', good: 'coffee' });
  await rest();
}

/** The customer approves, and the network breaks at the first call of this name. */
async function broken(order: Order, name: string, first: Fate) {
  const { world, kiosk } = await start(order);
  let down = false;
  world.service.setFate((call) => {
    const before = down;
    down ||= call.name === name;
    if (call.name === name && !before) return first;
    return down ? 'drop_before' : 'deliver';
  });
  await pay(kiosk);
  await world.until(() => kiosk.shown() === 'scan');
  world.service.confirm();
  return { world, kiosk };
}

async function pass({ clock }: MoneyWorld, time: number): Promise<void> {
  for (const end = clock.now() + time; clock.now() < end; ) {
    clock.advance(1_000);
    await rest();
  }
}

const kept = ({ service }: MoneyWorld): number => {
  const { captures, refunds } = service.only();
  const sum = (parts: readonly { readonly amount: number }[]) =>
    parts.reduce((total, { amount }) => total + amount, 0);
  return sum(captures) - sum(refunds);
};

describe('a kiosk that waits for an unclear payment', () => {
  it.each(['drop_before', 'drop_after'] as const)(
    'gives it up after the patience time; later nothing is delivered or paid (%s)',
    async (capture) => {
      const { world, kiosk } = await broken('pay_first', 'capture', capture);
      await world.until(() => kiosk.shown() === 'unclear');
      await pass(world, PATIENCE + 2_000);
      expect(world.sale()).toMatchObject({ aside: true, state: { kind: 'unclear' } });
      expect(kiosk.shown()).toBe('closed');
      await pass(world, HOUR);
      world.service.setFate(() => 'deliver');
      await world.until(() => ['aborted', 'released', 'refunded'].includes(world.state()));
      expect([world.machine.ordered(), kept(world)]).toEqual([[], 0]);
      await world.until(() => kiosk.shown() === 'attract');
    },
  );

  it('cancels it as soon as the journal can be written again, before the network returns', async () => {
    const { world, kiosk } = await broken('pay_first', 'capture', 'drop_after');
    await world.until(() => kiosk.shown() === 'unclear');
    world.onAppend(async () => FULL);
    await pass(world, PATIENCE + 10_000);
    expect(world.sale().actions).toContain('cancel');
    world.onAppend(async () => ({ ok: true }));
    await pass(world, 15_000);
    expect(world.sale()).toMatchObject({ aside: true, state: { asking: ['was_it_cancelled'] } });
    world.service.setFate(() => 'deliver');
    await world.becomes('refunded');
    expect([world.machine.ordered(), kept(world)]).toEqual([[], 0]);
  });

  it('delivers the goods if the network returns before the patience time ends', async () => {
    const { world, kiosk } = await broken('pay_first', 'capture', 'drop_after');
    await world.until(() => kiosk.shown() === 'unclear');
    await pass(world, PATIENCE - 15_000);
    world.service.setFate(() => 'deliver');
    await world.until(() => kiosk.shown() === 'vended');
    expect(world.machine.delivered()).toHaveLength(1);
  });

  it('sets it aside after a delivery, and captures the deposit when the network returns', async () => {
    const { world, kiosk } = await broken('deposit', 'capture', 'drop_before');
    await world.until(() => kiosk.shown() === 'unclear');
    await pass(world, PATIENCE + 2_000);
    expect(world.sale()).toMatchObject({ aside: true, state: { asking: ['was_it_taken'] } });
    world.service.setFate(() => 'deliver');
    await world.becomes('paid');
    expect([world.machine.delivered().length, kept(world)]).toEqual([1, 5_200]);
  });
});

describe('a kiosk that waits for a refund', () => {
  async function refunding() {
    const { world, kiosk } = await start('pay_first');
    world.machine.script({ kind: 'failed', why: 'Jammed.' });
    world.service.setFate(({ name }) => (name === 'refund' ? 'drop_before' : 'deliver'));
    await pay(kiosk);
    await world.until(() => kiosk.shown() === 'scan');
    world.service.confirm();
    await world.until(() => kiosk.shown() === 'returning');
    return { world, kiosk };
  }

  it('opens the service menu, and sells again after the patience time', async () => {
    const { world, kiosk } = await refunding();
    await kiosk.call({ type: 'knock' });
    expect(kiosk.shown()).toBe('pin');
    await kiosk.call({ type: 'shut' });
    await pass(world, PATIENCE + 2_000);
    expect(kiosk.shown()).toBe('attract');
    const state = { kind: 'undelivered', refund: 'under_way' };
    expect(world.sale()).toMatchObject({ aside: true, state });
    await pay(kiosk);
    await world.until(() => kiosk.shown() === 'scan');
    world.service.setFate(() => 'deliver');
    const isRefunded = () => world.till().view().refunds[0]?.state === 'done';
    await world.until(isRefunded);
    expect(kiosk.shown()).toBe('scan');
  });

  it('does the same after a restart', async () => {
    const { world } = await refunding();
    world.restart();
    const again = openKiosk(world, 'pay_first');
    expect(again.shown()).toBe('returning');
    await pass(world, PATIENCE + 2_000);
    expect([again.shown(), world.sale().aside]).toEqual(['attract', true]);
    world.service.setFate(() => 'deliver');
    await world.becomes('refunded');
    expect(kept(world)).toBe(0);
  });
});
