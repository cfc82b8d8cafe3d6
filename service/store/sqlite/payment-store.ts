import type { DatabaseSync, StatementResultingChanges, StatementSync } from 'node:sqlite';
import { LruMap } from '../../../shared/limits/lru-map.ts';
import { dueAt } from '../../../shared/payment/moves.ts';
import type { Payment } from '../../../shared/payment/payment.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { AttachmentStore } from '../payment-store.ts';
import {
  ATTACHMENT_SQL,
  attachmentOf,
  insertParameters,
  listOfStatuses,
  listStatement,
  livePaymentsOf,
  PAYMENT_SQL,
  pageOf,
  paymentOf,
  stateOf,
  unmatchedOf,
} from '../sql/payment-tables.ts';
import {
  duePlaceOf,
  FIRST_PLACE,
  type Row,
  readBytes,
  readInteger,
  readText,
} from '../sql/rows.ts';
import { type Effects, type PaymentStore, SERVICE } from '../store.ts';
import { prepareAll } from './database.ts';
import type { EffectWriter } from './effect-writer.ts';
import type { GroupCommit } from './group-commit.ts';

const SQL = {
  ...PAYMENT_SQL,
  listOfStatuses: listOfStatuses({
    // Otherwise SQLite reads the payments of all statuses by their time.
    table: 'payment INDEXED BY payment_by_status',
    range: (code) => `code / 1000 = ${code} AND (created, tid) < (?, ?) AND created >= ?`,
    order: 'created DESC, tid DESC',
  }),
  // A separate statement, because setting a column rewrites its index even if the value does not
  // change.
  saveState: `UPDATE payment SET code = ?, version = ?, due_at = ?, state = ?,
      log_seqs = log_seqs || ?
    WHERE tid = ? AND merchant_id = ? AND version = ?`,
};

type PaymentStoreDeps = {
  readonly database: DatabaseSync;
  readonly commits: GroupCommit;
  readonly effects: EffectWriter;
  readonly recent: RecentPayments;
};

export function createPaymentStore({
  database,
  commits,
  effects,
  recent,
}: PaymentStoreDeps): PaymentStore {
  const sql = prepareAll(database, SQL);
  return { ...createReads(sql, recent), ...createWrites(sql, commits, effects, recent) };
}

type Statements = Readonly<Record<keyof typeof SQL, StatementSync>>;
type Writes = Pick<PaymentStore, 'create' | 'save'>;

function createWrites(
  sql: Statements,
  commits: GroupCommit,
  writer: EffectWriter,
  recent: RecentPayments,
): Writes {
  /**
   * Runs one statement with its effects in one commit; true when it found its row. The statement
   * gets the log numbers of the payment's lines in their stored form.
   */
  async function write(
    payment: Payment,
    effects: Effects,
    run: (lines: string) => StatementResultingChanges,
  ): Promise<boolean> {
    const { merchantId, tid, modified } = payment;
    const written = await commits.write(merchantId, () => {
      const numbers = writer.numbers(merchantId, effects);
      const rowFound = run(numbers.map((number) => `,${number}`).join('')).changes === 1;
      if (rowFound) writer.append(merchantId, modified, tid, effects);
      return rowFound;
    });
    if (written) {
      recent.wrote(payment);
      writer.announce(merchantId, effects);
    }
    return written;
  }

  return {
    async create(payment, effects) {
      const { merchantId, request, permission, tid } = payment;
      const written = await write(payment, effects, (lines) => {
        const inserted = sql.insert.run(...insertParameters(payment), lines);
        if (inserted.changes === 1 && permission !== null) {
          sql.joinPermission.run(permission.rid, merchantId, tid);
        }
        return inserted;
      });
      if (written) return { created: true, payment };
      const row = sql.byPosTid.get(merchantId, request.pos_id, request.pos_tid);
      if (row === undefined) throw new Error('a payment that exists cannot be read');
      return { created: false, payment: paymentOf(row) };
    },
    save(next, effects) {
      const { code, version, customerId, tid, merchantId } = next;
      const before = recent.get(tid);
      const sameCustomer = before?.version === version - 1 && before.customerId === customerId;
      return write(next, effects, (lines) => {
        const move = [code, version, dueAt(next)] as const;
        const state = [stateOf(next), lines, tid, merchantId, version - 1] as const;
        return sameCustomer
          ? sql.saveState.run(...move, ...state)
          : sql.save.run(...move, customerId, ...state);
      });
    },
  };
}

