import { afterAll, beforeAll, expect, it } from 'vitest';
import { type HashWork, hashWorkOf } from '../support/hash-work.ts';
import { startTestService, type TestService } from '../support/service.ts';

/* A caller that measures how long a refusal takes must not learn which users exist. */

/** The work of one check of a secret that a person thought of: N = 2^14, r = 8, p = 5. */
const FULL = 2 ** 14 * 8 * 5;

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.stop());

/** The work of all key derivations that one refusal asks for. */
async function refusalWork(merchant: string, id: string): Promise<HashWork> {
  const user = { merchant, id, secret: 'a wrong secret', privateKey: null };
  const works = await hashWorkOf(async () => {
    expect((await test.secret(user, '/payment_request/')).status).toBe(401);
  });
  return works.reduce((sum, work) => sum + work, 0);
}

it('an unknown user, an unknown merchant and a wrong secret cost the same work', async () => {
  const { merchant } = test.users.pos;
  const nobody = await refusalWork(merchant, 'nobody');
  expect(nobody).toBe(FULL);
  expect(await refusalWork('no-such-merchant', 'pos')).toBe(nobody);
  // The demo's secrets are hashed at a hundredth of the cost, and refused at the full one.
  const known = await refusalWork(merchant, 'pos');
  expect(known).toBeGreaterThanOrEqual(nobody);
  expect(known).toBeLessThan(nobody * 1.02);
});
