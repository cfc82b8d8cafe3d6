import { describe, expect, it, test } from 'vitest';
import type { KioskView } from '../../../../shared/device/kiosk/contract.ts';
import { money } from '../../../../shared/money/money.ts';
import { refuse } from '../../../../shared/protocol/errors.ts';
import { openingHours as openingHoursOf } from '../../../../shared/protocol/opening-hours.ts';
import {
  APPROVE,
  REFUNDING,
  SCAN,
  saleView,
  UNCLEAR,
} from '../../../shared/device/kiosk/worlds.ts';
import { CONFIG, type KioskWorld, openWorld } from './kiosk-setup.ts';

async function buy(world: KioskWorld, good = 'coffee'): Promise<void> {
  await world.call({ type: 'begin' });
  await world.call({ type: 'choose', good });
  await world.call({ type: 'pay', good });
  await world.settle();
}

test('the host decides the price, slot and text of a sale', async () => {
  const world = openWorld();
  await world.call({ type: 'language', value: 'en' });
  await buy(world);
  expect(world.till.asked).toEqual([
    {
      start: {
        amount: 5_200,
        text: 'Coffee',
        method: { kind: 'qr' },
        mode: { kind: 'vend', item: 'slot-14', order: 'deposit' },
        label: null,
        place: 'main_screen',
      },
    },
  ]);
});

test('a good without a machine is an ordinary sale', async () => {
  const world = openWorld();
  await buy(world, 'ticket');
  const [asked] = world.till.asked;
  expect(asked).toMatchObject({ start: { amount: 9_900, text: 'Billett' } });
  expect(asked).not.toHaveProperty('start.mode');
});

test.each([
  ['a price', { type: 'pay', good: 'coffee', amount: 1 }],
  [
    'a command of the cashier',
    { type: 'start_sale', request: { amount: 1, method: { kind: 'qr' } } },
  ],
  ['an action on a sale', { type: 'act', saleId: 'sale-1', action: 'cancel' }],
  ['a PIN of letters', { type: 'pin', pin: 'letmein' }],
  ['a long name', { type: 'choose', good: 'x'.repeat(41) }],
  ['no command', null],
  ['an unknown text size', { type: 'text', value: 'huge' }],
])('a screen that sends %s is refused', async (_name, command) => {
  const world = openWorld();
  await world.call({ type: 'begin' });
  expect(await world.kiosk.dispatch(command)).toMatchObject({
    ok: false,
    refusal: { type: 'validation_error' },
  });
  expect(world.till.asked).toEqual([]);
});

test('a refused sale leads back to the choice with a message', async () => {
  const world = openWorld();
  world.till.refuseStarts(refuse('Service Unavailable', 'The machine does not answer.'));
  await buy(world);
  expect(world.view().screen).toEqual({ kind: 'choose', good: 'coffee', problem: 'not_started' });
});

test('goods of an unavailable machine are not for sale; without other goods the kiosk closes', async () => {
  const world = openWorld();
  await world.call({ type: 'begin' });
  world.simulated.setState('away');
  world.clock.advance(1_000);
  expect(world.view().goods.map(({ state }) => state)).toEqual(['not_now', 'for_sale']);
  await buy(world);
  expect(world.till.asked).toEqual([]);
  const alone = openWorld({ ...CONFIG, goods: CONFIG.goods.slice(0, 1) });
  alone.simulated.setState('away');
  alone.clock.advance(1_000);
  expect(alone.view().screen).toEqual({ kind: 'closed', because: 'machine' });
});

test.each([
  ['a lost connection', { connection: { kind: 'offline', since: 0 } }, 'offline'],
  ['a full disk', { notReady: 'journal_full' }, 'journal'],
  ['a start', { notReady: 'starting' }, 'starting'],
] as const)('the kiosk is closed during %s, and opens again afterwards', (_name, over, because) => {
  const world = openWorld();
  world.show([], over);
  expect(world.view().screen).toEqual({ kind: 'closed', because });
  world.show([], { connection: { kind: 'online', push: true }, notReady: null });
  expect(world.screen()).toBe('attract');
});

