import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { createListeners } from '../../../shared/objects/listeners.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { Instant } from '../../../shared/time/clock.ts';
import type { DeliveryStore, NewDelivery, ResendResult } from '../delivery-store.ts';
import { deliveryReads } from '../sql/delivery-calls.ts';
import { claimedOf, DELIVERY_SQL } from '../sql/outbox-tables.ts';
import { readInteger, readText } from '../sql/rows.ts';
import { SERVICE } from '../store.ts';
import { prepareAll } from './database.ts';
import type { GroupCommit } from './group-commit.ts';
import { namedReads } from './named-statements.ts';

/** Lets other writes add deliveries to their commit, and announces them after it. */
export interface DeliveryWriter {
  /** Inside a transaction: appends each delivery to its queue. */
  append(merchantId: string, at: Instant, deliveries: readonly NewDelivery[]): void;
  /** Called after the commit. */
  announce(deliveries: readonly NewDelivery[]): void;
}

type Statements = Readonly<Record<keyof typeof DELIVERY_SQL, StatementSync>>;

export function createDeliveryStore(
  database: DatabaseSync,
  commits: GroupCommit,
): { readonly store: DeliveryStore; readonly writer: DeliveryWriter } {
  const sql = prepareAll(database, DELIVERY_SQL);
  const listeners = createListeners();
  const announce = listeners.tell;
  // The file belongs to this process alone, so existing leases belong to an ended process.
  sql.releaseAll.run();
  const writer: DeliveryWriter = {
    append: (merchantId, at, deliveries) => append(sql, merchantId, at, deliveries),
    announce: (deliveries) => {
      if (deliveries.length > 0) announce();
    },
  };
  const store: DeliveryStore = {
    ...deliveryReads(namedReads(sql)),
    ...createSteps(sql, commits),
    async publish(merchantId, at, deliveries) {
      if (deliveries.length === 0) return;
      await commits.write(merchantId, () => append(sql, merchantId, at, deliveries));
      announce();
    },
    async resend(merchantId, id, at) {
      const result = await commits.write(merchantId, () => resend(sql, merchantId, id, at));
      if (result === 'due') announce();
      return result;
    },
    onDue: listeners.subscribe,
  };
  return { store, writer };
}

function append(
  sql: Statements,
  merchantId: string,
  at: Instant,
  deliveries: readonly NewDelivery[],
): void {
  for (const delivery of deliveries) {
    const { id, kind, resource, queue, uri, host, event, body, trace = null } = delivery;
    const row = sql.number.get(merchantId, queue, at);
    if (row === undefined) throw new Error('a queue gave no number');
    const ord = readInteger(row, 'last_ord');
    const columns = [merchantId, id, kind, resource, queue, ord, uri, host, event, body, at, trace];
    sql.insert.run(...columns, merchantId, queue, at);
  }
}

function resend(sql: Statements, merchantId: string, id: string, at: Instant): ResendResult {
  const queue = `resend/${id}`;
  if (sql.reopen.run(at, queue, merchantId, id).changes === 1) return 'due';
  if (sql.hurry.run(at, merchantId, id).changes === 1) return 'due';
  return sql.read.get(merchantId, id) === undefined ? 'unknown' : 'waiting';
}

type Steps = Pick<DeliveryStore, 'claim' | 'finish' | 'release' | 'sweep'>;

function createSteps(sql: Statements, commits: GroupCommit): Steps {
  return {
    async claim(host, now, lease, limit) {
      const rows = await commits.write(SERVICE, () =>
        sql.claim.all(lease.id, lease.until, host, now, lease.wall, limit),
      );
      return rows.map((row) => claimedOf(row, lease.id));
    },
    finish(merchantId, { id, queue, lease }, note, verdict, answer) {
      const { at, status, problem, duration } = note;
      const dueAt = verdict.state === 'open' ? verdict.dueAt : null;
      return commits.write(merchantId, () => {
        sql.touch.run(at, merchantId, queue);
        const row = sql.finish.get(verdict.state, dueAt, answer, merchantId, id, lease);
        if (row === undefined) return false;
        const number = readInteger(row, 'attempts');
        sql.note.run(merchantId, id, number, at, status, problem, duration);
        sql.trim.run(merchantId, id, number - LIMITS.callbackAttemptsKept);
        if (dueAt === null) sql.promote.run(at, merchantId, queue, merchantId, queue);
        return true;
      });
    },
    async release(merchantId, { id, lease }) {
      await commits.write(merchantId, () => sql.release.run(merchantId, id, lease));
    },
    async sweep(before, limit) {
      return commits.write(SERVICE, () => {
        const rows = sql.old.all(before, limit);
        for (const row of rows) {
          const merchantId = readText(row, 'merchant_id');
          const id = readText(row, 'id');
          sql.forgetAttempts.run(merchantId, id);
          sql.forget.run(merchantId, id);
        }
        sql.forgetQueues.run(before, before, limit);
        return rows.length;
      });
    },
  };
}
