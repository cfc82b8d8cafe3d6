import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEVICE_SCREEN } from '../../../../main/host/screens/screens.ts';
import { LOCK_AFTER_SECONDS } from '../../../../main/host/staff/screen-locks.ts';
import { HOUR, SECOND } from '../../../../shared/time/clock.ts';
import { NOW, sale } from '../../../screens/cashier/sales.ts';
import {
  type BackOfficeSetup,
  CASHIER_PIN,
  hire,
  openBackOfficeSetup,
  reasonOf,
  SUPERVISOR_PIN,
} from '../back-office/back-office-setup.ts';

let world: BackOfficeSetup;
let people: { marte: string; ingrid: string };
beforeEach(async () => {
  world = await openBackOfficeSetup();
  people = await hire(world);
});
afterEach(() => world.stop());

const idle = LOCK_AFTER_SECONDS * SECOND;
const state = () => world.backOffice().view(DEVICE_SCREEN).state;
const staff = (change: unknown) => world.call({ type: 'staff', change });
const unlock = (personId: string, pin: string) => world.call({ type: 'unlock', personId, pin });
const LIVE = sale({ kind: 'waiting_approval', expires: NOW + 200_000 });

describe('the lock', () => {
  it('is on when a till with staff starts, and a person’s PIN opens it', async () => {
    await world.restart();
    expect(state()).toBe('locked');
    expect(reasonOf(await unlock(people.ingrid, SUPERVISOR_PIN))).toBe('wrong_pin');
    expect(state()).toBe('locked');
    expect((await unlock(people.ingrid, CASHIER_PIN)).ok).toBe(true);
    expect(world.backOffice().view(DEVICE_SCREEN)).toMatchObject({
      state: 'unlocked',
      personId: people.ingrid,
    });
  });

  it('locks the till after the idle time, and not before', async () => {
    world.clock.advance(idle - 1_000);
    expect(state()).toBe('unlocked');
    await world.call({ type: 'present' });
    world.clock.advance(idle - 1_000);
    expect(state()).toBe('unlocked');
    world.clock.advance(1_000);
    expect(state()).toBe('locked');
  });

  it('does not lock during a payment, and waits the whole idle time after it', () => {
    world.till.show({ sales: [LIVE] });
    world.clock.advance(idle * 5);
    expect(state()).toBe('unlocked');
    world.till.show({ sales: [{ ...LIVE, state: { kind: 'paid', at: NOW } }] });
    world.clock.advance(idle - 1_000);
    expect(state()).toBe('unlocked');
    world.clock.advance(1_000);
    expect(state()).toBe('locked');
  });

  it('locks the till after the idle time, also when the clock is set back meanwhile', () => {
    world.clock.advance(idle - 1_000);
    world.clock.setBack(3 * HOUR);
    world.clock.advance(1_000);
    expect(state()).toBe('locked');
  });

  it('is not prevented by a sale that was set aside', () => {
    world.till.show({ sales: [{ ...LIVE, aside: true }] });
    world.clock.advance(idle * 2);
    expect(state()).toBe('locked');
  });

  it('keeps an open sale in the snapshot of a locked till', async () => {
    world.till.show({ sales: [LIVE] });
    await world.call({ type: 'lock' });
    expect(world.till.terminal.view().sales).toEqual([LIVE]);
    expect(reasonOf(await world.call({ type: 'act', saleId: LIVE.id, action: 'cancel' }))).toBe(
      'locked',
    );
  });

  it('counts wrong PINs per person; the right PIN of another person does not reset the count', async () => {
    for (let round = 0; round < 3; round += 1) {
      await unlock(people.marte, '0000');
      await unlock(people.ingrid, CASHIER_PIN);
    }
    expect(reasonOf(await unlock(people.marte, SUPERVISOR_PIN))).toBe('locked_out');
    const marte = world
      .backOffice()
      .view(DEVICE_SCREEN)
      .staff.find(({ id }) => id === people.marte);
    expect(marte?.lockedUntil).toBe(world.clock.now() + 30 * SECOND);
    await world.restart();
    expect(reasonOf(await unlock(people.marte, SUPERVISOR_PIN))).toBe('locked_out');
    world.clock.advance(30 * SECOND);
    expect((await unlock(people.marte, SUPERVISOR_PIN)).ok).toBe(true);
  });

  it('tells the screens of the end of a person’s lock, also when the clock was set back', async () => {
    const locks: unknown[] = [];
    const note = () =>
      locks.push(
        world
          .backOffice()
          .view(DEVICE_SCREEN)
          .staff.find(({ id }) => id === people.ingrid)?.lockedUntil,
      );
    for (let round = 0; round < 3; round += 1) await unlock(people.ingrid, '0000');
    const stop = world.backOffice().subscribe(note);
    world.clock.setBack(3 * HOUR);
    world.clock.advance(30 * SECOND);
    stop();
    expect(locks).toEqual([null]);
  });
});