function createReads(sql: Statements, recent: RecentPayments): Omit<PaymentStore, keyof Writes> {
  const read = (row: Row | undefined) => (row === undefined ? null : paymentOf(row));
  return {
    async byTid(merchantId, tid) {
      const known = recent.get(tid);
      if (known !== null) return known.merchantId === merchantId ? known : null;
      return read(sql.byTid.get(tid, merchantId));
    },
    async byTidForCustomer(tid) {
      return recent.get(tid) ?? read(sql.byTidAlone.get(tid));
    },
    async byPosTid(merchantId, posId, posTid) {
      return read(sql.byPosTid.get(merchantId, posId, posTid));
    },
    async byRid(merchantId, rid) {
      return read(sql.byRid.get(rid, merchantId));
    },
    async list(merchantId, query) {
      const [list, ...parameters] = listStatement(sql, merchantId, query);
      return pageOf(list.all(...parameters), query.limit);
    },
    async listening(merchantId, shortlinkId, limit) {
      return sql.listening.all(shortlinkId, merchantId, limit).map(paymentOf);
    },
    async ofCustomer(customerId, limit) {
      return sql.ofCustomer.all(customerId, limit).map(paymentOf);
    },
    async due(now, limit) {
      return sql.due.all(now, limit).map((row) => ({
        merchantId: readText(row, 'merchant_id'),
        tid: readText(row, 'tid'),
      }));
    },
    async ahead({ now, latest }, after, limit) {
      const { due, id } = after ?? FIRST_PLACE;
      return sql.ahead.all(due, id, now, latest, limit).map((row) => duePlaceOf(row, 'tid'));
    },
    async nextDue() {
      const row = sql.nextDue.get();
      return row === undefined ? null : readInteger(row, 'due_at');
    },
    async live(until) {
      return sql.live.all(until).map(livePaymentsOf);
    },
    async unmatched(until, limit) {
      return sql.unmatched.all(until, limit).map(unmatchedOf);
    },
  };
}

/**
 * The payments written last, as committed. A payment is read several times within seconds of its
 * write, and the file belongs to this process alone, so the cached payment equals the row. Only a
 * commit adds a payment; the version still checks every decision on it.
 */
export class RecentPayments {
  readonly #byTid = new LruMap<string, Payment>(LIMITS.recentPayments);

  get(tid: string): Payment | null {
    return this.#byTid.get(tid) ?? null;
  }

  forget(tid: string): void {
    this.#byTid.delete(tid);
  }

  /**
   * After the commit. Two writes of one payment may report in either order: the newer version
   * stays.
   */
  wrote(payment: Payment): void {
    const known = this.#byTid.get(payment.tid);
    if (known !== undefined && known.version > payment.version) return;
    this.#byTid.set(payment.tid, payment);
  }
}

export function createAttachmentStore(
  database: DatabaseSync,
  commits: GroupCommit,
): AttachmentStore {
  const sql = prepareAll(database, ATTACHMENT_SQL);
  return {
    add: ({ addressHash, expires }, attachments) =>
      commits.write(attachments[0]?.merchantId ?? SERVICE, () => {
        const [first] = attachments;
        if (first === undefined) throw new Error('an upload has at least one part');
        const row = sql.count.get(first.merchantId, first.tid);
        const before = row === undefined ? 0 : readInteger(row, 'n');
        if (before + attachments.length > LIMITS.attachmentsPerPaymentMax) return 'full';
        if (sql.use.run(addressHash, expires).changes !== 1) return 'used';
        for (const [index, attachment] of attachments.entries()) {
          const { id, merchantId, tid, contentType, size, at, body } = attachment;
          sql.insert.run(id, merchantId, tid, before + index, contentType, size, at, body);
        }
        return 'written';
      }),
    async ofPayment(merchantId, tid) {
      return sql.ofPayment.all(merchantId, tid).map(attachmentOf);
    },
    async body(merchantId, tid, id) {
      const row = sql.body.get(id, merchantId, tid);
      return row === undefined ? null : readBytes(row, 'body');
    },
    async sweep(now) {
      await commits.write(SERVICE, () => sql.sweep.run(now));
    },
  };
}
