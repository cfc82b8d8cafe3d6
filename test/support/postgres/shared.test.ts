import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { endRun, serverPort } from './shared.ts';

const folder = mkdtempSync(join(tmpdir(), 'tillkit-run-'));
afterAll(() => endRun(folder));

it('a failed start of PostgreSQL is not repeated, and every file fails at once with its cause', async () => {
  let starts = 0;
  const start = () => {
    starts += 1;
    return Promise.reject(new Error('PostgreSQL does not run here.'));
  };
  const files = [1, 2, 3].map(() => serverPort(folder, start));
  const results = await Promise.allSettled(files);
  const late = await Promise.allSettled([serverPort(folder, start)]);
  for (const result of [...results, ...late]) {
    expect(result).toMatchObject({ reason: new Error('PostgreSQL does not run here.') });
  }
  expect(starts).toBe(1);
});
