import type { PoolClient } from 'pg';
import { type Ask, Batch, type Done } from './batch.ts';

/** Runs statements in one batch; returns the result or the error of each. */
export function askTogether(
  client: PoolClient,
  asks: readonly Ask[],
): Promise<PromiseSettledResult<Done>[]> {
  const batch = new Batch();
  const answers = asks.map(
    (ask) =>
      new Promise<Done>((done, reject) => {
        batch.add({ ...ask, done, failed: ({ error }) => reject(error) });
      }),
  );
  client.query(batch);
  return Promise.allSettled(answers);
}
