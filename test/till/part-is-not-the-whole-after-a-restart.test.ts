import { expect, it } from 'vitest';
import { money } from '../../shared/money/money.ts';
import { drive, QR_SALE } from '../support/till.ts';
import { tillWorld } from '../support/till-world.ts';

/*
 * Simulated world 192988768 ("18768 was taken, where 11192 had been ordered"): the till had given up a
 * capture of a part, and that capture arrived while the till was off. The restarted till captured all
 * that was left. The same happened after the service had refused a part.
 */

const PART = { amount: money(5_000), captureId: 'first' };

async function reserved() {
  const world = tillWorld({ settings: { captureTries: 2 } });
  const id = await world.started({ ...QR_SALE, mode: { kind: 'authorise' } });
  await world.becomes('waiting_scan');
  world.service.confirm();
  await world.becomes('authorised');
  return { world, id };
}

type Reserved = Awaited<ReturnType<typeof reserved>>;

async function givenUp({ world, id }: Reserved): Promise<void> {
  await drive(world.clock, () => {
    const state = world.till.sale(id)?.state;
    return state?.kind === 'authorised' && state.because === 'capture_failed';
  });
}

const taken = ({ world }: Reserved) => world.service.only().captures.map(({ amount }) => amount);
const arrives = ({ world, id }: Reserved) =>
  world.service.happenTo(id, {
    kind: 'capture',
    part: { id: 'first', amount: money(5_000), additionalAmount: money(0), currency: 'NOK' },
  });

/** The next run of the till, after it has read the sale and done what it wanted to do. */
async function restartOf({ world }: Reserved) {
  const later = await world.again();
  const end = later.clock.now() + 30_000;
  await drive(later.clock, () => later.clock.now() >= end);
  return later;
}

it('a part that is captured while the till is off leaves the rest reserved', async () => {
  const one = await reserved();
  one.world.fareSo('capture', 'drop_before');
  await one.world.till.capture(one.id, PART);
  await givenUp(one);
  await one.world.till.act(one.id, 'renew');
  await one.world.till.stop();
  expect(arrives(one)).toBe(true);
  one.world.fareSo('capture', 'deliver');
  const later = await restartOf(one);
  expect(taken(one)).toEqual([5_000]);
  expect(later.till.sale(one.id)?.state).toMatchObject({
    kind: 'authorised',
    because: 'part_captured',
  });
});

it('a part that is captured after the till stopped trying counts, and the rest is released', async () => {
  const one = await reserved();
  one.world.fareSo('capture', 'drop_before');
  await one.world.till.capture(one.id, { ...PART, rest: 'release' });
  await givenUp(one);
  arrives(one);
  await one.world.till.act(one.id, 'ask_again');
  await one.world.saleBecomes(one.id, 'paid');
  expect(taken(one)).toEqual([5_000]);
  expect(one.world.till.sale(one.id)?.money).toMatchObject({
    authorised: 0,
    captured: 5_000,
    refunded: 0,
  });
});

it('a part that the service refused is not followed by a capture of everything', async () => {
  const one = await reserved();
  one.world.service.setRefusal(({ name }) => (name === 'capture' ? 409 : null));
  await one.world.till.capture(one.id, PART);
  await givenUp(one);
  one.world.service.setRefusal(() => null);
  const later = await restartOf(one);
  expect(taken(one)).toEqual([]);
  expect(later.till.sale(one.id)?.state).toMatchObject({ kind: 'authorised' });
});
