import { describe, expect, it } from 'vitest';
import type { SaleRequest } from '../../shared/terminal/index.ts';
import { instantOf } from '../../shared/time/clock.ts';
import { QR_SALE, rest } from '../support/till.ts';
import { tillWorld } from '../support/till-world.ts';

/*
 * Simulated world 172739319 ("was waiting_scan for 228 s without any fault"). The clock was set back
 * while the till showed its own code. The deadline of the code is a time of this clock, so the sale
 * waited for as long again as the clock had been set back, and did not expire.
 */

const HOUR = 3_600_000;
const OWN_CODE: SaleRequest = { ...QR_SALE, method: { kind: 'device_code', code: null } };
/** Milliseconds in which the sale must expire: the time of its code, once more after the clock. */
const TWICE = 610_000;

/** For how long a code is shown, in milliseconds. */
const SHOWN = 300_000;

type World = ReturnType<typeof tillWorld>;

const expires = async (world: World, id: string) => {
  world.clock.advance(TWICE);
  await world.saleBecomes(id, 'expired');
};

describe('a code that nobody scans while the clock is set back by an hour', () => {
  it('expires', async () => {
    const world = tillWorld();
    const id = await world.started(OWN_CODE);
    world.clock.setBack(HOUR);
    await expires(world, id);
  });

  it('expires also if the till was restarted after that', async () => {
    const world = tillWorld();
    const id = await world.started(OWN_CODE);
    await world.till.stop();
    world.clock.setBack(HOUR);
    await expires(await world.again(), id);
  });
});

describe('a code on the screen while the clock is set', () => {
  it.each([-3 * HOUR, 240_000])('is payable for as long as before: %d ms', async (by) => {
    const { till, clock, started, saleBecomes } = tillWorld();
    const id = await started();
    await saleBecomes(id, 'waiting_scan');
    const left = () => {
      const state = till.sale(id)?.state;
      return state?.kind === 'waiting_scan' ? state.expires - instantOf(clock.now()) : null;
    };
    const before = left();
    expect(before).toBe(SHOWN);
    clock.set(by);
    till.refresh();
    await rest();
    expect(left()).toBe(before);
  });

  it('is not shown for longer than its whole time after a restart', async () => {
    const world = tillWorld();
    const id = await world.started();
    await world.saleBecomes(id, 'waiting_scan');
    await world.till.stop();
    world.clock.setBack(3 * HOUR);
    const { till, clock, saleBecomes } = await world.again();
    await saleBecomes(id, 'waiting_scan');
    const state = till.sale(id)?.state;
    const left = state?.kind === 'waiting_scan' ? state.expires - instantOf(clock.now()) : null;
    expect(left).toBe(SHOWN);
  });
});
