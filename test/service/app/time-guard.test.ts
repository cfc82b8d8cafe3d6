import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TimeGuard } from '../../../service/app/time-guard.ts';
import type { Store } from '../../../service/store/store.ts';
import { Closing } from '../../../shared/node/closing.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/time/clock.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { newStorePlace, STORES, type StorePlace } from '../../support/stores.ts';

/* The mark of the newest commit is in a real database; the machine's clock is the test's. */
describe.each(STORES)('a service on %s', (kind) => {
  let place: StorePlace;
  let store: Store;
  let wall: ManualClock;
  let closing: Closing;
  let lines: string[];
  beforeEach(async () => {
    place = await newStorePlace(kind);
    store = await place.open();
    wall = createManualClock();
    closing = new Closing();
    lines = [];
  });
  afterEach(async () => {
    await closing.close();
    await store.close();
    await place.remove();
  });

  async function start(): Promise<TimeGuard> {
    const write = (level: string) => (_: object, sentence: string) => {
      lines.push(`${level}: ${sentence}`);
    };
    const log = { error: write('error'), info: write('info') };
    const guard = new TimeGuard({ wall, mark: store.clockMark, log });
    await guard.start(closing);
    return guard;
  }

  /** Stops the service, and starts it after so much time by its clock. */
  async function startAfter(milliseconds: number): Promise<TimeGuard> {
    const first = await start();
    expect(first.isTrusted()).toBe(true);
    await closing.close();
    closing = new Closing();
    wall.set(milliseconds);
    return start();
  }

  /** Lets the next look at the mark begin and end. */
  async function look(): Promise<void> {
    wall.advance(10 * SECOND);
    await expect.poll(() => wall.armed()).toBe(1);
  }

  it.each([
    ['400 days ahead', 400 * DAY, '9600 hours ahead of', 400 * DAY],
    ['two days behind', -2 * DAY, '48 hours behind', -2 * DAY],
  ])('doubts a clock that is %s at the start, and says so', async (_, by, words, off) => {
    const guard = await startAfter(by);
    expect(guard.isTrusted()).toBe(false);
    expect(guard.doubted()).toBe(off);
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^error: The clock is ${words}`))]);
    expect(guard.reason()).toMatchObject({ reason: 'clock' });
    expect(guard.reason()?.description).toMatch(/tillkit admin confirm-clock/);
    await look();
    expect([guard.isTrusted(), lines.length]).toEqual([false, 1]);
    expect(await store.clockMark.read()).toBe(wall.now() - by - 10 * SECOND);
  });

  it.each([0, 24 * DAY, -59 * MINUTE])(
    'trusts a clock that is %d ms later at the start',
    async (by) => {
      const guard = await startAfter(by);
      expect([guard.isTrusted(), guard.doubted(), guard.reason()]).toEqual([true, 0, null]);
    },
  );

  it('doubts a clock that is set by far while it runs, at once, and trusts it when it is right', async () => {
    const guard = await start();
    for (const by of [2 * DAY, -3 * HOUR]) {
      wall.advance(5 * MINUTE);
      expect(guard.isTrusted()).toBe(true);
      wall.set(by);
      expect(guard.isTrusted()).toBe(false);
      wall.advance(20 * MINUTE);
      expect(guard.isTrusted()).toBe(false);
      wall.set(-by);
      expect([guard.isTrusted(), guard.reason()]).toEqual([true, null]);
    }
    expect(lines.map((line) => line.split(':')[0])).toEqual(['error', 'info', 'error', 'info']);
  });

  it('trusts a clock after a sleep of three days, and a small correction', async () => {
    const guard = await start();
    wall.sleep(3 * DAY);
    expect(guard.isTrusted()).toBe(true);
    wall.set(-30 * MINUTE);
    expect(guard.isTrusted()).toBe(true);
  });

  it('doubts a clock that was set by far while the machine slept', async () => {
    const guard = await start();
    wall.sleep(3 * DAY);
    wall.set(2 * DAY);
    expect([guard.isTrusted(), guard.doubted()]).toEqual([false, 2 * DAY]);
  });

  it('trusts a doubted clock that an operator confirms, ahead and behind, also after a start', async () => {
    for (const by of [400 * DAY, -2 * DAY]) {
      const guard = await startAfter(by);
      expect(guard.isTrusted()).toBe(false);
      await store.clockMark.confirm(wall.now());
      wall.advance(10 * SECOND);
      await expect.poll(() => guard.isTrusted()).toBe(true);
      await closing.close();
      closing = new Closing();
      expect((await start()).isTrusted()).toBe(true);
      await closing.close();
      closing = new Closing();
    }
  });

  it('compares its clock with what another process has committed', async () => {
    await start();
    await store.clockMark.note(wall.now() + 3 * HOUR);
    await store.clockMark.note(wall.now());
    closing = new Closing();
    expect((await start()).isTrusted()).toBe(false);
  });

  it('moves the mark on while it runs, at most once a minute', async () => {
    await start();
    const first = await store.clockMark.read();
    for (let looks = 0; looks < 6; looks += 1) await look();
    expect(await store.clockMark.read()).toBe((first ?? 0) + MINUTE);
  });
});
