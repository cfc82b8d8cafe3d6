import { describe, expect, it } from 'vitest';
import { CommitDelay } from '../../../../service/store/postgres/commit-delay.ts';
import { openPostgresStore } from '../../../../service/store/postgres/open.ts';
import { NO_EFFECTS, type Store } from '../../../../service/store/store.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { CUSTOMER, MERCHANT } from '../../../support/payments.ts';
import { newPostgres } from '../../../support/postgres/shared.ts';
import { newPayment, publishEvent } from './world.ts';

/** A delay, and whether the commit that asked for it has begun. */
function begin(delay: CommitDelay, waiting: number): { readonly begun: boolean } {
  const commit = { begun: false };
  delay.pass(waiting, () => {
    commit.begun = true;
  });
  return commit;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the delay of a commit', () => {
  it('is none after a commit of one write with none behind it', () => {
    const wall = createManualClock();
    const delay = new CommitDelay(wall);
    expect(begin(delay, 1).begun).toBe(true);
    delay.committed(1, 0, 5);
    expect(begin(delay, 1).begun).toBe(true);
    expect(wall.armed()).toBe(0);
  });

  it('lasts until as many writes have arrived as were in or behind the last commit', () => {
    const wall = createManualClock();
    const delay = new CommitDelay(wall);
    delay.committed(3, 1, 5);
    const commit = begin(delay, 2);
    delay.arrived(3);
    expect(commit.begun).toBe(false);
    delay.arrived(4);
    expect(commit.begun).toBe(true);
    expect(wall.armed()).toBe(0);
  });

  it.each([
    ['twice as long as the last commit took', 4, 8],
    ['10 ms if the last commit took longer than 5 ms', 6, 10],
  ])('is at most %s', (_, took, most) => {
    const wall = createManualClock();
    const delay = new CommitDelay(wall);
    delay.committed(2, 0, took);
    const commit = begin(delay, 1);
    wall.advance(most - 1);
    expect(commit.begun).toBe(false);
    wall.advance(1);
    expect(commit.begun).toBe(true);
  });

  it('ends when the store closes', () => {
    const wall = createManualClock();
    const delay = new CommitDelay(wall);
    delay.committed(2, 0, 5);
    const commit = begin(delay, 1);
    delay.end();
    expect(commit.begun).toBe(true);
    expect(wall.armed()).toBe(0);
  });
});

describe('writers that write one payment after another', () => {
  const write = async (store: Store, payments: number) => {
    for (let payment = 0; payment < payments; payment += 1) {
      await store.payments.create(newPayment(), NO_EFFECTS);
    }
  };

  it('share each commit after the first one when another process shares the database', async () => {
    const { url, drop } = await newPostgres();
    const commits: number[] = [];
    const onCommit = (writes: number) => void commits.push(writes);
    // The clock stands still, so that a commit begins only when all expected writes have arrived.
    const wall = createManualClock();
    const store = await openPostgresStore(url, { wall, self: 'first', onCommit });
    const other = await openPostgresStore(url, { wall: createManualClock(), self: 'second' });
    try {
      await store.merchants.put(MERCHANT);
      await store.customers.put(CUSTOMER);
      // From now on it knows of the other process, which has announced itself before this event.
      const heard = new Promise((resolve) => store.channels.onEvents(resolve));
      await publishEvent(other, 'till');
      await heard;
      const first = write(store, 5);
      await settled();
      // The first commit has begun. The others write during it, and then in turns with the first.
      await Promise.all([first, write(store, 4), write(store, 4)]);
      expect(commits).toEqual([1, 3, 3, 3, 3]);
      const last = store.payments.create(newPayment(), NO_EFFECTS);
      const closed = store.close();
      expect((await last).created).toBe(true);
      await closed;
    } finally {
      await store.close();
      await other.close();
      await drop();
    }
  });
});
