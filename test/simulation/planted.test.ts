import { afterAll, beforeAll, expect, it } from 'vitest';
import { PLANTED } from './planted.ts';
import { createDataPlace } from './service.ts';
import { playWorld } from './world.ts';

/* An auditor that finds nothing is worth something only if it finds what is there. */

let place: ReturnType<typeof createDataPlace>;
beforeAll(() => {
  place = createDataPlace();
});
afterAll(() => place.remove());

it.each(PLANTED)('the auditor sees a till that would $name', async ({ alter, within }) => {
  for (let seed = 1; seed <= within; seed += 1) {
    const { findings } = await playWorld({ seed, place: place.path, alter });
    if (findings.length > 0) {
      expect(findings.join(' ')).toMatch(/sale|payment|captur|took/);
      return;
    }
  }
  expect.fail(`nothing was found in ${within} worlds`);
});