describe('a screen', () => {
  const at = (screen: string) => world.backOffice().view(screen);
  const unlockAt = (screen: string, personId: string, pin: string) =>
    world.callAt(screen, { type: 'unlock', personId, pin });
  const lockAt = (screen: string) => world.callAt(screen, { type: 'lock' });

  it('opens locked beside one that is unlocked, and has a person of its own', async () => {
    expect(at('second')).toMatchObject({ state: 'locked', personId: null });
    expect(reasonOf(await world.callAt('second', { type: 'history', filter: {} }))).toBe('locked');
    expect((await unlockAt('second', people.ingrid, CASHIER_PIN)).ok).toBe(true);
    expect([at(DEVICE_SCREEN).personId, at('second').personId]).toEqual([
      people.marte,
      people.ingrid,
    ]);
    // Each has the rights of its own person.
    const rename = { kind: 'rename', personId: people.ingrid, name: 'Inga' };
    const order = { type: 'staff', change: rename };
    expect(reasonOf(await world.callAt('second', order))).toBe('role');
    expect((await world.callAt(DEVICE_SCREEN, order)).ok).toBe(true);
    await lockAt(DEVICE_SCREEN);
    expect([at(DEVICE_SCREEN).state, at('second').state]).toEqual(['locked', 'unlocked']);
    expect(world.backOffice().isLocked()).toBe(false);
    await lockAt('second');
    expect(world.backOffice().isLocked()).toBe(true);
  });

  it('has an idle time of its own', async () => {
    await unlockAt('second', people.ingrid, CASHIER_PIN);
    world.clock.advance(idle - 1_000);
    await world.callAt('second', { type: 'present' });
    world.clock.advance(1_000);
    expect([at(DEVICE_SCREEN).state, at('second').state]).toEqual(['locked', 'unlocked']);
    world.clock.advance(idle);
    expect(at('second').state).toBe('locked');
  });

  it('waits, as every other one, for the end of a payment', async () => {
    await unlockAt('second', people.ingrid, CASHIER_PIN);
    world.till.show({ sales: [LIVE] });
    world.clock.advance(idle * 5);
    expect([at(DEVICE_SCREEN).state, at('second').state]).toEqual(['unlocked', 'unlocked']);
    world.till.show({ sales: [{ ...LIVE, state: { kind: 'paid', at: NOW } }] });
    world.clock.advance(idle);
    expect([at(DEVICE_SCREEN).state, at('second').state]).toEqual(['locked', 'locked']);
  });

  it('shares the count of wrong PINs with the others', async () => {
    for (const screen of ['second', 'third', 'fourth'])
      await unlockAt(screen, people.ingrid, '0000');
    expect(reasonOf(await unlockAt('fifth', people.ingrid, CASHIER_PIN))).toBe('locked_out');
  });

  it('is locked when its person is removed, or gets another role or, elsewhere, another PIN', async () => {
    const changes = [
      { kind: 'pin', personId: people.ingrid, pin: '12345678' },
      { kind: 'role', personId: people.ingrid, role: 'supervisor' },
      { kind: 'remove', personId: people.ingrid },
    ] as const;
    let pin = CASHIER_PIN;
    for (const change of changes) {
      await unlockAt('second', people.ingrid, pin);
      await unlockAt('third', people.ingrid, pin);
      expect((await staff(change)).ok).toBe(true);
      expect([at('second').state, at('third').state, at(DEVICE_SCREEN).state]).toEqual([
        'locked',
        'locked',
        'unlocked',
      ]);
      if (change.kind === 'pin') pin = change.pin;
    }
    await staff({ kind: 'pin', personId: people.marte, pin: '87654321' });
    expect(at(DEVICE_SCREEN).state).toBe('unlocked');
  });
});