describe('a kiosk of a shop with opening hours', () => {
  const at = (text: string) => Date.parse(text);
  const openingHours = openingHoursOf.parse({
    week: { friday: ['08:00-17:00'], monday: ['09:00-17:00'] },
  });
  function shop(now: string) {
    const settings = { openingHours, timeZone: 'Europe/Oslo' };
    const world = openWorld(CONFIG, 'hash', undefined, undefined, () => null, settings);
    const setClock = (text: string) => world.clock.set(at(text) - world.clock.now());
    const wait = () => world.clock.advance(1_000);
    setClock(now);
    wait();
    return { ...world, setClock, wait };
  }

  it('sells while the shop is open, and says afterwards when it opens', async () => {
    const world = shop('2026-11-20T16:59:50+01:00');
    expect(world.screen()).toBe('attract');
    await buy(world);
    expect(world.till.asked).toHaveLength(1);
    const closed = shop('2026-11-20T16:59:58+01:00');
    closed.wait();
    const opens = at('2026-11-23T09:00+01:00');
    expect(closed.view().screen).toEqual({ kind: 'closed', because: 'hours', opens });
    await buy(closed);
    expect(closed.till.asked).toEqual([]);
    closed.setClock('2026-11-23T08:59:59+01:00');
    closed.wait();
    // What was pressed while it was closed has moved nothing.
    expect(closed.screen()).toBe('attract');
  });

  it('finishes a payment that was started before the end, and takes no further one', async () => {
    const world = shop('2026-11-20T16:59:50+01:00');
    await buy(world);
    world.show([saleView(SCAN)]);
    world.setClock('2026-11-20T17:00+01:00');
    world.wait();
    expect(world.screen()).toBe('scan');
    world.show([saleView({ kind: 'paid', at: at('2026-11-20T17:00:05+01:00') })]);
    expect(world.screen()).toBe('vended');
    await world.call({ type: 'again' });
    await world.settle();
    world.show([]);
    expect(world.view().screen).toMatchObject({ because: 'hours' });
    await buy(world);
    expect(world.till.asked.filter((one) => Object(one).start !== undefined)).toHaveLength(1);
  });

  it('says the hours also while something else is missing, but not before it is set up', () => {
    const world = shop('2026-11-21T12:00+01:00');
    world.show([], { connection: { kind: 'offline', since: 0 } });
    expect(world.view().screen).toMatchObject({ because: 'hours' });
    world.show([], { notReady: 'journal_full' });
    expect(world.view().screen).toEqual({ kind: 'closed', because: 'journal' });
  });
});

test('a wrong clock closes no kiosk, and the service menu says it', async () => {
  const world = openWorld();
  world.show([], { clock: 'ahead' });
  expect(world.screen()).toBe('attract');
  await world.call({ type: 'knock' });
  await world.call({ type: 'pin', pin: '123456' });
  expect(world.view().screen).toMatchObject({ service: { clock: 'ahead' } });
});

test('invalid settings are shown in the service menu only', async () => {
  const world = openWorld(null);
  expect(world.view().screen).toEqual({ kind: 'closed', because: 'settings' });
  expect(JSON.stringify(world.view())).not.toContain('kiosk.json');
  await world.call({ type: 'knock' });
  await world.call({ type: 'pin', pin: '123456' });
  expect(world.view().screen).toMatchObject({ service: { problem: 'kiosk.json is not valid.' } });
});

test('a currency that the shop does not take closes the kiosk, and the service menu says why', async () => {
  const currency = {
    view: () => ({ accepted: ['SEK'] }),
    text: () => null,
    look: () => undefined,
    subscribe: () => () => undefined,
    stop: () => undefined,
  };
  const world = openWorld(CONFIG, 'hash', currency);
  expect(world.view().screen).toEqual({ kind: 'closed', because: 'settings' });
  await world.call({ type: 'knock' });
  await world.call({ type: 'pin', pin: '123456' });
  expect(world.view().screen).toMatchObject({
    service: { problem: expect.stringContaining('but the shop takes SEK') },
  });
});

test('screens receive every change and no unchanged view', async () => {
  const world = openWorld();
  const seen: KioskView[] = [];
  const leave = world.kiosk.source.subscribe((view) => seen.push(view));
  world.clock.advance(10_000);
  expect(seen).toEqual([]);
  await world.call({ type: 'begin' });
  await world.call({ type: 'touch' });
  expect(seen).toHaveLength(1);
  world.clock.advance(60_000);
  expect(seen.at(-1)?.warning).not.toBe(null);
  await world.call({ type: 'stay' });
  expect(seen.at(-1)?.warning).toBe(null);
  leave();
  await world.call({ type: 'leave' });
  expect(seen).toHaveLength(3);
});

