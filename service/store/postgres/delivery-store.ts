import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { DeliveryStore, ResendResult } from '../delivery-store.ts';
import { deliveryReads } from '../sql/delivery-calls.ts';
import { claimedOf, DELIVERY_SQL } from '../sql/outbox-tables.ts';
import { readText } from '../sql/rows.ts';
import { NO_EFFECTS, SERVICE } from '../store.ts';
import type { Commits } from './commits.ts';
import type { PostgresDatabase } from './database.ts';
import { namedStatements } from './named-statements.ts';
import type { Notices } from './notices.ts';
import { statements } from './statements.ts';

/**
 * The server's statistics of `delivery` describe the usual state: nearly every row is delivered and has no
 * `due_at`. During an outage they are wrong, because the server renews them only after many changes. From
 * `due_at IS NOT NULL` it would then expect one row, find no difference between the indexes, and read
 * and sort the whole backlog. It has no statistics of a sum, so it expects many rows and reads the index
 * in its order. The sum is null for the same rows, so the server may use the same indexes.
 */
const IS_DUE = 'due_at + 0 >= 0';
const expectMany = (text: string) => text.replaceAll('due_at IS NOT NULL', IS_DUE);

const SQL = statements({
  ...DELIVERY_SQL,
  openHosts: expectMany(DELIVERY_SQL.openHosts),
  dueHosts: expectMany(DELIVERY_SQL.dueHosts),
  dueFirst: `SELECT host, merchant_id FROM delivery
    WHERE due_at <= (SELECT CAST(? AS BIGINT)) AND (lease_until IS NULL OR lease_until <= ?)
    ORDER BY due_at LIMIT (SELECT CAST(? AS BIGINT))`,
  // Without `MIN`, to which the server adds `due_at IS NOT NULL`.
  nextDue: `SELECT due_at FROM delivery WHERE due_at > (SELECT CAST(? AS BIGINT))
    ORDER BY due_at LIMIT 1`,
  // Skips rows that another process is claiming. Hosts and times are compared as pairs, as in
  // `dueHosts`: with an equal sign the server may scan all due rows. The server cannot see the values in
  // `(SELECT ?)`, so it neither looks up the host in its statistics, which may not have it yet, nor
  // compares the limit with the number of rows that it expects. A plan for any limit expects a tenth of
  // all rows and would read the table to update them; it expects few from arrays.
  claim: `WITH taken AS MATERIALIZED (
      SELECT merchant_id, id FROM delivery WHERE ${IS_DUE}
        AND (host, due_at) >= ((SELECT CAST(? AS TEXT)), 0)
        AND (host, due_at) <= ((SELECT CAST(? AS TEXT)), (SELECT CAST(? AS BIGINT)))
        AND (lease_until IS NULL OR lease_until <= ?)
      ORDER BY host, due_at, created LIMIT (SELECT CAST(? AS BIGINT)) FOR UPDATE SKIP LOCKED)
    UPDATE delivery AS d SET lease = ?, lease_until = ?
    FROM unnest(ARRAY(SELECT merchant_id FROM taken), ARRAY(SELECT id FROM taken)) AS one (owner, id)
    WHERE d.merchant_id = one.owner AND d.id = one.id
    RETURNING d.merchant_id, d.id, d.kind, d.resource, d.queue, d.uri, d.host, d.event, d.body,
      d.created, d.tries, d.trace`,
  // Closes an attempt and records it; has no effect without the lease.
  finish: `WITH done AS (
      UPDATE delivery SET state = ?, due_at = ?, attempts = attempts + 1, tries = tries + 1,
        lease = NULL, lease_until = NULL, answer = COALESCE(?, answer)
      WHERE merchant_id = ? AND id = ? AND lease = ? RETURNING merchant_id, id, attempts),
    noted AS (
      INSERT INTO delivery_attempt (merchant_id, delivery_id, number, at, status, problem, duration)
      SELECT merchant_id, id, attempts, CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS TEXT),
        CAST(? AS BIGINT) FROM done),
    trimmed AS (
      DELETE FROM delivery_attempt AS old USING done WHERE old.merchant_id = done.merchant_id
        AND old.delivery_id = done.id AND old.number <= done.attempts - CAST(? AS BIGINT))
    SELECT attempts FROM done`,
});

type DeliveryStoreDeps = {
  readonly database: PostgresDatabase;
  readonly commits: Commits;
  readonly notices: Notices;
};

export function createDeliveryStore({
  database,
  commits,
  notices,
}: DeliveryStoreDeps): DeliveryStore {
  return {
    ...deliveryReads(namedStatements(database, SQL)),
    ...createSteps(database, commits),
    async publish(merchantId, at, deliveries) {
      if (deliveries.length === 0) return;
      const run = async () => ({ ...NO_EFFECTS, deliveries });
      await commits.write({ merchantId, at, changed: null, run });
    },
    async resend(merchantId, id, at) {
      const result = await resend(database, merchantId, id, at);
      if (result === 'due') notices.due();
      return result;
    },
    onDue: (listener) => notices.onDue(listener),
  };
}

async function resend(
  database: PostgresDatabase,
  merchantId: string,
  id: string,
  at: number,
): Promise<ResendResult> {
  if (
    (await database.writesOf(merchantId).run(SQL.reopen, at, `resend/${id}`, merchantId, id)) === 1
  )
    return 'due';
  if ((await database.writesOf(merchantId).run(SQL.hurry, at, merchantId, id)) === 1) return 'due';
  return (await database.get(SQL.read, merchantId, id)) === undefined ? 'unknown' : 'waiting';
}

type Steps = Pick<DeliveryStore, 'claim' | 'finish' | 'release' | 'sweep'>;

function createSteps(database: PostgresDatabase, commits: Commits): Steps {
  return {
    async claim(host, now, lease, limit) {
      const parameters = [host, host, now, lease.wall, limit, lease.id, lease.until];
      const { rows } = await database.writesOf(SERVICE).write(SQL.claim, ...parameters);
      return rows.map((row) => claimedOf(row, lease.id));
    },
    async finish(merchantId, { id, queue, lease }, note, verdict, answer) {
      const { at, status, problem, duration } = note;
      const dueAt = verdict.state === 'open' ? verdict.dueAt : null;
      const own = [verdict.state, dueAt, answer, merchantId, id, lease];
      const log = [at, status, problem, duration, LIMITS.callbackAttemptsKept];
      const noted = await commits.write({
        merchantId,
        at,
        changed: null,
        run: async (transaction) => {
          transaction.send(SQL.touch, at, merchantId, queue);
          const finished = transaction.get(SQL.finish, ...own, ...log);
          // If another process has the lease, the head of the queue is open, and no delivery moves
          // up.
          if (dueAt === null)
            transaction.send(SQL.promote, at, merchantId, queue, merchantId, queue);
          return (await finished) === undefined ? null : NO_EFFECTS;
        },
      });
      return noted !== null;
    },
    async release(merchantId, { id, lease }) {
      await database.writesOf(merchantId).run(SQL.release, merchantId, id, lease);
    },
    sweep: (before, limit) =>
      database.writesOf(SERVICE).transaction(async (transaction) => {
        const rows = await transaction.all(SQL.old, before, limit);
        for (const row of rows) {
          const merchantId = readText(row, 'merchant_id');
          const id = readText(row, 'id');
          transaction.send(SQL.forgetAttempts, merchantId, id);
          transaction.send(SQL.forget, merchantId, id);
        }
        transaction.send(SQL.forgetQueues, before, before, limit);
        return rows.length;
      }),
  };
}
