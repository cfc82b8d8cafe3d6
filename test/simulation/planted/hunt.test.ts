import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDataPlace, type DataPlace } from '../data-place.ts';
import { hunt } from './hunt.ts';
import { PLANTED } from './list.ts';

/*
 * Shows that the auditor finds bugs. This test takes the bugs that few worlds show; `npm run test:sim --
 * --planted` takes all.
 */
const FEW = 5;

let place: DataPlace;
beforeAll(() => {
  place = createDataPlace();
});
afterAll(() => place.remove());

describe('the auditor', () => {
  it.each(PLANTED.filter(({ within }) => within <= FEW))(
    'finds a till that $name, within $within worlds',
    async (bug) => {
      expect((await hunt(bug, place)).worlds).not.toBeNull();
    },
  );
});

describe('the list of planted bugs', () => {
  it('has at least forty, fifteen of them in pairs, restarts and orders, each with a name', () => {
    const parts = ['pair', 'restart', 'order'];
    expect(PLANTED.length).toBeGreaterThanOrEqual(40);
    expect(PLANTED.filter(({ part }) => parts.includes(part)).length).toBeGreaterThanOrEqual(15);
    expect(new Set(PLANTED.map(({ name }) => name)).size).toBe(PLANTED.length);
  });
});