describe('the staff', () => {
  it('always has a supervisor', async () => {
    const last = { kind: 'remove', personId: people.marte };
    expect(reasonOf(await staff(last))).toBe('last_supervisor');
    const demoted = { kind: 'role', personId: people.marte, role: 'cashier' };
    expect(reasonOf(await staff(demoted))).toBe('last_supervisor');
    expect((await staff({ kind: 'remove', personId: people.ingrid })).ok).toBe(true);
  });

  it('must begin with a supervisor, whose addition unlocks the till', async () => {
    const empty = await openBackOfficeSetup();
    try {
      const add = (role: string) =>
        empty.call({ type: 'staff', change: { kind: 'add', name: 'Ola', role, pin: '1234' } });
      expect(reasonOf(await add('cashier'))).toBe('last_supervisor');
      expect(empty.backOffice().view(DEVICE_SCREEN).state).toBe('open');
      const seen: string[] = [];
      empty.backOffice().subscribe(() => seen.push(empty.backOffice().view(DEVICE_SCREEN).state));
      expect((await add('supervisor')).ok).toBe(true);
      // No screen is told of a locked till in between.
      expect(new Set(seen)).toEqual(new Set(['unlocked']));
      expect(empty.backOffice().view(DEVICE_SCREEN).state).toBe('unlocked');
    } finally {
      empty.stop();
    }
  });

  it('has unique names, and accepts a new name, role and PIN', async () => {
    const twin = { kind: 'add', name: 'ingrid', role: 'cashier', pin: '1234' };
    expect(reasonOf(await staff(twin))).toBe('name_taken');
    await staff({ kind: 'rename', personId: people.ingrid, name: 'Ingrid Dahl' });
    await staff({ kind: 'pin', personId: people.ingrid, pin: '87654321' });
    expect(reasonOf(await unlock(people.ingrid, CASHIER_PIN))).toBe('wrong_pin');
    expect((await unlock(people.ingrid, '87654321')).ok).toBe(true);
    expect(
      world
        .backOffice()
        .view(DEVICE_SCREEN)
        .staff.map(({ name }) => name),
    ).toEqual(['Marte', 'Ingrid Dahl']);
  });

  it('locks the till when its present user is removed', async () => {
    const change = { kind: 'add', name: 'Kari', role: 'supervisor', pin: '9999' };
    await staff(change);
    await staff({ kind: 'remove', personId: people.marte });
    expect(state()).toBe('locked');
  });

  it('is sent without PIN hashes, and PINs are stored as hashes only', () => {
    expect(JSON.stringify(world.backOffice().view(DEVICE_SCREEN))).not.toContain('scrypt');
    const kept = readFileSync(join(world.directory, 'staff.json'), 'utf8');
    expect(kept).toContain('$scrypt$');
    // A random id may contain the digits of the PIN.
    expect(kept.replaceAll(/"id": ?"\w+"/g, '')).not.toContain(SUPERVISOR_PIN);
  });

  it('in an unreadable file prevents the start instead of leaving the till unlocked', async () => {
    writeFileSync(join(world.directory, 'staff.json'), '{"version":1,"people":[{"id":"x"}]}');
    await expect(world.restart()).rejects.toThrow(/staff\.json are not valid/);
    writeFileSync(join(world.directory, 'staff.json'), '{"version":1,');
    await expect(world.restart()).rejects.toThrow(/not readable/);
  });
});
