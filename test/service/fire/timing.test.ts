import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../support/service.ts';

/* Whoever measures how long a refusal takes must not learn which users exist. */

/** Less than the budget of failures of one user from one address. */
const TRIES = 8;

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.stop());

const median = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

async function refusalTime(merchant: string, id: string, turn: number): Promise<number> {
  const user = { merchant, id, secret: `wrong secret ${turn}`, privateKey: null };
  const began = performance.now();
  expect((await test.secret(user, '/payment_request/')).status).toBe(401);
  return performance.now() - began;
}

it('an unknown user, an unknown merchant and a wrong secret take the same time', async () => {
  const { merchant } = test.users.pos;
  const known: number[] = [];
  const nobody: number[] = [];
  const nowhere: number[] = [];
  // In turn, so that whatever else the machine does meets all three.
  for (let turn = 0; turn < TRIES; turn += 1) {
    known.push(await refusalTime(merchant, 'pos', turn));
    nobody.push(await refusalTime(merchant, 'nobody', turn));
    nowhere.push(await refusalTime('no-such-merchant', 'pos', turn));
  }
  const slow = median(known);
  // A check that was left out would be a hundred times faster; noise is far from twice.
  for (const times of [nobody, nowhere]) {
    expect(median(times)).toBeGreaterThan(slow / 2);
    expect(median(times)).toBeLessThan(slow * 2);
  }
  expect(slow).toBeGreaterThan(5);
});