test('an idle visit ends after the warning, but never during a payment', async () => {
  const world = openWorld();
  await world.call({ type: 'begin' });
  world.clock.advance(90_000);
  expect(world.screen()).toBe('attract');
  await buy(world);
  world.show([saleView(SCAN)]);
  world.clock.advance(24 * 3_600_000);
  expect([world.screen(), world.view().warning]).toEqual(['scan', null]);
});

test.each([
  ['forward by two hours', 2 * 3_600_000],
  ['back by two hours', -2 * 3_600_000],
])('a clock that is set %s neither ends a visit nor keeps it', async (_, by) => {
  const world = openWorld();
  await buy(world);
  world.show([saleView(APPROVE)]);
  world.show([saleView({ kind: 'undelivered', missing: money(5_200), refund: 'by_person' })]);
  world.clock.advance(1_000);
  world.clock.set(by);
  world.clock.advance(80_000);
  expect(world.screen()).toBe('ask');
  world.clock.advance(20_000);
  expect(world.screen()).toBe('attract');

  await world.call({ type: 'begin' });
  world.clock.advance(60_000);
  world.clock.set(by);
  world.clock.advance(1_000);
  // The screen counts down to a time of day, which moves with the clock.
  expect(world.view().warning).toEqual({ until: world.clock.now() + 29_000 });
  world.clock.advance(29_000);
  expect(world.screen()).toBe('attract');
});

test('the kiosk cancels an unclear payment once', async () => {
  const world = openWorld();
  await buy(world);
  world.show([saleView(APPROVE)]);
  world.show([saleView(UNCLEAR)]);
  world.clock.advance(600_000);
  const cancels = world.till.asked.filter(
    (one) => JSON.stringify(one) === JSON.stringify({ act: 'cancel', saleId: 'sale-1' }),
  );
  expect(cancels).toHaveLength(1);
});

test('the kiosk repeats a refused cancellation every five seconds until the till accepts it', async () => {
  const world = openWorld();
  const asked = () => world.till.asked.slice(1);
  const wait = async (time: number) => {
    world.clock.advance(time);
    await world.settle();
  };
  await buy(world);
  world.show([saleView(UNCLEAR)]);
  world.till.refuseActs(refuse('Service Unavailable', 'The disk is full.'));
  await wait(CONFIG.patience_seconds * 1_000);
  expect(asked()).toEqual([{ act: 'cancel', saleId: 'sale-1' }]);
  await wait(4_999);
  expect(asked()).toHaveLength(1);
  await wait(1);
  expect(asked()).toHaveLength(2);
  world.till.refuseActs(null);
  await wait(5_000);
  await wait(600_000);
  expect(asked()).toEqual(Array(3).fill({ act: 'cancel', saleId: 'sale-1' }));
});

test('the kiosk does not repeat a refused dismissal', async () => {
  const world = openWorld();
  await buy(world);
  world.show([saleView(APPROVE)]);
  world.show([saleView({ kind: 'declined' })]);
  world.till.refuseActs(refuse('Conflict', 'This is no longer possible.'));
  world.clock.advance(CONFIG.failed_seconds * 1_000);
  await world.settle();
  world.clock.advance(600_000);
  expect(world.till.asked.slice(1)).toEqual([{ act: 'dismiss', saleId: 'sale-1' }]);
});

test('during a refund that does not end, the operator can leave full screen', async () => {
  const world = openWorld();
  await buy(world);
  world.show([saleView(REFUNDING)]);
  expect(world.screen()).toBe('returning');
  await world.call({ type: 'knock' });
  await world.call({ type: 'pin', pin: '123456' });
  expect(await world.call({ type: 'service', act: 'leave_kiosk' })).toMatchObject({ ok: true });
  expect(world.view().screen).toMatchObject({ service: { sales: [{ phase: 'refunding' }] } });
  expect(world.shell).toEqual(['full screen false']);
});

