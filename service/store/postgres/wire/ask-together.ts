import type { PoolClient } from 'pg';
import { Batch, type Done, type StatementCall } from './batch.ts';

/** Runs statements in one batch; returns the result or the error of each. */
export function callTogether(
  client: PoolClient,
  calls: readonly StatementCall[],
): Promise<PromiseSettledResult<Done>[]> {
  const batch = new Batch();
  const answers = calls.map(
    (call) =>
      new Promise<Done>((done, reject) => {
        batch.add({ ...call, done, failed: ({ error }) => reject(error) });
      }),
  );
  client.query(batch);
  return Promise.allSettled(answers);
}
