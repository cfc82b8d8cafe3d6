import { afterEach, beforeEach, expect, it } from 'vitest';
import { DEVICE_SCREEN } from '../../../../main/host/screens/screens.ts';
import { HOUR, SECOND } from '../../../../shared/time/clock.ts';
import {
  type BackOfficeSetup,
  openBackOfficeSetup,
  reasonOf,
} from '../back-office/back-office-setup.ts';

/* The code that a start prints; it is required for the first supervisor of a till. */

const CODE = '48172093';
let world: BackOfficeSetup;
beforeEach(async () => {
  world = await openBackOfficeSetup({ firstCode: CODE });
});
afterEach(() => world.stop());

const change = { kind: 'add', name: 'Marte', role: 'supervisor', pin: '4711' };
const add = async (code?: string) =>
  reasonOf(await world.call({ type: 'staff', change, ...(code === undefined ? {} : { code }) }));

it('the code is required for the first supervisor', async () => {
  expect(world.backOffice().view(DEVICE_SCREEN)).toMatchObject({
    state: 'open',
    firstSupervisor: 'by_code',
  });
  expect(await add()).toBe('wrong_code');
  expect(await add('48172094')).toBe('wrong_code');
  expect(world.backOffice().view(DEVICE_SCREEN).staff).toEqual([]);
  expect(await add('4817 2093')).toBe(null);
  expect(world.backOffice().view(DEVICE_SCREEN).staff).toMatchObject([
    { name: 'Marte', role: 'supervisor' },
  ]);
});

it('the code is locked for 30 seconds after three wrong tries, even for the right code', async () => {
  for (const guess of ['1', '2', '3']) expect(await add(guess)).toBe('wrong_code');
  expect(await add(CODE)).toBe('code_locked_out');
  world.clock.advance(29 * SECOND);
  expect(await add(CODE)).toBe('code_locked_out');
  world.clock.advance(SECOND);
  expect(await add(CODE)).toBe(null);
});

it('the code is not locked for longer when the clock is set back', async () => {
  await add('1');
  world.clock.setBack(3 * HOUR);
  for (const guess of ['2', '3']) expect(await add(guess)).toBe('wrong_code');
  world.clock.setBack(3 * HOUR);
  world.clock.advance(29 * SECOND);
  expect(await add(CODE)).toBe('code_locked_out');
  world.clock.advance(SECOND);
  expect(await add(CODE)).toBe(null);
});

it('the code is not required for a second person', async () => {
  expect(await add(CODE)).toBe(null);
  const second = { ...change, name: 'Ola', role: 'cashier' };
  expect((await world.call({ type: 'staff', change: second })).ok).toBe(true);
});

it('the code is not sent to a screen', () => {
  expect(JSON.stringify(world.backOffice().view(DEVICE_SCREEN))).not.toContain(CODE);
});

it('the code is checked before anything else is typed, with the same limit of tries', async () => {
  const check = async (code: string) => reasonOf(await world.call({ type: 'first_code', code }));
  expect(await check('48172094')).toBe('wrong_code');
  expect(await check(CODE)).toBe(null);
  expect(world.backOffice().view(DEVICE_SCREEN).staff).toEqual([]);
  for (const guess of ['2', '3']) expect(await check(guess)).toBe('wrong_code');
  expect(await check(CODE)).toBe('code_locked_out');
  world.clock.advance(30 * SECOND);
  expect(await add(CODE)).toBe(null);
});

it('the code tells nothing once there are staff', async () => {
  expect(await add(CODE)).toBe(null);
  const [marte] = world.backOffice().view(DEVICE_SCREEN).staff;
  await world.call({ type: 'unlock', personId: marte?.id ?? '', pin: '4711' });
  for (const code of [CODE, '1']) {
    expect(reasonOf(await world.call({ type: 'first_code', code }))).toBe('role');
  }
});