test('the service menu opens with the right PIN only, and closes again', async () => {
  const world = openWorld();
  const leaveKiosk = { type: 'service', act: 'leave_kiosk' } as const;
  const isRefused = async () => !(await world.call(leaveKiosk)).ok;
  expect(await isRefused()).toBe(true);
  await world.call({ type: 'knock' });
  expect(await isRefused()).toBe(true);
  world.answerPin({ kind: 'wrong', secondsLocked: 30 });
  await world.call({ type: 'pin', pin: '1234' });
  expect(world.view().screen).toMatchObject({
    kind: 'pin',
    pad: { wrong: true, lockedUntil: world.clock.now() + 30_000 },
  });
  expect(await isRefused()).toBe(true);
  world.answerPin({ kind: 'right' });
  await world.call({ type: 'pin', pin: '1234' });
  expect(world.screen()).toBe('service');
  expect(await isRefused()).toBe(false);
  expect(world.shell).toEqual(['full screen false']);
  world.clock.advance(60_000);
  expect(world.screen()).toBe('attract');
  expect(await isRefused()).toBe(true);
});

test('a PIN is checked only while the pad is open', async () => {
  const world = openWorld();
  expect(await world.call({ type: 'pin', pin: '1234' })).toMatchObject({ ok: false });
  expect(world.screen()).toBe('attract');
});

test('without a PIN the service menu does not open', async () => {
  const world = openWorld(CONFIG, null);
  await world.call({ type: 'knock' });
  await world.call({ type: 'pin', pin: '1234' });
  expect(world.view().screen).toMatchObject({ kind: 'pin', pad: { pin: 'none' } });
});

test('the program cannot leave full screen in a browser', async () => {
  const world = openWorld();
  world.inBrowser();
  await world.call({ type: 'knock' });
  await world.call({ type: 'pin', pin: '1234' });
  expect(world.view().screen).toMatchObject({ service: { fullScreen: null } });
  expect(await world.call({ type: 'service', act: 'leave_kiosk' })).toMatchObject({ ok: false });
});

test('the service menu tests the machine without a delivery, and settles a sale', async () => {
  const world = openWorld();
  const sale = saleView(
    { kind: 'undelivered', missing: saleView(SCAN).amount, refund: 'by_person' },
    { aside: true, actions: ['settle', 'bring_to_front'] },
  );
  world.show([sale]);
  await world.call({ type: 'knock' });
  await world.call({ type: 'pin', pin: '1234' });
  await world.call({ type: 'service', act: 'test_machine' });
  expect(world.view().screen).toMatchObject({
    service: { test: 'answered', sales: [{ id: 'sale-1', phase: 'ask', canSettle: true }] },
  });
  expect(world.simulated.delivered()).toEqual([]);
  expect(world.simulated.ordered()).toEqual([]);
  await world.call({ type: 'settle', sale: 'sale-1' });
  expect(world.till.asked).toEqual([{ act: 'settle', saleId: 'sale-1' }]);
});

test('an internal error of the till leads back to the choice with a message', async () => {
  const world = openWorld();
  world.till.breakDown();
  await buy(world);
  expect(world.view().screen).toMatchObject({ kind: 'choose', problem: 'not_started' });
});

test('a stopped kiosk has no timer and ignores changes', () => {
  const world = openWorld();
  world.kiosk.stop();
  expect(world.till.listeners()).toBe(0);
  world.clock.advance(600_000);
});

test('a payment request lives 1,500 seconds for a customer who selects more time', async () => {
  const world = openWorld();
  await world.call({ type: 'time', value: 'long' });
  await buy(world);
  const [asked] = world.till.asked;
  expect(asked).toMatchObject({ start: { expiresInSeconds: 1_500 } });
});

test('speech and volume are reset after the visit; the dark screen ends with speech', async () => {
  const world = openWorld();
  await world.call({ type: 'begin' });
  await world.call({ type: 'speech', value: 'keypad' });
  await world.call({ type: 'volume', value: 5 });
  await world.call({ type: 'dark', value: 'on' });
  expect(world.view().aids).toMatchObject({ speech: 'keypad', volume: 5, dark: 'on' });
  await world.call({ type: 'speech', value: 'off' });
  expect(world.view().aids).toMatchObject({ speech: 'off', dark: 'off' });
  await world.call({ type: 'leave' });
  expect(world.view().aids).toMatchObject({ speech: 'off', volume: 3 });
  for (const value of [0, 6, 2.5]) {
    expect(await world.kiosk.dispatch({ type: 'volume', value })).toMatchObject({ ok: false });
  }
});
